//! The bookkeeping of a queue, without waiting.

use super::{QueueFull, QueueLimits, QueueLoad};
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use tokio::sync::oneshot;

/// Who runs and who waits. `P` is what a waiting request receives.
pub(super) struct QueueState<K, P> {
    limits: QueueLimits,
    running: usize,
    keys: HashMap<K, KeyState<P>>,
    /// The keys with waiting requests, in the order of their turns.
    turns: VecDeque<K>,
}

struct KeyState<P> {
    running: usize,
    waiting: VecDeque<oneshot::Sender<P>>,
}

/// A waiting request that may run now.
pub(super) struct Grant<K, P> {
    pub(super) key: K,
    pub(super) sender: oneshot::Sender<P>,
}

impl<P> Default for KeyState<P> {
    fn default() -> Self {
        Self {
            running: 0,
            waiting: VecDeque::new(),
        }
    }
}

impl<P> KeyState<P> {
    fn discard_left(&mut self) {
        self.waiting.retain(|sender| !sender.is_closed());
    }

    fn is_idle(&self) -> bool {
        self.running == 0 && self.waiting.is_empty()
    }
}

impl<K: Eq + Hash + Clone, P> QueueState<K, P> {
    pub(super) fn new(limits: QueueLimits) -> Self {
        Self {
            limits: QueueLimits {
                running: limits.running.max(1),
                running_per_key: limits.running_per_key.max(1),
                ..limits
            },
            running: 0,
            keys: HashMap::new(),
            turns: VecDeque::new(),
        }
    }

    /// Starts a request of `key` if it need not wait. Free places are granted when they become
    /// free, so none of the waiting requests could take this one.
    pub(super) fn try_start(&mut self, key: &K) -> bool {
        let of_key = self.keys.get(key).map_or(0, |state| state.running);
        if self.running >= self.limits.running || of_key >= self.limits.running_per_key {
            return false;
        }
        self.running += 1;
        self.keys.entry(key.clone()).or_default().running += 1;
        true
    }

    /// Adds a request that waits.
    pub(super) fn enqueue(&mut self, key: K, sender: oneshot::Sender<P>) -> Result<(), QueueFull> {
        let state = self.keys.entry(key.clone()).or_default();
        if state.waiting.len() >= self.limits.waiting_per_key {
            state.discard_left();
        }
        if state.waiting.len() >= self.limits.waiting_per_key {
            return Err(QueueFull);
        }
        if state.waiting.is_empty() && !self.turns.contains(&key) {
            self.turns.push_back(key);
        }
        state.waiting.push_back(sender);
        Ok(())
    }

    /// Ends a request of `key`. Returns the waiting requests that may run now.
    pub(super) fn finish(&mut self, key: &K) -> Vec<Grant<K, P>> {
        self.running = self.running.saturating_sub(1);
        if let Some(state) = self.keys.get_mut(key) {
            state.running = state.running.saturating_sub(1);
            if state.is_idle() {
                self.keys.remove(key);
            }
        }
        let mut granted = Vec::new();
        while self.running < self.limits.running {
            let Some(grant) = self.grant_next() else {
                break;
            };
            granted.push(grant);
        }
        granted
    }

    /// The next request in turn whose key may run another one.
    fn grant_next(&mut self) -> Option<Grant<K, P>> {
        for _ in 0..self.turns.len() {
            let key = self.turns.pop_front()?;
            let Some(state) = self.keys.get_mut(&key) else {
                continue;
            };
            state.discard_left();
            if state.is_idle() {
                self.keys.remove(&key);
                continue;
            }
            let next = if state.running < self.limits.running_per_key {
                state.waiting.pop_front()
            } else {
                None
            };
            if next.is_some() {
                state.running += 1;
                self.running += 1;
            }
            if !state.waiting.is_empty() {
                self.turns.push_back(key.clone());
            }
            if let Some(sender) = next {
                return Some(Grant { key, sender });
            }
        }
        None
    }

    pub(super) fn load(&self) -> QueueLoad {
        let waiting = |state: &KeyState<P>| {
            let waits = |sender: &&oneshot::Sender<P>| !sender.is_closed();
            state.waiting.iter().filter(waits).count()
        };
        QueueLoad {
            running: self.running,
            waiting: self.keys.values().map(waiting).sum(),
        }
    }
}
