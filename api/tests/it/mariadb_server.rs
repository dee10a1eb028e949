//! A MariaDB server for sources, which this test run starts and stops.

use crate::postgres_server::run_server;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The folder and the port of the server.
static SERVER: OnceLock<(PathBuf, String)> = OnceLock::new();
static COUNTER: AtomicU32 = AtomicU32::new(0);

fn server() -> &'static (PathBuf, String) {
    SERVER.get_or_init(|| run_server("mariadb", &[]))
}

/// A database with a user of the same name, who may read it.
pub(crate) struct MariadbDatabase {
    pub(crate) name: String,
}

impl MariadbDatabase {
    pub(crate) fn create() -> Self {
        let name = format!("source_{}", COUNTER.fetch_add(1, Ordering::Relaxed));
        let database = Self { name: name.clone() };
        run_sql(
            "mysql",
            &format!(
                "create database {name} character set utf8mb4;
                create user {name}@'%' identified by 'hunter2';
                grant select on {name}.* to {name}@'%'"
            ),
        );
        database
    }

    /// Runs statements as the administrator.
    pub(crate) fn execute_sql(&self, sql: &str) -> &Self {
        run_sql(&self.name, sql);
        self
    }

    pub(crate) fn port() -> &'static str {
        &server().1
    }

    /// The address in the format that people enter.
    pub(crate) fn url(&self, host: &str, options: &str) -> String {
        let (name, port) = (&self.name, Self::port());
        format!("mysql://{name}:hunter2@{host}:{port}/{name}{options}")
    }
}

fn run_sql(database: &str, sql: &str) {
    let mut client = Command::new("mariadb")
        .args(["--no-defaults", "--user=root", "--socket"])
        .arg(server().0.join("socket"))
        .arg(database)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = client.stdin.take().unwrap();
    input.write_all(sql.as_bytes()).unwrap();
    drop(input);
    assert!(client.wait().unwrap().success(), "{sql}");
}
