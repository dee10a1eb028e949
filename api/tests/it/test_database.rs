//! A database for each test, copied from a migrated template, because migrating is by far the
//! slowest part of starting a service.

use crate::citus_cluster;
use api::db::{Database, configure_sqlite_pool, warehouse_path};
use api::entropy::Entropy;
use sea_orm::{ConnectOptions, ConnectionTrait, DatabaseConnection};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

/// The main file and the warehouse file.
static SQLITE_TEMPLATE: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
static POSTGRES_TEMPLATE: OnceLock<String> = OnceLock::new();
/// The databases on the PostgreSQL server, each with the folder of its test.
static POSTGRES_DATABASES: Mutex<Vec<(PathBuf, String)>> = Mutex::new(Vec::new());

/// The tables of both files of a SQLite database.
pub(crate) const SQLITE_TABLES: &str = r"(
    select name from main.sqlite_schema where type = 'table'
    union all
    select name from warehouse.sqlite_schema where type = 'table'
)";

/// The address of a new migrated database: a file in `folder`, or a database on the server in
/// `SPROUT_TEST_POSTGRES`, or one on every node of the Citus cluster in `SPROUT_TEST_CITUS`.
pub(crate) async fn create_test_database(folder: &Path) -> String {
    if citus_cluster::coordinator_url().is_some() {
        return create_postgres(folder).await;
    }
    match std::env::var("SPROUT_TEST_DB").as_deref() {
        Ok("postgres") => create_postgres(folder).await,
        Ok("sqlite") | Err(_) => create_sqlite(folder),
        Ok(other) => panic!("SPROUT_TEST_DB={other}: use sqlite or postgres"),
    }
}

fn create_sqlite(folder: &Path) -> String {
    let path = folder.join("sprout.db");
    let [main, warehouse] = SQLITE_TEMPLATE.get_or_init(|| run_in_thread(migrated_sqlite_files()));
    std::fs::write(&path, main).unwrap();
    std::fs::write(warehouse_path(&path), warehouse).unwrap();
    format!("sqlite:{}", path.display())
}

/// Opens connections to a database as the service does, for statements of the tests.
pub(crate) async fn connect_raw(url: &str) -> DatabaseConnection {
    let mut options = ConnectOptions::new(url);
    configure_sqlite_pool(&mut options).unwrap();
    sea_orm::Database::connect(options).await.unwrap()
}

async fn migrated_sqlite_files() -> [Vec<u8>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("migrated.db").display());
    Database::connect(&url)
        .await
        .unwrap()
        .migrate()
        .await
        .unwrap();
    let database = connect_raw(&url).await;
    let mut files = Vec::new();
    for schema in ["main", "warehouse"] {
        // Without a write-ahead log.
        let file = folder.path().join(schema);
        let copy = format!("vacuum {schema} into '{}'", file.display());
        database.execute_unprepared(&copy).await.unwrap();
        files.push(std::fs::read(file).unwrap());
    }
    files.try_into().unwrap()
}

async fn create_postgres(folder: &Path) -> String {
    let migrated = tokio::task::spawn_blocking(|| {
        POSTGRES_TEMPLATE.get_or_init(|| run_in_thread(migrated_postgres_template()))
    })
    .await
    .unwrap();
    let name = new_database_name();
    for ended in take_databases_of_ended_tests() {
        execute_on_nodes(&format!("drop database {ended} with (force)")).await;
    }
    for url in citus_cluster::node_urls(&server_url()).await {
        copy_database(&url, migrated, &name).await;
    }
    let mut databases = POSTGRES_DATABASES.lock().unwrap();
    databases.push((folder.to_owned(), name.clone()));
    database_url(&name)
}

/// Copies a database on a server. Citus looks into every database now and then, and one in use cannot
/// be copied.
async fn copy_database(server: &str, from: &str, to: &str) {
    let server = sea_orm::Database::connect(server).await.unwrap();
    // The default of PostgreSQL 15 logs every page, which takes four times as long.
    let copy = format!("create database {to} template {from} strategy file_copy");
    for attempt in 0.. {
        match server.execute_unprepared(&copy).await {
            Ok(_) => break,
            Err(error) if attempt < 50 && error.to_string().contains("being accessed") => {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            Err(error) => panic!("{error}"),
        }
    }
    server.close().await.unwrap();
}

/// A test deletes its folder when it ends. Its database can only be dropped by another connection.
/// Kept until the end of the run, the databases of all tests together would need many gigabytes.
fn take_databases_of_ended_tests() -> Vec<String> {
    let mut databases = POSTGRES_DATABASES.lock().unwrap();
    databases
        .extract_if(.., |(folder, _)| !folder.exists())
        .map(|(_, name)| name)
        .collect()
}

async fn migrated_postgres_template() -> String {
    let name = new_database_name();
    execute_on_nodes(&format!("create database {name}")).await;
    if citus_cluster::coordinator_url().is_some() {
        citus_cluster::connect_nodes(&name).await;
    }
    let database = Database::connect(&database_url(&name)).await.unwrap();
    database.migrate().await.unwrap();
    if citus_cluster::coordinator_url().is_some() {
        database.distribute().await.unwrap();
    }
    // PostgreSQL cannot copy a database that has connections.
    execute_on_nodes(&format!("alter database {name} allow_connections false")).await;
    execute_on_nodes(&format!(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"
    ))
    .await;
    name
}

/// Executes a statement on the server, or on every node of the cluster.
async fn execute_on_nodes(sql: &str) {
    for url in citus_cluster::node_urls(&server_url()).await {
        let server = sea_orm::Database::connect(url).await.unwrap();
        server.execute_unprepared(sql).await.unwrap();
        server.close().await.unwrap();
    }
}

/// Runs `work` outside of the test's own runtime, which ends before those of other tests.
fn run_in_thread<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    let run = move || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(work)
    };
    std::thread::spawn(run).join().unwrap()
}

fn new_database_name() -> String {
    format!(
        "sprout_test_{:016x}",
        u64::from_be_bytes(Entropy::system().random_bytes::<8>().unwrap())
    )
}

fn server_url() -> String {
    citus_cluster::coordinator_url().unwrap_or_else(|| {
        std::env::var("SPROUT_TEST_POSTGRES")
            .expect("SPROUT_TEST_POSTGRES names a server on which databases may be created")
    })
}

fn database_url(name: &str) -> String {
    url_of_database(&server_url(), name)
}

/// The address of another database on the same server.
pub(crate) fn url_of_database(server: &str, name: &str) -> String {
    let (base, query) = server
        .split_once('?')
        .map_or((server, String::new()), |(base, query)| {
            (base, format!("?{query}"))
        });
    let (host, _) = base.rsplit_once('/').unwrap();
    format!("{host}/{name}{query}")
}
