//! Ends what a writer is doing from outside of it: a long statement does not notice that nobody
//! waits for it any more.

use crate::db::{Database, DbError};
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, Sqlite};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Steps of SQLite's machine between two looks at the wish to stop: some tens of microseconds.
const STEPS: i32 = 10_000;

/// Ends the statement that a writer is running, if it is running one. Its transaction comes to
/// nothing.
#[derive(Clone, Debug)]
pub struct StopHandle(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Postgres { database: Database, backend: i32 },
    Sqlite(Arc<AtomicBool>),
}

impl StopHandle {
    pub(super) async fn of_postgres(
        database: &Database,
        connection: &mut PgConnection,
    ) -> Result<Self, DbError> {
        let backend = sqlx::query_scalar::<_, i32>("select pg_backend_pid()")
            .fetch_one(connection)
            .await?;
        Ok(Self(Kind::Postgres {
            database: database.clone(),
            backend,
        }))
    }

    pub(super) async fn of_sqlite(
        connection: &mut PoolConnection<Sqlite>,
    ) -> Result<Self, DbError> {
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        connection
            .lock_handle()
            .await?
            .set_progress_handler(STEPS, move || !told.load(Ordering::Relaxed));
        Ok(Self(Kind::Sqlite(stop)))
    }

    /// Asks the engine to stop. The statement then ends with an error in its writer.
    pub async fn stop(&self) -> Result<(), DbError> {
        match &self.0 {
            Kind::Postgres { database, backend } => database.cancel(*backend).await?,
            Kind::Sqlite(stop) => stop.store(true, Ordering::Relaxed),
        }
        Ok(())
    }
}
