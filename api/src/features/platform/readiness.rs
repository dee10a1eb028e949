//! Readiness of the server. Until startup is done, and once it stops, it is alive but not ready.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A state that startup and shutdown change. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Readiness(Arc<AtomicU8>);

const READY: u8 = 1;
const STOPPING: u8 = 2;

impl Readiness {
    /// Marks startup as done, unless the server stops.
    pub fn mark_ready(&self) {
        self.0.fetch_or(READY, Ordering::AcqRel);
    }

    /// Marks the server as stopping.
    pub fn mark_stopping(&self) {
        self.0.fetch_or(STOPPING, Ordering::AcqRel);
    }

    /// Whether startup is done.
    pub fn is_ready(&self) -> bool {
        self.0.load(Ordering::Acquire) & READY != 0
    }

    /// Whether the server stops.
    pub fn is_stopping(&self) -> bool {
        self.0.load(Ordering::Acquire) & STOPPING != 0
    }
}
