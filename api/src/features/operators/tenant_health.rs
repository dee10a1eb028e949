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
    /// More than 0.1 % of the rows of a table were rejected.
    Degraded,
    /// No other condition applies.
    Ok,
}

/// What the health of a tenant's data depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct HealthEvidence<'a> {
    /// Whether the tenant is suspended.
    pub is_suspended: bool,
    /// When a table was last synced with its source.
    pub synced_at: Option<DateTime<Utc>>,
    /// The state of the last run.
    pub last_run: Option<&'a str>,
    /// Whether too many rows of a table were rejected.
    pub is_incomplete: bool,
}

/// The most severe condition.
pub fn assess_health(evidence: HealthEvidence<'_>, now: DateTime<Utc>) -> DataHealth {
    if evidence.is_suspended {
        return DataHealth::Suspended;
    }
    if evidence.last_run == Some("failed") {
        return DataHealth::Failing;
    }
    match evidence.synced_at {
        None => DataHealth::NeverSynced,
        Some(at) if now - at > STALE_AFTER => DataHealth::Stale,
        Some(_) if evidence.is_incomplete => DataHealth::Degraded,
        Some(_) => DataHealth::Ok,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_most_severe_condition() {
        let now: DateTime<Utc> = "2026-06-16T15:00:00Z".parse().unwrap();
        let health_of = |is_incomplete, is_suspended, days: Option<i64>, last_run| {
            let synced_at = days.map(|days| now - TimeDelta::days(days));
            let evidence = HealthEvidence {
                is_suspended,
                synced_at,
                last_run,
                is_incomplete,
            };
            assess_health(evidence, now)
        };
        let health = |suspended, days, run| health_of(false, suspended, days, run);
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
        let incomplete = |suspended, days, run| health_of(true, suspended, days, run);
        assert_eq!(
            incomplete(false, Some(1), Some("succeeded_with_rejects")),
            DataHealth::Degraded
        );
        assert_eq!(incomplete(false, Some(8), None), DataHealth::Stale);
        assert_eq!(incomplete(true, Some(1), None), DataHealth::Suspended);
    }
}
