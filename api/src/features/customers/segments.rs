//! Segments the customers into six groups that sales staff can act on: every customer with orders
//! is in exactly one, deterministically.
//!
//! By recency, frequency and amount per year, in fifths of the tenant's customers (thirds with
//! fewer than 25), and by the probability that a customer is still active.

mod rfm_scores;
mod segment_text;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

pub use self::rfm_scores::RfmScores;
use self::rfm_scores::{high_score_from, score_customers};
use super::order_outlook::{CustomerOutlook, OrderOutlook};
use super::purchase_windows::{self, PurchaseWindows};
use super::savings::{NO_PURCHASE_PRICES, PotentialSavings, compute_savings};
use crate::decimal::round2;

/// Method of the segments, for the details on demand.
pub const METHOD: &str = "Recency, frequency and amount per year in fifths of all customers \
    (thirds below 25 customers), and P(still a customer)";

/// Probability of being active below which a customer counts as leaving.
const LEAVING_P_ALIVE: f64 = 0.5;
/// Horizon of the predicted needs in days.
pub const NEEDS_DAYS: u64 = 90;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Segment {
    Champions,
    Loyal,
    Growing,
    SeasonalOneTimers,
    AtRisk,
    Lost,
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Champions => "Champions",
            Self::Loyal => "Loyal",
            Self::Growing => "Growing",
            Self::SeasonalOneTimers => "Seasonal one-timers",
            Self::AtRisk => "At risk",
            Self::Lost => "Lost",
        })
    }
}

impl Segment {
    /// Description of the rule.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Champions => "Among the most recent, most frequent and largest buyers",
            Self::Loyal => "Keep ordering at their own pace",
            Self::Growing => "Clearly more orders in the last 12 months than in the 12 before",
            Self::SeasonalOneTimers => "At most one order a year so far",
            Self::AtRisk => "Large buyers, silent for longer than their pattern explains",
            Self::Lost => "Silent for longer than their pattern explains, with smaller amounts",
        }
    }

    /// The first matching rule.
    fn from_scores(outlook: &CustomerOutlook<'_>, scores: RfmScores, high: u8) -> Self {
        let history = &outlook.history;
        let (now, before) = history.order_days_last_two_years();
        if outlook.p_alive < LEAVING_P_ALIVE {
            if scores.amount >= high {
                Self::AtRisk
            } else {
                Self::Lost
            }
        } else if f64::from(history.repeat_days()) < history.years().ceil() {
            Self::SeasonalOneTimers
        } else if scores.recency >= high && scores.frequency >= high && scores.amount >= high {
            Self::Champions
        } else if now - before > (now + before).sqrt() {
            // More than one standard deviation of Poisson noise.
            Self::Growing
        } else {
            Self::Loyal
        }
    }
}

/// A customer of a segment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SegmentMember {
    pub id: String,
    pub name: String,
    pub scores: RfmScores,
    pub p_alive_percent: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SegmentRow {
    pub segment: Segment,
    pub description: String,
    pub predicted_needs: String,
    pub optimal_purchase_time: String,
    /// None for the reason in [`SegmentRow::savings_text`].
    pub potential_savings: Option<PotentialSavings>,
    /// Text to show instead of savings.
    pub savings_text: Option<String>,
    /// By id.
    pub members: Vec<SegmentMember>,
    pub terms: SegmentTerms,
}

/// Terms of a row's texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SegmentTerms {
    /// Mean orders per year of a member.
    pub orders_per_year: f64,
    /// Expected days with orders in the next 90 days, over all members.
    pub expected_orders_90_days: f64,
    /// Shares of the members' amounts in percent, largest first.
    pub categories: Vec<(String, f64)>,
    /// Median of the members' days since the last order.
    pub median_silent_days: i64,
}

/// Segments with members, in the order of [`Segment`]. `windows`: none with too few purchases.
pub fn build_segments(
    outlook: &OrderOutlook<'_>,
    windows: Option<&PurchaseWindows>,
) -> Vec<SegmentRow> {
    let customers = &outlook.customers;
    let high = high_score_from(customers.len());
    let mut members: BTreeMap<Segment, Vec<(&CustomerOutlook<'_>, RfmScores)>> = BTreeMap::new();
    for (customer, scores) in customers.iter().zip(score_customers(customers)) {
        members
            .entry(Segment::from_scores(customer, scores, high))
            .or_default()
            .push((customer, scores));
    }
    members
        .into_iter()
        .map(|(segment, members)| build_segment_row(segment, &members, windows))
        .collect()
}

fn build_segment_row(
    segment: Segment,
    members: &[(&CustomerOutlook<'_>, RfmScores)],
    windows: Option<&PurchaseWindows>,
) -> SegmentRow {
    let terms = compute_terms(members);
    let potential_savings = windows.and_then(|windows| {
        compute_savings(members.iter().map(|(customer, _)| *customer), windows)
    });
    let savings_text = match (&potential_savings, windows) {
        (Some(_), _) => None,
        (None, Some(_)) => Some(NO_PURCHASE_PRICES),
        (None, None) => Some(purchase_windows::INSUFFICIENT_DATA),
    };
    SegmentRow {
        segment,
        description: segment_text::describe_segment(segment, members.len(), &terms),
        predicted_needs: segment_text::describe_needs(&terms),
        optimal_purchase_time: segment_text::describe_purchase_time(&terms, windows),
        potential_savings,
        savings_text: savings_text.map(str::to_owned),
        members: members
            .iter()
            .map(|(customer, scores)| build_member(customer, *scores))
            .collect(),
        terms,
    }
}

fn build_member(outlook: &CustomerOutlook<'_>, scores: RfmScores) -> SegmentMember {
    SegmentMember {
        id: outlook.customer.id.clone(),
        name: outlook.customer.name.clone(),
        scores,
        p_alive_percent: round2(100.0 * outlook.p_alive),
    }
}

fn compute_terms(members: &[(&CustomerOutlook<'_>, RfmScores)]) -> SegmentTerms {
    let rates: Vec<f64> = members
        .iter()
        .map(|(customer, _)| customer.history.orders_per_year())
        .collect();
    let mut silent: Vec<i64> = members
        .iter()
        .map(|(customer, _)| customer.history.days_since_last_order())
        .collect();
    silent.sort_unstable();
    SegmentTerms {
        orders_per_year: estimators::mean(&rates).unwrap_or_default(),
        expected_orders_90_days: members
            .iter()
            .map(|(customer, _)| customer.expected_order_days_within(NEEDS_DAYS))
            .sum(),
        categories: compute_category_shares(members),
        median_silent_days: silent.get(silent.len() / 2).copied().unwrap_or_default(),
    }
}

fn compute_category_shares(members: &[(&CustomerOutlook<'_>, RfmScores)]) -> Vec<(String, f64)> {
    let mut amounts: BTreeMap<&str, f64> = BTreeMap::new();
    for sales in members
        .iter()
        .flat_map(|(customer, _)| &customer.customer.categories)
    {
        if sales.amount > 0.0 && sales.amount.is_finite() {
            *amounts.entry(&sales.category).or_default() += sales.amount;
        }
    }
    let all: f64 = amounts.values().sum();
    let mut shares: Vec<(String, f64)> = amounts
        .into_iter()
        .map(|(category, amount)| (category.to_owned(), round2(100.0 * amount / all)))
        .collect();
    // Stable: equal shares stay in alphabetical order.
    shares.sort_by(|(_, larger), (_, smaller)| smaller.total_cmp(larger));
    shares
}

#[cfg(test)]
mod tests;
