//! When to order an item and how far to fill it up, from the seasons of its own sales: levels (s,
//! S) of a review every week.
//!
//! The reorder point s covers the sales until the next order could have arrived, as likely as
//! running out costs more than keeping: a quantile of a negative binomial whose mean is that of the
//! weeks to come. The order-up-to level S adds the weeks that one order should bring together
//! (Silver-Meal). Silver, Pyke, Thomas, Inventory and Production Management in Supply Chains, 4th
//! ed. (2017), ch. 5 and 7. The past is taken in whole years of 52 weeks.

mod levels_backtest;
mod sales_season;

pub use levels_backtest::{
    INSUFFICIENT_DATA as RECORD_TOO_THIN, LevelsBacktest, StockSales, backtest_levels,
};
pub use sales_season::{SalesSeason, WEEKS_PER_YEAR};

use estimators::{negative_binomial, usize_to_f64};

/// Bounds of the chance that stock lasts until the next order: no item is left to a coin, and none
/// is made certain.
const SERVICE_LEVEL_BOUNDS: (f64, f64) = (0.5, 0.995);
/// Weeks of sales that one order brings together at most.
const MAX_COVER_WEEKS: usize = 20;

/// What keeping, ordering and running out cost, in one currency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeeklyCosts {
    /// Of a unit kept for a week.
    pub holding: f64,
    /// Of a unit asked for and not there.
    pub shortage: f64,
    /// Of an order, whatever its size.
    pub order: f64,
}

/// How long an order takes to come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeadWeeks {
    /// Whole weeks until it is there.
    pub weeks: usize,
    /// How much that differs from order to order, in weeks (standard deviation).
    pub spread: f64,
}

impl LeadWeeks {
    /// What is taken of orders whose delivery was never measured, in weeks.
    pub const DEFAULT_SPREAD: f64 = 0.5;
}

/// In the unit of the sales.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReorderLevels {
    /// At this position, or below it, an order is due.
    pub reorder_point: f64,
    /// The order fills the position up to it.
    pub order_up_to: f64,
    /// Expected sales until the next order could have arrived, and their variance.
    pub mean: f64,
    pub variance: f64,
    /// Chance that the reorder point covers those sales.
    pub service_level: f64,
    /// Weeks of sales beyond that which one order brings together.
    pub cover_weeks: usize,
}

/// The levels for a decision after which the week `from` is the next one with sales; 0 is the week
/// after those that `season` was told from. None where a figure leaves all range.
pub fn compute_levels(
    season: &SalesSeason,
    from: usize,
    lead: LeadWeeks,
    costs: WeeklyCosts,
) -> Option<ReorderLevels> {
    // The week of the review counts too: an order that is not placed now is placed a week later.
    let until = lead.weeks.saturating_add(1);
    let (mut mean, mut squares) = (0.0, 0.0);
    for week in 0..until {
        let expected = season.expected_units(from.saturating_add(week));
        mean += expected;
        squares += expected * expected;
    }
    let a_week = mean / usize_to_f64(until);
    let variance = mean
        + season.dispersion * squares
        + season.year_variance * mean * mean
        + (lead.spread * a_week).powi(2);
    let (least, most) = SERVICE_LEVEL_BOUNDS;
    let chance = costs.shortage / (costs.shortage + costs.holding * usize_to_f64(until));
    let chance = if chance.is_nan() {
        least
    } else {
        chance.clamp(least, most)
    };
    let reorder_point = negative_binomial::quantile(mean, variance, chance)?;
    let (cover_weeks, cover) = compute_cover(season, from.saturating_add(until), costs);
    let order_up_to = reorder_point + cover;
    order_up_to.is_finite().then_some(ReorderLevels {
        reorder_point,
        order_up_to,
        mean,
        variance,
        service_level: chance,
        cover_weeks,
    })
}

/// Weeks that one order should bring together, with their sales: as many as make it and the keeping
/// cheapest by week (Silver, Meal, "A heuristic for selecting lot size quantities", Production and
/// Inventory Management 14 (1973) 64-74).
fn compute_cover(season: &SalesSeason, from: usize, costs: WeeklyCosts) -> (usize, f64) {
    let (mut cheapest, mut keeping, mut sales) = (f64::INFINITY, 0.0, 0.0);
    for week in 0..MAX_COVER_WEEKS {
        let expected = season.expected_units(from.saturating_add(week));
        let weeks = usize_to_f64(week + 1);
        keeping += expected * costs.holding * weeks;
        let by_week = (costs.order + keeping) / weeks;
        if by_week >= cheapest {
            return (week, sales);
        }
        cheapest = by_week;
        sales += expected;
    }
    (MAX_COVER_WEEKS, sales)
}

#[cfg(test)]
mod tests;
