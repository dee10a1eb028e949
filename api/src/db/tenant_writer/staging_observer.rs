//! Looks at staged rows while the database takes them: whether any may share a key, and what lines
//! add up to.

use super::duplicate_keys::DuplicateKeyDetector;
use crate::db::DbError;
use crate::db::rollup::LineCounts;
use crate::ids::TenantId;
use arrow_array::RecordBatch;
use sea_orm::DbErr;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

/// So many batches wait to be looked at.
const QUEUE_SIZE: usize = 1;

/// A thread that looks at what it is shown, and keeps whoever shows it back where it lags behind.
/// Whoever drops it ends it.
#[derive(Debug)]
pub(super) struct StagingObserver {
    batches: mpsc::Sender<RecordBatch>,
    task: JoinHandle<StagingSummary>,
}

/// What all rows together are like.
#[derive(Debug)]
pub(super) struct StagingSummary {
    /// Whether two of them may have the same key.
    pub(super) may_have_duplicates: bool,
    /// The lines, counted; none where that is of no use.
    pub(super) counts: Option<LineCounts>,
}

impl StagingObserver {
    /// For a tenant's rows with this key, into the counts if there are any.
    pub(super) fn spawn(
        tenant: TenantId,
        key: &'static [&'static str],
        mut counts: Option<LineCounts>,
    ) -> Self {
        let (batches, mut shown) = mpsc::channel::<RecordBatch>(QUEUE_SIZE);
        let task = spawn_blocking(move || {
            let mut repeats = DuplicateKeyDetector::new(key);
            while let Some(rows) = shown.blocking_recv() {
                repeats.observe_batch(&rows);
                if let Some(counting) = counts.take() {
                    counts = counting.count_batch(&rows);
                    if counts.is_none() {
                        tracing::info!(%tenant, "too much to count on the way: the database is to \
                            count");
                    }
                }
            }
            StagingSummary {
                may_have_duplicates: repeats.may_have_duplicates(),
                counts,
            }
        });
        Self { batches, task }
    }

    /// Shows it the rows of a batch.
    pub(super) async fn observe_batch(&self, rows: RecordBatch) -> Result<(), DbError> {
        self.batches
            .send(rows)
            .await
            .map_err(|error| observer_error(&error))
    }

    /// What it has seen: nothing more will be shown.
    pub(super) async fn finish(self) -> Result<StagingSummary, DbError> {
        drop(self.batches);
        self.task.await.map_err(|error| observer_error(&error))
    }
}

fn observer_error(error: &dyn std::error::Error) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "rows could not be looked at: {error}"
    )))
}
