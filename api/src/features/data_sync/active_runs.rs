//! The runs that go on in this process.

use super::run_control::RunControl;
use crate::db::Access;
use crate::ids::RunId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The watch of each run that goes on here; clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct ActiveRuns(Arc<Mutex<HashMap<RunId, ActiveRun>>>);

/// A run that goes on here.
#[derive(Clone, Debug)]
pub(super) struct ActiveRun {
    pub(super) access: Access,
    /// The lease that it holds.
    pub(super) epoch: i64,
    pub(super) control: RunControl,
}

impl ActiveRuns {
    /// A run has begun.
    pub(super) fn register_run(&self, run: RunId, access: Access, epoch: i64) -> RunControl {
        let here = ActiveRun {
            access,
            epoch,
            control: RunControl::default(),
        };
        self.lock_runs().insert(run, here.clone());
        here.control
    }

    /// A run has ended.
    pub(super) fn remove_run(&self, run: RunId) {
        self.lock_runs().remove(&run);
    }

    /// The watch over a run; none where it does not go on here.
    pub(super) fn find_control(&self, run: RunId) -> Option<RunControl> {
        self.lock_runs().get(&run).map(|here| here.control.clone())
    }

    /// Every run that goes on here.
    pub(super) fn list_runs(&self) -> Vec<(RunId, ActiveRun)> {
        self.lock_runs()
            .iter()
            .map(|(run, here)| (*run, here.clone()))
            .collect()
    }

    fn lock_runs(&self) -> MutexGuard<'_, HashMap<RunId, ActiveRun>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
