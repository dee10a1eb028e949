//! Ends what a writer is doing from outside of it: a long statement does not notice that nobody
//! waits for it any more.

use crate::db::{Database, DbError};
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, Sqlite};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Steps of SQLite's machine between two looks at the wish to stop: some tens of microseconds.
const STEPS_PER_CHECK: i32 = 10_000;

/// Ends the statement that a writer is running, if it is running one. Its transaction comes to
/// nothing.
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
        let told = Arc::clone(&stop);
        connection
            .lock_handle()
            .await?
            .set_progress_handler(STEPS_PER_CHECK, move || !told.load(Ordering::Relaxed));
        Ok(Self(StopTarget::Sqlite(stop)))
    }

    /// Asks the engine to stop. The statement then ends with an error in its writer.
    pub async fn stop(&self) -> Result<(), DbError> {
        match &self.0 {
            StopTarget::Postgres { database, backend } => database.cancel_backend(*backend).await?,
            StopTarget::Sqlite(stop) => stop.store(true, Ordering::Relaxed),
        }
        Ok(())
    }
}
