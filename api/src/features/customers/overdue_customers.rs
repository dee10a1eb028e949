//! Overdue customers: silent past the 80 % window after their last order, and more likely to have
//! left than to be silent by chance.
//!
//! One in ten active customers is past its window at any time, by chance. So being past it is no
//! news by itself: a customer is overdue if its probability to have left is at least one half,
//! which takes into account how often customers of the organization leave at all. Where no
//! customer leaves, none is overdue. All places that name overdue customers use this function.

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};

use super::customer::Customer;
use super::order_outlook::{CustomerOutlook, OrderOutlook};
use estimators::usize_to_f64;

/// Quantile at which an 80 % window ends.
pub const WINDOW_END_QUANTILE: f64 = 0.9;
/// Probability to have left from which on a customer is overdue.
const MIN_P_LOST: f64 = 0.5;
/// Days after the end of its window for which a customer can be overdue; then it is lost.
const MAX_OVERDUE_DAYS: u64 = 365;

/// The customer that is overdue.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Overdue {
    /// End of the 80 % window after the last order.
    pub due_by: NaiveDate,
    /// Probability that the customer has left.
    pub p_lost: f64,
    /// `p_lost` x usual margin of a year; usual spend of a year where no customer's margin is
    /// known.
    pub expected_loss: f64,
}

/// Overdue customers of the organization.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct OverdueCustomers {
    /// By id; largest expected loss first, then by id.
    pub customers: Vec<(String, Overdue)>,
    /// Customers with a window that are not lost.
    pub watched: usize,
    /// Those of them past their window.
    pub past_window: usize,
    /// Number of them that would be past their window by chance if none had left.
    pub expected_by_chance: f64,
}

impl OverdueCustomers {
    pub fn find(outlook: &OrderOutlook<'_>) -> Self {
        let gone = outlook
            .as_of
            .checked_sub_days(Days::new(MAX_OVERDUE_DAYS))
            .unwrap_or(NaiveDate::MIN);
        let mut found = Self::default();
        let margin_share = organization_margin_share(&outlook.customers);
        for customer in &outlook.customers {
            let Some(due_by) = customer
                .order_due_by(WINDOW_END_QUANTILE)
                .filter(|due_by| *due_by >= gone)
            else {
                continue;
            };
            found.watched += 1;
            if due_by >= outlook.as_of {
                continue;
            }
            found.past_window += 1;
            let p_lost = 1.0 - customer.p_alive;
            if p_lost < MIN_P_LOST {
                continue;
            }
            let margin = margin_share.map_or(1.0, |usual| {
                margin_share_of(customer.customer).unwrap_or(usual)
            });
            let overdue = Overdue {
                due_by,
                p_lost,
                expected_loss: p_lost * customer.history.amount_per_year() * margin,
            };
            found
                .customers
                .push((customer.customer.id.clone(), overdue));
        }
        found.expected_by_chance = (1.0 - WINDOW_END_QUANTILE) * usize_to_f64(found.watched);
        // Stable: customers are ordered by id.
        found
            .customers
            .sort_by(|(_, a), (_, b)| b.expected_loss.total_cmp(&a.expected_loss));
        found
    }
}

/// Margin relative to the amount paid, over the categories with purchase prices; none without.
fn margin_share_of(customer: &Customer) -> Option<f64> {
    let (amount, at_cost) = sum_priced_sales(customer);
    (amount > 0.0).then(|| ((amount - at_cost) / amount).clamp(0.0, 1.0))
}

fn organization_margin_share(customers: &[CustomerOutlook<'_>]) -> Option<f64> {
    let (amount, at_cost) = customers
        .iter()
        .map(|customer| sum_priced_sales(customer.customer))
        .fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    (amount > 0.0).then(|| ((amount - at_cost) / amount).clamp(0.0, 1.0))
}

/// Amount and cost of the categories with purchase prices.
fn sum_priced_sales(customer: &Customer) -> (f64, f64) {
    customer
        .categories
        .iter()
        .filter(|sales| sales.at_cost > 0.0 && sales.amount > 0.0)
        .fold((0.0, 0.0), |sum, sales| {
            (sum.0 + sales.amount, sum.1 + sales.at_cost)
        })
}

#[cfg(test)]
mod tests {
    use super::super::customer::{CategorySales, OrderDay};
    use super::super::simulated_retailer::{RandomNumbers, parse_date};
    use super::*;

    /// Customers ordering at random times; every `leaving`th leaves after a share of the days.
    fn random_customers(count: usize, days: u32, leaving: usize) -> Vec<Customer> {
        let mut numbers = RandomNumbers::new(31);
        let start = parse_date("2025-01-01");
        let one = |place: usize| {
            let mean = 20.0 + 60.0 * numbers.next();
            let end = if leaving > 0 && place.is_multiple_of(leaving) {
                0.6 * f64::from(days)
            } else {
                f64::from(days)
            };
            let mut at = 60.0 * numbers.next();
            let mut dates = Vec::new();
            while at < end {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "days of a few years"
                )]
                dates.push(start + Days::new(at as u64));
                at += 1.0 - (1.0 - numbers.next()).ln() * mean;
            }
            Customer {
                id: format!("C{place:05}"),
                name: format!("Farm {place}"),
                state: None,
                crops: None,
                days: dates
                    .into_iter()
                    .map(|day| OrderDay {
                        day,
                        orders: 1,
                        amount: 100.0,
                    })
                    .collect(),
                categories: Vec::new(),
            }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn nobody_is_overdue_by_chance() {
        let customers = random_customers(2_000, 600, 0);
        let outlook =
            OrderOutlook::from_customers(&customers, parse_date("2025-01-01") + Days::new(599));
        let found = OverdueCustomers::find(&outlook);
        // A tenth is past its window, and that is stated.
        assert!(
            found.past_window > 130 && (found.expected_by_chance - 200.0).abs() < 10.0,
            "{found:?}"
        );
        assert!(found.customers.len() <= 10, "{}", found.customers.len());
    }

    #[test]
    fn lost_customers_are_overdue_most_valuable_first() {
        let mut customers = random_customers(600, 600, 6);
        for customer in &mut customers {
            let number: f64 = customer.id[1..].parse().unwrap();
            for day in &mut customer.days {
                day.amount = 100.0 + number;
            }
        }
        let as_of = parse_date("2025-01-01") + Days::new(599);
        let outlook = OrderOutlook::from_customers(&customers, as_of);
        let found = OverdueCustomers::find(&outlook);
        let left = |id: &str| id[1..].parse::<usize>().unwrap().is_multiple_of(6);
        let right = found.customers.iter().filter(|(id, _)| left(id)).count();
        assert!(right >= 60, "{right} of 100");
        assert!(
            right * 10 >= found.customers.len() * 8,
            "{right} of {}",
            found.customers.len()
        );
        assert!(
            found
                .customers
                .is_sorted_by(|(_, a), (_, b)| a.expected_loss >= b.expected_loss)
        );
        assert!(
            found
                .customers
                .iter()
                .all(|(_, one)| one.p_lost >= 0.5 && one.due_by < as_of)
        );
    }

    #[test]
    fn margin_weighs_the_loss() {
        let mut customers = random_customers(300, 600, 6);
        let as_of = parse_date("2025-01-01") + Days::new(599);
        let plain = OverdueCustomers::find(&OrderOutlook::from_customers(&customers, as_of));
        for customer in &mut customers {
            customer.categories.push(CategorySales {
                category: "Seed".to_owned(),
                amount: 1_000.0,
                at_cost: 800.0,
            });
        }
        let margin = OverdueCustomers::find(&OrderOutlook::from_customers(&customers, as_of));
        for ((_, plain), (_, margin)) in plain.customers.iter().zip(&margin.customers) {
            assert!((margin.expected_loss / plain.expected_loss - 0.2).abs() < 1e-9);
        }
        assert!(!plain.customers.is_empty());
    }

    #[test]
    fn no_customers_are_not_overdue() {
        assert_eq!(
            OverdueCustomers::find(&OrderOutlook::from_customers(&[], parse_date("2025-01-01"))),
            OverdueCustomers::default()
        );
    }
}
