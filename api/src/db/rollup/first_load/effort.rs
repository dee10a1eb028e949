//! What counting costs: processor time, which waiting for the database does not make longer.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Processor time of the current thread since it began.
pub(super) fn thread_cpu_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(now.tv_sec).unwrap_or_default(),
        u32::try_from(now.tv_nsec).unwrap_or_default(),
    )
}
