//! Annual savings from buying customers' goods in their best months: quantity x (price at the peak
//! - price in the window) - carrying cost.
//!
//! The expected quantity is valued at each item's last purchase price, adjusted to the year's mean
//! price by the season of that month.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use chrono::Month as MonthOfYear;

use super::order_outlook::CustomerOutlook;
use super::purchase_windows::{CategoryWindow, PurchaseWindows};
use crate::decimal::round2;
use estimators::usize_to_f64;

/// Status if the organization has never purchased what the customers buy.
pub const NO_PURCHASE_PRICES: &str = "No purchase prices for what they buy";

/// Method of the figures, for the details on demand.
pub const METHOD: &str = "Expected quantity of a year x (price at the peak of demand - price in \
    the best month - keeping costs), over the categories that the customers buy";

/// Horizon in days.
const DAYS_AHEAD: u64 = 365;

/// Amounts in the organization's currency, per year, 2 decimals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PotentialSavings {
    pub per_year: f64,
    /// Sums of the categories' range ends, as if all were at their low or high end at once; none if
    /// a category has no range.
    pub low_80: Option<f64>,
    pub high_80: Option<f64>,
    /// Largest saving first, then by name.
    pub categories: Vec<CategorySaving>,
}

/// `yearly_value x (factor_at_peak - factor_in_window - carrying)`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CategorySaving {
    pub category: String,
    /// Expected quantity of the next 365 days at the year's mean price.
    pub yearly_value: f64,
    pub peak: MonthOfYear,
    pub window: Option<MonthOfYear>,
    /// Relative to the year's mean price.
    pub factor_at_peak: f64,
    pub factor_in_window: f64,
    /// Carrying cost from window to peak, relative to the year's mean price.
    pub carrying: f64,
    pub per_year: f64,
    pub low_80: Option<f64>,
    pub high_80: Option<f64>,
}

/// None if no category that the customers buy has both a purchase price and windows:
/// [`NO_PURCHASE_PRICES`].
pub fn compute_savings<'a>(
    customers: impl IntoIterator<Item = &'a CustomerOutlook<'a>>,
    windows: &PurchaseWindows,
) -> Option<PotentialSavings> {
    let values = compute_yearly_values(customers);
    let priced = windows
        .categories
        .iter()
        .filter_map(|window| Some((window, *values.get(window.category.as_str())?)));
    let mut categories: Vec<CategorySaving> = priced
        .filter_map(|(window, value)| compute_category_saving(window, value))
        .collect();
    if categories.is_empty() {
        return None;
    }
    categories.sort_by(|a, b| {
        b.per_year
            .total_cmp(&a.per_year)
            .then_with(|| a.category.cmp(&b.category))
    });
    let sum = |end: fn(&CategorySaving) -> Option<f64>| {
        categories.iter().map(end).sum::<Option<f64>>().map(round2)
    };
    Some(PotentialSavings {
        per_year: round2(categories.iter().map(|saving| saving.per_year).sum()),
        low_80: sum(|saving| saving.low_80),
        high_80: sum(|saving| saving.high_80),
        categories,
    })
}

/// Expected annual orders of the customers by category, at last purchase prices.
fn compute_yearly_values<'a>(
    customers: impl IntoIterator<Item = &'a CustomerOutlook<'a>>,
) -> BTreeMap<&'a str, f64> {
    let mut values: BTreeMap<&str, f64> = BTreeMap::new();
    for outlook in customers {
        let per_order = outlook.expected_order_days_within(DAYS_AHEAD)
            / usize_to_f64(outlook.history.days().len());
        for sales in outlook
            .customer
            .categories
            .iter()
            .filter(|sales| sales.at_cost > 0.0 && sales.at_cost.is_finite())
        {
            *values.entry(&sales.category).or_default() += per_order * sales.at_cost;
        }
    }
    values
}

fn compute_category_saving(window: &CategoryWindow, at_last_price: f64) -> Option<CategorySaving> {
    let peak = window.peak_terms()?;
    let yearly_value = at_last_price / window.newest_factor;
    if !yearly_value.is_finite() || yearly_value <= 0.0 {
        return None;
    }
    let saved = |percent: f64| round2((yearly_value * peak.factor * percent / 100.0).max(0.0));
    let best = window.best.as_ref();
    let chosen = best.map_or(*peak, |best| best.terms);
    let (low_80, high_80) = match best {
        Some(best) => (
            best.range.map(|range| saved(range.low_80)),
            best.range.map(|range| saved(range.high_80)),
        ),
        // Without a shift in time there is no risk.
        None => (Some(0.0), Some(0.0)),
    };
    Some(CategorySaving {
        category: window.category.clone(),
        yearly_value: round2(yearly_value),
        peak: window.peak,
        window: best.map(|best| best.terms.month),
        factor_at_peak: peak.factor,
        factor_in_window: chosen.factor,
        carrying: chosen.carrying,
        per_year: best.map_or(0.0, |best| saved(best.saving_percent)),
        low_80,
        high_80,
    })
}

#[cfg(test)]
mod tests;
