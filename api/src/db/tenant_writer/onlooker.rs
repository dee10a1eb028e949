//! Looks at staged rows while the database takes them: whether any may share a key, and what lines
//! add up to.

use super::repeats::Repeats;
use crate::db::DbError;
use crate::db::rollup::LineCounts;
use crate::ids::TenantId;
use arrow_array::RecordBatch;
use sea_orm::DbErr;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

/// So many batches wait to be looked at.
const WAITING: usize = 1;

/// A thread that looks at what it is shown, and keeps whoever shows it back where it lags behind.
/// Whoever drops it ends it.
#[derive(Debug)]
pub(super) struct Onlooker {
    batches: mpsc::Sender<RecordBatch>,
    seen: JoinHandle<Seen>,
}

/// What all rows together are like.
#[derive(Debug)]
pub(super) struct Seen {
    /// Whether two of them may have the same key.
    pub(super) repeats: bool,
    /// The lines, counted; none where that is of no use.
    pub(super) counts: Option<LineCounts>,
}

impl Onlooker {
    /// For a tenant's rows with this key, into the counts if there are any.
    pub(super) fn begin(
        tenant: TenantId,
        key: &'static [&'static str],
        mut counts: Option<LineCounts>,
    ) -> Self {
        let (batches, mut shown) = mpsc::channel::<RecordBatch>(WAITING);
        let seen = spawn_blocking(move || {
            let mut repeats = Repeats::of(key);
            while let Some(rows) = shown.blocking_recv() {
                repeats.look_at(&rows);
                if let Some(counting) = counts.take() {
                    counts = counting.with(&rows);
                    if counts.is_none() {
                        tracing::info!(%tenant, "too much to count on the way: the database is to \
                            count");
                    }
                }
            }
            Seen {
                repeats: repeats.possible(),
                counts,
            }
        });
        Self { batches, seen }
    }

    /// Shows it the rows of a batch.
    pub(super) async fn show(&self, rows: RecordBatch) -> Result<(), DbError> {
        self.batches
            .send(rows)
            .await
            .map_err(|error| failed(&error))
    }

    /// What it has seen: nothing more will be shown.
    pub(super) async fn end(self) -> Result<Seen, DbError> {
        drop(self.batches);
        self.seen.await.map_err(|error| failed(&error))
    }
}

fn failed(error: &dyn std::error::Error) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "rows could not be looked at: {error}"
    )))
}
