//! Timeouts and retries of BigQuery requests.

use backon::ExponentialBuilder;
use clock_and_entropy::entropy::Entropy;
use std::time::Duration;

/// Timeouts and the number of attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Maximum pause before the first retry. It doubles with each further retry.
    pub first_backoff: Duration,
    /// Upper bound of these maximum pauses.
    pub max_backoff: Duration,
    /// Maximum number of attempts of a request.
    pub max_attempts: u32,
    /// Maximum delay that is accepted from a server's `Retry-After`.
    pub max_retry_after: Duration,
    /// Maximum duration of a request until the last byte of the response.
    pub request_timeout: Duration,
    /// Maximum time without receiving a byte.
    pub idle_timeout: Duration,
    /// Maximum duration of reading a table.
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
    /// The maximum pause before each retry. Ends after the last retry.
    pub(super) fn retry_bounds(&self) -> ExponentialBuilder {
        let retries = self.max_attempts.saturating_sub(1);
        self.doubling_pauses(self.max_backoff)
            .with_max_times(usize::try_from(retries).unwrap_or(usize::MAX))
    }

    /// Unlimited pauses that double up to the lower of `max_pause` and `max_backoff`.
    pub(super) fn doubling_pauses(&self, max_pause: Duration) -> ExponentialBuilder {
        let max_pause = max_pause.min(self.max_backoff);
        ExponentialBuilder::new()
            .with_min_delay(self.first_backoff.min(max_pause))
            .with_max_delay(max_pause)
            .without_max_times()
    }

    /// The pause before a retry: random up to the bound (full jitter), so that clients that failed
    /// together do not retry together. `None` if no retry is left, or if the server asks for a
    /// delay above the maximum.
    ///
    /// backon's own jitter adds to the bound instead, and is not seeded by [`Entropy`].
    pub(super) fn choose_pause(
        &self,
        bound: Option<Duration>,
        retry_after: Option<Duration>,
        entropy: &Entropy,
    ) -> Option<Duration> {
        if retry_after.is_some_and(|asked| asked > self.max_retry_after) {
            return None;
        }
        let millis = u64::try_from(bound?.as_millis()).unwrap_or(u64::MAX);
        let random = entropy
            .random_bytes::<8>()
            .map_or(millis, u64::from_le_bytes);
        let pause = Duration::from_millis(
            random
                .checked_rem(millis.saturating_add(1))
                .unwrap_or(millis),
        );
        Some(retry_after.map_or(pause, |asked| asked.max(pause)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use backon::BackoffBuilder;

    #[test]
    fn pauses_double_up_to_their_bound_and_end() {
        let patience = RetryPolicy::default();
        let bounds: Vec<u128> = patience
            .doubling_pauses(patience.max_backoff)
            .build()
            .take(8)
            .map(|bound| bound.as_millis())
            .collect();
        assert_eq!(
            bounds,
            [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
        );
        let entropy = Entropy::seeded(1);
        let mut retries = patience.retry_bounds().build();
        for tried in 1..8 {
            let bound = retries.next().unwrap();
            assert_eq!(bound.as_millis(), bounds[tried - 1]);
            let pauses: Vec<Duration> = (0..50)
                .map(|_| patience.choose_pause(Some(bound), None, &entropy).unwrap())
                .collect();
            assert!(pauses.iter().all(|pause| *pause <= bound));
            assert!(
                pauses.iter().any(|pause| *pause < bound / 4)
                    && pauses.iter().any(|pause| *pause > bound * 3 / 4)
            );
        }
        assert_eq!(retries.next(), None);
        assert_eq!(patience.choose_pause(None, None, &entropy), None);
    }

    #[test]
    fn pauses_have_the_smaller_of_two_bounds() {
        let patience = RetryPolicy::default();
        let pauses = |max_pause| -> Vec<Duration> {
            patience
                .doubling_pauses(max_pause)
                .build()
                .take(3)
                .collect()
        };
        let millis = Duration::from_millis;
        assert_eq!(pauses(millis(1_500)), [500, 1_000, 1_500].map(millis));
        assert_eq!(pauses(millis(100)), [millis(100); 3]);
        let single = RetryPolicy {
            max_attempts: 1,
            ..patience
        };
        assert_eq!(single.retry_bounds().build().next(), None);
    }

    #[test]
    fn a_server_is_waited_for_as_long_as_it_asks() {
        let (patience, entropy) = (RetryPolicy::default(), Entropy::seeded(1));
        let first = Some(patience.first_backoff);
        assert_eq!(
            patience.choose_pause(first, Some(Duration::from_secs(7)), &entropy),
            Some(Duration::from_secs(7))
        );
        assert_eq!(
            patience.choose_pause(first, Some(Duration::from_secs(301)), &entropy),
            None
        );
    }
}
