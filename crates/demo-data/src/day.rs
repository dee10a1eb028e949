//! Calendar days as integers, and the four-year window of the demo.

use std::ops::{Add, Sub};

use chrono::{Datelike, NaiveDate};

/// Days in four years, one of them a leap year.
pub(super) const CYCLE_DAYS: i32 = 1461;

/// 2001-01-01 counted from 0001-01-01 = 1. It is a Monday and starts a cycle whose leap year is
/// last.
const EPOCH_FROM_CE: i32 = 730_486;

/// Days since 2001-01-01. All randomness depends on this number and never on the as-of day, so
/// files of consecutive days share the rows of the days that both cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Day(pub(super) i32);

impl Day {
    pub(super) fn from_date(date: NaiveDate) -> Self {
        Self(date.num_days_from_ce() - EPOCH_FROM_CE)
    }

    pub(super) fn to_date(self) -> NaiveDate {
        NaiveDate::from_num_days_from_ce_opt(self.0.saturating_add(EPOCH_FROM_CE))
            .unwrap_or(NaiveDate::MAX)
    }

    /// Index in the four-year cycle, 0 to 1460. Leap years are regular from 1901 to 2099.
    pub(super) fn cycle_day(self) -> usize {
        usize::try_from(self.0.rem_euclid(CYCLE_DAYS)).unwrap_or_default()
    }

    /// Year of the four-year cycle, 0 to 3.
    pub(super) fn cycle_year(self) -> usize {
        (self.cycle_day() / 365).min(3)
    }

    /// Days since 1 January, 0 to 365.
    pub(super) fn season_day(self) -> i32 {
        let day = self.0.rem_euclid(CYCLE_DAYS);
        day - 365 * (day / 365).min(3)
    }

    pub(super) fn is_sunday(self) -> bool {
        self.0.rem_euclid(7) == 6
    }

    pub(super) fn is_weekday(self) -> bool {
        self.0.rem_euclid(7) < 5
    }
}

impl Add<i32> for Day {
    type Output = Self;
    fn add(self, days: i32) -> Self {
        Self(self.0.saturating_add(days))
    }
}

impl Sub<i32> for Day {
    type Output = Self;
    fn sub(self, days: i32) -> Self {
        Self(self.0.saturating_sub(days))
    }
}

/// The four years up to and including the as-of day.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) first: Day,
    pub(super) last: Day,
}

impl Window {
    pub(super) fn ending_on(as_of: Day) -> Self {
        Self {
            first: as_of - (CYCLE_DAYS - 1),
            last: as_of,
        }
    }

    pub(super) fn days(self) -> impl Iterator<Item = Day> {
        (self.first.0..=self.last.0).map(Day)
    }

    /// Booking day of business on `day`: branches are closed on Sundays, so Sunday's business is
    /// booked on the Saturday before, unless the window starts on that Sunday.
    pub(super) fn booking_day(self, day: Day) -> Day {
        if day.is_sunday() {
            (day - 1).max(self.first)
        } else {
            day
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_day(year: i32, month: u32, day: u32) -> Day {
        Day::from_date(NaiveDate::from_ymd_opt(year, month, day).expect("a date"))
    }

    #[test]
    fn counts_from_the_first_monday_of_the_century() {
        assert_eq!(build_day(2001, 1, 1), Day(0));
        assert_eq!(
            build_day(2001, 1, 1).to_date().weekday(),
            chrono::Weekday::Mon
        );
        assert_eq!(build_day(2026, 11, 21).to_date().to_string(), "2026-11-21");
    }

    #[test]
    fn computes_day_of_year_in_leap_years() {
        for (date, expected) in [
            (build_day(2023, 12, 31), 364),
            (build_day(2024, 2, 29), 59),
            (build_day(2024, 12, 31), 365),
            (build_day(2025, 1, 1), 0),
        ] {
            assert_eq!(date.season_day(), expected);
            assert_eq!(
                u32::try_from(date.season_day()),
                Ok(date.to_date().ordinal0())
            );
        }
    }

    #[test]
    fn closes_on_sundays() {
        let window = Window::ending_on(build_day(2026, 11, 21));
        assert_eq!(
            window.booking_day(build_day(2026, 11, 15)),
            build_day(2026, 11, 14)
        );
        assert_eq!(
            window.booking_day(build_day(2026, 11, 16)),
            build_day(2026, 11, 16)
        );
        let from_sunday = Window {
            first: build_day(2026, 11, 15),
            last: build_day(2026, 11, 21),
        };
        assert_eq!(
            from_sunday.booking_day(build_day(2026, 11, 15)),
            build_day(2026, 11, 15)
        );
    }
}
