use super::*;
use chrono_tz::America::Chicago;
use std::time::{Duration, Instant};

fn parse_utc(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// The next times after `after`, in the time zone.
fn next_times(cron: &str, zone: Tz, after: &str, count: usize) -> Vec<String> {
    let timetable = Timetable::from_cron(cron).unwrap();
    let first = timetable.next_run(parse_utc(after), zone).unwrap();
    timetable
        .upcoming_runs(first, zone)
        .take(count)
        .map(|at| at.format("%m-%d %H:%M %Z").to_string())
        .collect()
}

#[test]
fn times_are_those_of_the_zone() {
    assert_eq!(
        next_times("0 2 * * *", Chicago, "2026-06-16T15:00:00Z", 2),
        ["06-17 02:00 CDT", "06-18 02:00 CDT"]
    );
    // Friday, then Monday; a time that is itself due is not after itself.
    assert_eq!(
        next_times("0 6 * * MON-FRI", Chicago, "2026-06-18T11:00:00Z", 2),
        ["06-19 06:00 CDT", "06-22 06:00 CDT"]
    );
    assert_eq!(
        next_times("0 0 1 * *", Tz::UTC, "2026-12-31T23:59:59.5Z", 1),
        ["01-01 00:00 UTC"]
    );
    assert_eq!(
        next_times(
            "0 * * * *",
            chrono_tz::Asia::Kathmandu,
            "2026-06-16T15:00:00Z",
            1
        ),
        ["06-16 21:00 +0545"]
    );
}

#[test]
fn a_skipped_time_comes_once_when_the_clock_has_moved_on() {
    // On 8 March 2026 Chicago goes from 01:59 to 03:00.
    assert_eq!(
        next_times("30 2 * * *", Chicago, "2026-03-07T06:00:00Z", 3),
        ["03-07 02:30 CST", "03-08 03:00 CDT", "03-09 02:30 CDT"]
    );
    // One of the two times of a day is skipped, starting from the last moment before the skip.
    assert_eq!(
        next_times("0 2,14 * * *", Chicago, "2026-03-08T07:59:00Z", 2),
        ["03-08 03:00 CDT", "03-08 14:00 CDT"]
    );
    // Several skipped times and the time at which the clock resumes are one.
    assert_eq!(
        next_times("*/15 * * * *", Chicago, "2026-03-08T07:40:00Z", 3),
        ["03-08 01:45 CST", "03-08 03:00 CDT", "03-08 03:15 CDT"]
    );
}

#[test]
fn a_repeated_time_comes_once_the_first_time() {
    // On 1 November 2026 Chicago goes from 01:59 back to 01:00.
    assert_eq!(
        next_times("30 1 * * *", Chicago, "2026-11-01T05:30:00Z", 2),
        ["11-01 01:30 CDT", "11-02 01:30 CST"]
    );
    assert_eq!(
        next_times("30 1,13 * * *", Chicago, "2026-11-01T05:30:00Z", 2),
        ["11-01 01:30 CDT", "11-01 13:30 CST"]
    );
    assert_eq!(
        next_times("0 * * * *", Chicago, "2026-11-01T05:30:00Z", 3),
        ["11-01 01:00 CDT", "11-01 02:00 CST", "11-01 03:00 CST"]
    );
    // In the middle of the repeated hour, its times have already passed.
    assert_eq!(
        next_times("*/30 * * * *", Chicago, "2026-11-01T07:10:00Z", 1),
        ["11-01 02:00 CST"]
    );
}

#[test]
fn clocks_that_move_by_half_an_hour_or_at_midnight_are_followed() {
    // Lord Howe, 4 October 2026: 02:00 becomes 02:30.
    assert_eq!(
        next_times(
            "10 2 * * *",
            chrono_tz::Australia::Lord_Howe,
            "2026-10-03T00:00:00Z",
            1
        ),
        ["10-04 02:30 +11"]
    );
    // Beirut, 29 March 2026: midnight becomes 01:00.
    assert_eq!(
        next_times(
            "0 0 * * *",
            chrono_tz::Asia::Beirut,
            "2026-03-28T12:00:00Z",
            2
        ),
        ["03-29 01:00 EEST", "03-30 00:00 EEST"]
    );
}

#[test]
fn a_year_of_chicago_has_each_local_time_once() {
    let daily = Timetable::from_cron("30 2 * * *").unwrap();
    let (mut at, mut days) = (
        parse_utc("2026-01-01T06:00:00Z"),
        std::collections::BTreeSet::new(),
    );
    for _ in 0..365 {
        at = daily.next_run(at, Chicago).unwrap();
        assert!(
            days.insert(at.with_timezone(&Chicago).date_naive()),
            "{at} is a second run of its day"
        );
    }
    assert_eq!((days.len(), at), (365, parse_utc("2026-12-31T08:30:00Z")));
}

#[test]
fn schedules_that_are_too_close_are_refused_with_the_distance() {
    for (cron, minutes) in [
        ("* * * * *", "1 minute "),
        ("*/4 * * * *", "4 minutes "),
        ("0,58 * * * *", "2 minutes "),
        ("2 0,23 * * *", ""),
        ("58,2 5 * * *", ""),
    ] {
        match Timetable::from_cron(cron) {
            Ok(_) => assert_eq!(minutes, "", "{cron} was taken"),
            Err(said) => assert!(
                !minutes.is_empty()
                    && said.contains(minutes)
                    && said.contains("at most every 5 minutes"),
                "{cron}: {said}"
            ),
        }
    }
    assert!(Timetable::from_cron("*/5 * * * *").is_ok());
    assert!(
        Timetable::from_cron("0,58 0,23 * * *").is_err(),
        "over midnight"
    );
}

#[test]
fn what_never_comes_is_refused_at_once() {
    let asked = Instant::now();
    for cron in ["0 0 31 2 *", "0 0 30 FEB *", "0 0 31 4,6,9,11 *"] {
        assert!(
            Timetable::from_cron(cron)
                .unwrap_err()
                .contains("never runs"),
            "{cron}"
        );
    }
    assert!(
        asked.elapsed() < Duration::from_secs(2),
        "{:?}",
        asked.elapsed()
    );
    assert_eq!(
        next_times("0 0 29 2 +MON", Tz::UTC, "2026-01-01T00:00:00Z", 2),
        ["02-29 00:00 UTC", "02-29 00:00 UTC"]
    );
    assert_eq!(
        next_times("0 0 29 2 *", Tz::UTC, "2096-03-01T00:00:00Z", 1),
        ["02-29 00:00 UTC"]
    );
}

#[test]
fn blanks_do_not_count() {
    assert_eq!(
        Timetable::from_cron("  0   2 * * * ").unwrap().to_string(),
        "0 2 * * *"
    );
}
