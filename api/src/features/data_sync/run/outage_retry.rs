//! Waits out a database that is gone for a while: a restart of it is no reason to lose a run.

use crate::features::data_sync::run_control::RunControl;
use std::time::Duration;

/// Pauses before the same is tried again; all of them are two and a half minutes.
const RETRY_DELAYS_SECONDS: [u64; 8] = [1, 2, 4, 8, 15, 30, 45, 45];

/// The outages of one run so far.
#[derive(Debug, Default)]
pub(super) struct OutageRetries {
    attempts: usize,
}

impl OutageRetries {
    /// Waits for the next try; `false` where it was tried often enough, or nobody wants it any
    /// more.
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
