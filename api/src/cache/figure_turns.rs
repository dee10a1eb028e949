//! Limits how many figures are computed at once.

use crate::ids::TenantId;
use fair_queue::{FairQueue, Permit, QueueLimits};

/// Organizations whose figures are computed at once.
const MAX_COMPUTING: usize = 8;

/// The figures of an organization are computed one after the other: those of millions of order lines
/// take hundreds of megabytes meanwhile, and use all processors where it helps. Clones share the
/// turns.
///
/// A computation must not load other figures: they may be waiting for the same turn.
#[derive(Clone, Debug)]
pub(super) struct FigureTurns(FairQueue<TenantId>);

impl Default for FigureTurns {
    fn default() -> Self {
        Self(FairQueue::new(QueueLimits {
            running: MAX_COMPUTING,
            running_per_key: 1,
            // Requests for the same figures wait together, so there are few.
            waiting_per_key: usize::MAX,
        }))
    }
}

impl FigureTurns {
    /// Waits for the organization's turn, which ends when it is dropped.
    pub(super) async fn take(&self, tenant: TenantId) -> Option<Permit<TenantId>> {
        self.0.acquire(tenant).await.ok()
    }
}
