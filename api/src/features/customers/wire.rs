//! What the customer operation gives: the spec's names, and more in camelCase.

use super::headlines::{BestMonth, Headline};
use super::next_order::NextOrder;
use super::purchase_patterns::PatternRow;
use super::purchase_windows::{PurchaseWindow, month_label};
use super::segments::SegmentRow;
use super::weekly_needs::NeedsWeek;
use chrono::NaiveDate;
use poem_openapi::Object;

/// Who buys, how, what next, and when it pays to have bought for them.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct CustomerSegmentation {
    /// The segments that have members.
    pub segmentation: Vec<SegmentationRow>,
    /// The largest customers first, at most 200 of them.
    pub customer_patterns: Vec<CustomerPattern>,
    /// The next 13 weeks; empty where `status.prediction_trends` says why.
    pub prediction_trends: Vec<PredictionTrend>,
    /// The months of the year; empty where `status.purchase_windows` says why.
    pub purchase_windows: Vec<PurchaseWindowPoint>,
    pub headlines: Headlines,
    pub status: CustomerStatus,
    /// How many customers have ordered.
    #[oai(rename = "customersWithOrders")]
    pub customers_with_orders: u64,
}

/// Why a part has no figures.
#[derive(Object, Default)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct CustomerStatus {
    pub segmentation: Option<String>,
    pub prediction_trends: Option<String>,
    pub purchase_windows: Option<String>,
}

/// A segment of customers.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct SegmentationRow {
    pub segment: String,
    pub description: String,
    pub predicted_needs: String,
    pub optimal_purchase_time: String,
    /// A year's saving by buying for the segment in the best months, in `meta.currency`; left out
    /// where it cannot be told.
    pub potential_savings: Option<f64>,
    /// Why it cannot be told.
    #[oai(rename = "potentialSavingsNote")]
    pub potential_savings_note: Option<String>,
    /// Lower end of the 80 % range.
    #[oai(rename = "potentialSavingsLow80")]
    pub potential_savings_low80: Option<f64>,
    /// Upper end of the 80 % range.
    #[oai(rename = "potentialSavingsHigh80")]
    pub potential_savings_high80: Option<f64>,
    /// How many customers belong to it.
    pub customers: u64,
    /// The rule by which they do.
    pub rule: String,
}

/// How a customer buys.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct CustomerPattern {
    /// The customer's name.
    pub customer: String,
    pub last_purchase: NaiveDate,
    /// Orders per year.
    pub frequency: f64,
    /// Expected amount of an order, in `meta.currency`.
    pub average_spend: f64,
    /// The day by which the next order is as likely as not, such as `2026-12-14`, or why there is
    /// none.
    pub predicted_next: String,
    #[oai(rename = "customerId")]
    pub customer_id: String,
    /// First day of the 80 % window.
    #[oai(rename = "predictedNextLow80")]
    pub predicted_next_low80: Option<NaiveDate>,
    /// Last day of the 80 % window.
    #[oai(rename = "predictedNextHigh80")]
    pub predicted_next_high80: Option<NaiveDate>,
    /// Why confidence in the day is low.
    #[oai(rename = "predictedNextNote")]
    pub predicted_next_note: Option<String>,
    /// Percent probability that the customer still orders here.
    #[oai(rename = "stillCustomerPercent")]
    pub still_customer_percent: f64,
    /// Percent probability of an order in the next 30 days.
    #[oai(rename = "orderIn30DaysPercent")]
    pub order_in_30_days_percent: f64,
    /// Orders so far.
    pub orders: u64,
}

/// What a week is expected to need.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct PredictionTrend {
    /// ISO week, such as `2026-W24`.
    pub week: String,
    /// Expected orders in percent of a mean week of the last 12 months.
    pub percentage: f64,
    /// Lower end of the 80 % range.
    pub low80: Option<f64>,
    /// Upper end of the 80 % range.
    pub high80: Option<f64>,
}

/// How well a month suits for buying.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct PurchaseWindowPoint {
    /// Such as `Jan`.
    pub month: String,
    /// Percent saved against buying at the peak of demand, keeping costs included; negative:
    /// dearer; left out where nothing was ever bought in the month.
    pub value: Option<f64>,
}

/// The two figures above the charts.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct Headlines {
    /// Expected orders of the next 3 months in percent of the last 12 months' orders.
    pub predicted_needs: Option<HeadlineFigure>,
    /// Why there is none.
    pub predicted_needs_note: Option<String>,
    /// What is saved of all purchases by buying each category in its best one of the next 3 months
    /// instead of at the peak of its demand, in percent.
    pub purchase_window: Option<HeadlineFigure>,
    /// The categories in which one of these months saves something, the most important first, and
    /// that month; left out where there are none.
    pub purchase_window_categories: Option<Vec<BestMonthToBuy>>,
    /// Why there is none.
    pub purchase_window_note: Option<String>,
}

/// A percentage with its change.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct HeadlineFigure {
    pub percent: f64,
    /// Against the same figure a year ago, in points; left out where that one cannot be told.
    pub change_points: Option<f64>,
}

/// The best of the next 3 months to buy a category in.
#[derive(Object)]
pub(super) struct BestMonthToBuy {
    pub category: String,
    /// Such as `Jan`.
    pub month: String,
    /// Saved of what the category costs at the peak of its demand, keeping costs included.
    pub percent: f64,
}

impl From<BestMonth> for BestMonthToBuy {
    fn from(best: BestMonth) -> Self {
        Self {
            category: best.category,
            month: month_label(best.month).to_owned(),
            percent: best.saving_percent,
        }
    }
}

impl<T> From<Headline<T>> for HeadlineFigure {
    fn from(headline: Headline<T>) -> Self {
        Self {
            percent: headline.value,
            change_points: headline.change_points,
        }
    }
}

impl From<SegmentRow> for SegmentationRow {
    fn from(row: SegmentRow) -> Self {
        let savings = row.potential_savings;
        Self {
            segment: row.segment.to_string(),
            rule: row.segment.rule().to_owned(),
            description: row.description,
            predicted_needs: row.predicted_needs,
            optimal_purchase_time: row.optimal_purchase_time,
            potential_savings: savings.as_ref().map(|savings| savings.per_year),
            potential_savings_note: row.savings_text.map(str::to_owned),
            potential_savings_low80: savings.as_ref().and_then(|savings| savings.low_80),
            potential_savings_high80: savings.as_ref().and_then(|savings| savings.high_80),
            customers: row.members.len() as u64,
        }
    }
}

impl From<PatternRow> for CustomerPattern {
    fn from(row: PatternRow) -> Self {
        let (low, high, doubt) = match row.predicted_next {
            NextOrder::Expected {
                low,
                high,
                low_confidence: doubt,
                ..
            } => (Some(low), high, doubt),
            NextOrder::Unlikely | NextOrder::BeyondHorizon => (None, None, None),
        };
        Self {
            customer: row.customer,
            last_purchase: row.last_purchase,
            frequency: row.frequency,
            average_spend: row.average_spend,
            predicted_next: row.predicted_next.to_string(),
            customer_id: row.id,
            predicted_next_low80: low,
            predicted_next_high80: high,
            predicted_next_note: doubt.map(|doubt| doubt.explanation().to_owned()),
            still_customer_percent: row.terms.p_alive_percent,
            order_in_30_days_percent: row.terms.p30_percent,
            orders: row.terms.orders,
        }
    }
}

impl From<NeedsWeek> for PredictionTrend {
    fn from(week: NeedsWeek) -> Self {
        Self {
            week: week.week,
            percentage: week.percentage,
            low80: week.low_80,
            high80: week.high_80,
        }
    }
}

impl From<PurchaseWindow> for PurchaseWindowPoint {
    fn from(window: PurchaseWindow) -> Self {
        Self {
            month: month_label(window.month).to_owned(),
            value: window.value,
        }
    }
}
