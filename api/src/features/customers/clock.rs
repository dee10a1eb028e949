//! A customer's seasonal clock: it runs fast at the times of the year when the customer orders and
//! slowly when it does not, 365 ticks a year.
//!
//! On this clock orders come evenly, so that silence in a customer's dead season says nothing and
//! silence in its busy season says much. In a year whose seasons come late or early the clock does
//! so too.

use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use estimators::seasonal_density::{DAYS, Density, day_of_year};
use estimators::seasonal_shift::Shifts;

/// Ticks of a year.
pub const YEAR: f64 = 365.0;
/// A hair of tolerance, in years: the end of a day is that day.
const HAIR: f64 = 1e-10;

#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    /// Share of the year's ticks that has passed at the end of each day, in a year whose seasons
    /// come as usual.
    passed: Vec<f64>,
    shifts: Arc<Shifts>,
}

impl Clock {
    pub fn of(density: &Density) -> Self {
        Self::shifted(density, Arc::default())
    }

    /// `density` is that of a year that comes as usual, `shifts` the days by which others came
    /// late.
    pub fn shifted(density: &Density, shifts: Arc<Shifts>) -> Self {
        let all: f64 = density.shares().iter().sum();
        let mut sum = 0.0;
        let passed = density.shares().iter().map(|share| {
            sum += share / all;
            sum.min(1.0)
        });
        Self {
            passed: passed.collect(),
            shifts,
        }
    }

    /// Ticks at the end of the day, from a beginning that all dates share.
    pub fn ticks(&self, date: NaiveDate) -> f64 {
        YEAR * (f64::from(date.year()) + self.passed_in(date.year(), day_of_year(date)))
    }

    /// The first day at whose end the clock has come to `ticks`. None beyond the calendar.
    pub fn date(&self, ticks: f64) -> Option<NaiveDate> {
        let years = (ticks / YEAR - HAIR).floor();
        if !(-200_000.0..200_000.0).contains(&years) {
            return None;
        }
        let share = ticks / YEAR - years;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "checked to be in range, and whole"
        )]
        let year = years as i32;
        let (mut day, mut end) = (0, DAYS - 1);
        while day < end {
            let middle = usize::midpoint(day, end);
            if self.passed_in(year, middle) < share - HAIR {
                day = middle + 1;
            } else {
                end = middle;
            }
        }
        let first = NaiveDate::from_yo_opt(year, 1)?;
        let leap_day = usize::from(first.leap_year() && day >= 59);
        NaiveDate::from_yo_opt(year, u32::try_from(day + leap_day + 1).ok()?)
    }

    /// Share of the ticks of `year` that has passed at the end of its `day`.
    fn passed_in(&self, year: i32, day: usize) -> f64 {
        let late = self.shifts.get(&year).copied().unwrap_or_default();
        if late == 0 {
            return self.passed.get(day).copied().unwrap_or(1.0);
        }
        let before = -i64::from(late) - 1;
        let day = i64::try_from(day).unwrap_or_default() - i64::from(late);
        (self.turns(day) - self.turns(before)).clamp(0.0, 1.0)
    }

    /// Whole years and the share of one that have passed at the end of a day, counted around the
    /// year.
    fn turns(&self, day: i64) -> f64 {
        let (years, place) = (
            day.div_euclid(365),
            usize::try_from(day.rem_euclid(365)).unwrap_or_default(),
        );
        #[expect(clippy::cast_precision_loss, reason = "a few years at most")]
        let years = years as f64;
        years + self.passed.get(place).copied().unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimators::seasonal_density::{DayCounts, Kernel};

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn spring() -> Clock {
        let orders =
            DayCounts::of((1..=30).map(|day| NaiveDate::from_ymd_opt(2025, 4, day).unwrap()));
        Clock::of(&Density::drawn_toward(
            &Density::even(),
            10.0,
            &orders,
            &Kernel::new(12.0),
        ))
    }

    #[test]
    fn an_even_clock_counts_days() {
        let clock = Clock::of(&Density::even());
        assert!(
            (clock.ticks(date("2025-03-11")) - clock.ticks(date("2025-03-01")) - 10.0).abs() < 1e-9
        );
        assert!(
            (clock.ticks(date("2026-03-01")) - clock.ticks(date("2025-03-01")) - 365.0).abs()
                < 1e-9
        );
        assert!((clock.ticks(date("2024-02-29")) - clock.ticks(date("2024-02-28"))).abs() < 1e-9);
    }

    #[test]
    fn it_runs_fast_in_season() {
        let clock = spring();
        let ticks = |from: &str, to: &str| clock.ticks(date(to)) - clock.ticks(date(from));
        assert!(
            ticks("2026-03-31", "2026-04-30") > 150.0,
            "{}",
            ticks("2026-03-31", "2026-04-30")
        );
        assert!(ticks("2026-08-31", "2026-09-30") < 20.0);
        assert!((ticks("2025-06-01", "2026-06-01") - YEAR).abs() < 1e-9);
    }

    #[test]
    fn in_a_late_year_it_runs_fast_later() {
        let clock = Clock {
            shifts: Arc::new([(2026, 15), (2027, -15)].into_iter().collect()),
            ..spring()
        };
        let ticks = |from: &str, to: &str| clock.ticks(date(to)) - clock.ticks(date(from));
        let usual = spring().ticks(date("2026-04-30")) - spring().ticks(date("2026-03-31"));
        assert!((ticks("2026-04-15", "2026-05-15") - usual).abs() < 1e-9);
        assert!((ticks("2027-03-16", "2027-04-15") - usual).abs() < 1e-9);
        assert!((ticks("2025-03-31", "2025-04-30") - usual).abs() < 1e-9);
        assert!(
            (ticks("2025-12-31", "2026-12-31") - YEAR).abs() < 1e-9
                && (ticks("2026-12-31", "2027-12-31") - YEAR).abs() < 1e-9
        );
    }

    #[test]
    fn every_day_is_read_back() {
        let late = Clock {
            shifts: Arc::new([(2023, -20), (2024, 13)].into_iter().collect()),
            ..spring()
        };
        for clock in [spring(), Clock::of(&Density::even()), late] {
            let mut day = date("2023-12-01");
            while day < date("2025-02-01") {
                let read = clock.date(clock.ticks(day)).unwrap();
                // The leap day shares its ticks with the day before.
                let expected = if day == date("2024-02-29") {
                    date("2024-02-28")
                } else {
                    day
                };
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
