//! Reorder point and order-up-to level of an item from its seasonal sales: (s, S) levels under a
//! weekly review.
//!
//! The reorder point s covers the sales until the next order could arrive with the probability that
//! balances shortage and holding costs. It is a quantile of a negative binomial distribution with
//! the mean of the coming weeks. The order-up-to level S adds the weeks that one order should cover
//! (Silver-Meal). Silver, Pyke, Thomas, Inventory and Production Management in Supply Chains, 4th
//! ed. (2017), ch. 5 and 7. The past is divided into whole years of 52 weeks.

mod levels_backtest;
mod sales_season;

pub use levels_backtest::{
    INSUFFICIENT_DATA as RECORD_INSUFFICIENT_DATA, LevelsBacktest, StockSales, backtest_levels,
    list_cases,
};
pub use sales_season::{SalesSeason, WEEKS_PER_YEAR};

use estimators::{negative_binomial, usize_to_f64};
use serde::{Deserialize, Serialize};

/// Bounds of the probability that stock lasts until the next order.
const SERVICE_LEVEL_BOUNDS: (f64, f64) = (0.5, 0.995);
/// Maximum weeks of sales that one order covers.
const MAX_COVER_WEEKS: usize = 104;
/// Holding, shortage and ordering costs in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WeeklyCosts {
    /// Holding cost per unit and week.
    pub holding: f64,
    /// Cost per unit of unmet demand.
    pub shortage: f64,
    /// Cost per order, independent of its size.
    pub order: f64,
}

/// Lead time of an order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeadWeeks {
    /// Whole weeks until it arrives.
    pub weeks: usize,
    /// Standard deviation in weeks.
    pub spread: f64,
}

impl LeadWeeks {
    /// Standard deviation in weeks if no delivery was measured.
    pub const DEFAULT_SPREAD: f64 = 0.5;
}

/// In the unit of the sales.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReorderLevels {
    /// Order when the position is at or below it.
    pub reorder_point: f64,
    /// The order raises the position to it.
    pub order_up_to: f64,
    /// Mean and variance of the sales until the next order could arrive.
    pub mean: f64,
    pub variance: f64,
    /// Probability that the reorder point covers these sales.
    pub service_level: f64,
    /// Weeks of sales beyond the reorder point that one order covers.
    pub cover_weeks: f64,
}

/// Levels for a decision before week `from`; 0 is the week after the last week of `season`. None if
/// a figure exceeds its range.
pub fn compute_levels(
    season: &SalesSeason,
    from: usize,
    lead: LeadWeeks,
    costs: WeeklyCosts,
) -> Option<ReorderLevels> {
    // Includes the week of the review: an order that is not placed now is placed a week later.
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
    let (cover_weeks, cover) = compute_cover(season, from.saturating_add(until), costs);
    let beyond = cover_weeks - usize_to_f64(until);
    let held_weeks =
        usize_to_f64(until) + (1.0 - season.strength) * compute_extra_holding_weeks(beyond);
    let (min, max) = SERVICE_LEVEL_BOUNDS;
    let chance = costs.shortage / (costs.shortage + costs.holding * held_weeks);
    let chance = if chance.is_nan() {
        min
    } else {
        chance.clamp(min, max)
    };
    let reorder_point = negative_binomial::quantile(mean, variance, chance)?;
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

/// Weeks that a unit of safety stock is held beyond lead time and review, where sales have no
/// season: an order that covers more weeks arrives less often, and stock runs out at most once per
/// order. Twice the weeks that the order covers beyond them, at most three: chosen on simulated
/// demand classes. With a season, the reorder point of the next week differs anyway.
fn compute_extra_holding_weeks(weeks_beyond: f64) -> f64 {
    (2.0 * weeks_beyond).clamp(0.0, 3.0)
}

/// Weeks that one order should cover, with their sales: those with the lowest ordering and holding
/// cost per week (Silver, Meal, "A heuristic for selecting lot size quantities", Production and
/// Inventory Management 14 (1973) 64-74), where sales are even within a week. With steady sales this
/// is the economic order quantity. At least one week, as the stock is reviewed weekly.
fn compute_cover(season: &SalesSeason, from: usize, costs: WeeklyCosts) -> (f64, f64) {
    let (mut holding, mut sales) = (0.0, 0.0);
    for week in 0..MAX_COVER_WEEKS {
        let expected = season.expected_units(from.saturating_add(week));
        let (start, end) = (usize_to_f64(week), usize_to_f64(week + 1));
        let rate = expected * costs.holding;
        // Where the cost of another moment equals the cost per week so far.
        let square = 2.0 * (costs.order + holding) / rate - start * start;
        let cheapest = square.max(start * start).sqrt().max(1.0);
        if cheapest < end || costs.order <= 0.0 && week > 0 {
            return (cheapest, sales + expected * (cheapest - start));
        }
        holding += rate * (end * end - start * start) / 2.0;
        sales += expected;
    }
    (usize_to_f64(MAX_COVER_WEEKS), sales)
}

#[cfg(test)]
mod demand_class_tests;
#[cfg(test)]
mod tests;
