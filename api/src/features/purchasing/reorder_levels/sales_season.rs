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
/// Weeks whose sales a season predicts together.
const WINDOW_WEEKS: usize = 4;
/// Standard errors beyond which a season is not taken for chance: 2 % of items without a season
/// exceed it.
const MIN_STANDARD_ERRORS: f64 = 2.0;
/// Lower bound of the variance between years, relative to the squared mean: a standard deviation of
/// 5 %.
const MIN_YEAR_VARIANCE: f64 = 0.0025;
/// The same variance if only one year is known: a standard deviation of 20 %.
const DEFAULT_YEAR_VARIANCE: f64 = 0.04;
/// Lower bound of the weekly dispersion beyond Poisson.
const MIN_DISPERSION: f64 = 0.02;

/// A value for each week of a year.
type Year = [f64; WEEKS_PER_YEAR];

/// Seasonal sales of an item.
#[derive(Debug, Clone, PartialEq)]
pub struct SalesSeason {
    /// Expected units of each week of the year, starting with the week after the last known one.
    weeks: Vec<f64>,
    /// How far the weeks differ as in other years: 0 for an even year, 1 for the whole season.
    pub(super) strength: f64,
    /// Variance of a week beyond Poisson, relative to its squared expectation.
    pub(super) dispersion: f64,
    /// Variance of a year's sales beyond that of its weeks, relative to the squared mean.
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
        let (_, whole_years) = sold.as_rchunks::<WEEKS_PER_YEAR>();
        let is_known = whole_years
            .as_flattened()
            .iter()
            .all(|units| units.is_finite());
        if whole_years.is_empty() || !is_known {
            return None;
        }
        let by_year: Vec<Year> = whole_years
            .iter()
            .map(|year| year.map(|units| units.max(0.0)))
            .collect();
        let (even, season, sale_weeks) = estimate_weeks(by_year.iter())?;
        let strength = estimate_strength(&by_year);
        let weeks = season.map(|units| even + strength * (units - even));
        let dispersion = estimate_dispersion(&by_year, &weeks);
        Some(Self {
            strength,
            year_variance: estimate_year_variance(&by_year, &weeks, dispersion),
            dispersion,
            years: by_year.len(),
            sale_weeks,
            weeks: weeks.to_vec(),
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

/// Mean units of a week, the expected units of each week of the year, and the weeks with sales. The
/// expected units are the mean of the years, smoothed over its neighbors and shrunk toward an even
/// year.
fn estimate_weeks<'a>(by_year: impl Iterator<Item = &'a Year>) -> Option<(f64, Year, usize)> {
    let (mut means, mut years, mut sale_weeks) = ([0.0; WEEKS_PER_YEAR], 0, 0);
    for year in by_year {
        for (sum, units) in means.iter_mut().zip(year) {
            *sum += units;
            sale_weeks += usize::from(*units > 0.0);
        }
        years += 1;
    }
    for sum in &mut means {
        *sum /= usize_to_f64(years);
    }
    let even = mean(&means)?;
    let weight = usize_to_f64(sale_weeks);
    let mut weeks = smooth_weeks(&means);
    for week in &mut weeks {
        *week = (*week * weight + even * PRIOR_WEEKS) / (weight + PRIOR_WEEKS);
    }
    Some((even, weeks, sale_weeks))
}

/// Slope of each year's sales of four weeks over those that the season of the other years predicts,
/// both relative to an even year: near 1 if a season repeats. 0 if independent weeks could show it
/// by chance, 1 with a single year.
fn estimate_strength(by_year: &[Year]) -> f64 {
    if by_year.len() == 1 {
        return 1.0;
    }
    let (mut products, mut squares, mut variance) = (0.0, 0.0, 0.0);
    for (left_out, year) in by_year.iter().enumerate() {
        let others = by_year.iter().enumerate();
        let others = others.filter_map(|(index, other)| (index != left_out).then_some(other));
        let (Some((even, season, _)), Some(level)) = (estimate_weeks(others), mean(year)) else {
            continue;
        };
        if even <= 0.0 || level <= 0.0 {
            continue;
        }
        let predicted =
            sum_windows(&season, 0).map(|units| units / even - usize_to_f64(WINDOW_WEEKS));
        let sold = sum_windows(year, 0).map(|units| units / level - usize_to_f64(WINDOW_WEEKS));
        // A week is in the windows that start up to three weeks before it.
        let weights = sum_windows(&predicted, WINDOW_WEEKS - 1);
        let scatter: f64 = year.iter().map(|units| (units / level - 1.0).powi(2)).sum();
        for ((predicted, sold), weight) in predicted.iter().zip(sold).zip(weights) {
            products += predicted * sold;
            squares += predicted * predicted;
            variance += weight * weight * scatter / usize_to_f64(WEEKS_PER_YEAR);
        }
    }
    // Each pair of years is compared twice.
    if products / (2.0 * variance).sqrt() > MIN_STANDARD_ERRORS {
        (products / squares).min(1.0)
    } else {
        0.0
    }
}

/// By week of the year: the sum of four weeks in a row, of which the first is so many weeks before it.
fn sum_windows(weeks: &Year, before: usize) -> Year {
    let mut around = [0.0; WEEKS_PER_YEAR + WINDOW_WEEKS - 1];
    repeat_year(weeks, before, &mut around);
    let mut sums = [0.0; WEEKS_PER_YEAR];
    for (sum, window) in sums.iter_mut().zip(around.windows(WINDOW_WEEKS)) {
        *sum = window.iter().sum();
    }
    sums
}

/// Fills `out` with a year that repeats, from so many weeks before its first.
fn repeat_year(year: &Year, before: usize, out: &mut [f64]) {
    let start = WEEKS_PER_YEAR - before;
    let repeated = year.iter().cycle().skip(start);
    for (place, units) in out.iter_mut().zip(repeated) {
        *place = *units;
    }
}

/// Variance of the years' sales, less what the scatter of their weeks explains.
fn estimate_year_variance(by_year: &[Year], weeks: &Year, dispersion: f64) -> f64 {
    if by_year.len() == 1 {
        return DEFAULT_YEAR_VARIANCE;
    }
    let totals: Vec<f64> = by_year.iter().map(|year| year.iter().sum()).collect();
    let explained: f64 = weeks
        .iter()
        .map(|expected| expected + dispersion * expected * expected)
        .sum();
    mean(&totals)
        .zip(standard_deviation(&totals))
        .map(|(mean, deviation)| (deviation * deviation - explained) / mean / mean)
        .filter(|variance| variance.is_finite())
        .unwrap_or_default()
        .max(MIN_YEAR_VARIANCE)
}

fn smooth_weeks(means: &Year) -> Year {
    let mut around = [0.0; WEEKS_PER_YEAR + NEIGHBOR_WEIGHTS.len() - 1];
    repeat_year(means, NEIGHBOR_WEIGHTS.len() / 2, &mut around);
    let mut smooth = [0.0; WEEKS_PER_YEAR];
    for (smooth, around) in smooth
        .iter_mut()
        .zip(around.windows(NEIGHBOR_WEIGHTS.len()))
    {
        let weighted = around.iter().zip(NEIGHBOR_WEIGHTS);
        *smooth = weighted.map(|(units, weight)| weight * units).sum();
    }
    smooth
}

/// Method of moments.
fn estimate_dispersion(by_year: &[Year], weeks: &Year) -> f64 {
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
