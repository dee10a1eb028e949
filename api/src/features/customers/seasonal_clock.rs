//! A customer's seasonal clock: it runs fast at the times of the year when the customer orders and
//! slowly otherwise, at 365 ticks a year.
//!
//! On this clock orders arrive evenly, so that silence in the off-season carries no information and
//! silence in the peak season much. In a year with late or early seasons the clock shifts
//! accordingly.

use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use estimators::seasonal_density::{DAYS_IN_YEAR, Density, day_of_year};
use estimators::seasonal_shift::YearShifts;

/// Ticks per year.
pub const TICKS_PER_YEAR: f64 = 365.0;
/// Tolerance in years: the end of a day belongs to the day.
const TOLERANCE_YEARS: f64 = 1e-10;

#[derive(Debug, Clone, PartialEq)]
pub struct SeasonalClock {
    /// Cumulative share of the year's ticks at the end of each day, in a year without a shift.
    cumulative_shares: Arc<[f64]>,
    shifts: Arc<YearShifts>,
}

impl SeasonalClock {
    pub fn from_density(density: &Density) -> Self {
        Self::with_shifts(density, Arc::default())
    }

    /// `density`: order density of a year without a shift. `shifts`: delay of the seasons of each
    /// year, in days.
    pub fn with_shifts(density: &Density, shifts: Arc<YearShifts>) -> Self {
        let all: f64 = density.shares().iter().sum();
        let mut sum = 0.0;
        let passed = density.shares().iter().map(|share| {
            sum += share / all;
            sum.min(1.0)
        });
        Self {
            cumulative_shares: passed.collect(),
            shifts,
        }
    }

    /// Ticks at the end of the day, from an origin common to all dates.
    pub fn ticks_at(&self, date: NaiveDate) -> f64 {
        TICKS_PER_YEAR
            * (f64::from(date.year()) + self.share_passed(date.year(), day_of_year(date)))
    }

    /// First day at whose end the clock has reached `ticks`. None beyond the calendar.
    pub fn date_at(&self, ticks: f64) -> Option<NaiveDate> {
        let years = (ticks / TICKS_PER_YEAR - TOLERANCE_YEARS).floor();
        if !(-200_000.0..200_000.0).contains(&years) {
            return None;
        }
        let share = ticks / TICKS_PER_YEAR - years;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "checked to be an integer in range"
        )]
        let year = years as i32;
        let (mut day, mut end) = (0, DAYS_IN_YEAR - 1);
        while day < end {
            let middle = usize::midpoint(day, end);
            if self.share_passed(year, middle) < share - TOLERANCE_YEARS {
                day = middle + 1;
            } else {
                end = middle;
            }
        }
        let first = NaiveDate::from_yo_opt(year, 1)?;
        let leap_day = usize::from(first.leap_year() && day >= 59);
        NaiveDate::from_yo_opt(year, u32::try_from(day + leap_day + 1).ok()?)
    }

    /// Share of the ticks of `year` elapsed at the end of its `day`.
    fn share_passed(&self, year: i32, day: usize) -> f64 {
        let late = self.shifts.get(&year).copied().unwrap_or_default();
        if late == 0 {
            return self.cumulative_shares.get(day).copied().unwrap_or(1.0);
        }
        let before = -i64::from(late) - 1;
        let day = i64::try_from(day).unwrap_or_default() - i64::from(late);
        (self.years_passed(day) - self.years_passed(before)).clamp(0.0, 1.0)
    }

    /// Whole and partial years elapsed at the end of a day; wraps around the year.
    fn years_passed(&self, day: i64) -> f64 {
        let (years, day_index) = (
            day.div_euclid(365),
            usize::try_from(day.rem_euclid(365)).unwrap_or_default(),
        );
        #[expect(clippy::cast_precision_loss, reason = "a few years at most")]
        let years = years as f64;
        years
            + self
                .cumulative_shares
                .get(day_index)
                .copied()
                .unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimators::seasonal_density::{DayCounts, Kernel};

    fn parse_date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn spring_clock() -> SeasonalClock {
        let orders = DayCounts::from_dates(
            (1..=30).map(|day| NaiveDate::from_ymd_opt(2025, 4, day).unwrap()),
        );
        SeasonalClock::from_density(&Density::shrunk_toward(
            &Density::uniform(),
            10.0,
            &orders,
            &Kernel::new(12.0),
        ))
    }

    #[test]
    fn even_clock_counts_days() {
        let clock = SeasonalClock::from_density(&Density::uniform());
        assert!(
            (clock.ticks_at(parse_date("2025-03-11"))
                - clock.ticks_at(parse_date("2025-03-01"))
                - 10.0)
                .abs()
                < 1e-9
        );
        assert!(
            (clock.ticks_at(parse_date("2026-03-01"))
                - clock.ticks_at(parse_date("2025-03-01"))
                - 365.0)
                .abs()
                < 1e-9
        );
        assert!(
            (clock.ticks_at(parse_date("2024-02-29")) - clock.ticks_at(parse_date("2024-02-28")))
                .abs()
                < 1e-9
        );
    }

    #[test]
    fn runs_fast_in_season() {
        let clock = spring_clock();
        let ticks = |from: &str, to: &str| {
            clock.ticks_at(parse_date(to)) - clock.ticks_at(parse_date(from))
        };
        assert!(
            ticks("2026-03-31", "2026-04-30") > 150.0,
            "{}",
            ticks("2026-03-31", "2026-04-30")
        );
        assert!(ticks("2026-08-31", "2026-09-30") < 20.0);
        assert!((ticks("2025-06-01", "2026-06-01") - TICKS_PER_YEAR).abs() < 1e-9);
    }

    #[test]
    fn runs_fast_later_in_late_year() {
        let clock = SeasonalClock {
            shifts: Arc::new([(2026, 15), (2027, -15)].into_iter().collect()),
            ..spring_clock()
        };
        let ticks = |from: &str, to: &str| {
            clock.ticks_at(parse_date(to)) - clock.ticks_at(parse_date(from))
        };
        let unshifted = spring_clock().ticks_at(parse_date("2026-04-30"))
            - spring_clock().ticks_at(parse_date("2026-03-31"));
        assert!((ticks("2026-04-15", "2026-05-15") - unshifted).abs() < 1e-9);
        assert!((ticks("2027-03-16", "2027-04-15") - unshifted).abs() < 1e-9);
        assert!((ticks("2025-03-31", "2025-04-30") - unshifted).abs() < 1e-9);
        assert!(
            (ticks("2025-12-31", "2026-12-31") - TICKS_PER_YEAR).abs() < 1e-9
                && (ticks("2026-12-31", "2027-12-31") - TICKS_PER_YEAR).abs() < 1e-9
        );
    }

    #[test]
    fn days_round_trip() {
        let late = SeasonalClock {
            shifts: Arc::new([(2023, -20), (2024, 13)].into_iter().collect()),
            ..spring_clock()
        };
        for clock in [
            spring_clock(),
            SeasonalClock::from_density(&Density::uniform()),
            late,
        ] {
            let mut day = parse_date("2023-12-01");
            while day < parse_date("2025-02-01") {
                let read = clock.date_at(clock.ticks_at(day)).unwrap();
                // The leap day shares its ticks with the day before.
                let expected = if day == parse_date("2024-02-29") {
                    parse_date("2024-02-28")
                } else {
                    day
                };
                assert_eq!(read, expected);
                day = day.succ_opt().unwrap();
            }
        }
    }

    #[test]
    fn no_date_beyond_calendar() {
        for ticks in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e300] {
            assert_eq!(spring_clock().date_at(ticks), None);
        }
    }
}
