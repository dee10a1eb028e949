//! Percentiles of response times.

use std::time::Duration;

/// Response times of an evaluation.
#[derive(Default)]
pub(super) struct ResponseTimes(Vec<Duration>);

impl ResponseTimes {
    pub(super) fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// The time in milliseconds that `percent` of the responses do not exceed.
    pub(super) fn percentile_ms(&self, percent: usize) -> Option<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = (sorted.len() * percent).div_ceil(100).max(1);
        sorted.get(rank - 1).map(|time| to_ms(*time))
    }
}

/// Milliseconds, rounded to a tenth.
pub(super) fn to_ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_nearest_ranks() {
        let mut times = ResponseTimes::default();
        assert_eq!(times.percentile_ms(50), None);
        for ms in [40, 10, 30, 20] {
            times.push(Duration::from_millis(ms));
        }
        assert_eq!(times.percentile_ms(50), Some(20.0));
        assert_eq!(times.percentile_ms(95), Some(40.0));
    }
}
