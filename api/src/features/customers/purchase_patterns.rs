//! Rows of the customer table: last purchase, frequency, average spend and next purchase of every
//! customer with orders.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::average_spend::AverageSpend;
use super::next_order::NextOrder;
use super::order_outlook::{CustomerOutlook, OrderOutlook};
use super::overdue_customers::{Overdue, OverdueCustomers};
use crate::decimal::round2;

/// Method of the frequency, for the details on demand.
pub const FREQUENCY_METHOD: &str =
    "Orders so far / years since the first order (at least one year)";

/// Percents, frequencies and amounts are rounded to 2 decimals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PatternRow {
    pub id: String,
    pub customer: String,
    pub last_purchase: NaiveDate,
    /// Orders per year.
    pub frequency: f64,
    /// Expected amount of an order, in the organization's currency.
    pub average_spend: f64,
    pub predicted_next: NextOrder,
    /// None unless the customer is overdue.
    pub overdue: Option<Overdue>,
    /// The category with the largest amount.
    pub main_category: Option<String>,
    pub terms: PatternTerms,
}

/// Terms of a row.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PatternTerms {
    pub first_purchase: NaiveDate,
    pub orders: u64,
    pub order_days: usize,
    /// Total amount of the orders so far.
    pub amount: f64,
    /// `amount / orders`, before shrinkage toward other customers.
    pub own_mean: f64,
    pub p_alive_percent: f64,
    /// Probabilities of an order in the next 30 and 90 days.
    pub p30_percent: f64,
    pub p90_percent: f64,
    /// Expected days with orders in the next 365 days.
    pub expected_year: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PurchasePatterns {
    /// Largest amount per year first, then by id.
    pub rows: Vec<PatternRow>,
    /// Model of the average spend; none without rows.
    pub spend: Option<AverageSpend>,
    pub overdue: OverdueCustomers,
}

pub fn compute_patterns(outlook: &OrderOutlook<'_>) -> PurchasePatterns {
    let spend =
        AverageSpend::from_histories(outlook.customers.iter().map(|customer| &customer.history));
    let overdue = OverdueCustomers::find(outlook);
    let overdue_by_id: BTreeMap<&str, Overdue> = overdue
        .customers
        .iter()
        .map(|(id, one)| (id.as_str(), *one))
        .collect();
    let mut sorted: Vec<&CustomerOutlook<'_>> = outlook.customers.iter().collect();
    // Stable: customers are ordered by id.
    sorted.sort_by(|a, b| {
        b.history
            .amount_per_year()
            .total_cmp(&a.history.amount_per_year())
    });
    let rows = spend
        .iter()
        .flat_map(|spend| {
            sorted
                .iter()
                .map(|customer| build_pattern_row(customer, spend, &overdue_by_id))
        })
        .collect();
    PurchasePatterns {
        rows,
        spend,
        overdue,
    }
}

fn build_pattern_row(
    outlook: &CustomerOutlook<'_>,
    spend: &AverageSpend,
    overdue: &BTreeMap<&str, Overdue>,
) -> PatternRow {
    let history = &outlook.history;
    let percent = |probability: f64| round2(100.0 * probability);
    #[expect(clippy::cast_precision_loss, reason = "no customer has 2^53 orders")]
    let own_mean = history.amount / history.orders as f64;
    PatternRow {
        id: outlook.customer.id.clone(),
        customer: outlook.customer.name.clone(),
        last_purchase: history.last,
        frequency: round2(history.orders_per_year()),
        average_spend: round2(spend.expected_per_order(history)),
        predicted_next: outlook.next_order(),
        overdue: overdue.get(outlook.customer.id.as_str()).copied(),
        main_category: outlook.customer.main_category().map(str::to_owned),
        terms: PatternTerms {
            first_purchase: history.first,
            orders: history.orders,
            order_days: history.days().len(),
            amount: round2(history.amount),
            own_mean: round2(own_mean),
            p_alive_percent: percent(outlook.p_alive),
            p30_percent: percent(outlook.p_order_within(30)),
            p90_percent: percent(outlook.p_order_within(90)),
            expected_year: round2(outlook.expected_order_days_within(365)),
        },
    }
}

#[cfg(test)]
mod tests;
