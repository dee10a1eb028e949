//! When a mail that was not taken is tried again.

use chrono::TimeDelta;

/// So often a mail is tried, over about 18 hours.
pub const MAX_ATTEMPTS: i32 = 8;
/// A server that has not said what became of a mail after so long is gone: another one tries it.
pub const CLAIM_TIMEOUT: TimeDelta = TimeDelta::minutes(2);

/// 1, 4, 16, 64, 256 minutes, then 6 hours.
pub fn backoff_delay(attempts: i32) -> TimeDelta {
    let times = u32::try_from(attempts - 1).unwrap_or(0).min(5);
    TimeDelta::minutes(4_i64.pow(times).min(360))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_end_within_a_day() {
        let pauses: Vec<i64> = (1..MAX_ATTEMPTS)
            .map(|attempts| backoff_delay(attempts).num_minutes())
            .collect();
        assert_eq!(pauses, [1, 4, 16, 64, 256, 360, 360]);
    }
}
