//! Density of events over the 365 days of a year: smooth, circular, and shrunk toward a prior
//! density.
//!
//! Kernel density on the circle (Mardia, Jupp, Directional Statistics, 2000, ch. 12) with a wrapped
//! normal kernel. 29 February counts as 28 February, so that every year has the same days.

use std::array;

use chrono::{Datelike, NaiveDate};

use super::usize_to_f64;

/// Days of a year.
pub const DAYS_IN_YEAR: usize = 365;
const YEAR_LENGTH: i64 = 365;

/// Index of the date in a year of 365 days, 0 for 1 January.
pub fn day_of_year(date: NaiveDate) -> usize {
    let day = usize::try_from(date.ordinal0()).unwrap_or_default();
    let leap_day = 59;
    if date.leap_year() && day >= leap_day {
        day - 1
    } else {
        day
    }
}

/// The index `by` days after `day`; wraps around the year.
pub fn shift_day(day: usize, by: i32) -> usize {
    let place = i64::try_from(day).unwrap_or_default() + i64::from(by);
    usize::try_from(place.rem_euclid(YEAR_LENGTH)).unwrap_or_default()
}

/// Number of events on each day of the year.
#[derive(Debug, Clone, PartialEq)]
pub struct DayCounts {
    days: [f64; DAYS_IN_YEAR],
    events: f64,
}

impl Default for DayCounts {
    fn default() -> Self {
        Self {
            days: [0.0; DAYS_IN_YEAR],
            events: 0.0,
        }
    }
}

impl DayCounts {
    pub fn from_dates(dates: impl IntoIterator<Item = NaiveDate>) -> Self {
        let mut counts = Self::default();
        dates.into_iter().for_each(|date| counts.add(date));
        counts
    }

    pub fn add(&mut self, date: NaiveDate) {
        self.add_at(day_of_year(date));
    }

    /// Adds an event on a day of the year; days beyond its end are ignored.
    pub fn add_at(&mut self, day: usize) {
        self.add_many_at(day, 1.0);
    }

    /// Adds a number of events on a day of the year.
    pub fn add_many_at(&mut self, day: usize, events: f64) {
        if let Some(day) = self.days.get_mut(day) {
            *day += events;
            self.events += events;
        }
    }

    /// Adds the events of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.days
            .iter_mut()
            .zip(&other.days)
            .for_each(|(day, more)| *day += more);
        self.events += other.events;
    }

    pub fn events(&self) -> f64 {
        self.events
    }

    /// Days with events, and their number.
    pub fn iter(&self) -> impl Iterator<Item = (usize, f64)> {
        self.days
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, events)| *events > 0.0)
    }
}

/// Wrapped normal kernel.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// Weight by distance in days, over two periods.
    weights: [f64; 2 * DAYS_IN_YEAR],
}

impl Kernel {
    /// `width`: standard deviation in days, at least half a day.
    pub fn new(width: f64) -> Self {
        let width = width.max(0.5);
        let mut weights = array::from_fn(|day| {
            let apart = day % DAYS_IN_YEAR;
            let apart = usize_to_f64(apart.min(DAYS_IN_YEAR - apart)) / width;
            (-0.5 * apart * apart).exp()
        });
        let sum: f64 = weights.iter().take(DAYS_IN_YEAR).sum();
        for weight in &mut weights {
            *weight /= sum;
        }
        Self { weights }
    }

    /// Spreads each event over the days around it; preserves the sum.
    pub fn smooth_events(&self, events: &DayCounts) -> [f64; DAYS_IN_YEAR] {
        let mut smooth = [0.0; DAYS_IN_YEAR];
        // Starting one period before `day`, the weights are those of days 0, 1, 2, ... relative to
        // `day`.
        let seen_from = |(day, events): (usize, f64)| {
            Some((
                self.weights
                    .get(DAYS_IN_YEAR - day..)?
                    .first_chunk::<DAYS_IN_YEAR>()?,
                events,
            ))
        };
        let days: Vec<(&[f64; DAYS_IN_YEAR], f64)> = events.iter().filter_map(seen_from).collect();
        // Processes four days at a time for speed, in the same order of summation.
        let (fours, rest) = days.as_chunks::<4>();
        for [
            (first, of_first),
            (second, of_second),
            (third, of_third),
            (fourth, of_fourth),
        ] in fours
        {
            let weights = first.iter().zip(*second).zip(*third).zip(*fourth);
            for (sum, (((first, second), third), fourth)) in smooth.iter_mut().zip(weights) {
                *sum = *sum
                    + of_first * first
                    + of_second * second
                    + of_third * third
                    + of_fourth * fourth;
            }
        }
        for (weights, events) in rest {
            smooth
                .iter_mut()
                .zip(*weights)
                .for_each(|(sum, weight)| *sum += events * weight);
        }
        smooth
    }
}

/// Share of a year's events on each day; sums to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Density {
    shares: [f64; DAYS_IN_YEAR],
}

impl Density {
    /// The same share on every day.
    pub fn uniform() -> Self {
        Self {
            shares: [1.0 / usize_to_f64(DAYS_IN_YEAR); DAYS_IN_YEAR],
        }
    }

    /// The smoothed events plus `pseudo` events distributed as in `prior`: (n x own + pseudo x
    /// prior) / (n + pseudo).
    pub fn shrunk_toward(prior: &Self, pseudo: f64, events: &DayCounts, kernel: &Kernel) -> Self {
        Self::from_smoothed(prior, pseudo, &kernel.smooth_events(events), events.events)
    }

    /// The same for smoothed `events`.
    pub fn from_smoothed(
        prior: &Self,
        pseudo: f64,
        smooth: &[f64; DAYS_IN_YEAR],
        events: f64,
    ) -> Self {
        let pseudo = if pseudo.is_finite() {
            pseudo.max(0.0)
        } else {
            0.0
        };
        let all = events + pseudo;
        if all.is_nan() || all <= 0.0 {
            return prior.clone();
        }
        let mut shares = *smooth;
        shares
            .iter_mut()
            .zip(&prior.shares)
            .for_each(|(share, prior)| *share = (*share + prior * pseudo) / all);
        Self { shares }
    }

    /// Shares in proportion to non-negative rates, in order of the days; uniform unless they have a
    /// positive, finite sum.
    pub fn from_rates(rates: impl Iterator<Item = f64>) -> Self {
        let mut shares = [0.0; DAYS_IN_YEAR];
        for (share, rate) in shares.iter_mut().zip(rates) {
            *share = rate.max(0.0);
        }
        let sum: f64 = shares.iter().sum();
        if !(sum > 0.0 && sum.is_finite()) {
            return Self::uniform();
        }
        Self {
            shares: shares.map(|share| share / sum),
        }
    }

    /// The density of events of which `share` (0 to 1) are uniform.
    #[must_use]
    pub fn mix_uniform(&self, share: f64) -> Self {
        let uniform = share / usize_to_f64(DAYS_IN_YEAR);
        Self {
            shares: self.shares.map(|own| (1.0 - share) * own + uniform),
        }
    }

    pub fn share_on(&self, date: NaiveDate) -> f64 {
        self.shares
            .get(day_of_year(date))
            .copied()
            .unwrap_or_default()
    }

    pub fn shares(&self) -> &[f64; DAYS_IN_YEAR] {
        &self.shares
    }
}

#[cfg(test)]
mod tests;
