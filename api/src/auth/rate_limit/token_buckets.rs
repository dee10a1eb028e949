//! A bucket of requests for everybody who asks: it holds ten seconds' worth, and fills again all
//! the time.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use uuid::Uuid;

/// A bucket holds what fills it within so many seconds.
const BURST_SECONDS: i64 = 10;
/// So many parts are locked apart, so that servers with many cores do not wait for one lock.
const SHARD_COUNT: usize = 16;
/// So many buckets are kept in a part. One that is full again is like one that was never there.
const MAX_BUCKETS_PER_SHARD: usize = 8_192;

/// Whose requests are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum BucketOwner {
    /// A person, a session of theirs that was not looked at lately, or an API key.
    Token(Uuid),
    /// Whoever sends no token that is known, by their address.
    Address(String),
}

/// When each bucket is full again, in microseconds.
pub(super) struct TokenBuckets {
    step_us: i64,
    shards: Vec<Mutex<HashMap<BucketOwner, i64>>>,
    hasher: RandomState,
}

impl TokenBuckets {
    /// Buckets that fill by so many requests a second; none where that is 0.
    pub(super) fn new(per_second: u32) -> Option<Self> {
        let step_us = 1_000_000_i64.checked_div(i64::from(per_second))?.max(1);
        Some(Self {
            step_us,
            shards: (0..SHARD_COUNT).map(|_| Mutex::default()).collect(),
            hasher: RandomState::new(),
        })
    }

    /// Takes a request out of the owner's bucket, or says in how many milliseconds there will be
    /// one.
    pub(super) fn try_acquire(&self, owner: BucketOwner, now_us: i64) -> Option<i64> {
        let held_us = BURST_SECONDS * 1_000_000;
        let place = usize::try_from(self.hasher.hash_one(&owner) % SHARD_COUNT as u64).unwrap_or(0);
        let mut part = self
            .shards
            .get(place)?
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if part.len() >= MAX_BUCKETS_PER_SHARD && !part.contains_key(&owner) {
            part.retain(|_, full_at| *full_at > now_us);
            if part.len() >= MAX_BUCKETS_PER_SHARD {
                // As many are busy as never are at once: forgiving them is better than memory
                // without end.
                part.clear();
            }
        }
        let full_at = part.entry(owner).or_insert(now_us);
        // A clock that was set back empties no bucket for longer than it takes to fill.
        let next = (*full_at)
            .clamp(now_us, now_us.saturating_add(held_us))
            .saturating_add(self.step_us);
        let wait_us = next.saturating_sub(now_us).saturating_sub(held_us);
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
    fn ten_seconds_worth_at_once_and_then_as_many_as_come_back() {
        let buckets = TokenBuckets::new(50).unwrap();
        let (ada, ben) = (
            BucketOwner::Token(Uuid::from_u128(1)),
            BucketOwner::Token(Uuid::from_u128(2)),
        );
        assert_eq!(count_acquired(&buckets, &ada, 1_000, 0), 500);
        // The next one is there after a fiftieth of a second.
        assert_eq!(buckets.try_acquire(ada.clone(), 0), Some(20));
        assert_eq!(count_acquired(&buckets, &ben, 10, 0), 10);
        assert_eq!(count_acquired(&buckets, &ada, 1_000, 1_000_000), 50);
        assert_eq!(count_acquired(&buckets, &ada, 1_000, 100_000_000), 500);
        // An hour back.
        assert_eq!(buckets.try_acquire(ada, -3_600_000_000), Some(20));
    }

    #[test]
    fn without_a_number_there_is_no_limit() {
        assert!(TokenBuckets::new(0).is_none());
    }

    #[test]
    fn addresses_without_end_take_no_memory_without_end() {
        let buckets = TokenBuckets::new(50).unwrap();
        for number in 0..200_000 {
            assert_eq!(
                buckets.try_acquire(address_owner(number), i64::from(number)),
                None
            );
        }
        let kept: usize = buckets
            .shards
            .iter()
            .map(|part| part.lock().unwrap().len())
            .sum();
        assert!(kept <= SHARD_COUNT * MAX_BUCKETS_PER_SHARD, "{kept}");
    }

    #[test]
    fn what_is_full_again_makes_room_and_what_is_not_stays_empty() {
        let buckets = TokenBuckets::new(50).unwrap();
        assert_eq!(count_acquired(&buckets, &address_owner(0), 501, 0), 500);
        // 100,000 others a second: each is full again after 20 ms, that of the first address after
        // 10 seconds.
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
