//! A streaming replica of the database, which computes figures.
//!
//! A transaction on it sees everything that was committed on the primary before it began:
//! otherwise, figures of the previous sync would be cached under the version of the new one. A
//! replica that does not catch up in time is left out.

use super::database::is_outside_transactions;
use super::platform_connection::PoolerMode;
use super::{Access, Database, DbError, Engine};
use sea_orm::{
    ConnectOptions, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    Statement, TransactionTrait,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of connections of one process to the replica.
const MAX_CONNECTIONS: u32 = 16;
/// How long a connection to the replica may take. The primary is there.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a read waits until the replica has what the primary has.
const CATCH_UP_TIMEOUT: Duration = Duration::from_millis(250);
const CATCH_UP_INTERVAL: Duration = Duration::from_millis(10);
/// How long the replica is left out after an error.
const ERROR_PAUSE: Duration = Duration::from_secs(10);
/// The maximum duration of a statement.
const STATEMENT_TIMEOUT: Duration = Duration::from_mins(1);

/// What the primary has written so far, and which database it is.
const PRIMARY_POSITION: &str = r"
    select
        pg_current_wal_insert_lsn()::text as position,
        system_identifier::text as cluster,
        current_database()::text as database
    from pg_control_system()
";

/// Whether this is a replica of that database, and has replayed it. Null on a server that has
/// never been a replica.
const HAS_REPLAYED: &str = r"
    select
        (system_identifier::text = $2 and current_database() = $3 and pg_is_in_recovery())
            as is_replica,
        coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has_replayed
    from pg_control_system()
";

/// Ends the transaction of the checks on the same connection: the snapshot of the next one is later
/// than they.
const BEGIN_SNAPSHOT: &str =
    "commit; begin transaction isolation level repeatable read, read only; ";

/// The replica of a database.
#[derive(Debug)]
pub(in crate::db) struct ReadReplica {
    connection: DatabaseConnection,
    left_out_until: Mutex<Option<Instant>>,
    reads: AtomicU64,
    fallbacks: AtomicU64,
}

/// The position of the primary.
struct PrimaryPosition {
    position: String,
    cluster: String,
    database: String,
}

/// Why the replica was not used.
#[derive(Debug, thiserror::Error)]
enum ReplicaError {
    #[error("the replica does not answer")]
    Db(#[from] DbErr),
    #[error("DATABASE_READ_URL does not name a streaming replica of DATABASE_URL")]
    OtherDatabase,
}

impl ReadReplica {
    async fn connect(url: &str) -> Result<Self, DbError> {
        let mut options = ConnectOptions::new(url);
        options
            .max_connections(MAX_CONNECTIONS)
            .acquire_timeout(CONNECT_TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            // The server starts without it, too.
            .connect_lazy(true)
            .sqlx_logging(false)
            .set_application_name("sprout")
            .map_sqlx_postgres_pool_opts(|pool| {
                pool.after_release(|connection, _| Box::pin(is_outside_transactions(connection)))
            });
        if !PoolerMode::from_url(url).0 {
            options.statement_timeout(STATEMENT_TIMEOUT);
        }
        Ok(Self {
            connection: sea_orm::Database::connect(options).await?,
            left_out_until: Mutex::default(),
            reads: AtomicU64::new(0),
            fallbacks: AtomicU64::new(0),
        })
    }

    fn is_left_out(&self) -> bool {
        let until = self
            .left_out_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    fn leave_out(&self, error: &ReplicaError) {
        tracing::warn!(
            error = error as &dyn std::error::Error,
            seconds = ERROR_PAUSE.as_secs(),
            "figures are read from the primary"
        );
        *self
            .left_out_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + ERROR_PAUSE);
    }

    /// A transaction that sees what the primary has at `target`; `None` if the replica is behind.
    async fn begin(
        &self,
        target: &PrimaryPosition,
        settings: &str,
    ) -> Result<Option<DatabaseTransaction>, ReplicaError> {
        let transaction = self.connection.begin().await?;
        let deadline = Instant::now() + CATCH_UP_TIMEOUT;
        loop {
            let values = [&target.position, &target.cluster, &target.database];
            let state = transaction
                .query_one_raw(Statement::from_sql_and_values(
                    DbBackend::Postgres,
                    HAS_REPLAYED,
                    values.map(|value| value.as_str().into()),
                ))
                .await?
                .ok_or(ReplicaError::OtherDatabase)?;
            if !state.try_get::<bool>("", "is_replica")? {
                return Err(ReplicaError::OtherDatabase);
            }
            if state.try_get::<bool>("", "has_replayed")? {
                break;
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
            tokio::time::sleep(CATCH_UP_INTERVAL).await;
        }
        transaction
            .execute_unprepared(&format!("{BEGIN_SNAPSHOT}{settings}"))
            .await?;
        Ok(Some(transaction))
    }
}

impl Database {
    /// The same database, whose figures are read from a streaming replica. Connects when the first
    /// figure is read.
    pub async fn with_read_replica(mut self, url: &str) -> Result<Self, DbError> {
        self.read_replica = Some(Arc::new(ReadReplica::connect(url).await?));
        Ok(self)
    }

    /// How many reads of figures the replica has served, and how many the primary instead.
    pub fn count_replica_reads(&self) -> (u64, u64) {
        self.read_replica.as_ref().map_or((0, 0), |replica| {
            (
                replica.reads.load(Ordering::Relaxed),
                replica.fallbacks.load(Ordering::Relaxed),
            )
        })
    }

    /// A read-only transaction of the tenant on the replica; `None` if there is none, or if it is
    /// not up to date.
    pub(in crate::db) async fn begin_replica_read(
        &self,
        access: &Access,
    ) -> Result<Option<DatabaseTransaction>, DbError> {
        let Some(replica) = self.read_replica.as_ref() else {
            return Ok(None);
        };
        let Some(rls) = self.rls_context().await? else {
            return Ok(None);
        };
        let mut begun = Ok(None);
        if !replica.is_left_out() {
            let target = self.load_primary_position().await?;
            let settings = format!(
                "{}{}",
                self.pooler_mode.settings_sql(),
                rls.settings_sql(access.tenant())
            );
            begun = replica.begin(&target, &settings).await;
        }
        if let Err(error) = &begun {
            replica.leave_out(error);
        }
        let begun = begun.ok().flatten();
        let counter = if begun.is_some() {
            &replica.reads
        } else {
            &replica.fallbacks
        };
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(begun)
    }

    async fn load_primary_position(&self) -> Result<PrimaryPosition, DbError> {
        let row = self
            .platform_connection()
            .query_one_raw(Statement::from_string(
                DbBackend::Postgres,
                PRIMARY_POSITION,
            ))
            .await?
            .ok_or_else(|| DbErr::RecordNotFound("the position of the primary".to_owned()))?;
        Ok(PrimaryPosition {
            position: row.try_get("", "position")?,
            cluster: row.try_get("", "cluster")?,
            database: row.try_get("", "database")?,
        })
    }

    /// Whether a URL names a streaming replica of this database. For checks of the settings.
    pub async fn has_replica_at(&self, url: &str) -> Result<bool, DbError> {
        if self.engine() == Engine::Sqlite {
            return Ok(false);
        }
        let target = self.load_primary_position().await?;
        match ReadReplica::connect(url).await?.begin(&target, "").await {
            Ok(_) => Ok(true),
            Err(ReplicaError::OtherDatabase) => Ok(false),
            Err(ReplicaError::Db(error)) => Err(error.into()),
        }
    }
}
