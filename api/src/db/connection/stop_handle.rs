//! Stops a writer's statement from another task. A long statement does not notice that its caller
//! is gone.

use crate::db::{Database, DbError};
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, Sqlite};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Virtual machine steps of SQLite between two checks: some tens of microseconds.
const STEPS_PER_CHECK: i32 = 10_000;

/// Stops the running statement of a writer, which rolls its transaction back.
#[derive(Clone, Debug)]
pub struct StopHandle(StopTarget);

#[derive(Clone, Debug)]
enum StopTarget {
    Postgres { database: Database, backend: i32 },
    Sqlite(Arc<AtomicBool>),
}

impl StopHandle {
    pub(super) async fn for_postgres(
        database: &Database,
        connection: &mut PgConnection,
    ) -> Result<Self, DbError> {
        let backend = sqlx::query_scalar::<_, i32>("select pg_backend_pid()")
            .fetch_one(connection)
            .await?;
        Ok(Self(StopTarget::Postgres {
            database: database.clone(),
            backend,
        }))
    }

    pub(super) async fn for_sqlite(
        connection: &mut PoolConnection<Sqlite>,
    ) -> Result<Self, DbError> {
        let stop = Arc::new(AtomicBool::new(false));
        let stop_flag = Arc::clone(&stop);
        connection
            .lock_handle()
            .await?
            .set_progress_handler(STEPS_PER_CHECK, move || !stop_flag.load(Ordering::Relaxed));
        Ok(Self(StopTarget::Sqlite(stop)))
    }

    /// Requests the stop. The statement then fails in its writer.
    pub async fn stop(&self) -> Result<(), DbError> {
        match &self.0 {
            StopTarget::Postgres { database, backend } => database.cancel_backend(*backend).await?,
            StopTarget::Sqlite(stop) => stop.store(true, Ordering::Relaxed),
        }
        Ok(())
    }
}
