//! Deletes the rows of deleted organizations. If a server is interrupted, the next pass of any
//! server continues.

use crate::clock::Clock;
use crate::db::{Database, DbError, PendingDeletion};
use chrono::TimeDelta;
use std::time::{Duration, Instant};

/// The minimum pause between two transactions, so that other writers get a turn; the pause is also
/// at least as long as the last transaction. On SQLite, writers poll every 100 ms, and with shorter
/// pauses some would wait for seconds.
const MIN_PAUSE: Duration = Duration::from_millis(25);
/// The organization's row is deleted last, after this delay. No request that started before the
/// deletion runs longer.
const TENANT_ROW_DELAY: TimeDelta = TimeDelta::seconds(90);
const BATCH_SIZE: u64 = 20;

/// Purges organizations that are marked as deleted.
#[derive(Clone)]
pub struct PurgeWorker {
    database: Database,
    clock: Clock,
}

impl PurgeWorker {
    /// A worker on this database.
    pub fn new(database: Database, clock: Clock) -> Self {
        Self { database, clock }
    }

    /// Runs one pass over the pending deletions while `keep_going` returns true. A failure of one
    /// organization does not stop the others; the first failure is returned.
    pub async fn purge_pending(&self, keep_going: impl Fn() -> bool) -> Result<(), DbError> {
        let mut first_failure = Ok(());
        for deletion in self
            .database
            .platform()
            .list_pending_deletions(BATCH_SIZE)
            .await?
        {
            if !keep_going() {
                break;
            }
            let result = self.purge_tenant(deletion, &keep_going).await;
            if first_failure.is_ok() {
                first_failure = result;
            }
        }
        first_failure
    }

    async fn purge_tenant(
        &self,
        deletion: PendingDeletion,
        keep_going: &impl Fn() -> bool,
    ) -> Result<(), DbError> {
        let mut purge = self.database.begin_purge(deletion).await?;
        let mut started = Instant::now();
        while purge.delete_batch().await? {
            if !keep_going() {
                return Ok(());
            }
            tokio::time::sleep(started.elapsed().max(MIN_PAUSE)).await;
            started = Instant::now();
        }
        if self.clock.now() - deletion.since < TENANT_ROW_DELAY {
            return Ok(());
        }
        purge.finish().await?;
        tracing::info!(tenant = %deletion.tenant, "deleted organization purged");
        Ok(())
    }
}
