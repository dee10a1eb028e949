//! A bucket of requests for everybody who asks: it holds ten seconds' worth, and fills again all
//! the time.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use uuid::Uuid;

/// A bucket holds what fills it within so many seconds.
const SECONDS_HELD: i64 = 10;
/// So many parts are locked apart, so that servers with many cores do not wait for one lock.
const PARTS: usize = 16;
/// So many buckets are kept in a part. One that is full again is like one that was never there.
const MOST_IN_A_PART: usize = 8_192;

/// Whose requests are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// A person, a session of theirs that was not looked at lately, or an API key.
    Bearer(Uuid),
    /// Whoever sends no token that is known, by their address.
    Address(String),
}

/// When each bucket is full again, in microseconds.
pub(super) struct Buckets {
    step_us: i64,
    parts: Vec<Mutex<HashMap<Owner, i64>>>,
    hashing: RandomState,
}

impl Buckets {
    /// Buckets that fill by so many requests a second; none where that is 0.
    pub(super) fn new(per_second: u32) -> Option<Self> {
        let step_us = 1_000_000_i64.checked_div(i64::from(per_second))?.max(1);
        Some(Self {
            step_us,
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            hashing: RandomState::new(),
        })
    }

    /// Takes a request out of the owner's bucket, or says in how many milliseconds there will be
    /// one.
    pub(super) fn take(&self, owner: Owner, now_us: i64) -> Option<i64> {
        let held_us = SECONDS_HELD * 1_000_000;
        let place = usize::try_from(self.hashing.hash_one(&owner) % PARTS as u64).unwrap_or(0);
        let mut part = self
            .parts
            .get(place)?
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if part.len() >= MOST_IN_A_PART && !part.contains_key(&owner) {
            part.retain(|_, full_at| *full_at > now_us);
            if part.len() >= MOST_IN_A_PART {
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

    fn address(number: u32) -> Owner {
        Owner::Address(format!("address {number}"))
    }

    fn taken(buckets: &Buckets, owner: &Owner, tries: usize, now_us: i64) -> usize {
        (0..tries)
            .filter(|_| buckets.take(owner.clone(), now_us).is_none())
            .count()
    }

    #[test]
    fn ten_seconds_worth_at_once_and_then_as_many_as_come_back() {
        let buckets = Buckets::new(50).unwrap();
        let (ada, ben) = (
            Owner::Bearer(Uuid::from_u128(1)),
            Owner::Bearer(Uuid::from_u128(2)),
        );
        assert_eq!(taken(&buckets, &ada, 1_000, 0), 500);
        // The next one is there after a fiftieth of a second.
        assert_eq!(buckets.take(ada.clone(), 0), Some(20));
        assert_eq!(taken(&buckets, &ben, 10, 0), 10);
        assert_eq!(taken(&buckets, &ada, 1_000, 1_000_000), 50);
        assert_eq!(taken(&buckets, &ada, 1_000, 100_000_000), 500);
        // An hour back.
        assert_eq!(buckets.take(ada, -3_600_000_000), Some(20));
    }

    #[test]
    fn without_a_number_there_is_no_limit() {
        assert!(Buckets::new(0).is_none());
    }

    #[test]
    fn addresses_without_end_take_no_memory_without_end() {
        let buckets = Buckets::new(50).unwrap();
        for number in 0..200_000 {
            assert_eq!(buckets.take(address(number), i64::from(number)), None);
        }
        let kept: usize = buckets
            .parts
            .iter()
            .map(|part| part.lock().unwrap().len())
            .sum();
        assert!(kept <= PARTS * MOST_IN_A_PART, "{kept}");
    }

    #[test]
    fn what_is_full_again_makes_room_and_what_is_not_stays_empty() {
        let buckets = Buckets::new(50).unwrap();
        assert_eq!(taken(&buckets, &address(0), 501, 0), 500);
        // 100,000 others a second: each is full again after 20 ms, that of the first address after
        // 10 seconds.
        for number in 1..150_000 {
            assert_eq!(buckets.take(address(number), i64::from(number) * 10), None);
        }
        assert_eq!(taken(&buckets, &address(0), 501, 1_500_000), 75);
    }
}
