//! A database for each test, copied from one that was migrated once: migrating is by far the
//! longest part of starting a service.

use api::db::Database;
use api::entropy::Entropy;
use sea_orm::{ConnectionTrait, DatabaseConnection};
use std::path::Path;
use std::sync::OnceLock;

static SQLITE: OnceLock<Vec<u8>> = OnceLock::new();
static POSTGRES: OnceLock<String> = OnceLock::new();

/// The address of a migrated database that nobody else uses: a file in `folder`, or one more on the
/// server that `SPROUT_TEST_POSTGRES` names.
pub(crate) async fn fresh_database(folder: &Path) -> String {
    match std::env::var("SPROUT_TEST_DB").as_deref() {
        Ok("postgres") => on_postgres().await,
        Ok("sqlite") | Err(_) => in_a_file(folder),
        Ok(other) => panic!("SPROUT_TEST_DB={other}: use sqlite or postgres"),
    }
}

fn in_a_file(folder: &Path) -> String {
    let path = folder.join("sprout.db");
    std::fs::write(&path, SQLITE.get_or_init(|| aside(migrated_file()))).unwrap();
    format!("sqlite:{}", path.display())
}

async fn migrated_file() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("migrated.db").display());
    Database::connect(&url)
        .await
        .unwrap()
        .migrate()
        .await
        .unwrap();
    let whole = folder.path().join("whole.db");
    // One file, without the log of writes beside it.
    sea_orm::Database::connect(&url)
        .await
        .unwrap()
        .execute_unprepared(&format!("vacuum into '{}'", whole.display()))
        .await
        .unwrap();
    std::fs::read(whole).unwrap()
}

async fn on_postgres() -> String {
    let migrated =
        tokio::task::spawn_blocking(|| POSTGRES.get_or_init(|| aside(migrated_database())))
            .await
            .unwrap();
    let name = new_name();
    let server = server().await;
    server
        .execute_unprepared(&format!("create database {name} template {migrated}"))
        .await
        .unwrap();
    server.close().await.unwrap();
    address_of(&name)
}

async fn migrated_database() -> String {
    let name = new_name();
    let server = server().await;
    server
        .execute_unprepared(&format!("create database {name}"))
        .await
        .unwrap();
    Database::connect(&address_of(&name))
        .await
        .unwrap()
        .migrate()
        .await
        .unwrap();
    // What has connections cannot be copied.
    server
        .execute_unprepared(&format!("alter database {name} allow_connections false"))
        .await
        .unwrap();
    server
        .execute_unprepared(&format!(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"
        ))
        .await
        .unwrap();
    server.close().await.unwrap();
    name
}

/// Runs it outside of the test's own runtime, which ends before the other tests do.
fn aside<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    let run = move || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(work)
    };
    std::thread::spawn(run).join().unwrap()
}

fn new_name() -> String {
    format!(
        "sprout_test_{:016x}",
        u64::from_be_bytes(Entropy::system().bytes::<8>().unwrap())
    )
}

fn server_url() -> String {
    std::env::var("SPROUT_TEST_POSTGRES")
        .expect("SPROUT_TEST_POSTGRES names a server on which databases may be created")
}

async fn server() -> DatabaseConnection {
    sea_orm::Database::connect(server_url()).await.unwrap()
}

fn address_of(name: &str) -> String {
    let url = server_url();
    let (base, query) = url
        .split_once('?')
        .map_or((url.as_str(), String::new()), |(base, query)| {
            (base, format!("?{query}"))
        });
    let (host, _) = base.rsplit_once('/').unwrap();
    format!("{host}/{name}{query}")
}
