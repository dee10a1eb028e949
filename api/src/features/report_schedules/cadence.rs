//! When a report is due in the time zone of a recipient.

use crate::features::data_sync::Timetable;
use chrono::{DateTime, NaiveTime, Utc};
use chrono_tz::Tz;
use entities::report_schedule;
use poem_openapi::Enum;
use strum::{EnumString, IntoStaticStr};

/// How a time of day is stored and sent.
const TIME_FORMAT: &str = "%H:%M";

/// How often a report is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum ReportCadence {
    /// Every day.
    Daily,
    /// On a day of the week.
    Weekly,
    /// On a day of the month.
    Monthly,
}

/// A time such as `07:30`.
pub(super) fn parse_time(text: &str) -> Option<NaiveTime> {
    let is_complete = text.len() == 5;
    NaiveTime::parse_from_str(text, TIME_FORMAT)
        .ok()
        .filter(|_| is_complete)
}

/// The first time after `after` at which a recipient gets the report. None for a stored schedule
/// that this version cannot read.
pub(super) fn next_due(
    schedule: &report_schedule::Model,
    after: DateTime<Utc>,
    zone: Tz,
) -> Option<DateTime<Utc>> {
    let time = parse_time(&schedule.local_time)?;
    let clock = time.format("%-M %-H");
    let cron = match schedule.cadence.parse().ok()? {
        ReportCadence::Daily => format!("{clock} * * *"),
        ReportCadence::Weekly => format!("{clock} * * {}", schedule.weekday?),
        ReportCadence::Monthly => format!("{clock} {} * *", schedule.month_day?),
    };
    Timetable::from_cron(&cron).ok()?.next_run(after, zone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::prelude::Uuid;

    fn schedule(cadence: &str, day: Option<i32>, time: &str) -> report_schedule::Model {
        report_schedule::Model {
            tenant_id: Uuid::nil(),
            id: Uuid::nil(),
            owner_id: Uuid::nil(),
            name: String::new(),
            kind: "call_list".to_owned(),
            query: None,
            view_id: None,
            cadence: cadence.to_owned(),
            weekday: day,
            month_day: day,
            local_time: time.to_owned(),
            attachment: "xlsx".to_owned(),
            is_paused: false,
            updated_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn local_time_holds_over_changes_of_the_clock() {
        let chicago = chrono_tz::America::Chicago;
        let due = |schedule: &report_schedule::Model, after: &str| {
            let at = next_due(schedule, after.parse().unwrap(), chicago).unwrap();
            at.to_rfc3339()
        };
        let daily = schedule("daily", None, "07:00");
        assert_eq!(
            due(&daily, "2026-03-07T13:00:00Z"),
            "2026-03-08T12:00:00+00:00"
        );
        assert_eq!(
            due(&daily, "2026-10-31T12:00:00Z"),
            "2026-11-01T13:00:00+00:00"
        );
        // 02:30 does not exist on 8 March, and 01:30 occurs twice on 1 November.
        let skipped = schedule("daily", None, "02:30");
        assert_eq!(
            due(&skipped, "2026-03-07T20:00:00Z"),
            "2026-03-08T08:00:00+00:00"
        );
        assert_eq!(
            due(&skipped, "2026-03-08T08:00:00Z"),
            "2026-03-09T07:30:00+00:00"
        );
        let repeated = schedule("daily", None, "01:30");
        assert_eq!(
            due(&repeated, "2026-10-31T12:00:00Z"),
            "2026-11-01T06:30:00+00:00"
        );
        assert_eq!(
            due(&repeated, "2026-11-01T06:30:00Z"),
            "2026-11-02T07:30:00+00:00"
        );
        let weekly = schedule("weekly", Some(7), "06:05");
        assert_eq!(
            due(&weekly, "2026-06-16T15:00:00Z"),
            "2026-06-21T11:05:00+00:00"
        );
        let monthly = schedule("monthly", Some(28), "00:00");
        assert_eq!(
            due(&monthly, "2026-01-28T06:00:00Z"),
            "2026-02-28T06:00:00+00:00"
        );
    }

    #[test]
    fn times_have_two_digits_each() {
        assert!(parse_time("07:30").is_some() && parse_time("23:59").is_some());
        for wrong in ["7:30", "24:00", "07:30:00", "07.30", "", "aa:bb"] {
            assert_eq!(parse_time(wrong), None, "{wrong}");
        }
    }
}
