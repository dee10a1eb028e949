//! The health of a tenant's data: the most severe condition that applies.

use chrono::{DateTime, TimeDelta, Utc};

/// After this time without a sync, a tenant's data is stale.
pub const STALE_AFTER: TimeDelta = TimeDelta::days(7);

/// The health of a tenant's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataHealth {
    /// The tenant is suspended.
    Suspended,
    /// No table was ever synced.
    NeverSynced,
    /// The last run failed.
    Failing,
    /// No table was synced for [`STALE_AFTER`].
    Stale,
    /// No other condition applies.
    Ok,
}

/// The most severe condition. `synced_at` is when a table was last synced with its source.
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
    fn returns_most_severe_condition() {
        let now: DateTime<Utc> = "2026-06-16T15:00:00Z".parse().unwrap();
        let health = |suspended, days: Option<i64>, run| {
            assess_health(
                suspended,
                days.map(|days| now - TimeDelta::days(days)),
                run,
                now,
            )
        };
        assert_eq!(health(true, None, Some("failed")), DataHealth::Suspended);
        assert_eq!(health(false, None, Some("failed")), DataHealth::Failing);
        assert_eq!(health(false, Some(0), Some("failed")), DataHealth::Failing);
        assert_eq!(health(false, None, None), DataHealth::NeverSynced);
        assert_eq!(
            health(false, None, Some("cancelled")),
            DataHealth::NeverSynced
        );
        assert_eq!(health(false, Some(7), Some("succeeded")), DataHealth::Ok);
        assert_eq!(health(false, Some(8), Some("succeeded")), DataHealth::Stale);
        assert_eq!(health(false, Some(1), Some("running")), DataHealth::Ok);
    }
}
