//! The runs that go on in this process.

use super::watch::Watch;
use crate::db::Access;
use crate::ids::RunId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The watch of each run that goes on here; clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Watches(Arc<Mutex<HashMap<RunId, Here>>>);

/// A run that goes on here.
#[derive(Clone, Debug)]
pub(super) struct Here {
    pub(super) access: Access,
    /// The lease that it holds.
    pub(super) epoch: i64,
    pub(super) watch: Watch,
}

impl Watches {
    /// A run has begun.
    pub(super) fn begun(&self, run: RunId, access: Access, epoch: i64) -> Watch {
        let here = Here {
            access,
            epoch,
            watch: Watch::default(),
        };
        self.all().insert(run, here.clone());
        here.watch
    }

    /// A run has ended.
    pub(super) fn ended(&self, run: RunId) {
        self.all().remove(&run);
    }

    /// The watch over a run; none where it does not go on here.
    pub(super) fn of(&self, run: RunId) -> Option<Watch> {
        self.all().get(&run).map(|here| here.watch.clone())
    }

    /// Every run that goes on here.
    pub(super) fn here(&self) -> Vec<(RunId, Here)> {
        self.all()
            .iter()
            .map(|(run, here)| (*run, here.clone()))
            .collect()
    }

    fn all(&self) -> MutexGuard<'_, HashMap<RunId, Here>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
