//! The runs that go on in this process.

use super::watch::Watch;
use crate::ids::RunId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The watch of each run that goes on here; clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Watches(Arc<Mutex<HashMap<RunId, Watch>>>);

impl Watches {
    /// A run has begun.
    pub(super) fn begun(&self, run: RunId) -> Watch {
        self.all().entry(run).or_default().clone()
    }

    /// A run has ended.
    pub(super) fn ended(&self, run: RunId) {
        self.all().remove(&run);
    }

    /// The watch over a run; none where it does not go on here.
    pub(super) fn of(&self, run: RunId) -> Option<Watch> {
        self.all().get(&run).cloned()
    }

    fn all(&self) -> MutexGuard<'_, HashMap<RunId, Watch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
