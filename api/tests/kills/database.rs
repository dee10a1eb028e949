//! The application database, read directly, without the product.

use crate::source_warehouse::{SourceRows, TABLES, TableContents};
use api::db::configure_sqlite_pool;
use api::entropy::Entropy;
use sea_orm::{ConnectOptions, ConnectionTrait, DatabaseConnection, Statement};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

pub(crate) struct Database {
    pub(crate) url: String,
    connection: DatabaseConnection,
    /// The folder of a PostgreSQL server that the tests may kill.
    server: Option<PathBuf>,
    _folder: TempDir,
}

/// Creates a database of the engine in `SPROUT_TEST_DB`.
pub(crate) async fn create_database() -> Database {
    let folder = tempfile::tempdir().unwrap();
    let (url, server) = if std::env::var("SPROUT_TEST_DB").as_deref() == Ok("postgres") {
        let server = std::env::var("SPROUT_TEST_POSTGRES")
            .expect("SPROUT_TEST_POSTGRES names a server on which databases may be created");
        let name = format!(
            "sprout_kills_{:016x}",
            u64::from_be_bytes(Entropy::system().random_bytes::<8>().unwrap())
        );
        let admin = sea_orm::Database::connect(&server).await.unwrap();
        admin
            .execute_unprepared(&format!("create database {name}"))
            .await
            .unwrap();
        // The test server does not sync to disk; without this setting, a killed server would lose
        // committed data.
        admin
            .execute_unprepared(&format!(
                "alter database {name} set synchronous_commit = on"
            ))
            .await
            .unwrap();
        admin.close().await.unwrap();
        let (host, _) = server.rsplit_once('/').unwrap();
        (
            format!("{host}/{name}"),
            std::env::var_os("SPROUT_TEST_POSTGRES_FOLDER").map(PathBuf::from),
        )
    } else {
        (
            format!(
                "sqlite:{}?mode=rwc",
                folder.path().join("sprout.db").display()
            ),
            None,
        )
    };
    Database {
        connection: connect_database(&url).await,
        url,
        server,
        _folder: folder,
    }
}

/// A copy of a SQLite database: its two files, and their write-ahead logs if there are any.
pub(crate) async fn copy_database_files(files: [PathBuf; 4]) -> Database {
    let folder = tempfile::tempdir().unwrap();
    for file in files.iter().filter(|file| file.exists()) {
        std::fs::copy(file, folder.path().join(file.file_name().unwrap())).unwrap();
    }
    let url = format!("sqlite:{}", folder.path().join("sprout.db").display());
    Database {
        connection: connect_database(&url).await,
        url,
        server: None,
        _folder: folder,
    }
}

async fn connect_database(url: &str) -> DatabaseConnection {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(2)
        .acquire_timeout(Duration::from_secs(20))
        .sqlx_logging(false);
    configure_sqlite_pool(&mut options).unwrap();
    sea_orm::Database::connect(options).await.unwrap()
}

impl Database {
    pub(crate) fn can_be_restarted(&self) -> bool {
        self.server.is_some()
    }

    /// Kills the database server and starts it again.
    pub(crate) fn restart_server(&self) {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../.ci/postgres");
        let restarted = Command::new(script)
            .arg("restart")
            .arg(self.server.as_ref().unwrap())
            .status()
            .unwrap();
        assert!(restarted.success(), "PostgreSQL did not start again");
    }

    async fn query_rows(&self, sql: &str) -> Vec<(String, String)> {
        let statement = || Statement::from_string(self.connection.get_database_backend(), sql);
        // After a restart, the first use of an old connection fails.
        let rows = match self.connection.query_all_raw(statement()).await {
            Ok(rows) => rows,
            Err(_) => self.connection.query_all_raw(statement()).await.unwrap(),
        };
        rows.iter()
            .map(|row| (row.try_get("", "a").unwrap(), row.try_get("", "b").unwrap()))
            .collect()
    }

    async fn read_table(&self, table: &str) -> TableContents {
        let (key, figure) = match table {
            "inventory" => ("item_id", "on_hand_e4"),
            "customers" => ("customer_id", "acres_e4"),
            "suppliers" => ("supplier_id", "lead_time_days"),
            "market_data" => ("market", "price_e4"),
            _ => ("transaction_id", "quantity_e4"),
        };
        let rows = self
            .query_rows(&format!(
                r"
            select {key} as a, cast({figure} as text) as b
            from {table}
            where deleted_at is null
        "
            ))
            .await;
        let (many, table) = (rows.len(), rows.into_iter().collect::<TableContents>());
        assert_eq!(many, table.len(), "doubled rows");
        table
    }

    /// Checks that each table completely matches one of these states of the source.
    pub(crate) async fn assert_holds(&self, states: &[&SourceRows]) {
        for name in TABLES {
            let found = self.read_table(name).await;
            if states
                .iter()
                .any(|state| state.expected_table(name) == found)
            {
                continue;
            }
            let expected = states.last().unwrap().expected_table(name);
            let lost = expected
                .iter()
                .filter(|row| found.get(row.0) != Some(row.1))
                .count();
            let strange = found
                .iter()
                .filter(|row| expected.get(row.0) != Some(row.1))
                .count();
            panic!(
                "{name} is none of {} states: {lost} of {} rows are lost, {strange} of {} are \
                    strange",
                states.len(),
                expected.len(),
                found.len()
            );
        }
    }

    /// Checks that no run, job or session is active.
    pub(crate) async fn assert_idle(&self) {
        let left = r"
            select id_text as a, what as b
            from (
                select cast(id as text) as id_text, 'run' as what
                from sync_run
                where state in ('queued', 'running')
                union all
                select cast(id as text), 'job'
                from job
                where state = 'running'
                union all
                select cast(run_id as text), 'table'
                from sync_run_table
                where state in ('queued', 'running')
              ) as things
        ";
        assert_eq!(self.query_rows(left).await, []);
        if self.connection.get_database_backend() == sea_orm::DbBackend::Postgres {
            let sessions = r"
                select application_name as a, state as b
                from pg_stat_activity
                where datname = current_database() and application_name like 'sprout sync %'
            ";
            assert_eq!(self.query_rows(sessions).await, []);
        }
    }

    pub(crate) async fn run_and_attempts(&self, run: &str) -> (String, i64) {
        let id = if self.connection.get_database_backend() == sea_orm::DbBackend::Postgres {
            format!("'{run}'")
        } else {
            format!("x'{}'", run.replace('-', ""))
        };
        let sql = format!(
            r"
                select run.state as a, cast(job.attempts as text) as b
                from sync_run run
                join job on job.tenant_id = run.tenant_id and job.id = run.id
                where run.id = {id}
            "
        );
        let (state, attempts) = self
            .query_rows(&sql)
            .await
            .pop()
            .expect("the run has a job");
        (state, attempts.parse().unwrap())
    }
}
