//! Removes the rows of organizations that were deleted. Whoever is interrupted leaves the rest to
//! the next look, of any server.

use crate::clock::Clock;
use crate::db::{Database, DbError, PendingDeletion};
use chrono::TimeDelta;
use std::time::{Duration, Instant};

/// Between two transactions others that want to write have their turn: for as long as the last one
/// took, and for no less than this. On SQLite they ask every tenth of a second whether nobody
/// writes; shorter pauses let a few wait for seconds.
const MIN_PAUSE: Duration = Duration::from_millis(25);
/// The organization's own row goes no sooner: no question that had entered before is at work for
/// longer.
const TENANT_ROW_DELAY: TimeDelta = TimeDelta::seconds(90);
const BATCH_SIZE: u64 = 20;

/// The organizations that were deleted and are not gone yet.
#[derive(Clone)]
pub struct PurgeWorker {
    database: Database,
    clock: Clock,
}

impl PurgeWorker {
    /// Those of this database.
    pub fn new(database: Database, clock: Clock) -> Self {
        Self { database, clock }
    }

    /// Looks once, and removes what may go now, for as long as `go_on` says so. A failure over one
    /// organization keeps none of the others waiting.
    pub async fn purge_pending(&self, go_on: impl Fn() -> bool) -> Result<(), DbError> {
        let mut first_failure = Ok(());
        for doomed in self
            .database
            .platform()
            .list_pending_deletions(BATCH_SIZE)
            .await?
        {
            if !go_on() {
                break;
            }
            let removed = self.purge_tenant(doomed, &go_on).await;
            if first_failure.is_ok() {
                first_failure = removed;
            }
        }
        first_failure
    }

    async fn purge_tenant(
        &self,
        doomed: PendingDeletion,
        go_on: &impl Fn() -> bool,
    ) -> Result<(), DbError> {
        let mut emptying = self.database.begin_purge(doomed).await?;
        let mut began = Instant::now();
        while emptying.delete_batch().await? {
            if !go_on() {
                return Ok(());
            }
            tokio::time::sleep(began.elapsed().max(MIN_PAUSE)).await;
            began = Instant::now();
        }
        if self.clock.now() - doomed.since < TENANT_ROW_DELAY {
            return Ok(());
        }
        emptying.finish().await?;
        tracing::info!(tenant = %doomed.tenant, "an organization that was deleted is gone");
        Ok(())
    }
}
