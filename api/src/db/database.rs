//! Opens the application database and hands out transactions, never connections.

use super::platform_connection::{PlatformConnection, PoolerMode};
use super::row_level_security::TransactionMode;
use super::{Access, DbError, IdempotentRequest, PlatformDb, RlsContext, TenantDb};
use migration::{Migrator, MigratorTrait, row_security, seaql_migrations};
use sea_orm::{
    ConnectOptions, ConnectionTrait, DatabaseConnection, DbBackend, DbErr, EntityTrait,
    SqliteTransactionMode, Statement, TransactionOptions,
};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection, Row};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;

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
    pub(in crate::db) connection: DatabaseConnection,
    engine: Engine,
    pub(in crate::db) pooler_mode: PoolerMode,
    /// Known from the first tenant's transaction on.
    pub(in crate::db) rls_context: Arc<OnceCell<RlsContext>>,
}

/// The most connections of one process.
const MAX_CONNECTIONS: u32 = 16;
/// The longest that a question may wait for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest that one statement of a screen may run on Postgres.
const STATEMENT_TIMEOUT: Duration = Duration::from_mins(1);
/// How long a writer waits for another writer on SQLite.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

impl Database {
    /// Connects to `sqlite:PATH` (created where missing) or `postgres://...`.
    pub async fn connect(url: &str) -> Result<Self, DbError> {
        Self::connect_with_limit(url, MAX_CONNECTIONS).await
    }

    /// As [`Self::connect`], with at most so many connections.
    pub async fn connect_with_limit(url: &str, connections: u32) -> Result<Self, DbError> {
        let mut options = ConnectOptions::new(sqlite_url(url));
        options
            .max_connections(connections)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .connect_timeout(ACQUIRE_TIMEOUT)
            .sqlx_logging(false)
            .map_sqlx_sqlite_opts(|sqlite| {
                sqlite
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .busy_timeout(BUSY_TIMEOUT)
                    .foreign_keys(true)
                    .pragma("trusted_schema", "OFF")
                    .pragma("cell_size_check", "ON")
            });
        options.map_sqlx_sqlite_pool_opts(|pool| {
            pool.after_release(|connection, _| Box::pin(is_reusable(connection)))
        });
        options.map_sqlx_postgres_pool_opts(|pool| {
            pool.after_release(|connection, _| Box::pin(is_outside_transactions(connection)))
        });
        let pooled = PoolerMode::from_url(url);
        if !url.starts_with("sqlite:") {
            options.set_application_name("sprout");
            if !pooled.0 {
                options.statement_timeout(STATEMENT_TIMEOUT);
            }
        }
        let connection = sea_orm::Database::connect(options).await?;
        let engine = match connection.get_database_backend() {
            DbBackend::Sqlite => Engine::Sqlite,
            _ => Engine::Postgres,
        };
        Ok(Self {
            connection,
            engine,
            pooler_mode: pooled,
            rls_context: Arc::default(),
        })
    }

    /// Which engine answers.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Applies every migration that is missing. On Postgres all or none, one server after the
    /// other; no table of tenants is ever outside of the second wall.
    pub async fn migrate(&self) -> Result<(), DbError> {
        if self.engine == Engine::Sqlite {
            return Ok(Migrator::up(&self.connection, None).await?);
        }
        let transaction = self.platform_connection().begin().await?;
        transaction
            .execute_unprepared("select pg_advisory_xact_lock(hashtext('sprout migrate'))")
            .await?;
        Migrator::up(&transaction, None).await?;
        row_security::enable_row_level_security(&transaction).await?;
        Ok(transaction.commit().await?)
    }

    /// Whether every migration of this binary has been applied; writes nothing. A schema that a
    /// newer binary has expanded serves this one too.
    pub async fn is_migrated(&self) -> Result<bool, DbError> {
        let applied = match seaql_migrations::Entity::find()
            .all(&self.platform_connection())
            .await
        {
            Ok(applied) => applied,
            // An empty database has no such table.
            Err(DbErr::Query(_)) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        Ok(Migrator::migrations()
            .iter()
            .all(|wanted| applied.iter().any(|known| known.version == wanted.name())))
    }

    /// Whether the database answers at all.
    pub async fn ping(&self) -> Result<(), DbError> {
        Ok(self.connection.ping().await?)
    }

    /// The questions that concern no single tenant.
    pub fn platform(&self) -> PlatformDb {
        PlatformDb::new(self.platform_connection())
    }

    /// Begins one read-only transaction in the tenant; it sees one state of the rows.
    pub async fn begin_read(&self, access: &Access) -> Result<TenantDb, DbError> {
        IdempotentRequest::reject_stale_read().await?;
        Ok(TenantDb::new(
            access,
            self.begin_tenant_transaction(access, TransactionMode::ReadOnly)
                .await?,
            None,
        ))
    }

    /// As [`Self::write`], for what is counted of requests: no part of what a request with a key
    /// changes once.
    pub async fn begin_independent_write(&self, access: &Access) -> Result<TenantDb, DbError> {
        Ok(TenantDb::new(
            access,
            self.begin_tenant_transaction(access, TransactionMode::ReadWrite)
                .await?,
            None,
        ))
    }

    /// Begins a transaction in the tenant that may write; nothing lasts before
    /// [`TenantDb::commit`]. [`DbError::Asked`] where the request came with a key that another one
    /// has.
    pub async fn begin_write(&self, access: &Access) -> Result<TenantDb, DbError> {
        let transaction = self
            .begin_tenant_transaction(access, TransactionMode::ReadWrite)
            .await?;
        let once = IdempotentRequest::join_transaction(&transaction).await?;
        Ok(TenantDb::new(access, transaction, once))
    }

    pub(in crate::db) fn platform_connection(&self) -> PlatformConnection {
        PlatformConnection::new(self.connection.clone(), self.pooler_mode)
    }

    /// Ends the sessions of this name, which a server that has died may have left behind with their
    /// locks. Without the right to do so they end by themselves.
    pub async fn terminate_sessions(&self, label: &str) {
        if self.engine == Engine::Sqlite {
            return;
        }
        let end = r"
            select pg_terminate_backend(pid)
            from pg_stat_activity
            where application_name = $1 and usename = current_user
        ";
        let ended = self
            .platform_connection()
            .query_all_raw(Statement::from_sql_and_values(
                DbBackend::Postgres,
                end,
                [label.into()],
            ))
            .await;
        match ended {
            Ok(ended) if !ended.is_empty() => tracing::warn!(
                label,
                sessions = ended.len(),
                "sessions that nobody waits for were ended"
            ),
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, label, "sessions that nobody waits for could not be ended: \
                    they end by themselves");
            }
        }
    }

    /// Ends the statement that a session of Postgres is running.
    pub(in crate::db) async fn cancel_backend(&self, session: i32) -> Result<(), DbError> {
        self.platform_connection()
            .execute_unprepared(&format!("select pg_cancel_backend({session})"))
            .await?;
        Ok(())
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

/// Whether a connection may serve somebody else. Where SQLite has ended a transaction by itself, as
/// it does on a full disk, sqlx 0.9 goes on to believe in it, and whoever came next would find
/// themselves inside of it.
async fn is_reusable(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // Comes back when everything that was asked before has been done, a rollback among it.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// The same of Postgres: where somebody hangs up while a transaction begins, sqlx 0.9 does not know
/// that it began, and what came next would be inside of it and never last.
async fn is_outside_transactions(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let outside = sqlx::raw_sql("select transaction_timestamp() = statement_timestamp()")
        .fetch_one(connection)
        .await?;
    outside.try_get(0)
}

/// A writer takes SQLite's write lock at once: upgrading a read lock later may fail where waiting
/// would have done.
pub(in crate::db) fn write_options(engine: Engine) -> TransactionOptions {
    TransactionOptions {
        isolation_level: None,
        access_mode: None,
        sqlite_transaction_mode: (engine == Engine::Sqlite)
            .then_some(SqliteTransactionMode::Immediate),
    }
}

impl TransactionMode {
    /// A reader locks nobody out.
    pub(in crate::db) fn sqlite_options(self) -> TransactionOptions {
        match self {
            Self::ReadOnly => TransactionOptions {
                isolation_level: None,
                access_mode: None,
                sqlite_transaction_mode: Some(SqliteTransactionMode::Deferred),
            },
            Self::ReadWrite => write_options(Engine::Sqlite),
        }
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
