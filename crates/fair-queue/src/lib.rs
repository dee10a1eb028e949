//! Limits how much work runs at once. Keys that wait take turns, so a key with many requests delays
//! another key by at most the work that runs already.

use queue_state::{Grant, QueueState};
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

mod queue_state;

/// The limits of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueLimits {
    /// How much may run at once, at least 1.
    pub running: usize,
    /// How much of one key may run at once, at least 1.
    pub running_per_key: usize,
    /// How much of one key may wait.
    pub waiting_per_key: usize,
}

/// The key has as many waiting requests as it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many requests are waiting")]
pub struct QueueFull;

/// How much runs and waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueLoad {
    /// Granted permits.
    pub running: usize,
    /// Requests that wait for one.
    pub waiting: usize,
}

/// A queue. Clones share it.
pub struct FairQueue<K: Eq + Hash + Clone>(Arc<Mutex<QueueState<K, Permit<K>>>>);

/// The right to work. Dropping it lets the next request run.
#[must_use]
pub struct Permit<K: Eq + Hash + Clone> {
    key: K,
    queue: FairQueue<K>,
}

impl<K: Eq + Hash + Clone> Clone for FairQueue<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Eq + Hash + Clone> fmt::Debug for FairQueue<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FairQueue").finish_non_exhaustive()
    }
}

impl<K: Eq + Hash + Clone> fmt::Debug for Permit<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit").finish_non_exhaustive()
    }
}

impl<K: Eq + Hash + Clone> FairQueue<K> {
    /// Creates an empty queue.
    pub fn new(limits: QueueLimits) -> Self {
        Self(Arc::new(Mutex::new(QueueState::new(limits))))
    }

    /// Waits for the turn of a request of `key`. Dropping the future leaves the queue.
    pub async fn acquire(&self, key: K) -> Result<Permit<K>, QueueFull> {
        let ticket = {
            let mut state = self.lock();
            if state.try_start(&key) {
                drop(state);
                return Ok(self.permit(key));
            }
            let (sender, receiver) = oneshot::channel();
            state.enqueue(key.clone(), sender)?;
            receiver
        };
        // A sender is only dropped with the queue, which `self` owns.
        ticket.await.map_err(|_| QueueFull)
    }

    /// How much runs and waits at this moment.
    pub fn load(&self) -> QueueLoad {
        self.lock().load()
    }

    fn permit(&self, key: K) -> Permit<K> {
        Permit {
            key,
            queue: self.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<K, Permit<K>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash + Clone> Drop for Permit<K> {
    fn drop(&mut self) {
        let granted: Vec<Grant<K, Permit<K>>> = self.queue.lock().finish(&self.key);
        for Grant { key, sender } in granted {
            // If the request left meanwhile, the permit comes back and is dropped here, which lets
            // the next request run.
            drop(sender.send(self.queue.permit(key)));
        }
    }
}

#[cfg(test)]
mod tests;
