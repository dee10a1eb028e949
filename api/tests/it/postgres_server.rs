//! A PostgreSQL server for sources: the one in `SPROUT_TEST_POSTGRES`, otherwise one that this test
//! run starts and stops.

use sea_orm::{ConnectionTrait, DatabaseConnection};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A separate database on that server, independent of the application's database.
pub(crate) struct SourceDatabase {
    pub(crate) name: String,
    /// A connection as the owner.
    pub(crate) owner: DatabaseConnection,
}

static SERVER: OnceLock<String> = OnceLock::new();
static COUNTER: AtomicU32 = AtomicU32::new(0);

fn server_url() -> &'static str {
    SERVER.get_or_init(|| std::env::var("SPROUT_TEST_POSTGRES").unwrap_or_else(|_| start_server()))
}

/// Starts another server for this test run and returns its address.
pub(crate) fn start_server() -> String {
    run_start_script("postgres", &[])
}

/// Starts a streaming replica of that server and returns its address.
pub(crate) fn start_replica(primary: &str) -> String {
    let (_, server) = primary.rsplit_once('@').unwrap();
    let (host_and_port, _) = server.split_once('/').unwrap();
    run_start_script("postgres", &[host_and_port])
}

/// Starts a PgBouncer in transaction mode in front of the server and returns its host and port.
pub(crate) fn start_pooler() -> String {
    run_start_script("pgbouncer", &[SourceDatabase::host_and_port()])
}

fn run_start_script(script: &str, more: &[&str]) -> String {
    run_server(script, more).1
}

/// Starts a server with a script of `.ci`, which is stopped at the end of the test run. Returns its
/// folder and what the script printed.
pub(crate) fn run_server(script: &str, more: &[&str]) -> (PathBuf, String) {
    let folder = tempfile::Builder::new()
        .prefix(&format!("sprout-{script}."))
        .tempdir()
        .unwrap()
        .keep();
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../.ci")
        .join(script);
    let started = Command::new(&script)
        .arg("start")
        .arg(&folder)
        .args(more)
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(
        started.status.success(),
        "{} did not start",
        script.display()
    );
    // No code runs at the end of a test run, so a shell process waits for it and stops the server.
    let wait = "( while kill -0 \"$1\" 2>/dev/null; do sleep 1; done; exec \"$2\" stop \"$3\" ) &";
    let mut watcher = Command::new("sh");
    watcher
        .args(["-c", wait, "sh", &std::process::id().to_string()])
        .arg(&script)
        .arg(&folder);
    let left = watcher
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(left.success());
    let printed = String::from_utf8(started.stdout).unwrap();
    (folder, printed.trim().to_owned())
}

impl SourceDatabase {
    pub(crate) async fn create() -> Self {
        let name = format!(
            "sprout_source_{}_{}",
            std::process::id(),
            COUNTER.fetch_add(1, Ordering::Relaxed)
        );
        let admin = sea_orm::Database::connect(server_url()).await.unwrap();
        admin
            .execute_unprepared(&format!("drop database if exists {name}"))
            .await
            .unwrap();
        admin
            .execute_unprepared(&format!("create database {name}"))
            .await
            .unwrap();
        admin.close().await.unwrap();
        let (host, _) = server_url().rsplit_once('/').unwrap();
        Self {
            owner: sea_orm::Database::connect(format!("{host}/{name}"))
                .await
                .unwrap(),
            name,
        }
    }

    /// The address in the format that people enter.
    pub(crate) fn url(&self) -> String {
        Self::build_url("postgres", "hunter2", &self.name)
    }

    pub(crate) fn build_url(user: &str, password: &str, database: &str) -> String {
        format!(
            "postgres://{user}:{password}@{}/{database}",
            Self::host_and_port()
        )
    }

    /// The `host:port` of the server.
    pub(crate) fn host_and_port() -> &'static str {
        let behind = server_url().rsplit_once('@').unwrap().1;
        behind.split_once('/').unwrap().0
    }

    pub(crate) async fn execute_sql(&self, sql: &str) -> &Self {
        self.owner.execute_unprepared(sql).await.unwrap();
        self
    }
}
