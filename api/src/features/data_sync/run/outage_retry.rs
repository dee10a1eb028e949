//! Retries while the application database is unavailable, so that a restart of it does not fail a
//! run.

use crate::features::data_sync::run_control::RunControl;
use std::time::Duration;

/// Seconds before each retry, two and a half minutes in total.
const RETRY_DELAYS_SECONDS: [u64; 8] = [1, 2, 4, 8, 15, 30, 45, 45];

/// Retries of one run so far.
#[derive(Debug, Default)]
pub(super) struct OutageRetries {
    attempts: usize,
}

impl OutageRetries {
    /// Waits before the next retry. Returns false if no retries are left or the run was cancelled.
    pub(super) async fn wait_for_retry(&mut self, watch: &RunControl) -> bool {
        let Some(seconds) = RETRY_DELAYS_SECONDS.get(self.attempts) else {
            return false;
        };
        self.attempts += 1;
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(*seconds)) => true,
            () = watch.cancelled() => false,
        }
    }
}
