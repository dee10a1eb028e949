//! Price index of the organization's purchases: rolling GEKS over Tornqvist links in 13 observed
//! months, mean splice, first month 100; for all purchases and per category.
//!
//! Month-to-month chaining is never used: on seasonal goods it drifts by tens of percent per year
//! while prices are constant.

mod month;
mod price_trend;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use month::Month;
pub use price_trend::{PriceChange, PriceTrend, SupplierMonth};

use crate::decimal::percent_change;
use estimators::geks::{self, Observation, Period};

/// Status instead of an index with fewer than 2 comparable months.
pub const INSUFFICIENT_DATA: &str = "Not enough purchases for an index (needs 2 months)";
/// Name of the series over all categories.
pub const ALL_CATEGORIES: &str = "ALL";
/// Method of the series, for the details on demand.
pub const METHOD: &str =
    "GEKS-Tornqvist, rolling window of 13 months with purchases, mean splice, first month = 100";

/// Observed months of a window; an index with fewer is provisional.
const WINDOW_MONTHS: usize = 13;

/// Purchases of an item in a month, in one unit and one currency.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemMonth {
    pub item: String,
    pub category: String,
    pub month: Month,
    /// Number of purchase lines.
    pub lines: u64,
    /// Purchased units; a row without a positive quantity is skipped.
    pub quantity: f64,
    /// Amount paid; a row without a positive amount has no price and is skipped.
    pub value: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MonthPoint {
    pub month: Month,
    /// First month = 100; not rounded.
    pub index: f64,
}

/// An index over time. Months without purchases, and months without an item in common with the
/// others, have no point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IndexSeries {
    pub points: Vec<MonthPoint>,
    /// Fisher ratio of a month to the same month of the year before; not rounded.
    pub year_over_year: Vec<MonthPoint>,
    /// Fewer than 13 months: every new month still revises the older ones.
    pub provisional: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CategoryIndex {
    pub category: String,
    /// Amount paid over all months.
    pub spend: f64,
    pub current_price_index: f64,
    /// Change from the previous point to the last, in percent.
    pub price_change_percent: Option<f64>,
    /// Of the prices at each supplier, unlike the index; none without prices to compare.
    pub three_month_change: Option<PriceChange>,
    pub last_month: Month,
    /// The as-of month has no purchases, so the last month's value is carried forward.
    pub carried: bool,
    pub series: IndexSeries,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PriceIndex {
    pub current_index: f64,
    /// Change from the previous point to the last, in percent.
    pub index_change_percent: Option<f64>,
    /// Change of the last month from the same month of the year before, over the items purchased in
    /// both (Fisher), in percent.
    pub year_over_year_percent: Option<f64>,
    pub last_month: Month,
    /// The as-of month has no purchases, so the last month's value is carried forward.
    pub carried: bool,
    pub series: IndexSeries,
    /// Largest spend first.
    pub categories: Vec<CategoryIndex>,
    /// Categories with purchases in fewer than 2 comparable months, largest spend first.
    pub thin_categories: Vec<String>,
    pub lines: u64,
    pub items: usize,
    /// Number of months with purchases.
    pub months: usize,
}

impl PriceIndex {
    /// Adds the price changes of the categories, from purchases in order of item, supplier, unit and
    /// month.
    #[must_use]
    pub fn with_price_changes(
        mut self,
        purchases: &[SupplierMonth],
        as_of: Month,
        category_of: impl Fn(&str) -> String,
    ) -> Self {
        let mut by_category: BTreeMap<String, Vec<&SupplierMonth>> = BTreeMap::new();
        for months in purchases.chunk_by(|a, b| a.item == b.item) {
            if let Some(first) = months.first() {
                let own = by_category.entry(category_of(&first.item)).or_default();
                own.extend(months);
            }
        }
        for category in &mut self.categories {
            category.three_month_change = by_category
                .get(&category.category)
                .and_then(|own| PriceChange::from_purchases(own, as_of));
        }
        self
    }
}

impl CategoryIndex {
    /// Stable without prices to compare.
    pub fn trend(&self) -> PriceTrend {
        self.three_month_change
            .map_or(PriceTrend::Stable, |change| change.trend)
    }
}

/// The index over the rows up to the as-of month; none with fewer than 2 comparable months:
/// [`INSUFFICIENT_DATA`].
pub fn compute_price_index(rows: &[ItemMonth], as_of: Month) -> Option<PriceIndex> {
    let usable: Vec<&ItemMonth> = rows
        .iter()
        .filter(|row| {
            row.month <= as_of && row.quantity > 0.0 && row.value > 0.0 && row.value.is_finite()
        })
        .collect();
    let all = PurchaseBasket::from_rows(&usable);
    let series = all.compute_series()?;
    let (last, before) = last_two_points(&series.points)?;

    let mut by_category: BTreeMap<&str, Vec<&ItemMonth>> = BTreeMap::new();
    for &row in &usable {
        by_category.entry(&row.category).or_default().push(row);
    }
    let mut by_spend: Vec<(&str, f64, Vec<&ItemMonth>)> = by_category
        .into_iter()
        .map(|(category, rows)| (category, rows.iter().map(|row| row.value).sum(), rows))
        .collect();
    by_spend.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let mut categories = Vec::new();
    let mut thin_categories = Vec::new();
    for (category, spend, rows) in by_spend {
        match compute_category_index(category, spend, &rows, as_of) {
            Some(index) => categories.push(index),
            None => thin_categories.push(category.to_owned()),
        }
    }

    let year_ago = series
        .year_over_year
        .last()
        .filter(|point| point.month == last.month);
    Some(PriceIndex {
        current_index: last.index,
        index_change_percent: percent_change(last.index, before.index),
        year_over_year_percent: year_ago.and_then(|point| percent_change(point.index, 1.0)),
        last_month: last.month,
        carried: last.month < as_of,
        categories,
        thin_categories,
        lines: usable.iter().map(|row| row.lines).sum(),
        items: all.items,
        months: all.months.len(),
        series,
    })
}

fn compute_category_index(
    category: &str,
    spend: f64,
    rows: &[&ItemMonth],
    as_of: Month,
) -> Option<CategoryIndex> {
    let series = PurchaseBasket::from_rows(rows).compute_series()?;
    let (last, before) = last_two_points(&series.points)?;
    Some(CategoryIndex {
        category: category.to_owned(),
        spend,
        current_price_index: last.index,
        price_change_percent: percent_change(last.index, before.index),
        three_month_change: None,
        last_month: last.month,
        carried: last.month < as_of,
        series,
    })
}

/// The last point and the one before.
fn last_two_points(points: &[MonthPoint]) -> Option<(MonthPoint, MonthPoint)> {
    match points {
        [.., before, last] => Some((*last, *before)),
        _ => None,
    }
}

/// Purchased goods, by month.
struct PurchaseBasket {
    months: Vec<Month>,
    periods: Vec<Period>,
    items: usize,
}

impl PurchaseBasket {
    /// Unit value of an item in a month = amount / quantity, over all its rows of that month.
    fn from_rows(rows: &[&ItemMonth]) -> Self {
        let mut goods: BTreeMap<&str, usize> = BTreeMap::new();
        let mut totals: BTreeMap<(Month, usize), (f64, f64)> = BTreeMap::new();
        for row in rows {
            let next = goods.len();
            let good = *goods.entry(&row.item).or_insert(next);
            let (quantity, value) = totals.entry((row.month, good)).or_default();
            *quantity += row.quantity;
            *value += row.value;
        }
        let mut by_month: BTreeMap<Month, Vec<Observation>> = BTreeMap::new();
        for ((month, good), (quantity, value)) in totals {
            by_month.entry(month).or_default().push(Observation {
                good,
                price: value / quantity,
                quantity,
            });
        }
        let (months, periods) = by_month
            .into_iter()
            .map(|(month, goods)| (month, Period::new(goods)))
            .unzip();
        Self {
            months,
            periods,
            items: goods.len(),
        }
    }

    /// None with fewer than two comparable months.
    fn compute_series(&self) -> Option<IndexSeries> {
        let levels = geks::rolling_index(&self.periods, WINDOW_MONTHS);
        let points: Vec<MonthPoint> = self
            .months
            .iter()
            .zip(levels)
            .filter_map(|(&month, level)| level.map(|index| MonthPoint { month, index }))
            .collect();
        let provisional = points.len() < WINDOW_MONTHS;
        (points.len() >= 2).then(|| IndexSeries {
            points,
            year_over_year: self.compute_year_over_year(),
            provisional,
        })
    }

    fn compute_year_over_year(&self) -> Vec<MonthPoint> {
        let months = self.months.iter().zip(&self.periods);
        months
            .filter_map(|(&month, period)| {
                let year_before = self.months.binary_search(&month.year_before()).ok()?;
                let index = geks::fisher_index(self.periods.get(year_before)?, period)?;
                Some(MonthPoint { month, index })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
