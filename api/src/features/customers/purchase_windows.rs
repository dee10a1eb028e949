//! Best months for buying each category: its seasonal price in a month against the price at the
//! peak of demand, less the cost of carrying the goods until then.
//!
//! Cost of a month = seasonal price factor + carrying cost of the months until the peak, in units
//! of the year's mean price. The factor is the ratio of the price index to its centered 12-month
//! mean, shrunk toward 1 by 3 years: n years have a weight of n / (n + 3).

mod price_season;
mod realized_savings;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use chrono::Month as MonthOfYear;

use self::price_season::PriceSeason;
pub use self::realized_savings::SavingRange;
use self::realized_savings::compute_realized_savings;
use crate::decimal::round2;
use crate::features::supply_prices::price_index::{Month, MonthPoint, PriceIndex};

/// Status instead of windows.
pub const INSUFFICIENT_DATA: &str = "Needs 2 years of purchases";
/// Status of a category without a month that saves more than the carrying cost.
pub const NO_WINDOW: &str = "No month saves more than keeping the goods costs";
/// Method of the figures, for the details on demand.
pub const METHOD: &str = "100 x (cost at the peak - cost in the month) / cost at the peak; cost = \
    seasonal factor of the price index (n / (n + 3) years) + carrying cost until the peak; \
    weighted by spend";

/// Days of a mean month.
const DAYS_PER_MONTH: f64 = 30.4375;
const MONTHS_PER_YEAR: u32 = 12;

/// Carrying cost of goods.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CarryingCost {
    per_month: f64,
}

impl CarryingCost {
    /// `share` of the goods' value per year: capital, storage, insurance, shrinkage. None unless it
    /// is between 0 and 2.
    pub fn from_yearly_share(share: f64) -> Option<Self> {
        (0.0..=2.0).contains(&share).then(|| Self {
            per_month: share / f64::from(MONTHS_PER_YEAR),
        })
    }
}

impl Default for CarryingCost {
    /// 20 % a year, within the typical 15 to 30 % (Silver, Pyke, Thomas, Inventory and Production
    /// Management in Supply Chains, 4th ed., ch. 2).
    fn default() -> Self {
        Self {
            per_month: 0.2 / f64::from(MONTHS_PER_YEAR),
        }
    }
}

/// Demand of a category.
#[derive(Debug, Clone, PartialEq)]
pub struct CategoryDemand {
    pub category: String,
    /// Customers' purchases in each month of the year, January first, in any common unit, over
    /// whole years.
    pub by_month: [f64; 12],
    /// Days from order to delivery.
    pub lead_time_days: u32,
}

impl CategoryDemand {
    /// The month with the most demand, the first if equal.
    fn peak_month(&self) -> Option<MonthOfYear> {
        let months = self
            .by_month
            .iter()
            .zip(1_u8..)
            .filter(|(demand, _)| **demand > 0.0 && demand.is_finite());
        let peak = months.max_by(|(a, early), (b, late)| a.total_cmp(b).then(late.cmp(early)))?;
        MonthOfYear::try_from(peak.1).ok()
    }

    /// Months before the peak by which an order must be placed, at least one.
    fn lead_months(&self) -> u32 {
        let months = (f64::from(self.lead_time_days) / DAYS_PER_MONTH)
            .ceil()
            .clamp(1.0, f64::from(MONTHS_PER_YEAR));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an integer between 1 and 12"
        )]
        let months = months as u32;
        months
    }
}

/// Cost of buying a category in a month.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MonthTerms {
    pub month: MonthOfYear,
    /// Price relative to the year's mean; 1 without data.
    pub factor: f64,
    /// Number of years behind the factor.
    pub years: usize,
    /// Months until the peak.
    pub months_held: u32,
    /// `carrying cost per month x months_held`
    pub carrying: f64,
    /// `100 x (cost at the peak - factor - carrying) / cost at the peak`; none without purchases in
    /// the month.
    pub saving_percent: Option<f64>,
}

impl MonthTerms {
    fn total_cost(&self) -> f64 {
        self.factor + self.carrying
    }
}

/// The best month.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BestWindow {
    pub terms: MonthTerms,
    /// Percent saved against buying at the peak; above 0.
    pub saving_percent: f64,
    /// 80 % range of a year's saving; none with fewer than 2 past years.
    pub range: Option<SavingRange>,
    /// Number of past years in which both window and following peak have prices, and number of
    /// those in which the window was cheaper including carrying cost.
    pub years: usize,
    pub years_cheaper: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CategoryWindow {
    pub category: String,
    /// Amount paid: the weight of the category.
    pub spend: f64,
    pub peak: MonthOfYear,
    /// January first.
    pub months: Vec<MonthTerms>,
    /// None: [`NO_WINDOW`].
    pub best: Option<BestWindow>,
    /// Seasonal factor of the last month of the index.
    pub newest_factor: f64,
}

impl CategoryWindow {
    pub fn peak_terms(&self) -> Option<&MonthTerms> {
        self.months.iter().find(|terms| terms.month == self.peak)
    }
}

/// A bar of the chart.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PurchaseWindow {
    pub month: MonthOfYear,
    /// Percent saved against buying at the peak, weighted by spend over the categories, 2 decimals;
    /// negative if more expensive. None without purchases in the month.
    pub value: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PurchaseWindows {
    /// January first.
    pub months: Vec<PurchaseWindow>,
    /// Largest spend first.
    pub categories: Vec<CategoryWindow>,
    /// Categories with fewer than 24 months of purchases, or without demand.
    pub left_out: Vec<String>,
    pub carrying: CarryingCost,
}

/// Axis label: `Jan` for January.
pub fn month_label(month: MonthOfYear) -> &'static str {
    month.name().get(..3).unwrap_or(month.name())
}

/// From the price index up to the as-of month. None without a category that has 24 months of
/// purchases and demand: [`INSUFFICIENT_DATA`].
pub fn compute_windows(
    index: &PriceIndex,
    demand: &[CategoryDemand],
    carrying: CarryingCost,
    as_of: Month,
) -> Option<PurchaseWindows> {
    let by_category: BTreeMap<&str, &CategoryDemand> = demand
        .iter()
        .map(|demand| (demand.category.as_str(), demand))
        .collect();
    let mut left_out = index.thin_categories.clone();
    let mut categories = Vec::new();
    for category in &index.categories {
        let points: Vec<MonthPoint> = category
            .series
            .points
            .iter()
            .copied()
            .filter(|point| point.month <= as_of)
            .collect();
        let window = by_category
            .get(category.category.as_str())
            .and_then(|demand| compute_category_window(demand, category.spend, &points, carrying));
        match window {
            Some(window) => categories.push(window),
            None => left_out.push(category.category.clone()),
        }
    }
    (!categories.is_empty()).then(|| PurchaseWindows {
        months: average_by_month(&categories),
        categories,
        left_out,
        carrying,
    })
}

/// The windows at the default carrying cost.
pub fn compute_default_windows(
    index: &PriceIndex,
    demand: &[CategoryDemand],
    as_of: Month,
) -> Option<PurchaseWindows> {
    compute_windows(index, demand, CarryingCost::default(), as_of)
}

fn compute_category_window(
    demand: &CategoryDemand,
    spend: f64,
    points: &[MonthPoint],
    carrying: CarryingCost,
) -> Option<CategoryWindow> {
    let season = PriceSeason::from_points(points)?;
    let peak = demand.peak_month()?;
    let at_peak = season.month_factor(peak);
    let terms = |number: u8| {
        let month = MonthOfYear::try_from(number).ok()?;
        let held = (MONTHS_PER_YEAR + peak.number_from_month() - month.number_from_month())
            % MONTHS_PER_YEAR;
        let (factor, years) = (season.month_factor(month), season.years_observed(month));
        let cost = factor + carrying.per_month * f64::from(held);
        let saving = 100.0 * (at_peak - cost) / at_peak;
        let saving_percent = (years > 0)
            .then_some(saving)
            .filter(|saving| saving.is_finite());
        Some(MonthTerms {
            month,
            factor,
            years,
            months_held: held,
            carrying: carrying.per_month * f64::from(held),
            saving_percent,
        })
    };
    let months: Vec<MonthTerms> = (1..=12).filter_map(terms).collect();
    let in_time = months
        .iter()
        .filter(|terms| terms.months_held >= demand.lead_months() && terms.years > 0);
    // Of equal costs the month closest to the peak, which pays last.
    let cheapest = in_time
        .min_by(|a, b| {
            a.total_cost()
                .total_cmp(&b.total_cost())
                .then(a.months_held.cmp(&b.months_held))
        })
        .copied();
    let best = cheapest.and_then(|terms| {
        let saving_percent = terms
            .saving_percent
            .filter(|saving| round2(*saving) > 0.0)?;
        let past =
            compute_realized_savings(points, terms.month, terms.months_held, carrying.per_month);
        let years_cheaper = past.iter().filter(|saving| **saving > 0.0).count();
        Some(BestWindow {
            terms,
            saving_percent,
            range: SavingRange::from_past_savings(saving_percent, &past),
            years: past.len(),
            years_cheaper,
        })
    });
    let newest = points.last().and_then(|point| {
        MonthOfYear::try_from(u8::try_from(point.month.month_number()).ok()?).ok()
    })?;
    Some(CategoryWindow {
        category: demand.category.clone(),
        spend,
        peak,
        months,
        best,
        newest_factor: season.month_factor(newest),
    })
}

fn average_by_month(categories: &[CategoryWindow]) -> Vec<PurchaseWindow> {
    let bar = |number: u8| {
        let month = MonthOfYear::try_from(number).ok()?;
        let savings = categories.iter().filter_map(|category| {
            let terms = category.months.iter().find(|terms| terms.month == month)?;
            Some((category.spend, terms.saving_percent?))
        });
        let (spend, saved) = savings.fold((0.0, 0.0), |(spend, saved), (weight, saving)| {
            (spend + weight, saved + weight * saving)
        });
        let value = saved / spend;
        Some(PurchaseWindow {
            month,
            value: value.is_finite().then(|| round2(value)),
        })
    };
    (1..=12).filter_map(bar).collect()
}

#[cfg(test)]
mod tests;
