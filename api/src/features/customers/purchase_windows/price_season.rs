//! Seasonal price factor of each month of the year, relative to the centered twelve-month mean.

use chrono::Month as MonthOfYear;

use crate::features::supply_prices::price_index::{Month, MonthPoint};
use estimators::{mean, usize_to_f64};

/// Months from the first purchase to the last that a season requires.
const MIN_MONTHS: i32 = 24;
/// Years without a season that the factors are shrunk toward.
const PRIOR_YEARS: f64 = 3.0;

/// Ratios of the index to its centered mean, by month of the year, January first.
pub(super) struct PriceSeason {
    ratios: Vec<Vec<f64>>,
}

impl PriceSeason {
    /// None if the points span fewer than 24 months. A month without purchases enters the means of
    /// its neighbors with an interpolated value, but has no ratio of its own.
    pub(super) fn from_points(points: &[MonthPoint]) -> Option<Self> {
        let points: Vec<MonthPoint> = points
            .iter()
            .copied()
            .filter(|point| point.index > 0.0 && point.index.is_finite())
            .collect();
        let first = points.first()?.month;
        let levels = interpolate_log_levels(&points)?;
        if levels.len() < usize::try_from(MIN_MONTHS).ok()? {
            return None;
        }
        let mut ratios = vec![Vec::new(); 12];
        for point in points {
            let Some(around) = centered_mean(&levels, first, point.month) else {
                continue;
            };
            let ratio = (point.index.ln() - around).exp();
            if let Some(month) = ratios
                .get_mut(month_index(point.month.month_number()))
                .filter(|_| ratio.is_finite())
            {
                month.push(ratio);
            }
        }
        Some(Self { ratios })
    }

    /// 1 + (mean ratio - 1) x n / (n + 3).
    pub(super) fn month_factor(&self, month: MonthOfYear) -> f64 {
        let ratios = self
            .ratios
            .get(month_index(month.number_from_month()))
            .map(Vec::as_slice)
            .unwrap_or_default();
        mean(ratios).map_or(1.0, |ratio| {
            1.0 + (ratio - 1.0) * usize_to_f64(ratios.len())
                / (usize_to_f64(ratios.len()) + PRIOR_YEARS)
        })
    }

    /// Number of years with a ratio for the month.
    pub(super) fn years_observed(&self, month: MonthOfYear) -> usize {
        self.ratios
            .get(month_index(month.number_from_month()))
            .map_or(0, Vec::len)
    }
}

fn month_index(number: u32) -> usize {
    usize::try_from(number.saturating_sub(1)).unwrap_or_default()
}

/// Log index of every calendar month from the first point to the last, linearly interpolated in
/// months without purchases. None without points.
fn interpolate_log_levels(points: &[MonthPoint]) -> Option<Vec<f64>> {
    let mut levels: Vec<f64> = Vec::new();
    let mut points = points.iter();
    let mut before = points.next()?;
    levels.push(before.index.ln());
    for point in points {
        let steps = months_between(before.month, point.month);
        if steps < 1 {
            continue;
        }
        let (from, to) = (before.index.ln(), point.index.ln());
        levels.extend(
            (1..=steps).map(|step| from + (to - from) * f64::from(step) / f64::from(steps)),
        );
        before = point;
    }
    Some(levels)
}

fn months_between(from: Month, to: Month) -> i32 {
    let number = |month: Month| i32::try_from(month.month_number()).unwrap_or_default();
    to.year().saturating_sub(from.year()).clamp(-10_000, 10_000) * 12 + number(to) - number(from)
}

/// Mean of the twelve months around `month`: eleven whole months and half of each of the two outer
/// ones.
fn centered_mean(levels: &[f64], first: Month, month: Month) -> Option<f64> {
    let index = usize::try_from(months_between(first, month)).ok()?;
    let around = levels.get(index.checked_sub(6)?..=index + 6)?;
    let (start, end) = (around.first()?, around.last()?);
    Some((around.iter().sum::<f64>() - f64::midpoint(*start, *end)) / 12.0)
}
