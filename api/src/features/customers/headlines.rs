//! The two headline figures: the expected orders of the next 3 months relative to a year's orders,
//! and the best saving in these months; each with its change from a year ago.
//!
//! The figure of a year ago uses the same method on the data known then.

use chrono::{Days, Month as MonthOfYear, NaiveDate};
use serde::{Deserialize, Serialize};

use super::order_outlook::OrderOutlook;
use super::purchase_windows::{CategoryWindow, PurchaseWindows};
use super::weekly_needs::ExpectedOrders;
use crate::decimal::round2;
use crate::features::supply_prices::price_index::Month;
use estimators::usize_to_f64;

/// Status instead of the share of orders.
pub const INSUFFICIENT_ORDERS: &str = "Needs 1 year of orders";
/// Days of the next 3 months.
pub const QUARTER_DAYS: u64 = 91;
/// Calendar months in which a saving counts.
const MONTHS_AHEAD: i32 = 3;

/// A percentage, 2 decimals, and its change from a year ago in percentage points; none if that
/// figure is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Headline<T> {
    pub value: f64,
    pub change_points: Option<f64>,
    pub terms: T,
}

/// Numbers of orders; orders of a customer on one day count as one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct OrdersTerms {
    /// In the 91 days after the as-of day.
    pub expected: ExpectedOrders,
    /// In the 365 days up to the as-of day.
    pub last_year: usize,
}

/// Terms of the best saving.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SavingTerms {
    /// Categories for which one of the months saves something, by share of the total saving,
    /// largest first.
    pub best: Vec<BestMonth>,
    /// Number of categories with a price history for one of the months.
    pub categories: usize,
}

/// The best of the coming months for a category.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BestMonth {
    pub category: String,
    pub month: MonthOfYear,
    /// Percent saved of the category's cost at its peak of demand; above 0, 2 decimals.
    pub saving_percent: f64,
}

/// The as-of day a year ago.
pub fn one_year_before(as_of: NaiveDate) -> NaiveDate {
    as_of
        .checked_sub_days(Days::new(365))
        .unwrap_or(NaiveDate::MIN)
}

/// Expected orders of the next 3 months in percent of the last 12 months' orders. `before` is the
/// result of [`compute_share_year_ago`]. None with less than a year of history or without orders in
/// it: [`INSUFFICIENT_ORDERS`].
pub fn compute_expected_orders(
    now: &OrderOutlook<'_>,
    before: Option<f64>,
) -> Option<Headline<OrdersTerms>> {
    let (share, terms) = compute_order_share(now)?;
    Some(Headline {
        value: round2(share),
        change_points: before.map(|before| round2(share - before)),
        terms,
    })
}

/// The same share from the outlook as of [`one_year_before`]; none if it is unknown.
pub fn compute_share_year_ago(year_ago: &OrderOutlook<'_>) -> Option<f64> {
    compute_order_share(year_ago).map(|(share, _)| share)
}

fn compute_order_share(outlook: &OrderOutlook<'_>) -> Option<(f64, OrdersTerms)> {
    let year = one_year_before(outlook.as_of);
    if outlook.first_order_day()? > year.succ_opt()? {
        return None;
    }
    let last_year = outlook.order_days_between(year, outlook.as_of);
    let expected = ExpectedOrders::within_days(outlook, QUARTER_DAYS)?;
    let share = 100.0 * expected.orders / usize_to_f64(last_year);
    share.is_finite().then_some((
        share,
        OrdersTerms {
            expected,
            last_year,
        },
    ))
}

/// Saving from buying each category in its best of the 3 months after the as-of month, or at its
/// peak of demand if none of them saves; in percent of buying everything at the peaks, weighted by
/// spend. `year_ago`: the windows as of the same month of the year before. None without data for
/// any of these months.
pub fn compute_best_saving(
    now: &PurchaseWindows,
    year_ago: Option<&PurchaseWindows>,
    as_of: Month,
) -> Option<Headline<SavingTerms>> {
    let (value, terms) = compute_saving(now, as_of)?;
    let before = year_ago
        .and_then(|windows| compute_saving(windows, as_of))
        .map(|(value, _)| value);
    Some(Headline {
        value,
        change_points: before.map(|before| round2(value - before)),
        terms,
    })
}

fn compute_saving(windows: &PurchaseWindows, as_of: Month) -> Option<(f64, SavingTerms)> {
    let best_months: Vec<(f64, BestMonth)> = windows
        .categories
        .iter()
        .filter_map(|category| Some((category.spend, find_best_month(category, as_of)?)))
        .collect();
    let spend: f64 = best_months.iter().map(|(spend, _)| spend).sum();
    let saved: f64 = best_months
        .iter()
        .map(|(spend, best)| spend * best.saving_percent)
        .sum();
    let value = Some(saved / spend).filter(|value| value.is_finite())?;
    let categories = best_months.len();
    let mut best: Vec<(f64, BestMonth)> = best_months
        .into_iter()
        .filter(|(_, best)| round2(best.saving_percent) > 0.0)
        .collect();
    best.sort_by(|(a, one), (b, other)| {
        (b * other.saving_percent)
            .total_cmp(&(a * one.saving_percent))
            .then_with(|| one.category.cmp(&other.category))
    });
    let best = best
        .into_iter()
        .map(|(_, best)| BestMonth {
            saving_percent: round2(best.saving_percent),
            ..best
        })
        .collect();
    Some((round2(value), SavingTerms { best, categories }))
}

/// The first if equal; with a saving of 0 if it is more expensive. None if the category was never
/// purchased in these months.
fn find_best_month(category: &CategoryWindow, as_of: Month) -> Option<BestMonth> {
    let coming = (1..=MONTHS_AHEAD).filter_map(|ahead| {
        let number = as_of.plus_months(ahead).month_number();
        let terms = category
            .months
            .iter()
            .find(|terms| terms.month.number_from_month() == number)?;
        Some((terms.month, terms.saving_percent?.max(0.0)))
    });
    let (month, saving_percent) =
        coming.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    Some(BestMonth {
        category: category.category.clone(),
        month,
        saving_percent,
    })
}

#[cfg(test)]
mod tests;
