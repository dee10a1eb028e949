//! Estimates by how many days the seasons of a year are late, from all orders against those of the
//! other years.

use super::season_clock::{SeasonShares, day_index};
use crate::amounts::usize_to_f64;
use chrono::{Datelike, NaiveDate};
use std::collections::{BTreeMap, BTreeSet};

/// Days; negative if the seasons are early. Missing years have no shift.
pub(super) type YearShifts = BTreeMap<i32, i32>;

/// Days of the year of a group's orders, by year.
type YearlyOrders = BTreeMap<i32, Vec<usize>>;

/// Orders of all groups that a group's season is shrunk toward, and of an even year for the overall
/// season.
const PRIOR_ORDERS: f64 = 50.0;
const KERNEL_DAYS: f64 = 8.0;

/// Two iterations: the second compares with the other years as shifted by the first.
pub(super) fn estimate_year_shifts(
    groups: &[Vec<NaiveDate>],
    watched: (NaiveDate, NaiveDate),
) -> YearShifts {
    let by_year = |days: &Vec<NaiveDate>| {
        let mut years = YearlyOrders::new();
        for day in days {
            years.entry(day.year()).or_default().push(day_index(*day));
        }
        years
    };
    let groups: Vec<YearlyOrders> = groups.iter().map(by_year).collect();
    let years: BTreeSet<i32> = groups
        .iter()
        .flat_map(|group| group.keys().copied())
        .collect();
    let mut shifts = YearShifts::new();
    for _ in 0..2 {
        shifts = years
            .iter()
            .map(|year| (*year, estimate_shift(&groups, *year, watched, &shifts)))
            .collect();
    }
    shifts
}

fn estimate_shift(
    groups: &[YearlyOrders],
    year: i32,
    watched: (NaiveDate, NaiveDate),
    shifts: &YearShifts,
) -> i32 {
    // The orders of the other years with their shifts removed.
    let others = |group: &YearlyOrders| -> Vec<usize> {
        let of_others = group.iter().filter(|(other, _)| **other != year);
        of_others
            .flat_map(|(other, indexes)| {
                indexes
                    .iter()
                    .map(|index| shift_day_index(*index, -shifts.get(other).copied().unwrap_or(0)))
            })
            .collect()
    };
    let others: Vec<Vec<usize>> = groups.iter().map(others).collect();
    if others.iter().all(Vec::is_empty) {
        return 0;
    }
    let all = SeasonShares::uniform().shrink_with_orders(
        others.iter().flatten().copied(),
        PRIOR_ORDERS,
        KERNEL_DAYS,
    );
    let from = if watched.0.year() == year {
        day_index(watched.0)
    } else {
        0
    };
    let through = if watched.1.year() == year {
        day_index(watched.1)
    } else {
        364
    };
    let judged: Vec<(&[usize], SeasonShares)> = groups
        .iter()
        .zip(&others)
        .filter_map(|(group, others)| {
            Some((
                group.get(&year)?.as_slice(),
                all.shrink_with_orders(others.iter().copied(), PRIOR_ORDERS, KERNEL_DAYS),
            ))
        })
        .collect();
    // Normal prior of 8 days; orders are correlated, so half of their evidence counts.
    let likelihood = |days: i32| {
        let settings = judged.iter().map(|(orders, season)| {
            let share = |index: usize| season.share_of_day(shift_day_index(index, -days));
            let seen: f64 = if from > 0 || through < 364 {
                (from..=through).map(share).sum()
            } else {
                1.0
            };
            orders.iter().map(|index| share(*index).ln()).sum::<f64>()
                - usize_to_f64(orders.len()) * seen.ln()
        });
        0.5 * settings.sum::<f64>() - 0.5 * (f64::from(days) / 8.0).powi(2)
    };
    let likelihoods: Vec<(i32, f64)> = (-28..=28).map(|days| (days, likelihood(days))).collect();
    let most = likelihoods
        .iter()
        .map(|(_, likelihood)| *likelihood)
        .fold(f64::NEG_INFINITY, f64::max);
    let weighed = likelihoods
        .iter()
        .map(|(days, likelihood)| (f64::from(*days), (likelihood - most).exp()));
    let (sum, weights) = weighed.fold((0.0, 0.0), |(sum, weights), (days, weight)| {
        (sum + days * weight, weights + weight)
    });
    let mean: f64 = sum / weights;
    (-28..=28)
        .find(|days| (mean - f64::from(*days)).abs() <= 0.5)
        .unwrap_or(0)
}

/// The day `days` later; wraps around the year.
pub(super) fn shift_day_index(index: usize, days: i32) -> usize {
    let days = usize::try_from(days.rem_euclid(365)).unwrap_or_default();
    (index + days) % 365
}
