//! How long is waited for what: for an answer, in a silence, before another try, for a whole table.

use crate::entropy::Entropy;
use std::time::Duration;

/// Waits and tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// The longest pause before the second try; each further one may be twice as long ...
    pub first_backoff: Duration,
    /// ... up to this.
    pub max_backoff: Duration,
    /// Tries of one request in all.
    pub max_attempts: u32,
    /// The longest pause that a server may ask for.
    pub max_retry_after: Duration,
    /// From asking to the last byte.
    pub request_timeout: Duration,
    /// Without a byte.
    pub idle_timeout: Duration,
    /// For all of a table.
    pub table_timeout: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            first_backoff: Duration::from_millis(500),
            max_backoff: Duration::from_secs(30),
            max_attempts: 8,
            max_retry_after: Duration::from_mins(5),
            request_timeout: Duration::from_mins(2),
            idle_timeout: Duration::from_secs(45),
            table_timeout: Duration::from_mins(30),
        }
    }
}

impl RetryPolicy {
    /// The pause after `tried` tries: anything up to the bound, so that those who were refused
    /// together do not come back together. `None` where there is no further try, or the server asks
    /// for a longer pause than there is time for.
    pub(super) fn next_backoff(
        &self,
        tried: u32,
        asked: Option<Duration>,
        entropy: &Entropy,
    ) -> Option<Duration> {
        if tried >= self.max_attempts || asked.is_some_and(|asked| asked > self.max_retry_after) {
            return None;
        }
        let bound = self.backoff_bound(tried);
        let millis = u64::try_from(bound.as_millis()).unwrap_or(u64::MAX);
        let random = entropy
            .random_bytes::<8>()
            .map_or(millis, u64::from_le_bytes);
        let pause = Duration::from_millis(
            random
                .checked_rem(millis.saturating_add(1))
                .unwrap_or(millis),
        );
        Some(asked.map_or(pause, |asked| asked.max(pause)))
    }

    /// The bound of the pause after `tried` tries.
    pub(super) fn backoff_bound(&self, tried: u32) -> Duration {
        self.first_backoff
            .saturating_mul(2_u32.saturating_pow(tried.saturating_sub(1)))
            .min(self.max_backoff)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_their_bound_and_end() {
        let patience = RetryPolicy::default();
        let bounds: Vec<u128> = (1..9)
            .map(|tried| patience.backoff_bound(tried).as_millis())
            .collect();
        assert_eq!(
            bounds,
            [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
        );
        let entropy = Entropy::seeded(1);
        for tried in 1..8 {
            let pauses: Vec<Duration> = (0..50)
                .map(|_| patience.next_backoff(tried, None, &entropy).unwrap())
                .collect();
            assert!(
                pauses
                    .iter()
                    .all(|pause| *pause <= patience.backoff_bound(tried))
            );
            assert!(
                pauses
                    .iter()
                    .any(|pause| *pause < patience.backoff_bound(tried) / 4)
                    && pauses
                        .iter()
                        .any(|pause| *pause > patience.backoff_bound(tried) * 3 / 4)
            );
        }
        assert_eq!(patience.next_backoff(8, None, &entropy), None);
    }

    #[test]
    fn a_server_is_waited_for_as_long_as_it_asks() {
        let (patience, entropy) = (RetryPolicy::default(), Entropy::seeded(1));
        assert_eq!(
            patience.next_backoff(1, Some(Duration::from_secs(7)), &entropy),
            Some(Duration::from_secs(7))
        );
        assert_eq!(
            patience.next_backoff(1, Some(Duration::from_secs(301)), &entropy),
            None
        );
    }
}
