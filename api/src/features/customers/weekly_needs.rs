//! How much the customers will need in each of the next 13 weeks: expected orders against their
//! mean week.
//!
//! Expected orders of a week are a mean of two opinions: what the customers' seasonal clocks say,
//! and what came in the same week a year ago. The clocks know who has left and who is new, last
//! year knows what no model does; their mean is never as far off as the worse of the two. The
//! clocks speak for every whole year that the seasons are taken from, last year for itself: after
//! one year both count the same, after five last year counts a sixth. Orders of a customer on one
//! day count as one.

mod weekly_dispersion;

use chrono::{Datelike, Days, NaiveDate};

use self::weekly_dispersion::estimate_dispersion;
use super::order_outlook::OrderOutlook;
use crate::decimal::round2;
use estimators::usize_to_f64;

/// Said instead of the weeks.
pub const INSUFFICIENT_DATA: &str = "Needs 13 weeks of orders, and one within the last 12 months";
/// How the figures are made, for the details on demand.
pub const METHOD: &str = "Expected orders of the week / mean week of the last 12 months x 100; \
    expected orders = mean of seasonal clock, weighed by its years, and same week a year ago";

/// Weeks ahead, and weeks of orders that a mean week needs.
pub const FORECAST_WEEKS: u64 = 13;
/// Days between a day and the same weekday a year ago.
const YEAR_OF_WEEKS_DAYS: u64 = 364;
/// Days that a mean week is taken from.
const MEAN_WEEK_DAYS: i64 = 365;
/// Standard deviations to either side that hold 80 %.
const Z_80: f64 = 1.281_551_565_545;

/// Percentages are rounded to 2 decimals, numbers of orders are not.
#[derive(Debug, Clone, PartialEq)]
pub struct NeedsWeek {
    /// ISO 8601 week, `2026-W24`.
    pub week: String,
    /// Its Monday.
    pub starts: NaiveDate,
    /// 100 is a mean week of the last 12 months.
    pub percentage: f64,
    /// 80 % range; none where fewer than 2 years tell how much weeks scatter.
    pub low_80: Option<f64>,
    pub high_80: Option<f64>,
    /// Expected orders.
    pub expected: f64,
    /// What the seasonal clocks expect.
    pub by_clock: f64,
    /// What came in the same week a year ago; none where the history does not reach back so far.
    pub year_ago: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct WeeklyNeeds {
    /// In order of time, from the first Monday after the as-of day.
    pub weeks: Vec<NeedsWeek>,
    /// Orders in a mean week of the last 12 months, or since the first order where that is later.
    pub mean_week: f64,
    /// Orders that it is taken from.
    pub orders: usize,
    /// How many times as much as by pure chance weeks differ from the same week a year ago
    /// (variance); none below 2 years.
    pub dispersion: Option<f64>,
}

/// None where there is no mean week to compare with: [`TOO_THIN`].
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
        // How far the opinions lie from their mean: where they disagree, less is known.
        let apart = year_ago.map_or(0.0, |year_ago| {
            weight * (1.0 - weight) * (by_clock - year_ago).powi(2)
        });
        // A week scatters around what it is expected to bring, and so did last year's, as far as it
        // goes into the expectation.
        let half_width = scatter
            .map(|scatter| Z_80 * ((1.0 + weight * weight) * scatter * expected + apart).sqrt());
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

/// Orders 52 weeks before the days after `after` up to `through`; none where the tenant's orders
/// began later than that.
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

/// Last year is one year, the clocks are made of so many.
fn last_year_weight(outlook: &OrderOutlook<'_>) -> f64 {
    let years = outlook.basis.map_or(1, |basis| {
        u32::try_from(basis.season_years).unwrap_or(u32::MAX).max(1)
    });
    1.0 / (1.0 + f64::from(years))
}

fn days_before(date: NaiveDate, days: u64) -> NaiveDate {
    date.checked_sub_days(Days::new(days))
        .unwrap_or(NaiveDate::MIN)
}

/// Orders that are expected in the `days` after the as-of day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExpectedOrders {
    /// Mean of the two below, by the years that they speak for.
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
