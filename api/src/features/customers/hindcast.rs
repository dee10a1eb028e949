//! How the predictions of next orders came out: those of a year ago, made from the orders up to then alone, beside what has come since.

use chrono::{Days, NaiveDate};

use super::customer::Customer;
use super::outlook::{CustomerOutlook, Outlook};
use crate::decimal::round2;
use crate::stats::count;
use crate::stats::quantile::median;

/// Said where too few customers were known a year ago.
pub const TOO_THIN: &str = "Needs 30 customers whose first order is more than 13 months back";

/// Days ago that the predictions are made.
const AGO: u64 = 365;
/// A customer is judged if its first order came so many days before the predictions.
const ACQUAINTED: i64 = 30;
/// Customers that a record needs.
const LEAST_CUSTOMERS: usize = 30;
/// Days of the month that is foretold.
const MONTH: u64 = 30;
/// Days that an order is foreseen for.
const FAR: u64 = 20 * 365;

/// Percents are rounded to 2 decimals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hindcast {
    /// The day of the predictions.
    pub made: NaiveDate,
    /// Customers that are judged.
    pub customers: usize,
    /// Percent of them that were expected to order within 30 days, and that did.
    pub expected_percent: f64,
    pub came_percent: f64,
    /// Mean squared error of each customer's chance to order within 30 days, and the same where everybody is given the share that did; 4 decimals.
    pub brier: f64,
    pub brier_of_share: f64,
    /// Customers that have ordered since.
    pub buyers: usize,
    /// Half of the predicted days were at most so far off; none without buyers.
    pub median_days: Option<f64>,
    /// Percent of the buyers whose next order fell into its 80 % window.
    pub held_percent: Option<f64>,
}

/// None with fewer than 30 customers to judge: [`TOO_THIN`].
pub fn hindcast(customers: &[Customer], as_of: NaiveDate) -> Option<Hindcast> {
    let made = as_of.checked_sub_days(Days::new(AGO))?;
    let outlook = Outlook::of(customers, made);
    let judged: Vec<&CustomerOutlook<'_>> = outlook.customers.iter().filter(|one| (made - one.history.first).num_days() > ACQUAINTED).collect();
    if judged.len() < LEAST_CUSTOMERS {
        return None;
    }
    let month_end = made.checked_add_days(Days::new(MONTH))?;
    let far = made.checked_add_days(Days::new(FAR)).unwrap_or(NaiveDate::MAX);
    let (mut expected, mut came, mut squares, mut held) = (0.0, 0.0, 0.0, 0_usize);
    let mut off: Vec<f64> = Vec::new();
    for one in &judged {
        let next = next_order(one.customer, made, as_of);
        let chance = one.p_order_within(MONTH);
        let did = f64::from(u8::from(next.is_some_and(|day| day <= month_end)));
        expected += chance;
        came += did;
        squares += (chance - did).powi(2);
        let Some(next) = next else { continue };
        let by = |q: f64| one.wait_until(q, far).unwrap_or(far);
        held += usize::from(by(0.1) <= next && next <= by(0.9));
        off.push(f64::from(i32::try_from((by(0.5) - next).num_days().abs()).unwrap_or(i32::MAX)));
    }
    let n = count(judged.len());
    let (buyers, share) = (off.len(), came / n);
    Some(Hindcast {
        made,
        customers: judged.len(),
        expected_percent: round2(100.0 * expected / n),
        came_percent: round2(100.0 * share),
        brier: round4(squares / n),
        brier_of_share: round4(share * (1.0 - share)),
        buyers,
        median_days: median(&mut off),
        held_percent: (buyers > 0).then(|| round2(100.0 * count(held) / count(buyers))),
    })
}

/// The first day after `made` and up to `as_of` with an order.
fn next_order(customer: &Customer, made: NaiveDate, as_of: NaiveDate) -> Option<NaiveDate> {
    let orders = customer.days.iter().filter(|day| day.orders > 0 && day.amount > 0.0);
    orders.map(|day| day.day).filter(|day| *day > made && *day <= as_of).min()
}

fn round4(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::super::customer::OrderDay;
    use super::super::simulated::{customer, date, retailer};
    use super::*;

    #[test]
    fn a_retailer_s_customers_are_told_better_than_by_their_share() {
        let as_of = date("2026-03-31");
        let customers = retailer(3, 300, 6, as_of);
        let found = hindcast(&customers, as_of).unwrap();
        assert_eq!(found.made, date("2025-03-31"));
        assert!(found.customers > 200 && found.buyers > 150, "{found:?}");
        assert!(found.brier < 0.9 * found.brier_of_share, "{found:?}");
        assert!((found.expected_percent - found.came_percent).abs() < 10.0, "{found:?}");
        assert!((65.0..95.0).contains(&found.held_percent.unwrap()) && found.median_days.unwrap() < 50.0, "{found:?}");
    }

    #[test]
    fn only_orders_before_the_predictions_shape_them() {
        let as_of = date("2026-03-31");
        let customers = retailer(3, 100, 6, as_of);
        let mut others = customers.clone();
        // Everybody orders on the day after the predictions.
        for one in &mut others {
            one.days.push(OrderDay { day: date("2025-04-01"), orders: 1, amount: 10.0 });
        }
        let (plain, busy) = (hindcast(&customers, as_of).unwrap(), hindcast(&others, as_of).unwrap());
        assert_eq!(plain.expected_percent.to_bits(), busy.expected_percent.to_bits());
        assert!(busy.came_percent > 99.9 && busy.buyers == busy.customers);
    }

    #[test]
    fn few_or_new_customers_have_no_record() {
        let as_of = date("2026-03-31");
        assert_eq!(hindcast(&retailer(3, 20, 6, as_of), as_of), None);
        let fresh: Vec<Customer> = (0..60).map(|place| customer(&format!("C{place}"), &["2025-03-20", "2025-09-01"])).collect();
        assert_eq!(hindcast(&fresh, as_of), None);
        assert_eq!(hindcast(&[], NaiveDate::MIN), None);
    }
}
