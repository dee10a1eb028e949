//! Readiness of the server. Until startup is done, it is alive but not ready.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that startup sets once. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Readiness(Arc<AtomicBool>);

impl Readiness {
    /// Marks startup as done.
    pub fn mark_ready(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether startup is done.
    pub fn is_ready(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
