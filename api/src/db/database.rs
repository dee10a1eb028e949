//! Opens the application database and hands out transactions, never connections.

use super::{Access, DbError, PlatformDb, TenantDb};
use migration::{Migrator, MigratorTrait, seaql_migrations};
use sea_orm::{AccessMode, ConnectOptions, DatabaseConnection, DbBackend, DbErr, EntityTrait, SqliteTransactionMode, TransactionOptions, TransactionTrait};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use std::time::Duration;

/// The engine behind the application database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The embedded file.
    Sqlite,
    /// Postgres, Supabase included.
    Postgres,
}

/// A pool of connections to the application database. Cloning shares the pool.
#[derive(Clone, Debug)]
pub struct Database {
    connection: DatabaseConnection,
    engine: Engine,
}

/// The longest that a question may wait for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest that one statement of a screen may run on Postgres.
const STATEMENT_TIMEOUT: Duration = Duration::from_mins(1);
/// How long a writer waits for another writer on SQLite.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

impl Database {
    /// Connects to `sqlite:PATH` (created where missing) or `postgres://...`.
    pub async fn connect(url: &str) -> Result<Self, DbError> {
        let mut options = ConnectOptions::new(sqlite_url(url));
        options.max_connections(16).acquire_timeout(ACQUIRE_TIMEOUT).connect_timeout(ACQUIRE_TIMEOUT).sqlx_logging(false).map_sqlx_sqlite_opts(|sqlite| {
            sqlite
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .busy_timeout(BUSY_TIMEOUT)
                .foreign_keys(true)
                .pragma("trusted_schema", "OFF")
                .pragma("cell_size_check", "ON")
        });
        options.map_sqlx_sqlite_pool_opts(|pool| pool.after_release(|connection, _| Box::pin(is_free(connection))));
        if !url.starts_with("sqlite:") {
            options.statement_timeout(STATEMENT_TIMEOUT).set_application_name("sprout");
        }
        let connection = sea_orm::Database::connect(options).await?;
        let engine = match connection.get_database_backend() {
            DbBackend::Sqlite => Engine::Sqlite,
            _ => Engine::Postgres,
        };
        Ok(Self { connection, engine })
    }

    /// Which engine answers.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Applies every migration that is missing.
    pub async fn migrate(&self) -> Result<(), DbError> {
        Ok(Migrator::up(&self.connection, None).await?)
    }

    /// Whether every migration of this binary has been applied; writes nothing. A schema that a newer binary has expanded serves this one too.
    pub async fn is_migrated(&self) -> Result<bool, DbError> {
        let applied = match seaql_migrations::Entity::find().all(&self.connection).await {
            Ok(applied) => applied,
            // An empty database has no such table.
            Err(DbErr::Query(_)) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        Ok(Migrator::migrations().iter().all(|wanted| applied.iter().any(|known| known.version == wanted.name())))
    }

    /// Whether the database answers at all.
    pub async fn ping(&self) -> Result<(), DbError> {
        Ok(self.connection.ping().await?)
    }

    /// The questions that concern no single tenant.
    pub fn platform(&self) -> PlatformDb {
        PlatformDb::new(self.connection.clone())
    }

    /// Begins one read-only transaction in the tenant; it sees one state of the rows.
    pub async fn read(&self, access: &Access) -> Result<TenantDb, DbError> {
        let options = match self.engine {
            Engine::Sqlite => TransactionOptions { isolation_level: None, access_mode: None, sqlite_transaction_mode: Some(SqliteTransactionMode::Deferred) },
            Engine::Postgres => TransactionOptions {
                isolation_level: Some(sea_orm::IsolationLevel::RepeatableRead),
                access_mode: Some(AccessMode::ReadOnly),
                sqlite_transaction_mode: None,
            },
        };
        Ok(TenantDb::new(access, self.connection.begin_with_options(options).await?))
    }

    /// Begins a transaction in the tenant that may write; nothing lasts before [`TenantDb::commit`].
    pub async fn write(&self, access: &Access) -> Result<TenantDb, DbError> {
        Ok(TenantDb::new(access, self.connection.begin_with_options(write_options(self.engine)).await?))
    }

    /// Ends the sessions of this name, which a server that has died may have left behind with their locks. Without the right to do so they end by themselves.
    pub async fn cut_off(&self, label: &str) {
        let Some(pool) = self.postgres_pool() else { return };
        let ended = sqlx::query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and usename = current_user");
        match ended.bind(label).execute(pool).await {
            Ok(ended) if ended.rows_affected() > 0 => tracing::warn!(label, sessions = ended.rows_affected(), "sessions that nobody waits for were ended"),
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, label, "sessions that nobody waits for could not be ended: they end by themselves"),
        }
    }

    /// The pool itself on Postgres, for bulk loads that sea-orm's transactions cannot carry.
    pub(in crate::db) fn postgres_pool(&self) -> Option<&sqlx::PgPool> {
        (self.engine == Engine::Postgres).then(|| self.connection.get_postgres_connection_pool())
    }

    /// The pool itself on SQLite, for bulk loads that sea-orm's transactions cannot carry.
    pub(in crate::db) fn sqlite_pool(&self) -> Option<&sqlx::SqlitePool> {
        (self.engine == Engine::Sqlite).then(|| self.connection.get_sqlite_connection_pool())
    }
}

/// Whether a connection may serve somebody else. Where SQLite has ended a transaction by itself, as it does on a full disk, sqlx 0.9 goes on to believe in it,
/// and whoever came next would find themselves inside of it.
async fn is_free(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // Comes back when everything that was asked before has been done, a rollback among it.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// A writer takes SQLite's write lock at once: upgrading a read lock later may fail where waiting would have done.
pub(in crate::db) fn write_options(engine: Engine) -> TransactionOptions {
    TransactionOptions {
        isolation_level: None,
        access_mode: None,
        sqlite_transaction_mode: (engine == Engine::Sqlite).then_some(SqliteTransactionMode::Immediate),
    }
}

fn sqlite_url(url: &str) -> String {
    if url.starts_with("sqlite:") && !url.contains("mode=") {
        let separator = if url.contains('?') { '&' } else { '?' };
        format!("{url}{separator}mode=rwc")
    } else {
        url.to_owned()
    }
}
