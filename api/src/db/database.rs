//! Opens the application database and starts transactions. Connections do not leave this module.

use super::column_stores::ColumnStores;
use super::platform_connection::{PlatformConnection, PoolerMode};
use super::read_replica::ReadReplica;
use super::row_level_security::TransactionMode;
use super::row_reader::MAX_BATCH;
use super::tls_fallback::url_without_tls;
use super::warehouse_file::{
    check_warehouse_file, configure_sqlite_pool, create_private_files, truncate_large_log,
};
use super::{Access, DbError, IdempotentRequest, PlatformDb, RlsContext, TenantDb};
use chrono::{DateTime, Utc};
use migration::citus::{distribute_tables, is_distributed};
use migration::row_level_security::enable_row_level_security;
use migration::{Migrator, MigratorTrait, WAREHOUSE_SCHEMA, seaql_migrations};
use sea_orm::{
    ConnectOptions, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    EntityTrait, Statement,
};
use sqlx::Row;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;

/// The engine of the application database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The embedded file.
    Sqlite,
    /// PostgreSQL, including Supabase.
    Postgres,
}

/// The schema of a database, compared with that of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SchemaVersion {
    /// Migrations of this version are missing.
    Older,
    Current,
    /// A newer version has added migrations.
    Newer,
}

/// A pool of connections to the application database. Cloning shares the pool.
#[derive(Clone, Debug)]
pub struct Database {
    pub(in crate::db) connection: DatabaseConnection,
    engine: Engine,
    pub(in crate::db) pooler_mode: PoolerMode,
    /// Set by the first tenant transaction.
    pub(in crate::db) rls_context: Arc<OnceCell<RlsContext>>,
    /// Computes figures, if there is one.
    pub(in crate::db) read_replica: Option<Arc<ReadReplica>>,
    pub(in crate::db) column_stores: ColumnStores,
}

/// The maximum number of connections of one process.
const MAX_CONNECTIONS: u32 = 16;
/// The maximum time to wait for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum duration of a request's statement on PostgreSQL.
const STATEMENT_TIMEOUT: Duration = Duration::from_mins(1);
/// The maximum time to wait for another writer on SQLite.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

impl Database {
    /// Connects to `sqlite:PATH` (created if missing) or `postgres://...`.
    pub async fn connect(url: &str) -> Result<Self, DbError> {
        Self::connect_with_limit(url, MAX_CONNECTIONS).await
    }

    /// Like [`Self::connect`], with a maximum number of connections.
    pub async fn connect_with_limit(url: &str, connections: u32) -> Result<Self, DbError> {
        match Self::open(url, connections).await {
            Err(error) => match url_without_tls(url, &error) {
                Some(plain) => Self::open(&plain, connections).await,
                None => Err(error),
            },
            opened => opened,
        }
    }

    async fn open(url: &str, connections: u32) -> Result<Self, DbError> {
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
                    .row_buffer_size(MAX_BATCH)
                    .pragma("trusted_schema", "OFF")
                    .pragma("cell_size_check", "ON")
            });
        configure_sqlite_pool(&mut options)?;
        create_private_files(options.get_url());
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
            read_replica: None,
            column_stores: ColumnStores::default(),
        })
    }

    /// The engine.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Applies the missing migrations. On PostgreSQL in one transaction, one server at a time, and
    /// with row level security on every table of tenants. Leaves the schema of a newer version as it
    /// is, so that the previous release can be started again.
    pub async fn migrate(&self) -> Result<(), DbError> {
        let version = self.find_schema_version().await?;
        if version == SchemaVersion::Newer {
            tracing::info!("the schema is that of a newer version");
            return self.check_files().await;
        }
        if self.engine == Engine::Sqlite {
            Migrator::up(&self.connection, None).await?;
            return self.check_files().await;
        }
        let transaction = self.begin_migration().await?;
        Migrator::up(&transaction, None).await?;
        enable_row_level_security(&transaction).await?;
        // A new table is distributed like those before it.
        if version == SchemaVersion::Older && is_distributed(&transaction).await? {
            distribute_tables(&transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Distributes the tables of the warehouse over the nodes of a Citus cluster by tenant. The
    /// database must be migrated. Running it again changes nothing.
    pub async fn distribute(&self) -> Result<(), DbError> {
        if self.engine == Engine::Sqlite {
            return Err(DbError::Failed(DbErr::Custom(
                "SQLite cannot be distributed: set DATABASE_URL to the coordinator of a Citus \
                    cluster"
                    .to_owned(),
            )));
        }
        let transaction = self.begin_migration().await?;
        distribute_tables(&transaction).await?;
        Ok(transaction.commit().await?)
    }

    /// Begins a transaction that changes the schema of PostgreSQL, one server at a time, and on Citus
    /// on one connection per node, so that each change sees the ones before.
    async fn begin_migration(&self) -> Result<DatabaseTransaction, DbError> {
        let transaction = self.platform_connection().begin().await?;
        transaction
            .execute_unprepared(
                "set local statement_timeout = 0; \
                    set local citus.multi_shard_modify_mode = 'sequential'; \
                    select pg_advisory_xact_lock(hashtext('sprout migrate'))",
            )
            .await?;
        Ok(transaction)
    }

    /// Whether all migrations of this version are applied. Writes nothing. Newer migrations do not
    /// matter.
    pub async fn is_migrated(&self) -> Result<bool, DbError> {
        Ok(self.find_schema_version().await? != SchemaVersion::Older)
    }

    /// Checks that the files of SQLite are complete.
    async fn check_files(&self) -> Result<(), DbError> {
        match self.engine {
            Engine::Sqlite => check_warehouse_file(&self.connection).await,
            Engine::Postgres => Ok(()),
        }
    }

    async fn find_schema_version(&self) -> Result<SchemaVersion, DbError> {
        let applied = match seaql_migrations::Entity::find()
            .all(&self.platform_connection())
            .await
        {
            Ok(applied) => applied,
            // An empty database does not have the table.
            Err(DbErr::Query(_)) => return Ok(SchemaVersion::Older),
            Err(error) => return Err(error.into()),
        };
        let wanted = Migrator::migrations();
        let is_applied = |name: &str| applied.iter().any(|known| known.version == name);
        Ok(if !wanted.iter().all(|one| is_applied(one.name())) {
            SchemaVersion::Older
        } else if applied.len() > wanted.len() {
            SchemaVersion::Newer
        } else {
            SchemaVersion::Current
        })
    }

    /// Checks the connection to the database.
    pub async fn ping(&self) -> Result<(), DbError> {
        Ok(self.connection.ping().await?)
    }

    /// The queries across tenants.
    pub fn platform(&self) -> PlatformDb {
        PlatformDb::new(self.platform_connection())
    }

    /// Begins a read-only transaction in the tenant with a consistent snapshot.
    pub async fn begin_read(&self, access: &Access) -> Result<TenantDb, DbError> {
        IdempotentRequest::reject_stale_read().await?;
        Ok(TenantDb::new(
            access,
            self.begin_tenant_transaction(access, TransactionMode::ReadOnly)
                .await?,
            None,
        ))
    }

    /// Like [`Self::begin_read`], on the replica if there is one that is up to date.
    pub(in crate::db) async fn begin_figure_read(
        &self,
        access: &Access,
    ) -> Result<TenantDb, DbError> {
        IdempotentRequest::reject_stale_read().await?;
        match Box::pin(self.begin_replica_read(access)).await? {
            Some(transaction) => Ok(TenantDb::new(access, transaction, None)),
            None => self.begin_read(access).await,
        }
    }

    /// Like [`Self::begin_write`], but independent of the request's idempotency key, for usage
    /// counts.
    pub async fn begin_independent_write(&self, access: &Access) -> Result<TenantDb, DbError> {
        Ok(TenantDb::new(
            access,
            self.begin_tenant_transaction(access, TransactionMode::ReadWrite)
                .await?,
            None,
        ))
    }

    /// Begins a writing transaction in the tenant. Call [`TenantDb::commit`] to save its changes.
    /// Fails with [`DbError::IdempotencyConflict`] if another request has the same idempotency key.
    pub async fn begin_write(&self, access: &Access) -> Result<TenantDb, DbError> {
        let transaction = self
            .begin_tenant_transaction(access, TransactionMode::ReadWrite)
            .await?;
        let request = IdempotentRequest::join_transaction(&transaction).await?;
        Ok(TenantDb::new(access, transaction, request))
    }

    pub(in crate::db) fn platform_connection(&self) -> PlatformConnection {
        PlatformConnection::new(self.connection.clone(), self.pooler_mode)
    }

    /// Terminates the PostgreSQL sessions with this name, which a crashed server may have left with
    /// their locks. Without the privilege, they end by themselves.
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
                "terminated orphaned sessions"
            ),
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, label, "could not terminate orphaned sessions; they end by \
                    themselves");
            }
        }
    }

    /// Shrinks SQLite's write-ahead log of the warehouse file in the background if a large sync has
    /// filled it. A reader can prevent that; the next sync tries again.
    pub fn spawn_log_truncation(&self) {
        if let Some(pool) = self.sqlite_pool().cloned() {
            tokio::spawn(async move {
                if let Err(error) = truncate_large_log(&pool).await {
                    tracing::warn!(%error, "could not truncate the log of the warehouse file");
                }
            });
        }
    }

    /// Cancels the running statement of a PostgreSQL session.
    pub(in crate::db) async fn cancel_backend(&self, session: i32) -> Result<(), DbError> {
        self.platform_connection()
            .execute_unprepared(&format!("select pg_cancel_backend({session})"))
            .await?;
        Ok(())
    }

    /// The number of open connections, and how many of them are idle.
    pub fn count_connections(&self) -> (u32, u32) {
        let (open, idle) = match (self.postgres_pool(), self.sqlite_pool()) {
            (Some(pool), _) => (pool.size(), pool.num_idle()),
            (_, Some(pool)) => (pool.size(), pool.num_idle()),
            (None, None) => (0, 0),
        };
        (open, u32::try_from(idle).unwrap_or(u32::MAX))
    }

    /// Copies the two files of a SQLite database while others write to them. Each copy is one state
    /// of its file, compacted. Fails if a target exists.
    pub async fn copy_sqlite_files(&self, main: &Path, warehouse: &Path) -> Result<(), DbError> {
        for (schema, target) in [("main", main), (WAREHOUSE_SCHEMA, warehouse)] {
            let copy = format!("vacuum {schema} into $1");
            let target = target.to_string_lossy().into_owned();
            self.connection
                .execute_raw(Statement::from_sql_and_values(
                    DbBackend::Sqlite,
                    copy,
                    [target.into()],
                ))
                .await?;
        }
        Ok(())
    }

    /// The time of a PostgreSQL server. `None` on SQLite, which uses the clock of this machine.
    pub async fn server_time(&self) -> Result<Option<DateTime<Utc>>, DbError> {
        if self.engine == Engine::Sqlite {
            return Ok(None);
        }
        let row = self
            .platform_connection()
            .query_one_raw(Statement::from_string(
                DbBackend::Postgres,
                "select clock_timestamp() as now",
            ))
            .await?;
        Ok(row.map(|row| row.try_get("", "now")).transpose()?)
    }

    /// The sqlx pool on PostgreSQL, for bulk loads that sea-orm's transactions do not support.
    pub(in crate::db) fn postgres_pool(&self) -> Option<&sqlx::PgPool> {
        (self.engine == Engine::Postgres).then(|| self.connection.get_postgres_connection_pool())
    }

    /// The sqlx pool on SQLite, for bulk loads that sea-orm's transactions do not support.
    pub(in crate::db) fn sqlite_pool(&self) -> Option<&sqlx::SqlitePool> {
        (self.engine == Engine::Sqlite).then(|| self.connection.get_sqlite_connection_pool())
    }
}

/// Whether a connection can return to the pool. If the future of `begin` is dropped, sqlx 0.9 does
/// not know that a transaction is open, and later statements would run inside it and never be
/// committed.
pub(in crate::db) async fn is_outside_transactions(
    connection: &mut PgConnection,
) -> Result<bool, sqlx::Error> {
    let outside = sqlx::raw_sql("select transaction_timestamp() = statement_timestamp()")
        .fetch_one(connection)
        .await?;
    outside.try_get(0)
}

fn sqlite_url(url: &str) -> String {
    if url.starts_with("sqlite:") && !url.contains("mode=") {
        let separator = if url.contains('?') { '&' } else { '?' };
        format!("{url}{separator}mode=rwc")
    } else {
        url.to_owned()
    }
}
