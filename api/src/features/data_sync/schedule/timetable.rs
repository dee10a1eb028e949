//! The times of a schedule in a time zone. Every local time comes exactly once: one that the clock
//! skips when it has moved on, one that it repeats the first time.

use super::cron_fields;
use chrono::{DateTime, Datelike, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use croner::{Cron, CronDateTime};
use std::fmt;

/// Runs may not be due closer to each other than this.
const MIN_INTERVAL_MINUTES: u32 = 5;
const HOURS_PER_DAY: u32 = 24;
const MINUTES_PER_HOUR: u32 = 60;
/// Longer than any clock ever moved: islands have skipped a day.
const MAX_CLOCK_SKIP_MINUTES: i64 = 26 * 60;
/// In 28 years every day of the year falls on every day of the week, leap days too: what does not
/// come in them never does.
const CALENDAR_CYCLE_DAYS: i64 = 28 * 366;

/// When something is due.
#[derive(Clone, Debug)]
pub(super) struct Timetable {
    cron: Cron,
    text: String,
}

impl Timetable {
    /// Reads five cron fields; an error says in words what is wrong and what to write.
    pub(super) fn from_cron(text: &str) -> Result<Self, String> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let cron = cron_fields::parse_cron_fields(&text)?;
        if !has_matching_day(&cron) {
            return Err(format!(
                "\"{text}\" never comes: no month that it names has such a day. Change the day of \
                    the month or the month."
            ));
        }
        match shortest_interval(&cron) {
            Some(minutes) if minutes < MIN_INTERVAL_MINUTES => Err(format!(
                "\"{text}\" is due {minutes} {} apart: syncs start at most every \
                    {MIN_INTERVAL_MINUTES} minutes, such as \"*/{MIN_INTERVAL_MINUTES} * * * *\".",
                if minutes == 1 { "minute" } else { "minutes" }
            )),
            _ => Ok(Self { cron, text }),
        }
    }

    /// The first time after `after`; none where the calendar ends.
    pub(super) fn next_run(&self, after: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        // The clock on the wall is walked as if it never moved, and each time on it is looked up in
        // the zone: order is kept, so the first later one is next.
        let mut wall = after.with_timezone(&zone).naive_local().and_utc();
        loop {
            wall = self.cron.find_next_occurrence(&wall, false).ok()?;
            let at = resolve_local_time(wall.naive_utc(), zone)?;
            if at > after {
                return Some(at);
            }
        }
    }

    /// `first` and the times after it, in the zone.
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

/// When the clock on the wall shows `wall`: the first time of two, and the end of the gap where it
/// never does.
fn resolve_local_time(wall: NaiveDateTime, zone: Tz) -> Option<DateTime<Utc>> {
    (0..=MAX_CLOCK_SKIP_MINUTES)
        .find_map(|minutes| {
            zone.from_local_datetime(&(wall + TimeDelta::minutes(minutes)))
                .earliest()
        })
        .map(|at| at.to_utc())
}

/// Whether any day is meant. The search for the next time would go on for thousands of years before
/// it gave up.
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

/// The least minutes between two times on the clock of a day, or from its last to the first of the
/// next. Which days are meant does not count: a schedule keeps its distance whatever days follow
/// each other.
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
