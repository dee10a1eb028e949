//! Backtest of the next orders: predictions of a year ago, from the orders up to then only, against
//! the orders since. Where too few customers were known a year ago, predictions of half a year or of
//! 90 days ago are evaluated instead, as young histories need a record most.

pub mod segments_backtest;
pub mod spend_backtest;
pub mod weekly_needs_backtest;

use chrono::{Days, NaiveDate};

use self::segments_backtest::{SegmentsBacktest, backtest_segments};
use self::spend_backtest::{SpendBacktest, backtest_spend};
use self::weekly_needs_backtest::{WeeklyNeedsBacktest, backtest_weekly_needs};
use super::average_spend::AverageSpend;
use super::customer::{Customer, OrderDay};
use super::headlines::one_year_before;
use super::order_history::OrderHistory;
use super::order_outlook::{CustomerOutlook, OrderOutlook};
use crate::decimal::round2;
use estimators::quantile::median;
use estimators::usize_to_f64;

/// Status if there were too few customers a year ago.
pub const INSUFFICIENT_DATA: &str =
    "No record yet: needs 30 customers whose first order is more than 4 months back";

/// Minimum age of a customer at the time of the predictions, in days since its first order.
const MIN_CUSTOMER_AGE_DAYS: i64 = 30;
/// Customers that a backtest requires.
const MIN_CUSTOMERS: usize = 30;
/// Horizon of the order probability in days.
const FORECAST_DAYS: u64 = 30;
/// Days ago of the predictions if too few customers were known a year ago, in order of preference.
const SHORTER_TIMES: [u64; 2] = [182, 90];

/// Percents are rounded to 2 decimals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NextOrderBacktest {
    /// Day of the predictions.
    pub made_on: NaiveDate,
    /// Whether the predictions used seasons.
    pub with_seasons: bool,
    /// Number of evaluated customers.
    pub customers: usize,
    /// Percent of them expected to order within 30 days, and percent that did.
    pub expected_percent: f64,
    pub actual_percent: f64,
    /// Mean squared error of each customer's probability to order within 30 days, and the same
    /// error of a constant probability equal to the actual share; 4 decimals.
    pub brier: f64,
    pub brier_of_base_rate: f64,
    /// Number of customers with orders since.
    pub buyers: usize,
    /// Median absolute error of the predicted days; none without buyers.
    pub median_error_days: Option<f64>,
    /// Percent of the buyers whose next order was within its 80 % window.
    pub coverage_percent: Option<f64>,
}

/// The outlook as of a year before `as_of`, which all customer backtests evaluate.
pub fn outlook_year_ago(customers: &[Customer], as_of: NaiveDate) -> OrderOutlook<'_> {
    OrderOutlook::from_customers(customers, one_year_before(as_of))
}

/// All backtests of the customer figures of a year ago, and the current model of the average spend.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomersBacktest {
    pub next_orders: Option<NextOrderBacktest>,
    pub segments: Option<SegmentsBacktest>,
    pub weeks: Option<WeeklyNeedsBacktest>,
    pub spend: Option<SpendBacktest>,
    pub spend_now: Option<AverageSpend>,
}

impl CustomersBacktest {
    pub fn from_customers(customers: &[Customer], as_of: NaiveDate) -> Self {
        let then = outlook_year_ago(customers, as_of);
        let next_orders =
            backtest_next_orders(&then, as_of).or_else(|| backtest_shorter_time(customers, as_of));
        let segments = backtest_segments(&then, as_of);
        let weeks = backtest_weekly_needs(customers, &then, as_of);
        let spend = backtest_spend(&then, as_of);
        // Frees the histories of a year ago before those of today are read.
        drop(then);
        let now: Vec<OrderHistory> = customers
            .iter()
            .filter_map(|customer| OrderHistory::from_days(&customer.days, as_of))
            .collect();
        Self {
            next_orders,
            segments,
            weeks,
            spend,
            spend_now: AverageSpend::from_histories(now.iter()),
        }
    }
}

/// The backtest of half a year or 90 days.
fn backtest_shorter_time(customers: &[Customer], as_of: NaiveDate) -> Option<NextOrderBacktest> {
    SHORTER_TIMES.into_iter().find_map(|days| {
        let made = as_of.checked_sub_days(Days::new(days))?;
        backtest_next_orders(&OrderOutlook::from_customers(customers, made), as_of)
    })
}

/// Evaluates the next orders of `outlook` up to `as_of`. None with fewer than 30 customers:
/// [`INSUFFICIENT_DATA`].
pub fn backtest_next_orders(
    outlook: &OrderOutlook<'_>,
    as_of: NaiveDate,
) -> Option<NextOrderBacktest> {
    let made = outlook.as_of;
    let evaluated: Vec<&CustomerOutlook<'_>> = outlook
        .customers
        .iter()
        .filter(|one| (made - one.history.first).num_days() > MIN_CUSTOMER_AGE_DAYS)
        .collect();
    if evaluated.len() < MIN_CUSTOMERS {
        return None;
    }
    let month_end = made.checked_add_days(Days::new(FORECAST_DAYS))?;
    let days_since = u64::try_from((as_of - made).num_days()).ok()?;
    let (mut expected, mut came, mut squares, mut held) = (0.0, 0.0, 0.0, 0_usize);
    let mut off: Vec<f64> = Vec::new();
    for one in &evaluated {
        let next = find_next_order(one.customer, made, as_of);
        let chance = one.p_order_within(FORECAST_DAYS);
        let did = f64::from(u8::from(next.is_some_and(|day| day <= month_end)));
        expected += chance;
        came += did;
        squares += (chance - did).powi(2);
        let Some(next) = next else { continue };
        // The next orders are known up to `as_of`, so only windows of orders until then compare.
        let by = |q: f64| one.next_order_within(q, days_since);
        held += usize::from(by(0.1) <= next && next <= by(0.9));
        off.push(f64::from(
            i32::try_from((by(0.5) - next).num_days().abs()).unwrap_or(i32::MAX),
        ));
    }
    let n = usize_to_f64(evaluated.len());
    let (buyers, share) = (off.len(), came / n);
    Some(NextOrderBacktest {
        made_on: made,
        with_seasons: outlook.basis.is_some_and(|basis| basis.season_years > 0),
        customers: evaluated.len(),
        expected_percent: round2(100.0 * expected / n),
        actual_percent: round2(100.0 * share),
        brier: round4(squares / n),
        brier_of_base_rate: round4(share * (1.0 - share)),
        buyers,
        median_error_days: median(&mut off),
        coverage_percent: (buyers > 0)
            .then(|| round2(100.0 * usize_to_f64(held) / usize_to_f64(buyers))),
    })
}

/// First day with an order after `made` and up to `as_of`.
fn find_next_order(customer: &Customer, made: NaiveDate, as_of: NaiveDate) -> Option<NaiveDate> {
    order_days_between(customer, made, as_of)
        .map(|day| day.day)
        .min()
}

/// Days with orders after `after` and up to `through`, unordered.
fn order_days_between(
    customer: &Customer,
    after: NaiveDate,
    through: NaiveDate,
) -> impl Iterator<Item = &OrderDay> {
    customer.days.iter().filter(move |day| {
        day.orders > 0 && day.amount > 0.0 && day.day > after && day.day <= through
    })
}

fn round4(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::super::customer::OrderDay;
    use super::super::simulated_retailer::{customer_ordering_on, parse_date, simulate_retailer};
    use super::*;

    fn backtest_as_of(customers: &[Customer], as_of: NaiveDate) -> Option<NextOrderBacktest> {
        backtest_next_orders(&outlook_year_ago(customers, as_of), as_of)
    }

    #[test]
    fn beats_constant_probability_on_simulated_retailer() {
        let as_of = parse_date("2026-03-31");
        let customers = simulate_retailer(3, 300, 6, as_of);
        let backtest = backtest_as_of(&customers, as_of).unwrap();
        assert_eq!(backtest.made_on, parse_date("2025-03-31"));
        assert!(
            backtest.customers > 200 && backtest.buyers > 150,
            "{backtest:?}"
        );
        assert!(
            backtest.brier < 0.9 * backtest.brier_of_base_rate,
            "{backtest:?}"
        );
        assert!(
            (backtest.expected_percent - backtest.actual_percent).abs() < 10.0,
            "{backtest:?}"
        );
        assert!(
            (65.0..95.0).contains(&backtest.coverage_percent.unwrap())
                && backtest.median_error_days.unwrap() < 50.0,
            "{backtest:?}"
        );
    }

    #[test]
    fn uses_only_orders_before_predictions() {
        let as_of = parse_date("2026-03-31");
        let customers = simulate_retailer(3, 100, 6, as_of);
        let mut others = customers.clone();
        // All customers order on the day after the predictions.
        for one in &mut others {
            one.days.push(OrderDay {
                day: parse_date("2025-04-01"),
                orders: 1,
                amount: 10.0,
            });
        }
        let (plain, busy) = (
            backtest_as_of(&customers, as_of).unwrap(),
            backtest_as_of(&others, as_of).unwrap(),
        );
        assert_eq!(
            plain.expected_percent.to_bits(),
            busy.expected_percent.to_bits()
        );
        assert!(busy.actual_percent > 99.9 && busy.buyers == busy.customers);
    }

    #[test]
    fn few_or_new_customers_have_no_backtest() {
        let as_of = parse_date("2026-03-31");
        assert_eq!(
            backtest_as_of(&simulate_retailer(3, 20, 6, as_of), as_of),
            None
        );
        let fresh: Vec<Customer> = (0..60)
            .map(|place| customer_ordering_on(&format!("C{place}"), &["2025-03-20", "2025-09-01"]))
            .collect();
        assert_eq!(backtest_as_of(&fresh, as_of), None);
        assert_eq!(backtest_as_of(&[], NaiveDate::MIN), None);
    }

    #[test]
    fn young_history_has_record_of_shorter_time() {
        let as_of = parse_date("2026-03-31");
        let record = |first: &str| {
            let young: Vec<Customer> = (0..60)
                .map(|place| customer_ordering_on(&format!("C{place}"), &[first, "2026-02-01"]))
                .collect();
            CustomersBacktest::from_customers(&young, as_of).next_orders
        };
        let half_year = record("2025-06-01").unwrap();
        assert_eq!(
            (half_year.made_on, half_year.customers, half_year.buyers),
            (parse_date("2025-09-30"), 60, 60)
        );
        assert_eq!(
            record("2025-11-01").unwrap().made_on,
            parse_date("2025-12-31")
        );
        assert_eq!(record("2025-12-15"), None);
    }
}
