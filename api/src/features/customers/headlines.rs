//! The two figures above the charts: how much of a year's orders the next 3 months will bring, and the best saving on offer in them; each with its change
//! against a year ago.
//!
//! A year ago means: the same figure, made the same way, from what was known then.

use chrono::{Days, Month as MonthOfYear, NaiveDate};

use super::needs::Expected;
use super::outlook::Outlook;
use super::windows::PurchaseWindows;
use crate::decimal::round2;
use crate::features::supply_prices::index::Month;
use crate::stats::count;

/// Said instead of the share of orders.
pub const ORDERS_TOO_THIN: &str = "Needs 1 year of orders";
/// Days of the next 3 months.
pub const QUARTER: u64 = 91;
/// Calendar months in which a saving counts as on offer.
const MONTHS: i32 = 3;

/// A percentage, 2 decimals, and how many points it lies above that of a year ago; none where that one cannot be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Headline<T> {
    pub value: f64,
    pub change_points: Option<f64>,
    pub terms: T,
}

/// Numbers of orders; those of a customer on one day count as one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrdersTerms {
    /// In the 91 days after the as-of day.
    pub expected: Expected,
    /// In the 365 days up to the as-of day.
    pub last_year: usize,
}

/// Where the best saving lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavingTerms {
    pub month: MonthOfYear,
    /// Categories that have a price record for it.
    pub categories: usize,
}

/// The as-of day a year ago.
pub fn year_before(as_of: NaiveDate) -> NaiveDate {
    as_of.checked_sub_days(Days::new(365)).unwrap_or(NaiveDate::MIN)
}

/// Expected orders of the next 3 months in percent of the last 12 months' orders. `year_ago` is the outlook as of [`year_before`].
/// None where the orders do not reach back a year, or none came in it: [`ORDERS_TOO_THIN`].
pub fn expected_orders(now: &Outlook<'_>, year_ago: &Outlook<'_>) -> Option<Headline<OrdersTerms>> {
    let (share, terms) = share(now)?;
    let before = share_before(year_ago);
    Some(Headline { value: round2(share), change_points: before.map(|before| round2(share - before)), terms })
}

fn share_before(year_ago: &Outlook<'_>) -> Option<f64> {
    share(year_ago).map(|(share, _)| share)
}

fn share(outlook: &Outlook<'_>) -> Option<(f64, OrdersTerms)> {
    let year = year_before(outlook.as_of);
    if outlook.first_day()? > year.succ_opt()? {
        return None;
    }
    let last_year = outlook.order_days_between(year, outlook.as_of);
    let expected = Expected::within(outlook, QUARTER)?;
    let share = 100.0 * expected.orders / count(last_year);
    share.is_finite().then_some((share, OrdersTerms { expected, last_year }))
}

/// The largest bar of the 3 months after the as-of month, at least 0. `year_ago` are the windows as of the same month a year before. None where nothing is known of
/// any of these months.
pub fn best_saving(now: &PurchaseWindows, year_ago: Option<&PurchaseWindows>, as_of: Month) -> Option<Headline<SavingTerms>> {
    let (value, month) = largest(now, as_of)?;
    let before = year_ago.and_then(|windows| largest(windows, as_of)).map(|(value, _)| value);
    let has_record = |category: &&super::windows::CategoryWindow| category.months.iter().any(|terms| terms.month == month && terms.saving_percent.is_some());
    let categories = now.categories.iter().filter(has_record).count();
    Some(Headline { value, change_points: before.map(|before| round2(value - before)), terms: SavingTerms { month, categories } })
}

fn largest(windows: &PurchaseWindows, as_of: Month) -> Option<(f64, MonthOfYear)> {
    let coming = (1..=MONTHS).filter_map(|ahead| {
        let number = as_of.plus(ahead).number();
        let bar = windows.months.iter().find(|bar| bar.month.number_from_month() == number)?;
        Some((bar.value?.max(0.0), bar.month))
    });
    // The first of equal ones.
    coming.reduce(|best, bar| if bar.0 > best.0 { bar } else { best })
}

#[cfg(test)]
mod tests;
