//! One word for how an organization's data stands: the gravest that is true.

use chrono::{DateTime, TimeDelta, Utc};

/// Rows that nobody has compared with their source for so long are no longer those of the business.
pub const STALE_AFTER: TimeDelta = TimeDelta::days(7);

/// How an organization's data stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataHealth {
    /// Nobody works in it.
    Suspended,
    /// No table was ever brought in.
    NeverSynced,
    /// Its latest run failed.
    Failing,
    /// No table was compared with its source for [`STALE_AFTER`].
    Stale,
    /// None of these.
    Ok,
}

/// The gravest word. `synced_at` is when a table was last found to be as its source has it.
pub fn assess_health(
    suspended: bool,
    synced_at: Option<DateTime<Utc>>,
    last_run: Option<&str>,
    now: DateTime<Utc>,
) -> DataHealth {
    if suspended {
        return DataHealth::Suspended;
    }
    if last_run == Some("failed") {
        return DataHealth::Failing;
    }
    match synced_at {
        None => DataHealth::NeverSynced,
        Some(at) if now - at > STALE_AFTER => DataHealth::Stale,
        Some(_) => DataHealth::Ok,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_word_counts() {
        let now: DateTime<Utc> = "2026-06-16T15:00:00Z".parse().unwrap();
        let of = |suspended, days: Option<i64>, run| {
            assess_health(
                suspended,
                days.map(|days| now - TimeDelta::days(days)),
                run,
                now,
            )
        };
        assert_eq!(of(true, None, Some("failed")), DataHealth::Suspended);
        assert_eq!(of(false, None, Some("failed")), DataHealth::Failing);
        assert_eq!(of(false, Some(0), Some("failed")), DataHealth::Failing);
        assert_eq!(of(false, None, None), DataHealth::NeverSynced);
        assert_eq!(of(false, None, Some("cancelled")), DataHealth::NeverSynced);
        assert_eq!(of(false, Some(7), Some("succeeded")), DataHealth::Ok);
        assert_eq!(of(false, Some(8), Some("succeeded")), DataHealth::Stale);
        assert_eq!(of(false, Some(1), Some("running")), DataHealth::Ok);
    }
}
