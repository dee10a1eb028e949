//! How the average spends of a year ago came out, beside what the same customers' orders have come
//! to since.

use chrono::NaiveDate;

use super::super::average_spend::AverageSpend;
use super::super::order_outlook::OrderOutlook;
use super::order_days_between;
use crate::decimal::round2;
use estimators::usize_to_f64;

/// Said where too few customers have ordered since.
pub const INSUFFICIENT_DATA: &str = "Needs 30 customers of a year ago that have ordered since";

/// Customers that a record needs.
const MIN_CUSTOMERS: usize = 30;

/// Percents of the mean orders that came, 2 decimals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpendBacktest {
    /// The day on which they were foretold.
    pub made_on: NaiveDate,
    pub customers: usize,
    /// Sum of what each customer's mean order was off by.
    pub error_percent: f64,
    /// The same of saying "as its own mean order so far".
    pub own_mean_error_percent: f64,
}

/// None: [`TOO_THIN`].
pub fn backtest_spend(outlook: &OrderOutlook<'_>, as_of: NaiveDate) -> Option<SpendBacktest> {
    let spend = AverageSpend::from_histories(outlook.customers.iter().map(|one| &one.history))?;
    let (mut customers, mut came, mut off, mut off_of_own) = (0, 0.0, 0.0, 0.0);
    for one in &outlook.customers {
        let since = order_days_between(one.customer, outlook.as_of, as_of);
        let (orders, amount) = since.fold((0_u64, 0.0), |(orders, amount), day| {
            (orders + u64::from(day.orders), amount + day.amount)
        });
        let Some((later, own)) =
            mean_amount(amount, orders).zip(mean_amount(one.history.amount, one.history.orders))
        else {
            continue;
        };
        customers += 1;
        came += later;
        off += (spend.expected_per_order(&one.history) - later).abs();
        off_of_own += (own - later).abs();
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

    /// Two orders of `own` each before, one of `later` since.
    fn new_buyer(place: usize, own: f64, later: f64) -> Customer {
        let day = |day: &str, amount: f64| OrderDay {
            day: parse_date(day),
            orders: 1,
            amount,
        };
        Customer {
            days: vec![
                day("2024-04-01", own),
                day("2025-01-01", own),
                day("2025-06-01", later),
            ],
            ..customer_ordering_on(&format!("C{place:02}"), &[])
        }
    }

    #[test]
    fn each_customer_is_held_against_its_own_later_orders() {
        let as_of = parse_date("2026-03-31");
        // All alike so far: the mean of all is the mean of each.
        let alike: Vec<Customer> = (0..40).map(|place| new_buyer(place, 100.0, 80.0)).collect();
        let found = backtest_spend(&outlook_year_ago(&alike, as_of), as_of).unwrap();
        assert_eq!(
            (found.made_on, found.customers),
            (parse_date("2025-03-31"), 40)
        );
        assert_eq!(
            (
                found.error_percent.to_bits(),
                found.own_mean_error_percent.to_bits()
            ),
            (25.0_f64.to_bits(), 25.0_f64.to_bits())
        );
    }

    #[test]
    fn who_has_not_ordered_since_is_not_judged() {
        let as_of = parse_date("2026-03-31");
        let mut customers: Vec<Customer> = (0..30)
            .map(|place| new_buyer(place, 100.0, 100.0))
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
