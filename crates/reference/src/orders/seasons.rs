//! Reorder point and order-up-to level from an item's weeks: a second telling of the published
//! rules, from the lines on.
//!
//! Negative binomial quantile of the sales until the next order could have come, Silver-Meal for
//! what one order brings together.

use super::super::amounts::{count, plain};
use estimators::negative_binomial;

const YEAR: usize = 52;
const LOOKED_BACK: usize = 4 * YEAR;

/// Ten-thousandths sold in each week, the newest first.
pub(super) type Weeks = [i128; LOOKED_BACK];

pub(super) const NO_SALES: Weeks = [0; LOOKED_BACK];

/// What a unit costs by week to keep, once not to have, and an order.
pub(super) struct Costs {
    pub(super) holding: f64,
    pub(super) shortage: f64,
    pub(super) order: f64,
}

/// What the weeks tell.
pub(super) enum Told {
    /// No season.
    Nothing,
    /// Figures that no number can hold.
    Beyond,
    /// Reorder point and order-up-to level.
    Both { point: f64, up_to: f64 },
}

struct Year {
    /// By weeks from now.
    expected: Vec<f64>,
    beyond_chance: f64,
    years_differ: f64,
}

/// Both levels, where the weeks tell a season: a sale in the last year, whole years since the first
/// one, and 8 weeks with sales in them.
pub(super) fn levels(weeks: &Weeks, lead_days: u32, costs: &Costs) -> Told {
    let Some(year) = year(weeks) else {
        return Told::Nothing;
    };
    let lead = usize::try_from(lead_days).unwrap_or(usize::MAX).div_ceil(7);
    let horizon = lead.saturating_add(1);
    let of_week = |week: usize| year.expected.get(week % YEAR).copied().unwrap_or_default();
    let sold: f64 = (0..horizon).map(of_week).sum();
    let squares: f64 = (0..horizon).map(|week| of_week(week) * of_week(week)).sum();
    let half_a_week = 0.5 * sold / count(horizon);
    let variance = sold
        + year.beyond_chance * squares
        + year.years_differ * sold * sold
        + half_a_week * half_a_week;
    let ratio = costs.shortage / (costs.shortage + costs.holding * count(horizon));
    let ratio = if ratio.is_nan() {
        0.5
    } else {
        ratio.clamp(0.5, 0.995)
    };
    let Some(point) = negative_binomial::quantile(sold, variance, ratio) else {
        return Told::Beyond;
    };
    let mut gathered = 0.0;
    let (mut best, mut kept) = (f64::INFINITY, 0.0);
    for ahead in 1..=20 {
        let expected = of_week(horizon + ahead - 1);
        kept += expected * costs.holding * count(ahead);
        let each_week = (costs.order + kept) / count(ahead);
        if each_week >= best {
            break;
        }
        best = each_week;
        gathered += expected;
    }
    Told::Both {
        point,
        up_to: point + gathered,
    }
}

fn year(weeks: &Weeks) -> Option<Year> {
    let first = weeks.iter().rposition(|sold| *sold > 0)?;
    let years = (first + 1) / YEAR;
    let known: Vec<f64> = weeks
        .iter()
        .take(years * YEAR)
        .map(|sold| plain((*sold).max(0)))
        .collect();
    let with_sales = known.iter().filter(|sold| **sold > 0.0).count();
    if weeks.iter().take(YEAR).all(|sold| *sold <= 0) || years == 0 || with_sales < 8 {
        return None;
    }
    // The week that comes next is the one a year ago, the last of the newest 52.
    let of_years = |ahead: usize| {
        (1..=years)
            .filter_map(|year| known.get(year * YEAR - 1 - ahead).copied())
            .collect::<Vec<f64>>()
    };
    let means: Vec<f64> = (0..YEAR)
        .map(|ahead| of_years(ahead).iter().sum::<f64>() / count(years))
        .collect();
    let average = means.iter().sum::<f64>() / count(YEAR);
    let near = [(0, 0.3), (1, 0.2), (2, 0.1), (3, 0.05)];
    let at = |week: usize| means.get(week % YEAR).copied().unwrap_or_default();
    let expected: Vec<f64> = (0..YEAR)
        .map(|week| {
            let around: f64 = near
                .iter()
                .map(|(away, weight)| {
                    if *away == 0 {
                        weight * at(week)
                    } else {
                        weight * (at(week + away) + at(week + YEAR - away))
                    }
                })
                .sum();
            (around * count(with_sales) + 4.0 * average) / (count(with_sales) + 4.0)
        })
        .collect();
    let squares: f64 = expected.iter().map(|units| units * units).sum();
    let excess: f64 = (0..YEAR)
        .zip(&expected)
        .map(|(ahead, units)| {
            of_years(ahead)
                .iter()
                .map(|sold| (sold - units).powi(2) - units)
                .sum::<f64>()
        })
        .sum();
    let beyond_chance = Some(excess / squares / count(years))
        .filter(|share| share.is_finite())
        .unwrap_or_default()
        .max(0.05);
    let totals: Vec<f64> = known.chunks(YEAR).map(|year| year.iter().sum()).collect();
    Some(Year {
        expected,
        beyond_chance,
        years_differ: years_differ(&totals),
    })
}

/// The square of the years' sample coefficient of variation, at least a tenth of a tenth; a fifth
/// of a fifth where there is one year.
fn years_differ(totals: &[f64]) -> f64 {
    let average = totals.iter().sum::<f64>() / count(totals.len());
    let squares: f64 = totals.iter().map(|total| (total - average).powi(2)).sum();
    if totals.len() == 1 {
        0.04
    } else {
        Some(squares / (count(totals.len()) - 1.0) / average / average)
            .filter(|share| share.is_finite())
            .unwrap_or_default()
            .max(0.01)
    }
}
