//! How long is waited for what: for an answer, in a silence, before another try, for a whole table.

use crate::entropy::Entropy;
use std::time::Duration;

/// Waits and tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// The longest pause before the second try; each further one may be twice as long ...
    pub first: Duration,
    /// ... up to this.
    pub longest: Duration,
    /// Tries of one request in all.
    pub tries: u32,
    /// The longest pause that a server may ask for.
    pub asked: Duration,
    /// From asking to the last byte.
    pub answer: Duration,
    /// Without a byte.
    pub silence: Duration,
    /// For all of a table.
    pub table: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            first: Duration::from_millis(500),
            longest: Duration::from_secs(30),
            tries: 8,
            asked: Duration::from_mins(5),
            answer: Duration::from_mins(2),
            silence: Duration::from_secs(45),
            table: Duration::from_mins(30),
        }
    }
}

impl Patience {
    /// The pause after `tried` tries: anything up to the bound, so that those who were refused
    /// together do not come back together. `None` where there is no further try, or the server asks
    /// for a longer pause than there is time for.
    pub(super) fn pause(
        &self,
        tried: u32,
        asked: Option<Duration>,
        entropy: &Entropy,
    ) -> Option<Duration> {
        if tried >= self.tries || asked.is_some_and(|asked| asked > self.asked) {
            return None;
        }
        let bound = self.bound(tried);
        let millis = u64::try_from(bound.as_millis()).unwrap_or(u64::MAX);
        let random = entropy.bytes::<8>().map_or(millis, u64::from_le_bytes);
        let pause = Duration::from_millis(
            random
                .checked_rem(millis.saturating_add(1))
                .unwrap_or(millis),
        );
        Some(asked.map_or(pause, |asked| asked.max(pause)))
    }

    /// The bound of the pause after `tried` tries.
    pub(super) fn bound(&self, tried: u32) -> Duration {
        self.first
            .saturating_mul(2_u32.saturating_pow(tried.saturating_sub(1)))
            .min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_their_bound_and_end() {
        let patience = Patience::default();
        let bounds: Vec<u128> = (1..9)
            .map(|tried| patience.bound(tried).as_millis())
            .collect();
        assert_eq!(
            bounds,
            [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
        );
        let entropy = Entropy::seeded(1);
        for tried in 1..8 {
            let pauses: Vec<Duration> = (0..50)
                .map(|_| patience.pause(tried, None, &entropy).unwrap())
                .collect();
            assert!(pauses.iter().all(|pause| *pause <= patience.bound(tried)));
            assert!(
                pauses
                    .iter()
                    .any(|pause| *pause < patience.bound(tried) / 4)
                    && pauses
                        .iter()
                        .any(|pause| *pause > patience.bound(tried) * 3 / 4)
            );
        }
        assert_eq!(patience.pause(8, None, &entropy), None);
    }

    #[test]
    fn a_server_is_waited_for_as_long_as_it_asks() {
        let (patience, entropy) = (Patience::default(), Entropy::seeded(1));
        assert_eq!(
            patience.pause(1, Some(Duration::from_secs(7)), &entropy),
            Some(Duration::from_secs(7))
        );
        assert_eq!(
            patience.pause(1, Some(Duration::from_secs(301)), &entropy),
            None
        );
    }
}
