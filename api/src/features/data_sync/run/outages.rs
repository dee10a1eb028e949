//! Waits out a database that is gone for a while: a restart of it is no reason to lose a run.

use crate::features::data_sync::watch::Watch;
use std::time::Duration;

/// Pauses before the same is tried again; all of them are two and a half minutes.
const PAUSES: [u64; 8] = [1, 2, 4, 8, 15, 30, 45, 45];

/// The outages of one run so far.
#[derive(Debug, Default)]
pub(super) struct Outages {
    passed: usize,
}

impl Outages {
    /// Waits for the next try; `false` where it was tried often enough, or nobody wants it any
    /// more.
    pub(super) async fn wait(&mut self, watch: &Watch) -> bool {
        let Some(seconds) = PAUSES.get(self.passed) else {
            return false;
        };
        self.passed += 1;
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(*seconds)) => true,
            () = watch.cancelled() => false,
        }
    }
}
