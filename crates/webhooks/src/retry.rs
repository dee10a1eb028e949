//! The delays between attempts: exponential backoff with jitter, over three days.

use chrono::{DateTime, TimeDelta, Utc};

/// The time from the event, or from its replay, to the last attempt.
pub const RETRY_PERIOD: TimeDelta = TimeDelta::days(3);

/// The delay after the first attempt. Each following one is [`BACKOFF_FACTOR`] times as long.
const FIRST_DELAY: TimeDelta = TimeDelta::seconds(5);
const BACKOFF_FACTOR: i32 = 4;
/// The maximum delay before jitter.
const MAX_DELAY: TimeDelta = TimeDelta::hours(12);

/// When to try again after `attempts` failed attempts, or `None` after the last one at
/// `retry_until`. `jitter` is a random byte: it moves the delay by up to 20 %, so that the
/// deliveries of an outage do not all return at once.
pub fn next_attempt_at(
    attempts: u32,
    now: DateTime<Utc>,
    retry_until: DateTime<Utc>,
    jitter: u8,
) -> Option<DateTime<Utc>> {
    if now >= retry_until {
        return None;
    }
    // More than 7 steps exceed the maximum.
    let steps = attempts.saturating_sub(1).min(7);
    let delay = (FIRST_DELAY * BACKOFF_FACTOR.pow(steps)).min(MAX_DELAY);
    let percent = 80 + i32::from(jitter) * 40 / 255;
    Some((now + delay * percent / 100).min(retry_until))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delays(jitter: u8) -> Vec<i64> {
        let start = DateTime::UNIX_EPOCH;
        let mut now = start;
        let mut delays = Vec::new();
        while let Some(next) = next_attempt_at(
            u32::try_from(delays.len()).unwrap() + 1,
            now,
            start + RETRY_PERIOD,
            jitter,
        ) {
            delays.push((next - now).num_seconds());
            now = next;
        }
        assert_eq!(now, start + RETRY_PERIOD);
        delays
    }

    #[test]
    fn delays_grow_to_half_a_day_and_end_after_three_days() {
        let middle = delays(128);
        assert_eq!(middle[..8], [5, 20, 80, 320, 1_280, 5_120, 20_480, 43_200]);
        assert_eq!(middle.iter().sum::<i64>(), 3 * 24 * 3_600);
        assert_eq!(middle.len(), 13);
    }

    #[test]
    fn jitter_moves_delays_by_up_to_a_fifth() {
        assert_eq!(delays(0)[2..4], [64, 256]);
        assert_eq!(delays(255)[2..4], [96, 384]);
    }
}
