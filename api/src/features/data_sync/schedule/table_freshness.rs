//! Whether a table's data is overdue. Reports, Sprout AI and the Data Sync page share this rule.

use super::Timetable;
use crate::db::{DbError, TenantDb};
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entities::sync_schedule::Entity;
use entities::table_sync_state;
use sources::SourceTable;

/// Without a schedule, data is expected daily and is overdue after two days.
const MAX_AGE_WITHOUT_SCHEDULE: TimeDelta = TimeDelta::days(2);

/// When an organization's data is expected.
struct RefreshExpectation {
    /// `None` if no schedule is enabled.
    timetable: Option<Timetable>,
    zone: Tz,
}

impl RefreshExpectation {
    /// Loads the organization's schedule, which runs in time zone `zone`.
    async fn load_expectation(db: &TenantDb, zone: Tz) -> Result<Self, DbError> {
        let schedule = db
            .find::<Entity>()
            .one()
            .await?
            .filter(|schedule| schedule.enabled);
        Ok(Self {
            timetable: schedule.and_then(|schedule| Timetable::from_cron(&schedule.cron).ok()),
            zone,
        })
    }

    /// Whether data synced at `synced_at` is overdue: two scheduled runs have been due since. One
    /// may be missing, because it may still be running or may have failed for a temporary reason.
    fn is_overdue(&self, synced_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let Some(timetable) = &self.timetable else {
            return now - synced_at > MAX_AGE_WITHOUT_SCHEDULE;
        };
        let first = timetable.next_run(synced_at, self.zone);
        first
            .and_then(|first| timetable.next_run(first, self.zone))
            .is_some_and(|second| second <= now)
    }
}

/// Freshness of a table that was synced.
pub struct TableFreshness {
    /// Time of the last sync and number of rows.
    pub sync_state: table_sync_state::Model,
    /// Whether newer data is overdue.
    pub is_overdue: bool,
}

impl TableFreshness {
    /// Whether this is the freshness of `table`.
    pub fn is_for_table(&self, table: SourceTable) -> bool {
        self.sync_state.source_table == table.id()
    }
}

/// Loads the freshness of all synced tables as of `now`, by the organization's schedule in `zone`.
pub async fn load_table_freshness(
    db: &TenantDb,
    zone: Tz,
    now: DateTime<Utc>,
) -> Result<Vec<TableFreshness>, DbError> {
    let expected = RefreshExpectation::load_expectation(db, zone).await?;
    let synced = db.find::<table_sync_state::Entity>().all().await?;
    Ok(synced
        .into_iter()
        .map(|synced| TableFreshness {
            is_overdue: expected.is_overdue(synced.synced_at, now),
            sync_state: synced,
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_expectation(cron: Option<&str>) -> RefreshExpectation {
        RefreshExpectation {
            timetable: cron.map(|cron| Timetable::from_cron(cron).unwrap()),
            zone: chrono_tz::America::Chicago,
        }
    }

    fn parse_time(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn one_time_of_the_schedule_may_be_missed_and_not_two() {
        let daily = build_expectation(Some("0 6 * * *"));
        // Synced on Monday at 06:10 in Chicago: Tuesday's run may be missed, Wednesday's may not.
        let landed = parse_time("2026-06-15T11:10:00Z");
        assert!(!daily.is_overdue(landed, parse_time("2026-06-16T23:00:00Z")));
        assert!(!daily.is_overdue(landed, parse_time("2026-06-17T10:59:59Z")));
        assert!(daily.is_overdue(landed, parse_time("2026-06-17T11:00:00Z")));
    }

    #[test]
    fn a_weekend_between_two_times_makes_nothing_old() {
        let weekdays = build_expectation(Some("0 6 * * 1-5"));
        // Friday's rows on Monday before the run: three days old, but no run was missed.
        let friday = parse_time("2026-06-19T11:10:00Z");
        assert!(!weekdays.is_overdue(friday, parse_time("2026-06-22T10:00:00Z")));
        assert!(weekdays.is_overdue(friday, parse_time("2026-06-23T11:00:00Z")));
    }

    #[test]
    fn without_a_schedule_two_days_are_too_long() {
        let by_hand = build_expectation(None);
        let landed = parse_time("2026-06-15T11:10:00Z");
        assert!(!by_hand.is_overdue(landed, parse_time("2026-06-17T11:10:00Z")));
        assert!(by_hand.is_overdue(landed, parse_time("2026-06-17T11:10:01Z")));
    }

    #[test]
    fn a_clock_that_was_set_back_makes_nothing_old() {
        assert!(!build_expectation(Some("*/5 * * * *")).is_overdue(
            parse_time("2026-06-15T11:10:00Z"),
            parse_time("2026-06-15T11:00:00Z")
        ));
        assert!(!build_expectation(None).is_overdue(
            parse_time("2026-06-15T11:10:00Z"),
            parse_time("2026-06-15T11:00:00Z")
        ));
    }
}
