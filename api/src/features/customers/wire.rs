//! Response types of the customer operation: the field names of the specification, further fields
//! in camelCase.

use super::headlines::{BestMonth, Headline};
use super::next_order::NextOrder;
use super::overdue_customers::Overdue;
use super::purchase_patterns::PatternRow;
use super::purchase_windows::{PurchaseWindow, month_label};
use super::segments::SegmentRow;
use super::weekly_needs::NeedsWeek;
use chrono::NaiveDate;
use poem_openapi::Object;

/// Segments, purchase patterns, weekly needs and purchase windows of the customers.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct CustomerSegmentation {
    /// Segments with members.
    pub segmentation: Vec<SegmentationRow>,
    /// At most 200 customers, by amount per year, largest first.
    pub customer_patterns: Vec<CustomerPattern>,
    /// The next 13 weeks; empty if `status.prediction_trends` gives a reason.
    pub prediction_trends: Vec<PredictionTrend>,
    /// The months of the year; empty if `status.purchase_windows` gives a reason.
    pub purchase_windows: Vec<PurchaseWindowPoint>,
    pub headlines: Headlines,
    pub status: CustomerStatus,
    /// Number of customers with orders.
    #[oai(rename = "customersWithOrders")]
    pub customers_with_orders: u64,
}

/// Reasons for parts without figures.
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
    /// Annual saving from buying for the segment in the best months, in `meta.currency`; absent if
    /// unknown.
    pub potential_savings: Option<f64>,
    /// Reason why it is unknown.
    #[oai(rename = "potentialSavingsNote")]
    pub potential_savings_note: Option<String>,
    /// Lower end of the 80 % range.
    #[oai(rename = "potentialSavingsLow80")]
    pub potential_savings_low80: Option<f64>,
    /// Upper end of the 80 % range.
    #[oai(rename = "potentialSavingsHigh80")]
    pub potential_savings_high80: Option<f64>,
    /// Number of customers in the segment.
    pub customers: u64,
    /// Rule of the segment.
    pub rule: String,
}

/// Purchase pattern of a customer.
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
    /// Median day of the next order, such as `2026-12-14`, or the reason why there is none.
    pub predicted_next: String,
    #[oai(rename = "customerId")]
    pub customer_id: String,
    /// First day of the 80 % window.
    #[oai(rename = "predictedNextLow80")]
    pub predicted_next_low80: Option<NaiveDate>,
    /// Last day of the 80 % window.
    #[oai(rename = "predictedNextHigh80")]
    pub predicted_next_high80: Option<NaiveDate>,
    /// Reason for low confidence in the day.
    #[oai(rename = "predictedNextNote")]
    pub predicted_next_note: Option<String>,
    /// Probability that the customer is still active, in percent.
    #[oai(rename = "stillCustomerPercent")]
    pub still_customer_percent: f64,
    /// Probability of an order in the next 30 days, in percent.
    #[oai(rename = "orderIn30DaysPercent")]
    pub order_in_30_days_percent: f64,
    /// Number of orders so far.
    pub orders: u64,
}

/// A page of the customers with orders.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct CustomerList {
    /// By amount per year, largest first, or as `sort` says.
    pub items: Vec<CustomerPattern>,
    /// Send it as `cursor` for the next page. Missing on the last page.
    pub next_cursor: Option<String>,
    /// Number of matching customers on all pages.
    pub total: u64,
    /// Sum of the average spend of the matching customers, in `meta.currency`: the expected amount
    /// of one order of each.
    pub total_average_spend: f64,
}

/// Expected needs of a week.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct PredictionTrend {
    /// ISO week, such as `2026-W24`.
    pub week: String,
    /// Expected orders in percent of the mean week of the last 12 months.
    pub percentage: f64,
    /// Lower end of the 80 % range.
    pub low80: Option<f64>,
    /// Upper end of the 80 % range.
    pub high80: Option<f64>,
}

/// Saving from buying in a month.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct PurchaseWindowPoint {
    /// Such as `Jan`.
    pub month: String,
    /// Percent saved against buying at the peak of demand, less carrying cost; negative if more
    /// expensive; absent if there were never purchases in the month.
    pub value: Option<f64>,
}

/// The two headline figures above the charts.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct Headlines {
    /// Expected orders of the next 3 months in percent of the last 12 months' orders.
    pub predicted_needs: Option<HeadlineFigure>,
    /// Reason why there is none.
    pub predicted_needs_note: Option<String>,
    /// Percent saved on all purchases by buying each category in its best of the next 3 months
    /// instead of at its peak of demand.
    pub purchase_window: Option<HeadlineFigure>,
    /// Categories for which one of these months saves something, with that month, most important
    /// first; absent if there are none.
    pub purchase_window_categories: Option<Vec<BestMonthToBuy>>,
    /// Reason why there is none.
    pub purchase_window_note: Option<String>,
}

/// A percentage with its change.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct HeadlineFigure {
    pub percent: f64,
    /// Change from the same figure a year ago, in percentage points; absent if that figure is
    /// unknown.
    pub change_points: Option<f64>,
}

/// The best of the next 3 months for a category.
#[derive(Object)]
pub(super) struct BestMonthToBuy {
    pub category: String,
    /// Such as `Jan`.
    pub month: String,
    /// Percent saved of the category's cost at its peak of demand, less carrying cost.
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
            potential_savings_note: row.savings_text.clone(),
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
            predicted_next_note: row
                .overdue
                .as_ref()
                .map(describe_overdue)
                .or_else(|| doubt.map(|doubt| doubt.explanation().to_owned())),
            still_customer_percent: row.terms.p_alive_percent,
            order_in_30_days_percent: row.terms.p30_percent,
            orders: row.terms.orders,
        }
    }
}

fn describe_overdue(overdue: &Overdue) -> String {
    format!(
        "overdue: an order was due by {}; {:.0} % likely to have left",
        overdue.due_by,
        100.0 * overdue.p_lost
    )
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
