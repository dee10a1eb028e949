//! What an item sells in each week of the year, and how far that can be relied on.

use estimators::{mean, standard_deviation, usize_to_f64};

/// Weeks of a year.
pub const WEEKS_PER_YEAR: usize = 52;
/// Weeks with sales below which a season is not told.
const MIN_SALE_WEEKS: usize = 8;
/// A week is like its neighbours: weights of the three weeks before it, itself, and the three after
/// it.
const NEIGHBOR_WEIGHTS: [f64; 7] = [0.05, 0.1, 0.2, 0.3, 0.2, 0.1, 0.05];
/// Weeks with sales that the shape of the year is drawn toward an even one with.
const PRIOR_WEEKS: f64 = 4.0;
/// The least that years are taken to differ by, as the square of a share: a tenth.
const MIN_YEAR_VARIANCE: f64 = 0.01;
/// The same where only one year is known: a fifth.
const DEFAULT_YEAR_VARIANCE: f64 = 0.04;
/// The least that weeks scatter beyond chance.
const MIN_DISPERSION: f64 = 0.05;

/// The seasons of an item's sales.
#[derive(Debug, Clone, PartialEq)]
pub struct SalesSeason {
    /// Expected units of each week of the year, the first one that of the week after the last
    /// known.
    weeks: Vec<f64>,
    /// By how much a week's variance exceeds chance, times the square of what it is expected to
    /// sell.
    pub(super) dispersion: f64,
    /// How much years differ: variance of a year's sales over the square of their mean.
    pub(super) year_variance: f64,
    /// Whole years that it is told from.
    pub years: usize,
    /// Weeks in them that had sales.
    pub sale_weeks: usize,
}

impl SalesSeason {
    /// As [`Season::of`], from the first week with sales on: weeks before an item was sold at all
    /// say nothing of its season. None where there are under 8 weeks with sales, less than a year
    /// since the first of them, or no sale in the last year.
    pub fn from_first_sale(sold: &[f64]) -> Option<Self> {
        let first = sold.iter().position(|units| *units > 0.0)?;
        let still_sold = sold
            .iter()
            .rev()
            .take(WEEKS_PER_YEAR)
            .any(|units| *units > 0.0);
        Self::from_weekly_sales(sold.get(first..)?)
            .filter(|season| still_sold && season.sale_weeks >= MIN_SALE_WEEKS)
    }

    /// Told from the units sold in each week, oldest first; weeks in which more came back than went
    /// out count as none. None below one whole year.
    pub fn from_weekly_sales(sold: &[f64]) -> Option<Self> {
        let years = sold.len() / WEEKS_PER_YEAR;
        let known = sold.get(sold.len() - years * WEEKS_PER_YEAR..)?;
        if years == 0 || known.iter().any(|units| !units.is_finite()) {
            return None;
        }
        let by_year: Vec<Vec<f64>> = known
            .chunks(WEEKS_PER_YEAR)
            .map(|year| year.iter().map(|units| units.max(0.0)).collect())
            .collect();
        let sale_weeks = by_year
            .iter()
            .flatten()
            .filter(|units| **units > 0.0)
            .count();
        let means: Vec<f64> = (0..WEEKS_PER_YEAR)
            .map(|week| {
                by_year
                    .iter()
                    .filter_map(|year| year.get(week))
                    .sum::<f64>()
                    / usize_to_f64(years)
            })
            .collect();
        let even = mean(&means)?;
        let drawn = |smooth: f64| {
            (smooth * usize_to_f64(sale_weeks) + even * PRIOR_WEEKS)
                / (usize_to_f64(sale_weeks) + PRIOR_WEEKS)
        };
        let weeks: Vec<f64> = (0..WEEKS_PER_YEAR)
            .map(|week| drawn(smooth_week(&means, week)))
            .collect();
        let totals: Vec<f64> = by_year.iter().map(|year| year.iter().sum()).collect();
        let differ = mean(&totals)
            .zip(standard_deviation(&totals))
            .map(|(mean, deviation)| (deviation / mean).powi(2));
        let level = if years == 1 {
            DEFAULT_YEAR_VARIANCE
        } else {
            differ
                .filter(|level| level.is_finite())
                .unwrap_or_default()
                .max(MIN_YEAR_VARIANCE)
        };
        Some(Self {
            dispersion: estimate_dispersion(&by_year, &weeks),
            year_variance: level,
            years,
            sale_weeks,
            weeks,
        })
    }

    /// Expected units of a week; 0 is the week after the last known.
    pub fn expected_units(&self, week: usize) -> f64 {
        self.weeks
            .get(week % WEEKS_PER_YEAR)
            .copied()
            .unwrap_or_default()
    }
}

fn smooth_week(means: &[f64], week: usize) -> f64 {
    let around = (week + WEEKS_PER_YEAR - NEIGHBOR_WEIGHTS.len() / 2..).zip(NEIGHBOR_WEIGHTS);
    around
        .filter_map(|(week, weight)| Some(weight * means.get(week % WEEKS_PER_YEAR)?))
        .sum()
}

/// By the method of moments.
fn estimate_dispersion(by_year: &[Vec<f64>], weeks: &[f64]) -> f64 {
    let squares: f64 = weeks.iter().map(|expected| expected * expected).sum();
    let excess: f64 = by_year
        .iter()
        .flat_map(|year| year.iter().zip(weeks))
        .map(|(units, expected)| (units - expected).powi(2) - expected)
        .sum();
    let scatter = excess / squares / usize_to_f64(by_year.len());
    if scatter.is_finite() {
        scatter.max(MIN_DISPERSION)
    } else {
        MIN_DISPERSION
    }
}
