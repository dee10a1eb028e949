//! Retry delays for sending emails.

use chrono::TimeDelta;

/// Attempts to send an email, over about 18 hours.
pub const MAX_ATTEMPTS: i32 = 8;
/// A server that has not reported the result of an attempt after this time is considered dead.
pub const CLAIM_TIMEOUT: TimeDelta = TimeDelta::minutes(2);

/// The delay after the given number of attempts: 1, 4, 16, 64, 256 minutes, then 6 hours.
pub fn backoff_delay(attempts: i32) -> TimeDelta {
    let times = u32::try_from(attempts - 1).unwrap_or(0).min(5);
    TimeDelta::minutes(4_i64.pow(times).min(360))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_and_end_within_a_day() {
        let delays: Vec<i64> = (1..MAX_ATTEMPTS)
            .map(|attempts| backoff_delay(attempts).num_minutes())
            .collect();
        assert_eq!(delays, [1, 4, 16, 64, 256, 360, 360]);
    }
}
