//! Reorder point and order-up-to level from an item's weekly sales: an independent implementation
//! of the published rules.
//!
//! Negative binomial quantile of the sales until the next order could arrive, Silver-Meal for the
//! order size.

use super::super::amounts::{scaled_to_f64, usize_to_f64};
use estimators::negative_binomial;

const WEEKS_IN_YEAR: usize = 52;
const LOOKBACK_WEEKS: usize = 4 * WEEKS_IN_YEAR;

/// Ten-thousandths sold in each week, newest first.
pub(super) type WeeklyQuantities = [i128; LOOKBACK_WEEKS];

pub(super) const NO_SALES: WeeklyQuantities = [0; LOOKBACK_WEEKS];

/// Weekly holding cost and one-time shortage cost of a unit, and the cost of an order.
pub(super) struct UnitCosts {
    pub(super) holding: f64,
    pub(super) shortage: f64,
    pub(super) order: f64,
}

/// Result of the levels.
pub(super) enum SeasonalLevels {
    /// No season.
    NoSeason,
    /// A figure exceeds the range of numbers.
    OutOfRange,
    /// Reorder point and order-up-to level.
    Levels { point: f64, up_to: f64 },
}

struct YearForecast {
    /// By weeks from now.
    expected: Vec<f64>,
    /// Share of the season that other years confirm.
    repeats: f64,
    overdispersion: f64,
    year_variation: f64,
}

/// Both levels, if the weeks have a season: a sale in the last year, a whole year since the first
/// sale, and 8 weeks with sales.
pub(super) fn compute_levels(
    weeks: &WeeklyQuantities,
    lead_half_days: u32,
    costs: &UnitCosts,
) -> SeasonalLevels {
    let Some(year) = forecast_year(weeks) else {
        return SeasonalLevels::NoSeason;
    };
    let lead = usize::try_from(lead_half_days)
        .unwrap_or(usize::MAX)
        .div_ceil(14);
    let horizon = lead.saturating_add(1);
    let of_week = |week: usize| {
        year.expected
            .get(week % WEEKS_IN_YEAR)
            .copied()
            .unwrap_or_default()
    };
    let sold: f64 = (0..horizon).map(of_week).sum();
    let squares: f64 = (0..horizon).map(|week| of_week(week) * of_week(week)).sum();
    let half_a_week = 0.5 * sold / usize_to_f64(horizon);
    let variance = sold
        + year.overdispersion * squares
        + year.year_variation * sold * sold
        + half_a_week * half_a_week;
    let (covered, gathered) = order_size(of_week, horizon, costs);
    let beyond_lead = (covered - usize_to_f64(horizon)).max(0.0);
    let kept = usize_to_f64(horizon) + 0.2 * (1.0 - year.repeats) * beyond_lead;
    let ratio = costs.shortage / (costs.shortage + costs.holding * kept);
    let ratio = if ratio.is_nan() {
        0.5
    } else {
        ratio.clamp(0.5, 0.995)
    };
    let Some(point) = negative_binomial::quantile(sold, variance, ratio) else {
        return SeasonalLevels::OutOfRange;
    };
    SeasonalLevels::Levels {
        point,
        up_to: point + gathered,
    }
}

/// Weeks after the horizon that an order covers, with their sales: the first time at which waiting a
/// moment longer would raise the cost of ordering and holding per week, from one week to 104. Sales
/// are even within a week, and held until they are sold.
fn order_size(of_week: impl Fn(usize) -> f64, horizon: usize, costs: &UnitCosts) -> (f64, f64) {
    let (mut spent, mut gathered) = (costs.order, 0.0);
    for whole in 0..104 {
        let begin = usize_to_f64(whole);
        let sold = of_week(horizon + whole);
        let by_square = sold * costs.holding / 2.0;
        // (spent + by_square (t^2 - begin^2)) / t is lowest at this t.
        let lowest = (spent / by_square - begin * begin)
            .max(begin * begin)
            .sqrt()
            .max(1.0);
        if lowest < begin + 1.0 || (costs.order <= 0.0 && whole > 0) {
            return (lowest, gathered + sold * (lowest - begin));
        }
        spent += by_square * (2.0 * begin + 1.0);
        gathered += sold;
    }
    (104.0, gathered)
}

fn forecast_year(weeks: &WeeklyQuantities) -> Option<YearForecast> {
    let first = weeks.iter().rposition(|sold| *sold > 0)?;
    let years = (first + 1) / WEEKS_IN_YEAR;
    let known: Vec<f64> = weeks
        .iter()
        .take(years * WEEKS_IN_YEAR)
        .map(|sold| scaled_to_f64((*sold).max(0)))
        .collect();
    let with_sales = known.iter().filter(|sold| **sold > 0.0).count();
    if weeks.iter().take(WEEKS_IN_YEAR).all(|sold| *sold <= 0) || years == 0 || with_sales < 8 {
        return None;
    }
    // The coming week corresponds to the one a year ago, the last of the newest 52.
    let calendar: Vec<Vec<f64>> = known
        .chunks(WEEKS_IN_YEAR)
        .map(|year| year.iter().rev().copied().collect())
        .collect();
    let all: Vec<&Vec<f64>> = calendar.iter().collect();
    let (average, season) = average_year(&all);
    let repeats = confirmed_share(&calendar);
    let expected: Vec<f64> = season
        .iter()
        .map(|units| average + repeats * (units - average))
        .collect();
    let squares: f64 = expected.iter().map(|units| units * units).sum();
    let excess: f64 = (0..WEEKS_IN_YEAR)
        .zip(&expected)
        .map(|(ahead, units)| {
            calendar
                .iter()
                .filter_map(|year| year.get(ahead))
                .map(|sold| (sold - units).powi(2) - units)
                .sum::<f64>()
        })
        .sum();
    let beyond_chance = Some(excess / squares / usize_to_f64(years))
        .filter(|share| share.is_finite())
        .unwrap_or_default()
        .max(0.02);
    let totals: Vec<f64> = known
        .chunks(WEEKS_IN_YEAR)
        .map(|year| year.iter().sum())
        .collect();
    let within_a_year: f64 = expected
        .iter()
        .map(|units| units + beyond_chance * units * units)
        .sum();
    Some(YearForecast {
        expected,
        repeats,
        overdispersion: beyond_chance,
        year_variation: year_variation(&totals, within_a_year),
    })
}

/// The average of a week, and the smoothed average of each week, with four weeks at the average.
fn average_year(years: &[&Vec<f64>]) -> (f64, Vec<f64>) {
    let count = usize_to_f64(years.len());
    let at = |week: usize| {
        let values = years
            .iter()
            .filter_map(|year| year.get(week % WEEKS_IN_YEAR));
        values.sum::<f64>() / count
    };
    let average = (0..WEEKS_IN_YEAR).map(at).sum::<f64>() / usize_to_f64(WEEKS_IN_YEAR);
    let sales = years.iter().flat_map(|year| year.iter());
    let with_sales = usize_to_f64(sales.filter(|sold| **sold > 0.0).count());
    let near = [(1, 0.2), (2, 0.1), (3, 0.05)];
    let weeks = (0..WEEKS_IN_YEAR).map(|week| {
        let beside = near
            .iter()
            .map(|(away, weight)| weight * (at(week + away) + at(week + WEEKS_IN_YEAR - away)));
        let around = 0.3 * at(week) + beside.sum::<f64>();
        (around * with_sales + 4.0 * average) / (with_sales + 4.0)
    });
    (average, weeks.collect())
}

/// Regression through the origin of each year's four-week sales on the season of the other years,
/// both as deviations from an even year; 0 within two standard errors, and 1 for a single year.
fn confirmed_share(calendar: &[Vec<f64>]) -> f64 {
    if calendar.len() == 1 {
        return 1.0;
    }
    let deviations = |weeks: &[f64], average: f64| -> Vec<f64> {
        let at = |week: usize| weeks.get(week % WEEKS_IN_YEAR).copied().unwrap_or_default();
        (0..WEEKS_IN_YEAR)
            .map(|week| (week..week + 4).map(at).sum::<f64>() / average - 4.0)
            .collect()
    };
    let (mut both, mut own, mut chance) = (0.0, 0.0, 0.0);
    for (position, year) in calendar.iter().enumerate() {
        let others: Vec<&Vec<f64>> = calendar
            .iter()
            .enumerate()
            .filter_map(|(other, weeks)| (other != position).then_some(weeks))
            .collect();
        let (average, season) = average_year(&others);
        let level = year.iter().sum::<f64>() / usize_to_f64(WEEKS_IN_YEAR);
        if average <= 0.0 || level <= 0.0 {
            continue;
        }
        let (x, y) = (deviations(&season, average), deviations(year, level));
        both += x.iter().zip(&y).map(|(x, y)| x * y).sum::<f64>();
        own += x.iter().map(|x| x * x).sum::<f64>();
        // How much each week counts, over the four windows that contain it.
        let counts = (0..WEEKS_IN_YEAR).map(|week| {
            (0..4)
                .filter_map(|back| x.get((week + WEEKS_IN_YEAR - back) % WEEKS_IN_YEAR))
                .sum::<f64>()
        });
        let scatter = year.iter().map(|sold| (sold / level - 1.0).powi(2));
        chance += counts.map(|count| count * count).sum::<f64>() * scatter.sum::<f64>()
            / usize_to_f64(WEEKS_IN_YEAR);
    }
    // Two years are compared both ways, so the variance doubles.
    if both > 2.0 * (2.0 * chance).sqrt() {
        (both / own).min(1.0)
    } else {
        0.0
    }
}

/// Squared coefficient of variation of the years beyond that of their weeks, at least 0.05 squared;
/// 0.2 squared for a single year.
fn year_variation(totals: &[f64], within_a_year: f64) -> f64 {
    let average = totals.iter().sum::<f64>() / usize_to_f64(totals.len());
    let squares: f64 = totals.iter().map(|total| (total - average).powi(2)).sum();
    if totals.len() == 1 {
        return 0.04;
    }
    let between = squares / (usize_to_f64(totals.len()) - 1.0) - within_a_year;
    Some(between / average / average)
        .filter(|share| share.is_finite())
        .unwrap_or_default()
        .max(0.0025)
}
