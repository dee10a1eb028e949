//! When in the year customers order, as a clock that runs fast where they do: 365 ticks a year,
//! later in a year whose seasons come late.

use super::late::Late;
use crate::amounts::count;
use chrono::{Datelike, NaiveDate};
use std::sync::Arc;

const DAYS: usize = 365;

/// Share of a year's orders on each of its days; 29 February counts as the day before.
#[derive(Clone)]
pub(super) struct Season(Vec<f64>);

/// Share of the orders of a usual year up to the end of each day, and which years were not usual.
#[derive(Clone)]
pub(super) struct Clock(Vec<f64>, Arc<Late>);

/// Of a day in a year of 365.
pub(super) fn place(day: NaiveDate) -> usize {
    let ordinal = usize::try_from(day.ordinal0()).unwrap_or_default();
    if day.leap_year() && ordinal > 58 {
        ordinal - 1
    } else {
        ordinal
    }
}

impl Season {
    pub(super) fn even() -> Self {
        Self(vec![1.0 / count(DAYS); DAYS])
    }

    /// Smoothed by a normal kernel of `width` days around the year, and drawn toward `self` as if
    /// by `pseudo` orders.
    pub(super) fn drawn_by(
        &self,
        places: impl Iterator<Item = usize>,
        pseudo: f64,
        width: f64,
    ) -> Self {
        let weight = |apart: usize| {
            let near = count(apart.min(DAYS - apart)) / width;
            (-near * near / 2.0).exp()
        };
        let kernel: Vec<f64> = (0..DAYS).map(weight).collect();
        let whole: f64 = kernel.iter().sum();
        let mut orders = vec![0.0; DAYS];
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
                .map(|share| share / (count(n) + pseudo))
                .collect(),
        )
    }

    pub(super) fn share(&self, place: usize) -> f64 {
        self.0.get(place).copied().unwrap_or(0.0)
    }

    pub(super) fn clock(&self, late: &Arc<Late>) -> Clock {
        let all: f64 = self.0.iter().sum();
        let mut sum = 0.0;
        let passed = self.0.iter().map(|share| {
            sum += share / all;
            f64::min(sum, 1.0)
        });
        Clock(passed.collect(), Arc::clone(late))
    }
}

impl Clock {
    /// Ticks at the end of a day.
    pub(super) fn at(&self, day: NaiveDate) -> f64 {
        365.0 * (f64::from(day.year()) + self.passed(day))
    }

    /// Share of its year's ticks at the end of a day. A late year begins where the year before
    /// would have gone on, and has a year's ticks all the same.
    fn passed(&self, day: NaiveDate) -> f64 {
        let late = i64::from(self.1.get(&day.year()).copied().unwrap_or(0));
        let here = i64::try_from(place(day)).unwrap_or_default();
        if late == 0 {
            return self.usual(here);
        }
        (self.usual(here - late) - self.usual(-late - 1)).clamp(0.0, 1.0)
    }

    /// Years' worth of ticks of usual years, from the beginning of one to the end of a day of it,
    /// or of one before or after it.
    fn usual(&self, day: i64) -> f64 {
        let within = usize::try_from(day.rem_euclid(365)).unwrap_or_default();
        let whole = i32::try_from(day.div_euclid(365)).unwrap_or_default();
        f64::from(whole) + self.0.get(within).copied().unwrap_or(1.0)
    }

    /// The first day at whose end so many ticks have passed, not before `from` and not after
    /// `until`.
    pub(super) fn day(&self, ticks: f64, from: NaiveDate, until: NaiveDate) -> Option<NaiveDate> {
        // A hair of tolerance: the end of a day is that day.
        from.iter_days()
            .take_while(|day| *day <= until)
            .find(|day| self.at(*day) >= ticks - 365.0 * 2e-10)
    }
}
