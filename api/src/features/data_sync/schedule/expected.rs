//! Whether rows are older than they should be: one rule for screens, Sprout AI and the page Data
//! Sync.

use super::Timetable;
use crate::db::{DbError, TenantDb};
use crate::features::data_sync::catalogue::SourceTable;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entities::sync_schedule::Entity;
use entities::table_sync_state;

/// Rows that no schedule brings are expected every day; beyond two days they are old.
const WITHOUT_SCHEDULE: TimeDelta = TimeDelta::days(2);

/// When an organization's rows are expected.
struct Expected {
    /// None where no schedule is on.
    timetable: Option<Timetable>,
    zone: Tz,
}

impl Expected {
    /// As the organization's schedule has it, in its zone.
    async fn of(db: &TenantDb, zone: Tz) -> Result<Self, DbError> {
        let schedule = db
            .find::<Entity>()
            .one()
            .await?
            .filter(|schedule| schedule.enabled);
        Ok(Self {
            timetable: schedule.and_then(|schedule| Timetable::of(&schedule.cron).ok()),
            zone,
        })
    }

    /// Whether rows that landed at `synced_at` should have been followed by newer ones: a second
    /// time of the schedule has come since. The first may be missed: its run may still go on, or
    /// have failed of something that passes.
    fn overdue(&self, synced_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let Some(timetable) = &self.timetable else {
            return now - synced_at > WITHOUT_SCHEDULE;
        };
        let first = timetable.next(synced_at, self.zone);
        first
            .and_then(|first| timetable.next(first, self.zone))
            .is_some_and(|second| second <= now)
    }
}

/// What is known of a table whose rows have landed.
pub struct Landed {
    /// When they did, and how many there are.
    pub synced: table_sync_state::Model,
    /// Whether they are older than they should be.
    pub overdue: bool,
}

impl Landed {
    /// Whether it tells of this table.
    pub fn is_of(&self, table: SourceTable) -> bool {
        self.synced.source_table == table.id()
    }
}

/// The tables that have landed, as they stand at `now` by the organization's schedule in its zone.
pub async fn landed(db: &TenantDb, zone: Tz, now: DateTime<Utc>) -> Result<Vec<Landed>, DbError> {
    let expected = Expected::of(db, zone).await?;
    let synced = db.find::<table_sync_state::Entity>().all().await?;
    Ok(synced
        .into_iter()
        .map(|synced| Landed {
            overdue: expected.overdue(synced.synced_at, now),
            synced,
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(cron: Option<&str>) -> Expected {
        Expected {
            timetable: cron.map(|cron| Timetable::of(cron).unwrap()),
            zone: chrono_tz::America::Chicago,
        }
    }

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn one_time_of_the_schedule_may_be_missed_and_not_two() {
        let daily = expected(Some("0 6 * * *"));
        // Landed on Monday at 06:10 in Chicago: Tuesday's run may be missed, Wednesday's not.
        let landed = at("2026-06-15T11:10:00Z");
        assert!(!daily.overdue(landed, at("2026-06-16T23:00:00Z")));
        assert!(!daily.overdue(landed, at("2026-06-17T10:59:59Z")));
        assert!(daily.overdue(landed, at("2026-06-17T11:00:00Z")));
    }

    #[test]
    fn a_weekend_between_two_times_makes_nothing_old() {
        let weekdays = expected(Some("0 6 * * 1-5"));
        // Friday's rows on Monday before the run: three days, and nothing was missed.
        let friday = at("2026-06-19T11:10:00Z");
        assert!(!weekdays.overdue(friday, at("2026-06-22T10:00:00Z")));
        assert!(weekdays.overdue(friday, at("2026-06-23T11:00:00Z")));
    }

    #[test]
    fn without_a_schedule_two_days_are_too_long() {
        let by_hand = expected(None);
        let landed = at("2026-06-15T11:10:00Z");
        assert!(!by_hand.overdue(landed, at("2026-06-17T11:10:00Z")));
        assert!(by_hand.overdue(landed, at("2026-06-17T11:10:01Z")));
    }

    #[test]
    fn a_clock_that_was_set_back_makes_nothing_old() {
        assert!(
            !expected(Some("*/5 * * * *"))
                .overdue(at("2026-06-15T11:10:00Z"), at("2026-06-15T11:00:00Z"))
        );
        assert!(!expected(None).overdue(at("2026-06-15T11:10:00Z"), at("2026-06-15T11:00:00Z")));
    }
}
