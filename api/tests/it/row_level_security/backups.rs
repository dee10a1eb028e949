//! A backup of a PostgreSQL database that is written to is one state, restored into another
//! database, whatever the rights of the login.

use super::{address_for, count_rows, create_with_rows, list_names, unique_name};
use crate::{SourceDatabase, TestApp};
use api::commands::Cli;
use api::db::Database;
use clap::Parser;
use sea_orm::DatabaseConnection;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tables that only syncs write.
const SYNCED_TABLES: &str = r"
    select relname::text
    from pg_class
    where relnamespace = 'public'::regnamespace
        and relkind = 'r'
        and (relname in ('inventory', 'purchase_transactions', 'suppliers') or relname ~ '^rollup_')
    order by 1
";

async fn run_command(command: &str, folder: &Path, url: &str) -> Result<(), String> {
    let option = if command == "backup" {
        "--out"
    } else {
        "--from"
    };
    let data_dir = tempfile::tempdir().unwrap();
    let words = [
        "sprout",
        command,
        option,
        folder.to_str().unwrap(),
        "--database-url",
        url,
        "--data-dir",
        data_dir.path().to_str().unwrap(),
    ];
    let cli = Cli::try_parse_from(words).unwrap();
    cli.run().await.map_err(|error| error.to_string())
}

/// Opens the database at an address as the superuser, who sees all rows.
async fn open_as_superuser(url: &str) -> DatabaseConnection {
    let server = SourceDatabase::host_and_port();
    let (_, name) = url.rsplit_once('/').unwrap();
    sea_orm::Database::connect(format!("postgres://postgres@{server}/{name}"))
        .await
        .unwrap()
}

/// Name and hash of every synced table.
async fn hash_synced_tables(raw: &DatabaseConnection) -> Vec<String> {
    let mut hashes = Vec::new();
    for table in list_names(raw, SYNCED_TABLES).await {
        let hash = format!(
            "select '{table} ' || count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by \
             t::text)), '') from {table} t"
        );
        hashes.extend(list_names(raw, &hash).await);
    }
    hashes
}

async fn assert_one_state_is_restored(login: &str) {
    let app = TestApp::start_on_database(&address_for(login, "").await).await;
    create_with_rows(&app, "Prairie").await;
    create_with_rows(&app, "Meadow").await;
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("backup");
    let stop = AtomicBool::new(false);
    let write_accounts = async {
        let mut written = 0;
        while !stop.load(Ordering::Relaxed) {
            app.create_separate_organization(&format!("Load {written}"))
                .await;
            written += 1;
        }
        written
    };
    let run_backup = async {
        let result = run_command("backup", &target, app.database_url()).await;
        stop.store(true, Ordering::Relaxed);
        result
    };
    let (written, backed_up) = tokio::join!(write_accounts, run_backup);
    backed_up.unwrap();
    let there = address_for("postgres", "").await;
    run_command("restore", &target, &there).await.unwrap();

    let (source, restored) = (
        open_as_superuser(app.database_url()).await,
        open_as_superuser(&there).await,
    );
    let organizations = count_rows(&restored, "select count(*) from organization").await;
    assert!(
        (2..=2 + written).contains(&organizations),
        "{organizations} of {written}"
    );
    let incomplete = r"
        select count(*)
        from organization o
        where not exists (select from membership m where m.tenant_id = o.id)
            or not exists (select from audit_head h where h.tenant_id = o.id)
    ";
    assert_eq!(count_rows(&restored, incomplete).await, 0);
    let hashes = hash_synced_tables(&source).await;
    assert!(
        hashes
            .iter()
            .any(|line| line.starts_with("purchase_transactions 80 ")),
        "{hashes:?}"
    );
    assert_eq!(hash_synced_tables(&restored).await, hashes);
    // As protected as before, with the same constraints.
    for catalog in [
        "select count(*) from pg_class where relforcerowsecurity",
        "select count(*) from pg_constraint where contype = 'f'",
        "select count(*) from pg_trigger where tgenabled = 'O' and not tgisinternal",
    ] {
        assert_eq!(
            count_rows(&restored, catalog).await,
            count_rows(&source, catalog).await,
            "{catalog}"
        );
    }
    let live = "select count(*) from session where revoked_at is null and expires_at > now()";
    assert_eq!(count_rows(&restored, live).await, 0);
    assert!(
        Database::connect(&there)
            .await
            .unwrap()
            .is_migrated()
            .await
            .unwrap()
    );
    // Nothing is overwritten, and a damaged file is not restored.
    let again = run_command("restore", &target, &there).await;
    assert!(again.unwrap_err().contains("not empty"));
    std::fs::write(target.join("person.copy.zst"), "x").unwrap();
    let damaged = run_command("restore", &target, &address_for("postgres", "").await).await;
    assert!(damaged.unwrap_err().contains("Use another backup"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_superuser_backs_up_one_state_under_load() {
    Box::pin(assert_one_state_is_restored("postgres")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_under_row_level_security_backs_up_every_tenant() {
    // The role exists on the server already, so the owner has no other rights.
    super::start_on_postgres().await;
    let login = format!("owner_{}", unique_name());
    Box::pin(assert_one_state_is_restored(&login)).await;
}
