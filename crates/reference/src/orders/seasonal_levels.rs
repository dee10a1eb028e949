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
    let ratio = costs.shortage / (costs.shortage + costs.holding * usize_to_f64(horizon));
    let ratio = if ratio.is_nan() {
        0.5
    } else {
        ratio.clamp(0.5, 0.995)
    };
    let Some(point) = negative_binomial::quantile(sold, variance, ratio) else {
        return SeasonalLevels::OutOfRange;
    };
    let mut gathered = 0.0;
    let (mut best, mut holding) = (f64::INFINITY, 0.0);
    for ahead in 1..=20 {
        let expected = of_week(horizon + ahead - 1);
        holding += expected * costs.holding * usize_to_f64(ahead);
        let each_week = (costs.order + holding) / usize_to_f64(ahead);
        if each_week >= best {
            break;
        }
        best = each_week;
        gathered += expected;
    }
    SeasonalLevels::Levels {
        point,
        up_to: point + gathered,
    }
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
    let of_years = |ahead: usize| {
        (1..=years)
            .filter_map(|year| known.get(year * WEEKS_IN_YEAR - 1 - ahead).copied())
            .collect::<Vec<f64>>()
    };
    let means: Vec<f64> = (0..WEEKS_IN_YEAR)
        .map(|ahead| of_years(ahead).iter().sum::<f64>() / usize_to_f64(years))
        .collect();
    let average = means.iter().sum::<f64>() / usize_to_f64(WEEKS_IN_YEAR);
    let near = [(0, 0.3), (1, 0.2), (2, 0.1), (3, 0.05)];
    let at = |week: usize| means.get(week % WEEKS_IN_YEAR).copied().unwrap_or_default();
    let expected: Vec<f64> = (0..WEEKS_IN_YEAR)
        .map(|week| {
            let around: f64 = near
                .iter()
                .map(|(away, weight)| {
                    if *away == 0 {
                        weight * at(week)
                    } else {
                        weight * (at(week + away) + at(week + WEEKS_IN_YEAR - away))
                    }
                })
                .sum();
            (around * usize_to_f64(with_sales) + 4.0 * average) / (usize_to_f64(with_sales) + 4.0)
        })
        .collect();
    let squares: f64 = expected.iter().map(|units| units * units).sum();
    let excess: f64 = (0..WEEKS_IN_YEAR)
        .zip(&expected)
        .map(|(ahead, units)| {
            of_years(ahead)
                .iter()
                .map(|sold| (sold - units).powi(2) - units)
                .sum::<f64>()
        })
        .sum();
    let beyond_chance = Some(excess / squares / usize_to_f64(years))
        .filter(|share| share.is_finite())
        .unwrap_or_default()
        .max(0.05);
    let totals: Vec<f64> = known
        .chunks(WEEKS_IN_YEAR)
        .map(|year| year.iter().sum())
        .collect();
    Some(YearForecast {
        expected,
        overdispersion: beyond_chance,
        year_variation: year_variation(&totals),
    })
}

/// Squared coefficient of variation of the years, at least 0.1 squared; 0.2 squared for a single
/// year.
fn year_variation(totals: &[f64]) -> f64 {
    let average = totals.iter().sum::<f64>() / usize_to_f64(totals.len());
    let squares: f64 = totals.iter().map(|total| (total - average).powi(2)).sum();
    if totals.len() == 1 {
        0.04
    } else {
        Some(squares / (usize_to_f64(totals.len()) - 1.0) / average / average)
            .filter(|share| share.is_finite())
            .unwrap_or_default()
            .max(0.01)
    }
}
