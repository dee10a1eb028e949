//! Forecasts the customers' needs in each of the next 13 weeks: expected orders relative to the
//! mean week.
//!
//! The expected orders of a week are a weighted mean of two forecasts: the customers' seasonal
//! clocks, and the orders of the same week a year ago. The clocks reflect lost and new customers,
//! last year reflects what no model does, and their mean is never worse than the worse of the two.
//! The clocks have a weight of the whole years behind the seasons, last year a weight of one: after
//! one year both count equally, after five last year counts a sixth. Without seasons that are known
//! to repeat, last year counts by how much orders vary over the calendar. Orders of a customer on
//! one day count as one.

mod weekly_dispersion;

use chrono::{Datelike, Days, NaiveDate};
use serde::{Deserialize, Serialize};

use self::weekly_dispersion::estimate_dispersion;
use super::order_outlook::OrderOutlook;
use crate::decimal::round2;
use estimators::usize_to_f64;

/// Status instead of the weeks.
pub const INSUFFICIENT_DATA: &str = "Needs 13 weeks of orders, and one within the last 12 months";
/// Method of the figures, for the details on demand.
pub const METHOD: &str = "Expected orders of the week / mean week of the last 12 months x 100; \
    expected orders = mean of seasonal clock, weighed by its years, and same week a year ago";

/// Weeks of the forecast, and weeks of orders that a mean week requires.
pub const FORECAST_WEEKS: u64 = 13;
/// Days between a day and the same weekday a year ago.
const YEAR_OF_WEEKS_DAYS: u64 = 364;
/// Days behind the mean week.
const MEAN_WEEK_DAYS: i64 = 365;
/// Normal quantile of a two-sided 80 % range.
const Z_80: f64 = 1.281_551_565_545;

/// Percentages are rounded to 2 decimals, numbers of orders are not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NeedsWeek {
    /// ISO 8601 week, `2026-W24`.
    pub week: String,
    /// Its Monday.
    pub starts: NaiveDate,
    /// 100 is a mean week of the last 12 months.
    pub percentage: f64,
    /// 80 % range; none with less than 2 years of history to estimate the dispersion.
    pub low_80: Option<f64>,
    pub high_80: Option<f64>,
    /// Expected orders.
    pub expected: f64,
    /// Forecast of the seasonal clocks.
    pub by_clock: f64,
    /// Orders of the same week a year ago; none if the history is too short.
    pub year_ago: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WeeklyNeeds {
    /// In order, from the first Monday after the as-of day.
    pub weeks: Vec<NeedsWeek>,
    /// Orders in a mean week of the last 12 months, or since the first order if that is later.
    pub mean_week: f64,
    /// Number of orders behind the mean week.
    pub orders: usize,
    /// Variance relative to Poisson between weeks and the same week a year ago; none with less than
    /// 2 years.
    pub dispersion: Option<f64>,
}

/// None without a mean week: [`INSUFFICIENT_DATA`].
pub fn forecast_weekly_needs(outlook: &OrderOutlook<'_>) -> Option<WeeklyNeeds> {
    let as_of = outlook.as_of;
    let first = outlook.first_order_day()?;
    let watched = (as_of - first).num_days() + 1;
    if watched < 7 * i64::try_from(FORECAST_WEEKS).ok()? {
        return None;
    }
    let orders = outlook.order_days_between(days_before(as_of, 365), as_of);
    let weeks_watched = f64::from(u32::try_from(watched.min(MEAN_WEEK_DAYS)).ok()?) / 7.0;
    let mean_week = usize_to_f64(orders) / weeks_watched;
    if orders == 0 {
        return None;
    }
    let scatter = estimate_dispersion(outlook, first);
    let percent = |orders: f64| round2(100.0 * orders / mean_week);
    let monday = as_of.checked_add_days(Days::new(
        7 - u64::from(as_of.weekday().num_days_from_monday()),
    ))?;
    let ends: Vec<NaiveDate> = (0..=FORECAST_WEEKS)
        .filter_map(|week| monday.checked_add_days(Days::new(7 * week))?.pred_opt())
        .collect();
    let by_clock = sum_expected_orders(outlook, &ends);
    let weight = last_year_weight(outlook);
    let weeks = ends
        .iter()
        .zip(by_clock.windows(2))
        .zip(ends.iter().skip(1));
    let weeks = weeks.filter_map(|((&before, clocks), &end)| {
        let [until_before, until_end] = clocks else {
            return None;
        };
        let by_clock = (until_end - until_before).max(0.0);
        let year_ago = count_orders_year_before(outlook, first, before, end);
        let expected = blend_with_year_ago(by_clock, year_ago, weight);
        // Squared difference of the two forecasts: disagreement widens the range.
        let apart = year_ago.map_or(0.0, |year_ago| (by_clock - year_ago).powi(2));
        // A week varies around its expectation, and so did last year's week, in proportion to its
        // weight. What the forecasts differ by beyond chance may be an error of the clocks.
        let half_width = scatter.map(|scatter| {
            let chance = (1.0 + weight * weight) * scatter * expected;
            let clock_error = (1.0 - weight).powi(2) * (apart - scatter * expected).max(0.0);
            Z_80 * (chance + weight * (1.0 - weight) * apart + clock_error).sqrt()
        });
        let starts = before.succ_opt()?;
        Some(NeedsWeek {
            week: format!(
                "{:04}-W{:02}",
                starts.iso_week().year(),
                starts.iso_week().week()
            ),
            starts,
            percentage: percent(expected),
            low_80: half_width.map(|width| percent((expected - width).max(0.0))),
            high_80: half_width.map(|width| percent(expected + width)),
            expected,
            by_clock,
            year_ago,
        })
    });
    Some(WeeklyNeeds {
        weeks: weeks.collect(),
        mean_week,
        orders,
        dispersion: scatter,
    })
}

/// Orders that the clocks expect after the as-of day, up to each of `days`.
fn sum_expected_orders(outlook: &OrderOutlook<'_>, days: &[NaiveDate]) -> Vec<f64> {
    let mut sums = vec![0.0; days.len()];
    for customer in &outlook.customers {
        sums.iter_mut()
            .zip(days)
            .for_each(|(sum, &day)| *sum += customer.expected_order_days(day));
    }
    sums
}

/// Orders 52 weeks before the days after `after` up to `through`; none if the tenant's first order
/// is later.
fn count_orders_year_before(
    outlook: &OrderOutlook<'_>,
    first: NaiveDate,
    after: NaiveDate,
    through: NaiveDate,
) -> Option<f64> {
    let (after, through) = (
        days_before(after, YEAR_OF_WEEKS_DAYS),
        days_before(through, YEAR_OF_WEEKS_DAYS),
    );
    (first <= after).then(|| usize_to_f64(outlook.order_days_between(after, through)))
}

fn blend_with_year_ago(by_clock: f64, year_ago: Option<f64>, weight: f64) -> f64 {
    year_ago.map_or(by_clock, |year_ago| {
        (1.0 - weight) * by_clock + weight * year_ago
    })
}

/// Last year is one year, the clocks span several.
fn last_year_weight(outlook: &OrderOutlook<'_>) -> f64 {
    outlook.basis.map_or(0.0, |basis| {
        if basis.season_years == 0 {
            basis.calendar_share
        } else {
            1.0 / (1.0 + usize_to_f64(basis.season_years))
        }
    })
}

fn days_before(date: NaiveDate, days: u64) -> NaiveDate {
    date.checked_sub_days(Days::new(days))
        .unwrap_or(NaiveDate::MIN)
}

/// Expected orders in a number of days after the as-of day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ExpectedOrders {
    /// Weighted mean of the two values below.
    pub orders: f64,
    pub by_clock: f64,
    pub year_ago: Option<f64>,
}

impl ExpectedOrders {
    pub fn within_days(outlook: &OrderOutlook<'_>, days: u64) -> Option<Self> {
        let first = outlook.first_order_day()?;
        let through = outlook.as_of.checked_add_days(Days::new(days))?;
        let by_clock = outlook
            .customers
            .iter()
            .map(|customer| customer.expected_order_days(through))
            .sum();
        let year_ago = count_orders_year_before(outlook, first, outlook.as_of, through);
        Some(Self {
            orders: blend_with_year_ago(by_clock, year_ago, last_year_weight(outlook)),
            by_clock,
            year_ago,
        })
    }
}

#[cfg(test)]
mod tests;
