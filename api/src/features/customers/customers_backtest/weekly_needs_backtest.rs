//! Backtest of the weekly needs: the forecast of a year ago for 13 weeks, which covers the same
//! season as the current one.

use chrono::{Days, NaiveDate};

use super::super::customer::Customer;
use super::super::order_outlook::OrderOutlook;
use super::super::weekly_needs::{NeedsWeek, forecast_weekly_needs};
use super::order_days_between;
use crate::decimal::round2;
use estimators::usize_to_f64;

/// Status without a forecast or without orders.
pub const INSUFFICIENT_DATA: &str =
    "Needs 13 weeks of orders up to a year ago, and orders in the 13 weeks after it";

/// Percents are rounded to 2 decimals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeeklyNeedsBacktest {
    /// Day of the forecast.
    pub made_on: NaiveDate,
    pub weeks: usize,
    /// Sum of the absolute weekly errors, in percent of the actual orders.
    pub error_percent: f64,
    /// The same error of "as in the same week a year before"; none if the history is too short.
    pub year_before_error_percent: Option<f64>,
    /// Percent of the weeks within their 80 % range; none without ranges.
    pub coverage_percent: Option<f64>,
}

/// Orders of a customer on one day count as one. None: [`INSUFFICIENT_DATA`].
pub fn backtest_weekly_needs(
    customers: &[Customer],
    outlook: &OrderOutlook<'_>,
    as_of: NaiveDate,
) -> Option<WeeklyNeedsBacktest> {
    let forecast = forecast_weekly_needs(outlook)?;
    let came: Vec<f64> = forecast
        .weeks
        .iter()
        .map(|week| count_orders_in_week(customers, week, as_of))
        .collect();
    let all: f64 = came.iter().sum();
    let off = |expected: &[f64]| {
        Some(
            100.0
                * expected
                    .iter()
                    .zip(&came)
                    .map(|(expected, came)| (expected - came).abs())
                    .sum::<f64>()
                / all,
        )
        .filter(|off| off.is_finite())
    };
    let expected: Vec<f64> = forecast.weeks.iter().map(|week| week.expected).collect();
    let year_before: Option<Vec<f64>> = forecast.weeks.iter().map(|week| week.year_ago).collect();
    let held: Option<Vec<bool>> = forecast
        .weeks
        .iter()
        .zip(&came)
        .map(|(week, came)| is_in_range(week, 100.0 * came / forecast.mean_week))
        .collect();
    Some(WeeklyNeedsBacktest {
        made_on: outlook.as_of,
        weeks: came.len(),
        error_percent: round2(off(&expected)?),
        year_before_error_percent: year_before.and_then(|expected| off(&expected)).map(round2),
        coverage_percent: held.map(|held| {
            round2(
                100.0 * usize_to_f64(held.iter().filter(|held| **held).count())
                    / usize_to_f64(held.len()),
            )
        }),
    })
}

fn count_orders_in_week(customers: &[Customer], week: &NeedsWeek, as_of: NaiveDate) -> f64 {
    let Some((before, end)) = week
        .starts
        .pred_opt()
        .zip(week.starts.checked_add_days(Days::new(6)))
    else {
        return 0.0;
    };
    let days = |customer: &Customer| {
        let mut days: Vec<NaiveDate> = order_days_between(customer, before, end.min(as_of))
            .map(|day| day.day)
            .collect();
        days.sort_unstable();
        days.dedup();
        days.len()
    };
    usize_to_f64(customers.iter().map(days).sum())
}

fn is_in_range(week: &NeedsWeek, percentage: f64) -> Option<bool> {
    Some((week.low_80?..=week.high_80?).contains(&percentage))
}

#[cfg(test)]
mod tests {
    use super::super::super::simulated_retailer::{
        customer_ordering_on, parse_date, simulate_retailer,
    };
    use super::super::outlook_year_ago;
    use super::*;

    fn backtest_as_of(customers: &[Customer], as_of: NaiveDate) -> Option<WeeklyNeedsBacktest> {
        backtest_weekly_needs(customers, &outlook_year_ago(customers, as_of), as_of)
    }

    #[test]
    fn simulated_retailer_matches_forecast() {
        let as_of = parse_date("2026-03-31");
        let backtest = backtest_as_of(&simulate_retailer(3, 300, 6, as_of), as_of).unwrap();
        assert_eq!(
            (backtest.made_on, backtest.weeks),
            (parse_date("2025-03-31"), 13)
        );
        assert!(
            backtest.error_percent > 0.0 && backtest.error_percent < 40.0,
            "{backtest:?}"
        );
        assert!(
            backtest.coverage_percent.unwrap() > 50.0
                && backtest.year_before_error_percent.unwrap() > 0.0,
            "{backtest:?}"
        );
    }

    #[test]
    fn counts_actual_orders_by_customer_and_day() {
        let as_of = parse_date("2026-03-31");
        // One order in every week: a year ago the forecast was one in each of the next 13.
        let first = parse_date("2022-01-03");
        let days: Vec<String> = (0..221)
            .map(|week| (first + Days::new(7 * week)).to_string())
            .collect();
        let days: Vec<&str> = days.iter().map(String::as_str).collect();
        let mut customers = vec![customer_ordering_on("A", &days)];
        let steady = backtest_as_of(&customers, as_of).unwrap();
        assert!(
            steady.error_percent < 25.0 && steady.year_before_error_percent == Some(0.0),
            "{steady:?}"
        );
        // A new customer with the same orders doubles the actual number; a second order on a day
        // does not count.
        let since: Vec<&str> = days
            .iter()
            .copied()
            .filter(|day| *day > "2025-04-01")
            .collect();
        customers.push(customer_ordering_on("B", &since));
        let again = customers[1].days.clone();
        customers[1].days.extend(again);
        assert_eq!(
            backtest_as_of(&customers, as_of)
                .unwrap()
                .year_before_error_percent,
            Some(50.0)
        );
    }

    #[test]
    fn no_backtest_without_past_or_later_orders() {
        let as_of = parse_date("2026-03-31");
        assert_eq!(backtest_as_of(&[], as_of), None);
        assert_eq!(
            backtest_as_of(&[customer_ordering_on("A", &["2025-06-01"])], as_of),
            None
        );
        assert_eq!(
            backtest_as_of(
                &[customer_ordering_on("A", &["2024-01-01", "2025-03-01"])],
                as_of
            ),
            None
        );
    }
}
