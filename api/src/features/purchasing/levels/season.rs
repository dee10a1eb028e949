//! What an item sells in each week of the year, and how far that can be relied on.

use estimators::{count, mean, standard_deviation};

/// Weeks of a year.
pub const WEEKS: usize = 52;
/// Weeks with sales below which a season is not told.
const LEAST_SALE_WEEKS: usize = 8;
/// A week is like its neighbours: weights of the three weeks before it, itself, and the three after
/// it.
const NEIGHBOURS: [f64; 7] = [0.05, 0.1, 0.2, 0.3, 0.2, 0.1, 0.05];
/// Weeks with sales that the shape of the year is drawn toward an even one with.
const EVEN_WEEKS: f64 = 4.0;
/// The least that years are taken to differ by, as the square of a share: a tenth.
const LEAST_LEVEL: f64 = 0.01;
/// The same where only one year is known: a fifth.
const UNKNOWN_LEVEL: f64 = 0.04;
/// The least that weeks scatter beyond chance.
const LEAST_SCATTER: f64 = 0.05;

/// The seasons of an item's sales.
#[derive(Debug, Clone, PartialEq)]
pub struct Season {
    /// Expected units of each week of the year, the first one that of the week after the last
    /// known.
    weeks: Vec<f64>,
    /// By how much a week's variance exceeds chance, times the square of what it is expected to
    /// sell.
    pub(super) scatter: f64,
    /// How much years differ: variance of a year's sales over the square of their mean.
    pub(super) level: f64,
    /// Whole years that it is told from.
    pub years: usize,
    /// Weeks in them that had sales.
    pub sale_weeks: usize,
}

impl Season {
    /// As [`Season::of`], from the first week with sales on: weeks before an item was sold at all
    /// say nothing of its season. None where there are under 8 weeks with sales, less than a year
    /// since the first of them, or no sale in the last year.
    pub fn told(sold: &[f64]) -> Option<Self> {
        let first = sold.iter().position(|units| *units > 0.0)?;
        let still_sold = sold.iter().rev().take(WEEKS).any(|units| *units > 0.0);
        Self::of(sold.get(first..)?)
            .filter(|season| still_sold && season.sale_weeks >= LEAST_SALE_WEEKS)
    }

    /// Told from the units sold in each week, oldest first; weeks in which more came back than went
    /// out count as none. None below one whole year.
    pub fn of(sold: &[f64]) -> Option<Self> {
        let years = sold.len() / WEEKS;
        let known = sold.get(sold.len() - years * WEEKS..)?;
        if years == 0 || known.iter().any(|units| !units.is_finite()) {
            return None;
        }
        let by_year: Vec<Vec<f64>> = known
            .chunks(WEEKS)
            .map(|year| year.iter().map(|units| units.max(0.0)).collect())
            .collect();
        let sale_weeks = by_year
            .iter()
            .flatten()
            .filter(|units| **units > 0.0)
            .count();
        let means: Vec<f64> = (0..WEEKS)
            .map(|week| {
                by_year
                    .iter()
                    .filter_map(|year| year.get(week))
                    .sum::<f64>()
                    / count(years)
            })
            .collect();
        let even = mean(&means)?;
        let drawn = |smooth: f64| {
            (smooth * count(sale_weeks) + even * EVEN_WEEKS) / (count(sale_weeks) + EVEN_WEEKS)
        };
        let weeks: Vec<f64> = (0..WEEKS).map(|week| drawn(smooth(&means, week))).collect();
        let totals: Vec<f64> = by_year.iter().map(|year| year.iter().sum()).collect();
        let differ = mean(&totals)
            .zip(standard_deviation(&totals))
            .map(|(mean, deviation)| (deviation / mean).powi(2));
        let level = if years == 1 {
            UNKNOWN_LEVEL
        } else {
            differ
                .filter(|level| level.is_finite())
                .unwrap_or_default()
                .max(LEAST_LEVEL)
        };
        Some(Self {
            scatter: scatter(&by_year, &weeks),
            level,
            years,
            sale_weeks,
            weeks,
        })
    }

    /// Expected units of a week; 0 is the week after the last known.
    pub fn expected(&self, week: usize) -> f64 {
        self.weeks.get(week % WEEKS).copied().unwrap_or_default()
    }
}

fn smooth(means: &[f64], week: usize) -> f64 {
    let around = (week + WEEKS - NEIGHBOURS.len() / 2..).zip(NEIGHBOURS);
    around
        .filter_map(|(week, weight)| Some(weight * means.get(week % WEEKS)?))
        .sum()
}

/// By the method of moments.
fn scatter(by_year: &[Vec<f64>], weeks: &[f64]) -> f64 {
    let squares: f64 = weeks.iter().map(|expected| expected * expected).sum();
    let excess: f64 = by_year
        .iter()
        .flat_map(|year| year.iter().zip(weeks))
        .map(|(units, expected)| (units - expected).powi(2) - expected)
        .sum();
    let scatter = excess / squares / count(by_year.len());
    if scatter.is_finite() {
        scatter.max(LEAST_SCATTER)
    } else {
        LEAST_SCATTER
    }
}
