//! Estimates an item's sales in each week of the year and their uncertainty.

use estimators::{mean, standard_deviation, usize_to_f64};

/// Weeks of a year.
pub const WEEKS_PER_YEAR: usize = 52;
/// Weeks with sales that a season requires.
const MIN_SALE_WEEKS: usize = 8;
/// Smoothing weights of a week's neighbors: the three weeks before it, itself, and the three after
/// it.
const NEIGHBOR_WEIGHTS: [f64; 7] = [0.05, 0.1, 0.2, 0.3, 0.2, 0.1, 0.05];
/// Weight, in weeks with sales, of the even year that the season is shrunk toward.
const PRIOR_WEEKS: f64 = 4.0;
/// Lower bound of the variance between years, relative to the squared mean: a standard deviation of
/// 10 %.
const MIN_YEAR_VARIANCE: f64 = 0.01;
/// The same variance if only one year is known: a standard deviation of 20 %.
const DEFAULT_YEAR_VARIANCE: f64 = 0.04;
/// Lower bound of the weekly dispersion beyond Poisson.
const MIN_DISPERSION: f64 = 0.05;

/// Seasonal sales of an item.
#[derive(Debug, Clone, PartialEq)]
pub struct SalesSeason {
    /// Expected units of each week of the year, starting with the week after the last known one.
    weeks: Vec<f64>,
    /// Variance of a week beyond Poisson, relative to its squared expectation.
    pub(super) dispersion: f64,
    /// Variance of a year's sales, relative to the squared mean.
    pub(super) year_variance: f64,
    /// Whole years behind the estimate.
    pub years: usize,
    /// Weeks with sales in these years.
    pub sale_weeks: usize,
}

impl SalesSeason {
    /// As [`SalesSeason::from_weekly_sales`], but from the first week with sales on: weeks before
    /// the item's first sale carry no information. None with fewer than 8 weeks with sales, less
    /// than a year since the first of them, or no sale in the last year.
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

    /// Estimates the season from the units sold in each week, oldest first; weeks with net returns
    /// count as zero. None below one whole year.
    pub fn from_weekly_sales(sold: &[f64]) -> Option<Self> {
        let years = sold.len() / WEEKS_PER_YEAR;
        let whole_years = sold.get(sold.len() - years * WEEKS_PER_YEAR..)?;
        if years == 0 || whole_years.iter().any(|units| !units.is_finite()) {
            return None;
        }
        let by_year: Vec<Vec<f64>> = whole_years
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

    /// Expected units of a week; 0 is the week after the last known one.
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

/// Method of moments.
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
