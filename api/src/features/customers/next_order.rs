//! Next order of a customer: a day with its 80 % window, or the reason why there is none.

use serde::{Deserialize, Serialize};
use std::fmt;

use chrono::{Months, NaiveDate};

use super::order_outlook::CustomerOutlook;

/// Text for a customer that has probably left.
pub const UNLIKELY: &str = "Unlikely to return";
/// Text if the median wait of the customer, if active, exceeds the horizon.
pub const BEYOND_HORIZON: &str = "Not expected within 2 years";
/// Note on a day that rests on one order.
pub const ONE_ORDER: &str = "one order so far: the window of similar customers, low confidence";
/// Note on a day of a tenant with few repeat customers.
pub const FEW_CUSTOMERS: &str =
    "fewer than 30 customers have come back: typical retail parameters, low confidence";

/// Probability of being active below which no day is given.
const MIN_P_ALIVE: f64 = 0.2;
/// Median wait up to which a day is given.
const HORIZON: Months = Months::new(24);
/// A day is that of an order within this number of days: longer waits can't be told from leaving.
pub const WINDOW_DAYS: u64 = 365;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NextOrder {
    /// If the customer orders within a year, it does so by `date` with probability 1/2, and between
    /// `low` and `high` with probability 0.8.
    Expected {
        date: NaiveDate,
        low: NaiveDate,
        /// Always present.
        high: Option<NaiveDate>,
        low_confidence: Option<LowConfidenceReason>,
    },
    Unlikely,
    BeyondHorizon,
}

/// Reason for low confidence in a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LowConfidenceReason {
    SingleOrder,
    FewRepeatCustomers,
}

impl LowConfidenceReason {
    pub fn explanation(self) -> &'static str {
        match self {
            Self::SingleOrder => ONE_ORDER,
            Self::FewRepeatCustomers => FEW_CUSTOMERS,
        }
    }
}

impl NextOrder {
    pub(super) fn from_outlook(customer: &CustomerOutlook<'_>, as_of: NaiveDate) -> Self {
        if customer.p_alive < MIN_P_ALIVE {
            return Self::Unlikely;
        }
        let latest = as_of.checked_add_months(HORIZON).unwrap_or(NaiveDate::MAX);
        if customer.next_order_by(0.5, latest).is_none() {
            return Self::BeyondHorizon;
        }
        let by = |q: f64| customer.next_order_within(q, WINDOW_DAYS);
        let doubt = if customer.has_one_order() {
            Some(LowConfidenceReason::SingleOrder)
        } else if customer.has_own_parameters() {
            None
        } else {
            Some(LowConfidenceReason::FewRepeatCustomers)
        };
        Self::Expected {
            date: by(0.5),
            low: by(0.1),
            high: Some(by(0.9)),
            low_confidence: doubt,
        }
    }

    /// The expected day, if there is one.
    pub fn expected_date(&self) -> Option<NaiveDate> {
        match self {
            Self::Expected { date, .. } => Some(*date),
            Self::Unlikely | Self::BeyondHorizon => None,
        }
    }
}

impl fmt::Display for NextOrder {
    /// The day as `2026-12-14`, or the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { date, .. } => write!(f, "{date}"),
            Self::Unlikely => f.write_str(UNLIKELY),
            Self::BeyondHorizon => f.write_str(BEYOND_HORIZON),
        }
    }
}
