//! Analyzes staged rows while the database inserts them: whether they may contain duplicate keys,
//! and the counts for the rollups.

use super::duplicate_keys::DuplicateKeyDetector;
use crate::db::DbError;
use crate::db::rollup::LineCounts;
use crate::ids::TenantId;
use arrow_array::RecordBatch;
use sea_orm::DbErr;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

/// The number of batches in the queue.
const QUEUE_SIZE: usize = 1;

/// A thread that analyzes batches. A full queue slows the sender down. Dropping the observer ends
/// the thread.
#[derive(Debug)]
pub(super) struct StagingObserver {
    batches: mpsc::Sender<RecordBatch>,
    task: JoinHandle<StagingSummary>,
}

/// The result for all rows.
#[derive(Debug)]
pub(super) struct StagingSummary {
    /// Whether two rows may have the same key.
    pub(super) may_have_duplicates: bool,
    /// The counts of the lines, if they are useful.
    pub(super) counts: Option<LineCounts>,
}

impl StagingObserver {
    /// Starts the thread for rows with this key, and for counts if given.
    pub(super) fn spawn(
        tenant: TenantId,
        key: Vec<&'static str>,
        mut counts: Option<LineCounts>,
    ) -> Self {
        let (batches, mut receiver) = mpsc::channel::<RecordBatch>(QUEUE_SIZE);
        let task = spawn_blocking(move || {
            let mut detector = DuplicateKeyDetector::new(key);
            while let Some(rows) = receiver.blocking_recv() {
                detector.observe_batch(&rows);
                if let Some(counting) = counts.take() {
                    counts = counting.count_batch(&rows);
                    if counts.is_none() {
                        tracing::info!(%tenant, "too many values to count while staging: the database \
                            aggregates the lines");
                    }
                }
            }
            StagingSummary {
                may_have_duplicates: detector.may_have_duplicates(),
                counts,
            }
        });
        Self { batches, task }
    }

    /// Sends the rows of a batch.
    pub(super) async fn observe_batch(&self, rows: RecordBatch) -> Result<(), DbError> {
        self.batches
            .send(rows)
            .await
            .map_err(|error| observer_error(&error))
    }

    /// Ends the input and returns the result.
    pub(super) async fn finish(self) -> Result<StagingSummary, DbError> {
        drop(self.batches);
        self.task.await.map_err(|error| observer_error(&error))
    }
}

fn observer_error(error: &dyn std::error::Error) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "could not analyze the staged rows: {error}"
    )))
}
