//! Backups of a SQLite database that is written to, restored elsewhere.

use api::commands::Cli;
use clap::Parser;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

async fn run_command(line: &[&str], data_dir: &Path) -> Result<(), String> {
    let folder = data_dir.to_str().unwrap();
    let words = ["sprout"].iter().chain(line).copied();
    let cli = Cli::try_parse_from(words.chain(["--data-dir", folder])).unwrap();
    cli.run().await.map_err(|error| error.to_string())
}

async fn open_main_file(data_dir: &Path) -> DatabaseConnection {
    let url = format!("sqlite:{}?mode=rw", data_dir.join("sprout.db").display());
    sea_orm::Database::connect(url).await.unwrap()
}

async fn count(database: &DatabaseConnection, query: &str) -> i64 {
    database
        .query_one_raw(Statement::from_string(DbBackend::Sqlite, query))
        .await
        .unwrap()
        .unwrap()
        .try_get_by_index(0)
        .unwrap()
}

/// Writes pairs of rows, each pair in a transaction, until it is stopped. Returns their number.
async fn write_pairs(database: DatabaseConnection, stop: Arc<AtomicBool>) -> i64 {
    let mut pairs = 0;
    while !stop.load(Ordering::Relaxed) {
        database
            .execute_unprepared(&format!(
                "begin immediate; insert into load_a values ({pairs}); insert into load_b values \
                 ({pairs}); commit"
            ))
            .await
            .unwrap();
        pairs += 1;
    }
    pairs
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load_is_one_state_and_is_restored_elsewhere() {
    let folders = tempfile::tempdir().unwrap();
    let (here, there) = (folders.path().join("here"), folders.path().join("there"));
    let backup = folders.path().join("backup");
    run_command(&["migrate"], &here).await.unwrap();
    let database = open_main_file(&here).await;
    database
        .execute_unprepared("create table load_a (n); create table load_b (n)")
        .await
        .unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let writer = tokio::spawn(write_pairs(database.clone(), Arc::clone(&stop)));
    while count(&database, "select count(*) from load_a").await < 20 {
        tokio::task::yield_now().await;
    }
    let target = backup.to_str().unwrap();
    run_command(&["backup", "--out", target], &here)
        .await
        .unwrap();
    stop.store(true, Ordering::Relaxed);
    let written = writer.await.unwrap();
    run_command(&["restore", "--from", target], &there)
        .await
        .unwrap();
    let restored = open_main_file(&there).await;
    let pairs = count(&restored, "select count(*) from load_a").await;
    assert!((20..=written).contains(&pairs), "{pairs} of {written}");
    let unequal = "select count(*) from (select n from load_a except select n from load_b)";
    assert_eq!(count(&restored, unequal).await, 0);
    let twins = "select count(*) from load_b";
    assert_eq!(count(&restored, twins).await, pairs);
    // An existing database is never overwritten, and a damaged file never restored.
    let refused = run_command(&["restore", "--from", target], &there).await;
    assert!(refused.unwrap_err().contains("Stop the server"));
    std::fs::write(backup.join("sprout-warehouse.db"), "x").unwrap();
    let elsewhere = folders.path().join("elsewhere");
    let damaged = run_command(&["restore", "--from", target], &elsewhere).await;
    assert!(damaged.unwrap_err().contains("Use another backup"));
    assert!(!elsewhere.join("sprout.db").exists());
}

#[tokio::test]
async fn doctor_finds_nothing_wrong_here_and_a_wrong_secret_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    run_command(&["migrate"], folder.path()).await.unwrap();
    let secret = folder.path().join("secret.key");
    std::fs::write(&secret, "short").unwrap();
    let wrong = run_command(&["doctor", "--json"], folder.path()).await;
    assert!(wrong.unwrap_err().contains("found an error"));
}
