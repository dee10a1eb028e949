//! Seasonal clock of customer orders: 365 ticks a year, fast when customers order, and delayed in
//! late years.

use super::year_shifts::YearShifts;
use crate::amounts::usize_to_f64;
use chrono::{Datelike, NaiveDate};
use std::sync::Arc;

const DAYS_IN_YEAR: usize = 365;

/// Share of a year's orders on each of its days; 29 February counts as the day before.
#[derive(Clone)]
pub(super) struct SeasonShares(Vec<f64>);

/// Cumulative share of orders at the end of each day of a year without a shift, and the shifts of
/// the years.
#[derive(Clone)]
pub(super) struct SeasonClock(Vec<f64>, Arc<YearShifts>);

/// Index of the day in a year of 365.
pub(super) fn day_index(day: NaiveDate) -> usize {
    let ordinal = usize::try_from(day.ordinal0()).unwrap_or_default();
    if day.leap_year() && ordinal > 58 {
        ordinal - 1
    } else {
        ordinal
    }
}

/// Each day's weight spread over the days around it.
fn smooth_around_year(weights: &[f64], width: f64) -> Vec<f64> {
    let kernel: Vec<f64> = (0..DAYS_IN_YEAR)
        .map(|apart| {
            let near = usize_to_f64(apart.min(DAYS_IN_YEAR - apart)) / width;
            (-near * near / 2.0).exp()
        })
        .collect();
    let total: f64 = kernel.iter().sum();
    let mut smooth = vec![0.0; DAYS_IN_YEAR];
    for (day, weight) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
        for (other, sum) in smooth.iter_mut().enumerate() {
            *sum += weight * kernel.get(other.abs_diff(day)).copied().unwrap_or(0.0) / total;
        }
    }
    smooth
}

impl SeasonShares {
    pub(super) fn uniform() -> Self {
        Self(vec![1.0 / usize_to_f64(DAYS_IN_YEAR); DAYS_IN_YEAR])
    }

    /// Smooths with a normal kernel of `width` days, wrapping around the year, and shrinks toward
    /// `self` with a weight of `pseudo` orders.
    pub(super) fn shrink_with_orders(
        &self,
        indexes: impl Iterator<Item = usize>,
        pseudo: f64,
        width: f64,
    ) -> Self {
        let mut orders = vec![0.0; DAYS_IN_YEAR];
        let mut n = 0_usize;
        for index in indexes {
            if let Some(orders) = orders.get_mut(index) {
                *orders += 1.0;
                n += 1;
            }
        }
        let smooth = smooth_around_year(&orders, width);
        let shares = self.0.iter().zip(smooth);
        Self(
            shares
                .map(|(share, own)| (share * pseudo + own) / (usize_to_f64(n) + pseudo))
                .collect(),
        )
    }

    /// The rates of orders per possible order, shrunk toward `self` with a weight of `pseudo`
    /// orders. `possible` is in any unit.
    pub(super) fn shrink_with_rates(
        &self,
        orders: &[f64],
        possible: &[f64],
        pseudo: f64,
        width: f64,
    ) -> Self {
        let usual: f64 = self.0.iter().zip(possible).map(|(a, b)| a * b).sum();
        let n: f64 = orders.iter().sum();
        if n <= 0.0 || usual <= 0.0 {
            return self.clone();
        }
        let smooth = smooth_around_year(orders, width);
        let rates: Vec<f64> = smooth_around_year(possible, width)
            .into_iter()
            .zip(smooth)
            .zip(&self.0)
            .map(|((possible, orders), prior)| {
                (orders + pseudo * prior) / (possible * n / usual + pseudo)
            })
            .collect();
        let all: f64 = rates.iter().sum();
        Self(rates.into_iter().map(|rate| rate / all).collect())
    }

    /// A share of the orders comes at any time.
    pub(super) fn flatten_by(&self, share: f64) -> Self {
        let even = share / usize_to_f64(DAYS_IN_YEAR);
        Self(
            self.0
                .iter()
                .map(|own| even + own * (1.0 - share))
                .collect(),
        )
    }

    pub(super) fn share_of_day(&self, index: usize) -> f64 {
        self.0.get(index).copied().unwrap_or(0.0)
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

    /// Share of its year's ticks at the end of a day. A late year starts where the previous one
    /// would continue, and still has a full year's ticks.
    fn elapsed_share(&self, day: NaiveDate) -> f64 {
        let late = i64::from(self.1.get(&day.year()).copied().unwrap_or(0));
        let here = i64::try_from(day_index(day)).unwrap_or_default();
        if late == 0 {
            return self.usual_years_elapsed(here);
        }
        (self.usual_years_elapsed(here - late) - self.usual_years_elapsed(-late - 1))
            .clamp(0.0, 1.0)
    }

    /// Years of unshifted ticks from the start of a year to the end of a day in it, or in the year
    /// before or after.
    fn usual_years_elapsed(&self, day: i64) -> f64 {
        let within = usize::try_from(day.rem_euclid(365)).unwrap_or_default();
        let years = i32::try_from(day.div_euclid(365)).unwrap_or_default();
        f64::from(years) + self.0.get(within).copied().unwrap_or(1.0)
    }

    /// The first day at whose end `ticks` have elapsed, between `from` and `until`.
    pub(super) fn first_day_reaching(
        &self,
        ticks: f64,
        from: NaiveDate,
        until: NaiveDate,
    ) -> Option<NaiveDate> {
        // Tolerance for rounding: the end of a day belongs to the day.
        from.iter_days()
            .take_while(|day| *day <= until)
            .find(|day| self.ticks_at(*day) >= ticks - 365.0 * 2e-10)
    }
}
