//! Computes the runs of a cron schedule in a time zone. Each local time occurs exactly once: a time
//! that the clock skips moves to the end of the gap, and of a repeated time only the first counts.

use super::cron_fields;
use chrono::{DateTime, Datelike, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use croner::{Cron, CronDateTime};
use std::fmt;

/// Minimum minutes between two runs.
const MIN_INTERVAL_MINUTES: u32 = 5;
const HOURS_PER_DAY: u32 = 24;
const MINUTES_PER_HOUR: u32 = 60;
/// Longer than any clock change on record. Islands that changed sides of the date line skipped a
/// whole day.
const MAX_CLOCK_SKIP_MINUTES: i64 = 26 * 60;
/// The calendar repeats every 28 years: each day of the year, including 29 February, falls on each
/// weekday. A day that does not match within this time never matches.
const CALENDAR_CYCLE_DAYS: i64 = 28 * 366;

/// A schedule of runs.
#[derive(Clone, Debug)]
pub struct Timetable {
    cron: Cron,
    text: String,
}

impl Timetable {
    /// Parses five cron fields. The error says what is wrong and what to enter.
    pub fn from_cron(text: &str) -> Result<Self, String> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let cron = cron_fields::parse_cron_fields(&text)?;
        if !has_matching_day(&cron) {
            return Err(format!(
                "\"{text}\" never runs: none of its months has such a day. Change the day of the \
                    month or the month."
            ));
        }
        match shortest_interval(&cron) {
            Some(minutes) if minutes < MIN_INTERVAL_MINUTES => Err(format!(
                "\"{text}\" runs {minutes} {} apart. Syncs can start at most every \
                    {MIN_INTERVAL_MINUTES} minutes, such as \"*/{MIN_INTERVAL_MINUTES} * * * *\".",
                if minutes == 1 { "minute" } else { "minutes" }
            )),
            _ => Ok(Self { cron, text }),
        }
    }

    /// The first run after `after`; `None` beyond the range of dates.
    pub fn next_run(&self, after: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        // Find the next local time as if the clock never changed, then convert it to UTC. The
        // conversion preserves the order, so the first later result is the next run.
        let mut wall = after.with_timezone(&zone).naive_local().and_utc();
        loop {
            wall = self.cron.find_next_occurrence(&wall, false).ok()?;
            let at = resolve_local_time(wall.naive_utc(), zone)?;
            if at > after {
                return Some(at);
            }
        }
    }

    /// `first` and the runs after it, in the time zone.
    pub(super) fn upcoming_runs(
        &self,
        first: DateTime<Utc>,
        zone: Tz,
    ) -> impl Iterator<Item = DateTime<Tz>> {
        std::iter::successors(Some(first), move |at| self.next_run(*at, zone))
            .map(move |at| at.with_timezone(&zone))
    }
}

impl fmt::Display for Timetable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The UTC time of a local time: the first one if it occurs twice, the end of the gap if it is
/// skipped.
fn resolve_local_time(wall: NaiveDateTime, zone: Tz) -> Option<DateTime<Utc>> {
    (0..=MAX_CLOCK_SKIP_MINUTES)
        .find_map(|minutes| {
            zone.from_local_datetime(&(wall + TimeDelta::minutes(minutes)))
                .earliest()
        })
        .map(|at| at.to_utc())
}

/// Whether any day matches. Without this check, the search for the next run would cover thousands
/// of years before it fails.
fn has_matching_day(cron: &Cron) -> bool {
    let mut days =
        (0..CALENDAR_CYCLE_DAYS).map(|days| DateTime::UNIX_EPOCH + TimeDelta::days(days));
    days.any(|day| {
        cron.pattern.month_match(day.month()).unwrap_or(false)
            && cron
                .pattern
                .day_match(day.year(), day.month(), day.day(), day.civil_weekday())
                .unwrap_or(false)
    })
}

/// Minimum minutes between two runs, within a day or from the last run of a day to the first of the
/// next. Which days match is ignored, so that the limit does not depend on the calendar.
fn shortest_interval(cron: &Cron) -> Option<u32> {
    let hours = (0..HOURS_PER_DAY).filter(|hour| cron.pattern.hour_match(*hour).unwrap_or(false));
    let minutes: Vec<u32> = (0..MINUTES_PER_HOUR)
        .filter(|minute| cron.pattern.minute_match(*minute).unwrap_or(false))
        .collect();
    let due: Vec<u32> = hours
        .flat_map(|hour| {
            minutes
                .iter()
                .map(move |minute| hour * MINUTES_PER_HOUR + minute)
        })
        .collect();
    let overnight = due
        .first()
        .map(|first| first + HOURS_PER_DAY * MINUTES_PER_HOUR);
    due.iter()
        .copied()
        .zip(due.iter().copied().skip(1).chain(overnight))
        .map(|(one, next)| next - one)
        .min()
}

#[cfg(test)]
mod tests;
