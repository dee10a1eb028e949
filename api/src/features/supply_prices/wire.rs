//! Response types of the price index: the field names of the specification, further fields in
//! camelCase.

pub(super) mod outlier_types;

use super::ReadPriceIndex;
use super::price_index::{CategoryIndex, INSUFFICIENT_DATA, MonthPoint, PriceIndex};
use crate::decimal::round2;
use poem_openapi::Object;

/// Supply price index, in total and by category.
#[derive(Object)]
pub(super) struct SupplyPriceIndex {
    pub overview: PriceIndexOverview,
    /// Largest spend first.
    pub categories: Vec<PriceCategory>,
}

/// The index over all purchases.
#[derive(Object, Default)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct PriceIndexOverview {
    /// First month with purchases = 100.
    pub current_index: Option<f64>,
    /// Change from the previous month with purchases, in percent.
    pub index_change: Option<f64>,
    /// Reason why there are no figures, or a limitation of them.
    pub status: Option<String>,
    /// Error message, if an error occurred.
    pub error: Option<String>,
    /// Change from the same month of the year before, over the items purchased in both, in percent.
    #[oai(rename = "yearOverYearPercent")]
    pub year_over_year_percent: Option<f64>,
    /// The month of the last point, such as `2026-10`.
    #[oai(rename = "lastMonth")]
    pub last_month: Option<String>,
    /// True if there are no purchases after `lastMonth`, so that its value is carried forward.
    pub carried: Option<bool>,
    /// True with fewer than 13 months: every new month still revises the older ones.
    pub provisional: Option<bool>,
    /// Number of months with purchases.
    pub months: Option<u64>,
    /// Number of purchased items.
    pub items: Option<u64>,
    /// The index by month, oldest first.
    pub series: Option<Vec<IndexPoint>>,
    /// Categories with purchases in too few months for an index.
    #[oai(rename = "thinCategories")]
    pub thin_categories: Option<Vec<String>>,
    /// Number of lines with unusual prices, which are left out until someone confirms them.
    #[oai(rename = "unusualPriceLines")]
    pub unusual_price_lines: Option<u64>,
}

/// The index over one category.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct PriceCategory {
    /// `seed`, `fertilizer`, `pesticide`, `other`, or `Unknown` for items without an inventory row.
    pub category: String,
    /// `rising`, `falling` or `stable` over 3 months: whether the prices at the same suppliers
    /// changed by more than 1 % and more than chance explains.
    pub trend: String,
    /// First month with purchases = 100.
    pub current_price_index: f64,
    /// Change from the previous month with purchases, in percent.
    pub price_change_percent: Option<f64>,
    #[oai(rename = "lastMonth")]
    pub last_month: String,
    /// True if there are no purchases after `lastMonth`, so that its value is carried forward.
    pub carried: bool,
    /// True with fewer than 13 months.
    pub provisional: bool,
    /// The category's index by month, oldest first.
    pub series: Vec<IndexPoint>,
}

/// The index of a month.
#[derive(Object)]
pub(super) struct IndexPoint {
    /// Such as `2026-10`.
    pub month: String,
    /// Rounded to six decimals.
    pub index: f64,
}

impl From<MonthPoint> for IndexPoint {
    fn from(point: MonthPoint) -> Self {
        Self {
            month: point.month.to_string(),
            index: (point.index * 1e6).round() / 1e6,
        }
    }
}

impl From<CategoryIndex> for PriceCategory {
    fn from(category: CategoryIndex) -> Self {
        Self {
            trend: category.trend().to_string(),
            category: category.category,
            current_price_index: round2(category.current_price_index),
            price_change_percent: category.price_change_percent,
            last_month: category.last_month.to_string(),
            carried: category.carried,
            provisional: category.series.provisional,
            series: category.series.points.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<ReadPriceIndex> for SupplyPriceIndex {
    fn from(read: ReadPriceIndex) -> Self {
        let mut answer = Self::from(read.index);
        answer.overview.unusual_price_lines =
            Some(read.unusual_price_lines).filter(|lines| *lines > 0);
        answer
    }
}

impl From<Option<PriceIndex>> for SupplyPriceIndex {
    fn from(index: Option<PriceIndex>) -> Self {
        let Some(index) = index else {
            let overview = PriceIndexOverview {
                status: Some(INSUFFICIENT_DATA.to_owned()),
                ..PriceIndexOverview::default()
            };
            return Self {
                overview,
                categories: Vec::new(),
            };
        };
        let provisional = index.series.provisional;
        let overview = PriceIndexOverview {
            current_index: Some(round2(index.current_index)),
            index_change: index.index_change_percent,
            status: provisional
                .then(|| "Provisional: fewer than 13 months of purchases".to_owned()),
            error: None,
            year_over_year_percent: index.year_over_year_percent,
            last_month: Some(index.last_month.to_string()),
            carried: Some(index.carried),
            provisional: Some(provisional),
            months: Some(index.months as u64),
            items: Some(index.items as u64),
            series: Some(index.series.points.into_iter().map(Into::into).collect()),
            thin_categories: (!index.thin_categories.is_empty()).then_some(index.thin_categories),
            unusual_price_lines: None,
        };
        Self {
            overview,
            categories: index.categories.into_iter().map(Into::into).collect(),
        }
    }
}
