//! A customer's seasonal clock: it runs fast at the times of the year when the customer orders and slowly when it does not, 365 ticks a year.
//!
//! On this clock orders come evenly, so that silence in a customer's dead season says nothing and silence in its busy season says much.

use chrono::{Datelike, NaiveDate};

use crate::stats::seasonal_density::{DAYS, Density, day_of_year};

/// Ticks of a year.
pub const YEAR: f64 = 365.0;
/// A hair of tolerance, in years: the end of a day is that day.
const HAIR: f64 = 1e-10;

#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    /// Share of the year's ticks that has passed at the end of each day.
    passed: Vec<f64>,
}

impl Clock {
    pub fn of(density: &Density) -> Self {
        let all: f64 = density.shares().iter().sum();
        let mut sum = 0.0;
        let passed = density.shares().iter().map(|share| {
            sum += share / all;
            sum.min(1.0)
        });
        Self { passed: passed.collect() }
    }

    /// Ticks at the end of the day, from a beginning that all dates share.
    pub fn ticks(&self, date: NaiveDate) -> f64 {
        let passed = self.passed.get(day_of_year(date)).copied().unwrap_or(1.0);
        YEAR * (f64::from(date.year()) + passed)
    }

    /// The first day at whose end the clock has come to `ticks`. None beyond the calendar.
    pub fn date(&self, ticks: f64) -> Option<NaiveDate> {
        let years = (ticks / YEAR - HAIR).floor();
        if !(-200_000.0..200_000.0).contains(&years) {
            return None;
        }
        let share = ticks / YEAR - years;
        let day = self.passed.partition_point(|passed| *passed < share - HAIR).min(DAYS - 1);
        #[expect(clippy::cast_possible_truncation, reason = "checked to be in range, and whole")]
        let year = years as i32;
        let first = NaiveDate::from_yo_opt(year, 1)?;
        let leap_day = usize::from(first.leap_year() && day >= 59);
        NaiveDate::from_yo_opt(year, u32::try_from(day + leap_day + 1).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::seasonal_density::{DayCounts, Kernel};

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn spring() -> Clock {
        let orders = DayCounts::of((1..=30).map(|day| NaiveDate::from_ymd_opt(2025, 4, day).unwrap()));
        Clock::of(&Density::drawn_toward(&Density::even(), 10.0, &orders, &Kernel::new(12.0)))
    }

    #[test]
    fn an_even_clock_counts_days() {
        let clock = Clock::of(&Density::even());
        assert!((clock.ticks(date("2025-03-11")) - clock.ticks(date("2025-03-01")) - 10.0).abs() < 1e-9);
        assert!((clock.ticks(date("2026-03-01")) - clock.ticks(date("2025-03-01")) - 365.0).abs() < 1e-9);
        assert!((clock.ticks(date("2024-02-29")) - clock.ticks(date("2024-02-28"))).abs() < 1e-9);
    }

    #[test]
    fn it_runs_fast_in_season() {
        let clock = spring();
        let ticks = |from: &str, to: &str| clock.ticks(date(to)) - clock.ticks(date(from));
        assert!(ticks("2026-03-31", "2026-04-30") > 150.0, "{}", ticks("2026-03-31", "2026-04-30"));
        assert!(ticks("2026-08-31", "2026-09-30") < 20.0);
        assert!((ticks("2025-06-01", "2026-06-01") - YEAR).abs() < 1e-9);
    }

    #[test]
    fn every_day_is_read_back() {
        for clock in [spring(), Clock::of(&Density::even())] {
            let mut day = date("2023-12-01");
            while day < date("2025-02-01") {
                let read = clock.date(clock.ticks(day)).unwrap();
                // The leap day shares its ticks with the day before.
                let expected = if day == date("2024-02-29") { date("2024-02-28") } else { day };
                assert_eq!(read, expected);
                day = day.succ_opt().unwrap();
            }
        }
    }

    #[test]
    fn beyond_the_calendar_is_no_date() {
        for ticks in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e300] {
            assert_eq!(spring().date(ticks), None);
        }
    }
}
