//! The four cards of the dashboard, from the tenant's purchase lines of a year and of the year
//! before.
//!
//! Sums are exact until the final rounding. A change against a missing or zero base is left out.

use chrono::{Days, NaiveDate};

use crate::decimal::{ExactSum, percent_of, points_between};

/// Method of the figures, for the details on demand.
pub const METHOD: &str = "Purchase lines of the 365 days up to the as-of day against the 365 \
    before; suppliers of 90 days against the 90 before";

/// Days of the spend periods.
const YEAR_DAYS: u64 = 365;
/// Days of the supplier periods.
const QUARTER_DAYS: u64 = 90;

/// Days after `after` up to and including `through`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateRange {
    pub after: NaiveDate,
    pub through: NaiveDate,
}

impl DateRange {
    fn ending_on(through: NaiveDate, days: u64) -> Self {
        Self {
            after: through
                .checked_sub_days(Days::new(days))
                .unwrap_or(NaiveDate::MIN),
            through,
        }
    }

    pub fn contains(&self, date: NaiveDate) -> bool {
        self.after < date && date <= self.through
    }
}

/// The periods that the cards compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardPeriods {
    /// The 365 days up to and including the as-of day.
    pub year: DateRange,
    /// The 365 days before those.
    pub prior_year: DateRange,
    /// The 90 days up to and including the as-of day.
    pub quarter: DateRange,
    /// The 90 days before those.
    pub prior_quarter: DateRange,
}

impl CardPeriods {
    pub fn ending_on(as_of: NaiveDate) -> Self {
        let year = DateRange::ending_on(as_of, YEAR_DAYS);
        let quarter = DateRange::ending_on(as_of, QUARTER_DAYS);
        Self {
            year,
            prior_year: DateRange::ending_on(year.after, YEAR_DAYS),
            quarter,
            prior_quarter: DateRange::ending_on(quarter.after, QUARTER_DAYS),
        }
    }
}

/// Purchases in a range of days. `spend`, `orders` and `lines` are by transaction date,
/// `promised_due` and `on_time` by promised date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SpendWindow {
    /// Sum of the line amounts; returns reduce it.
    pub spend: ExactSum,
    /// Distinct orders.
    pub orders: u64,
    pub lines: u64,
    /// Lines promised in the range and due by the as-of day.
    pub promised_due: u64,
    /// Those delivered on or before the promised day.
    pub on_time: u64,
}

/// A money figure with its change in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoneyCard {
    pub value: f64,
    pub change_percent: Option<f64>,
}

/// A rate in percent with its change in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateCard {
    pub value: f64,
    pub change_points: Option<f64>,
}

/// A count with its change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountCard {
    pub value: u64,
    pub change: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DashboardCards {
    pub total_spend: MoneyCard,
    /// None without orders in the year.
    pub avg_order_value: Option<MoneyCard>,
    /// None if nothing promised in the year was due.
    pub delivery_rate: Option<RateCard>,
    pub active_suppliers: CountCard,
    /// Purchase lines of the year behind the figures.
    pub lines: u64,
}

/// `suppliers` and `prior_suppliers` are the distinct suppliers of [`CardPeriods::quarter`] and
/// [`CardPeriods::prior_quarter`].
pub fn compute_cards(
    year: &SpendWindow,
    prior_year: &SpendWindow,
    suppliers: u64,
    prior_suppliers: u64,
) -> DashboardCards {
    DashboardCards {
        total_spend: MoneyCard {
            value: year.spend.to_money(),
            change_percent: year.spend.percent_change_from(prior_year.spend),
        },
        avg_order_value: year.spend.mean_money(year.orders).map(|value| MoneyCard {
            value,
            change_percent: average_order_change(year, prior_year),
        }),
        delivery_rate: percent_of(year.on_time, year.promised_due).map(|value| RateCard {
            value,
            change_points: rate_change(year, prior_year),
        }),
        active_suppliers: CountCard {
            value: suppliers,
            change: count_change(suppliers, prior_suppliers),
        },
        lines: year.lines,
    }
}

/// Change of the mean order: of spend / orders against prior spend / prior orders, both multiplied
/// by the two counts.
fn average_order_change(year: &SpendWindow, prior: &SpendWindow) -> Option<f64> {
    if prior.orders == 0 {
        return None;
    }
    year.spend
        .checked_mul(prior.orders)?
        .percent_change_from(prior.spend.checked_mul(year.orders)?)
}

fn rate_change(year: &SpendWindow, prior: &SpendWindow) -> Option<f64> {
    if prior.on_time == 0 {
        return None;
    }
    points_between(
        year.on_time,
        year.promised_due,
        prior.on_time,
        prior.promised_due,
    )
}

fn count_change(now: u64, before: u64) -> Option<i64> {
    if before == 0 {
        return None;
    }
    i64::try_from(i128::from(now) - i128::from(before)).ok()
}

#[cfg(test)]
mod tests;
