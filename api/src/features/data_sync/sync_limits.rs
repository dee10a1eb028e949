//! Limits of the runs of this process: how many read at once, which bounds their memory, and how
//! long each may take.

use crate::ids::TenantId;
use fair_queue::{FairQueue, QueueLimits};
use std::time::Duration;

/// How many runs read at once. Each may hold a page of its source, 512 MiB at most.
const MAX_RUNNING: usize = 4;
/// An organization has one run. A few more may wait for the end of a canceled one.
const MAX_WAITING_PER_TENANT: usize = 16;
const DEFAULT_TIME: Duration = Duration::from_hours(2);

/// The limits. Clones share the turns.
#[derive(Clone, Debug)]
pub(super) struct SyncLimits {
    /// Organizations take turns.
    pub(super) turns: FairQueue<TenantId>,
    /// How long a run may take.
    pub(super) time: Duration,
}

impl Default for SyncLimits {
    fn default() -> Self {
        Self {
            turns: FairQueue::new(QueueLimits {
                running: MAX_RUNNING,
                running_per_key: 1,
                waiting_per_key: MAX_WAITING_PER_TENANT,
            }),
            time: DEFAULT_TIME,
        }
    }
}

impl SyncLimits {
    pub(super) fn with_time(self, time: Duration) -> Self {
        Self { time, ..self }
    }
}
