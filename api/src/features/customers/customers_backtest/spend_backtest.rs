//! Backtest of the average spend: the estimates of a year ago against the same customers' orders
//! since.

use chrono::NaiveDate;

use super::super::average_spend::AverageSpend;
use super::super::order_outlook::OrderOutlook;
use super::order_days_between;
use crate::decimal::round2;
use estimators::usize_to_f64;

/// Status if too few customers have ordered since.
pub const INSUFFICIENT_DATA: &str = "Needs 30 customers of a year ago that have ordered since";

/// Customers that a backtest requires.
const MIN_CUSTOMERS: usize = 30;

/// Percent of the actual mean orders, 2 decimals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpendBacktest {
    /// Day of the estimates.
    pub made_on: NaiveDate,
    pub customers: usize,
    /// Sum of the absolute errors of each customer's mean order.
    pub error_percent: f64,
    /// The same error of each customer's own past mean.
    pub own_mean_error_percent: f64,
}

/// None: [`INSUFFICIENT_DATA`].
pub fn backtest_spend(outlook: &OrderOutlook<'_>, as_of: NaiveDate) -> Option<SpendBacktest> {
    let spend = AverageSpend::from_histories(outlook.customers.iter().map(|one| &one.history))?;
    let (mut customers, mut came, mut off, mut off_of_own) = (0, 0.0, 0.0, 0.0);
    for one in &outlook.customers {
        let since = order_days_between(one.customer, outlook.as_of, as_of);
        let (orders, amount) = since.fold((0_u64, 0.0), |(orders, amount), day| {
            (orders + u64::from(day.orders), amount + day.amount)
        });
        let Some((later, own_mean)) =
            mean_amount(amount, orders).zip(mean_amount(one.history.amount, one.history.orders))
        else {
            continue;
        };
        customers += 1;
        came += later;
        off += (spend.expected_per_order(&one.history) - later).abs();
        off_of_own += (own_mean - later).abs();
    }
    let percent = |off: f64| {
        Some(100.0 * off / came)
            .filter(|percent| percent.is_finite())
            .map(round2)
    };
    if customers < MIN_CUSTOMERS {
        return None;
    }
    Some(SpendBacktest {
        made_on: outlook.as_of,
        customers,
        error_percent: percent(off)?,
        own_mean_error_percent: percent(off_of_own)?,
    })
}

fn mean_amount(amount: f64, orders: u64) -> Option<f64> {
    let orders = usize::try_from(orders).ok()?;
    Some(amount / usize_to_f64(orders)).filter(|mean| mean.is_finite())
}

#[cfg(test)]
mod tests {
    use super::super::super::customer::{Customer, OrderDay};
    use super::super::super::simulated_retailer::{customer_ordering_on, parse_date};
    use super::super::outlook_year_ago;
    use super::*;

    /// A customer with two past orders of `own_mean` each and one later order of `later`.
    fn new_buyer(index: usize, own_mean: f64, later: f64) -> Customer {
        let day = |day: &str, amount: f64| OrderDay {
            day: parse_date(day),
            orders: 1,
            amount,
        };
        Customer {
            days: vec![
                day("2024-04-01", own_mean),
                day("2025-01-01", own_mean),
                day("2025-06-01", later),
            ],
            ..customer_ordering_on(&format!("C{index:02}"), &[])
        }
    }

    #[test]
    fn compares_estimates_with_later_orders() {
        let as_of = parse_date("2026-03-31");
        // All equal so far, so the overall mean is the mean of each.
        let alike: Vec<Customer> = (0..40).map(|index| new_buyer(index, 100.0, 80.0)).collect();
        let backtest = backtest_spend(&outlook_year_ago(&alike, as_of), as_of).unwrap();
        assert_eq!(
            (backtest.made_on, backtest.customers),
            (parse_date("2025-03-31"), 40)
        );
        assert_eq!(
            (
                backtest.error_percent.to_bits(),
                backtest.own_mean_error_percent.to_bits()
            ),
            (25.0_f64.to_bits(), 25.0_f64.to_bits())
        );
    }

    #[test]
    fn skips_customers_without_later_orders() {
        let as_of = parse_date("2026-03-31");
        let mut customers: Vec<Customer> = (0..30)
            .map(|index| new_buyer(index, 100.0, 100.0))
            .collect();
        assert!(backtest_spend(&outlook_year_ago(&customers, as_of), as_of).is_some());
        customers[0].days.pop();
        assert_eq!(
            backtest_spend(&outlook_year_ago(&customers, as_of), as_of),
            None
        );
        assert_eq!(backtest_spend(&outlook_year_ago(&[], as_of), as_of), None);
    }
}
