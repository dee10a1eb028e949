//! Token buckets in memory: each owner has a bucket that holds ten seconds' worth of requests and
//! refills continuously.
//!
//! The crate `governor` does not fit: it neither bounds the number of keys nor recovers when the
//! clock is set back.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use uuid::Uuid;

/// Seconds in which an empty bucket refills.
const BURST_SECONDS: i64 = 10;
/// Separately locked shards, to reduce contention.
const SHARD_COUNT: usize = 16;
/// The maximum number of buckets in a shard. Full buckets can be dropped without effect.
const MAX_BUCKETS_PER_SHARD: usize = 8_192;

/// The owner of a bucket.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum BucketOwner {
    /// A user, a session that was not verified recently, or an API key.
    Token(Uuid),
    /// An IP address, for requests without a known token.
    Address(String),
}

/// The time in microseconds at which each bucket is full.
pub(super) struct TokenBuckets {
    step_us: i64,
    shards: Vec<Mutex<HashMap<BucketOwner, i64>>>,
    hasher: RandomState,
}

impl TokenBuckets {
    /// Creates buckets that refill by `per_second` requests; `None` if that is 0.
    pub(super) fn new(per_second: u32) -> Option<Self> {
        let step_us = 1_000_000_i64.checked_div(i64::from(per_second))?.max(1);
        Some(Self {
            step_us,
            shards: (0..SHARD_COUNT).map(|_| Mutex::default()).collect(),
            hasher: RandomState::new(),
        })
    }

    /// Takes a request from the owner's bucket. If it is empty, returns the wait in milliseconds.
    pub(super) fn try_acquire(&self, owner: BucketOwner, now_us: i64) -> Option<i64> {
        let burst_us = BURST_SECONDS * 1_000_000;
        let index = usize::try_from(self.hasher.hash_one(&owner) % SHARD_COUNT as u64).unwrap_or(0);
        let mut shard = self
            .shards
            .get(index)?
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if shard.len() >= MAX_BUCKETS_PER_SHARD && !shard.contains_key(&owner) {
            shard.retain(|_, full_at| *full_at > now_us);
            if shard.len() >= MAX_BUCKETS_PER_SHARD {
                // This many busy buckets indicate an attack. Forgetting them is better than
                // unbounded memory.
                shard.clear();
            }
        }
        let full_at = shard.entry(owner).or_insert(now_us);
        // A clock that was set back delays a bucket by at most the time to refill it.
        let next = (*full_at)
            .clamp(now_us, now_us.saturating_add(burst_us))
            .saturating_add(self.step_us);
        let wait_us = next.saturating_sub(now_us).saturating_sub(burst_us);
        if wait_us > 0 {
            return Some(wait_us.saturating_add(999) / 1_000);
        }
        *full_at = next;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address_owner(number: u32) -> BucketOwner {
        BucketOwner::Address(format!("address {number}"))
    }

    fn count_acquired(
        buckets: &TokenBuckets,
        owner: &BucketOwner,
        tries: usize,
        now_us: i64,
    ) -> usize {
        (0..tries)
            .filter(|_| buckets.try_acquire(owner.clone(), now_us).is_none())
            .count()
    }

    #[test]
    fn allows_a_burst_then_the_refill_rate() {
        let buckets = TokenBuckets::new(50).unwrap();
        let (ada, ben) = (
            BucketOwner::Token(Uuid::from_u128(1)),
            BucketOwner::Token(Uuid::from_u128(2)),
        );
        assert_eq!(count_acquired(&buckets, &ada, 1_000, 0), 500);
        // The next one is available after a fiftieth of a second.
        assert_eq!(buckets.try_acquire(ada.clone(), 0), Some(20));
        assert_eq!(count_acquired(&buckets, &ben, 10, 0), 10);
        assert_eq!(count_acquired(&buckets, &ada, 1_000, 1_000_000), 50);
        assert_eq!(count_acquired(&buckets, &ada, 1_000, 100_000_000), 500);
        // The clock is set back by an hour.
        assert_eq!(buckets.try_acquire(ada, -3_600_000_000), Some(20));
    }

    #[test]
    fn zero_is_unlimited() {
        assert!(TokenBuckets::new(0).is_none());
    }

    #[test]
    fn many_addresses_use_bounded_memory() {
        let buckets = TokenBuckets::new(50).unwrap();
        for number in 0..200_000 {
            assert_eq!(
                buckets.try_acquire(address_owner(number), i64::from(number)),
                None
            );
        }
        let count: usize = buckets
            .shards
            .iter()
            .map(|shard| shard.lock().unwrap().len())
            .sum();
        assert!(count <= SHARD_COUNT * MAX_BUCKETS_PER_SHARD, "{count}");
    }

    #[test]
    fn evicts_full_buckets_and_keeps_busy_ones() {
        let buckets = TokenBuckets::new(50).unwrap();
        assert_eq!(count_acquired(&buckets, &address_owner(0), 501, 0), 500);
        // 100,000 other addresses per second: each bucket is full again after 20 ms, that of the
        // first address after 10 seconds.
        for number in 1..150_000 {
            assert_eq!(
                buckets.try_acquire(address_owner(number), i64::from(number) * 10),
                None
            );
        }
        assert_eq!(
            count_acquired(&buckets, &address_owner(0), 501, 1_500_000),
            75
        );
    }
}
