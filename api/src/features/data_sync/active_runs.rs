//! The runs that this process executes.

use super::run_control::RunControl;
use crate::db::Access;
use crate::ids::RunId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The control of each run that this process executes. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct ActiveRuns(Arc<Mutex<HashMap<RunId, ActiveRun>>>);

/// A run that this process executes.
#[derive(Clone, Debug)]
pub(super) struct ActiveRun {
    pub(super) access: Access,
    /// Epoch of the lease that the run holds.
    pub(super) epoch: i64,
    pub(super) control: RunControl,
}

impl ActiveRuns {
    /// Registers a run that starts here.
    pub(super) fn register_run(&self, run: RunId, access: Access, epoch: i64) -> RunControl {
        let here = ActiveRun {
            access,
            epoch,
            control: RunControl::default(),
        };
        self.lock_runs().insert(run, here.clone());
        here.control
    }

    /// Removes a run that has ended.
    pub(super) fn remove_run(&self, run: RunId) {
        self.lock_runs().remove(&run);
    }

    /// The control of a run; `None` if this process does not execute it.
    pub(super) fn find_control(&self, run: RunId) -> Option<RunControl> {
        self.lock_runs().get(&run).map(|here| here.control.clone())
    }

    /// All runs that this process executes.
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
