//! Whether start-up work is done; until then the process is alive but not ready.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that start-up raises once. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Readiness(Arc<AtomicBool>);

impl Readiness {
    /// Start-up work is done.
    pub fn mark_ready(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it is.
    pub fn is_ready(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
