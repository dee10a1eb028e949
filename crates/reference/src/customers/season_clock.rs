//! When in the year customers order, as a clock that runs fast where they do: 365 ticks a year,
//! later in a year whose seasons come late.

use super::year_shifts::YearShifts;
use crate::amounts::usize_to_f64;
use chrono::{Datelike, NaiveDate};
use std::sync::Arc;

const DAYS_IN_YEAR: usize = 365;

/// Share of a year's orders on each of its days; 29 February counts as the day before.
#[derive(Clone)]
pub(super) struct SeasonShares(Vec<f64>);

/// Share of the orders of a usual year up to the end of each day, and which years were not usual.
#[derive(Clone)]
pub(super) struct SeasonClock(Vec<f64>, Arc<YearShifts>);

/// Of a day in a year of 365.
pub(super) fn day_index(day: NaiveDate) -> usize {
    let ordinal = usize::try_from(day.ordinal0()).unwrap_or_default();
    if day.leap_year() && ordinal > 58 {
        ordinal - 1
    } else {
        ordinal
    }
}

impl SeasonShares {
    pub(super) fn uniform() -> Self {
        Self(vec![1.0 / usize_to_f64(DAYS_IN_YEAR); DAYS_IN_YEAR])
    }

    /// Smoothed by a normal kernel of `width` days around the year, and drawn toward `self` as if
    /// by `pseudo` orders.
    pub(super) fn shrink_with_orders(
        &self,
        places: impl Iterator<Item = usize>,
        pseudo: f64,
        width: f64,
    ) -> Self {
        let weight = |apart: usize| {
            let near = usize_to_f64(apart.min(DAYS_IN_YEAR - apart)) / width;
            (-near * near / 2.0).exp()
        };
        let kernel: Vec<f64> = (0..DAYS_IN_YEAR).map(weight).collect();
        let whole: f64 = kernel.iter().sum();
        let mut orders = vec![0.0; DAYS_IN_YEAR];
        let mut n = 0_usize;
        for place in places {
            if let Some(orders) = orders.get_mut(place) {
                *orders += 1.0;
                n += 1;
            }
        }
        let mut shares: Vec<f64> = self.0.iter().map(|share| share * pseudo).collect();
        for (day, orders) in orders
            .iter()
            .enumerate()
            .filter(|(_, orders)| **orders > 0.0)
        {
            for (other, share) in shares.iter_mut().enumerate() {
                *share += orders * kernel.get(other.abs_diff(day)).copied().unwrap_or(0.0) / whole;
            }
        }
        Self(
            shares
                .into_iter()
                .map(|share| share / (usize_to_f64(n) + pseudo))
                .collect(),
        )
    }

    pub(super) fn share_of_day(&self, place: usize) -> f64 {
        self.0.get(place).copied().unwrap_or(0.0)
    }

    pub(super) fn to_clock(&self, late: &Arc<YearShifts>) -> SeasonClock {
        let all: f64 = self.0.iter().sum();
        let mut sum = 0.0;
        let passed = self.0.iter().map(|share| {
            sum += share / all;
            f64::min(sum, 1.0)
        });
        SeasonClock(passed.collect(), Arc::clone(late))
    }
}

impl SeasonClock {
    /// Ticks at the end of a day.
    pub(super) fn ticks_at(&self, day: NaiveDate) -> f64 {
        365.0 * (f64::from(day.year()) + self.elapsed_share(day))
    }

    /// Share of its year's ticks at the end of a day. A late year begins where the year before
    /// would have gone on, and has a year's ticks all the same.
    fn elapsed_share(&self, day: NaiveDate) -> f64 {
        let late = i64::from(self.1.get(&day.year()).copied().unwrap_or(0));
        let here = i64::try_from(day_index(day)).unwrap_or_default();
        if late == 0 {
            return self.usual_years_elapsed(here);
        }
        (self.usual_years_elapsed(here - late) - self.usual_years_elapsed(-late - 1))
            .clamp(0.0, 1.0)
    }

    /// Years' worth of ticks of usual years, from the beginning of one to the end of a day of it,
    /// or of one before or after it.
    fn usual_years_elapsed(&self, day: i64) -> f64 {
        let within = usize::try_from(day.rem_euclid(365)).unwrap_or_default();
        let whole = i32::try_from(day.div_euclid(365)).unwrap_or_default();
        f64::from(whole) + self.0.get(within).copied().unwrap_or(1.0)
    }

    /// The first day at whose end so many ticks have passed, not before `from` and not after
    /// `until`.
    pub(super) fn first_day_reaching(
        &self,
        ticks: f64,
        from: NaiveDate,
        until: NaiveDate,
    ) -> Option<NaiveDate> {
        // A hair of tolerance: the end of a day is that day.
        from.iter_days()
            .take_while(|day| *day <= until)
            .find(|day| self.ticks_at(*day) >= ticks - 365.0 * 2e-10)
    }
}
