//! Limits how many answers are computed at once, so that an organization with many requests does not
//! slow down the others.

use crate::http::ApiError;
use crate::ids::TenantId;
use fair_queue::{FairQueue, Permit, QueueLimits, QueueLoad};
use std::num::NonZero;
use std::thread;

/// How many requests of an organization may wait. Browsers send at most six at once.
const MAX_WAITING_PER_TENANT: usize = 200;
/// When a refused caller should try again, in milliseconds.
const RETRY_AFTER_MS: i64 = 1_000;

/// The computations of this process. Clones share it.
#[derive(Clone, Debug)]
pub struct ComputationQueue(FairQueue<TenantId>);

impl ComputationQueue {
    /// A queue for the processors of this machine. One computation more than there are processors
    /// may run, because some wait for the database. An organization alone may use every processor,
    /// and the additional place is always left to the others.
    pub fn for_this_machine() -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self(FairQueue::new(QueueLimits {
            running: processors + 1,
            running_per_key: processors,
            waiting_per_key: MAX_WAITING_PER_TENANT,
        }))
    }

    /// Waits for the organization's turn. 429 if too many of its requests wait.
    pub async fn acquire(&self, tenant: TenantId) -> Result<Permit<TenantId>, ApiError> {
        self.0
            .acquire(tenant)
            .await
            .map_err(|_| ApiError::too_many_requests(RETRY_AFTER_MS))
    }

    /// How many computations run and wait.
    pub fn load(&self) -> QueueLoad {
        self.0.load()
    }
}
