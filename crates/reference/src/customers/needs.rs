//! Predicted needs by week, and the expected orders of the next 3 months relative to a year's
//! orders.

use super::expectations::Expectations;
use crate::amounts::{round_to_hundredths, usize_to_f64};
use crate::figure::Figures;
use chrono::{Datelike, Days, NaiveDate};

fn days_before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days))
        .unwrap_or(NaiveDate::MIN)
}

pub(super) fn report_needs(now: &Expectations<'_>, then: &Expectations<'_>, figures: &mut Figures) {
    let weeks = forecast_weeks(now).unwrap_or_default();
    figures.push_exact("Predicted needs: weeks", weeks.len());
    for (week, percentage, range) in weeks {
        figures.push_estimate(format!("Predicted needs: {week}"), percentage);
        figures.push_estimate(
            format!("Predicted needs: {week}, low"),
            range.map(|(low, _)| low),
        );
        figures.push_estimate(
            format!("Predicted needs: {week}, high"),
            range.map(|(_, high)| high),
        );
    }
    let share = next_quarter_share(now);
    figures.push_estimate(
        "Headline: predicted needs in %",
        share.map(round_to_hundredths),
    );
    figures.push_estimate(
        "Headline: predicted needs, change in points",
        share
            .zip(next_quarter_share(then))
            .map(|(now, then)| round_to_hundredths(now - then)),
    );
}

/// Orders 52 weeks before a span of days; none if the first order is later.
fn orders_year_ago(
    of: &Expectations<'_>,
    first: NaiveDate,
    after: NaiveDate,
    through: NaiveDate,
) -> Option<f64> {
    (first <= days_before(after, 364))
        .then(|| usize_to_f64(of.order_days(days_before(after, 364), days_before(through, 364))))
}

/// Last year is one year, proven seasons span several; without them, last year counts by how much
/// the calendar moves orders.
fn last_year_weight(of: &Expectations<'_>) -> f64 {
    if of.season_years == 0 {
        return of.calendar_share;
    }
    1.0 / (1.0 + f64::from(u32::try_from(of.season_years).unwrap_or(u32::MAX)))
}

type WeekForecast = (String, f64, Option<(f64, f64)>);

fn forecast_weeks(now: &Expectations<'_>) -> Option<Vec<WeekForecast>> {
    let first = now.first_day()?;
    let watched = (now.as_of - first).num_days() + 1;
    let orders = now.order_days(days_before(now.as_of, 365), now.as_of);
    if watched < 91 || orders == 0 {
        return None;
    }
    let mean_week = usize_to_f64(orders) / (f64::from(u32::try_from(watched.min(365)).ok()?) / 7.0);
    let percent = |orders: f64| round_to_hundredths(100.0 * orders / mean_week);
    let scatter = estimate_overdispersion(now, first);
    let weight = last_year_weight(now);
    let to_monday = 7 - u64::from(now.as_of.weekday().num_days_from_monday());
    let week = |number: u64| {
        let sunday_before = now
            .as_of
            .checked_add_days(Days::new(to_monday + 7 * number - 1))?;
        let sunday = sunday_before.checked_add_days(Days::new(7))?;
        let by_clock =
            (now.expected_through(sunday) - now.expected_through(sunday_before)).max(0.0);
        let (expected, difference) = match orders_year_ago(now, first, sunday_before, sunday) {
            Some(year_ago) => (
                by_clock + (year_ago - by_clock) * weight,
                (by_clock - year_ago) * (by_clock - year_ago),
            ),
            None => (by_clock, 0.0),
        };
        let half = scatter.map(|scatter| {
            let poisson = scatter * expected;
            let mut variance = poisson + weight * weight * poisson;
            variance += weight * (1.0 - weight) * difference;
            variance += (1.0 - weight) * (1.0 - weight) * f64::max(difference - poisson, 0.0);
            1.281_551_565_545 * variance.sqrt()
        });
        let iso = sunday.iso_week();
        let range = half.map(|half| {
            (
                percent((expected - half).max(0.0)),
                percent(expected + half),
            )
        });
        Some((
            format!("{:04}-W{:02}", iso.year(), iso.week()),
            percent(expected),
            range,
        ))
    };
    Some((0..13).filter_map(week).collect())
}

/// Squared differences between the last 52 weeks and the 52 before, relative to Poisson, at least
/// 1.
fn estimate_overdispersion(now: &Expectations<'_>, first: NaiveDate) -> Option<f64> {
    if first > days_before(now.as_of, 728) {
        return None;
    }
    let in_week = |last: NaiveDate, week: u64| {
        usize_to_f64(now.order_days(days_before(last, 7 * week + 7), days_before(last, 7 * week)))
    };
    let weeks = (0..52).map(|week| {
        (
            in_week(now.as_of, week),
            in_week(days_before(now.as_of, 364), week),
        )
    });
    let (squares, orders) = weeks.fold((0.0, 0.0), |(squares, orders), (now, then)| {
        (squares + (now - then) * (now - then), orders + now + then)
    });
    let scatter: f64 = squares / orders;
    scatter.is_finite().then(|| scatter.max(1.0))
}

/// Expected orders of the next 91 days in percent of those of the last 365.
fn next_quarter_share(of: &Expectations<'_>) -> Option<f64> {
    let first = of.first_day()?;
    let year = days_before(of.as_of, 365);
    let through = of.as_of.checked_add_days(Days::new(91))?;
    let by_clock = of.expected_through(through);
    let weight = last_year_weight(of);
    let expected = orders_year_ago(of, first, of.as_of, through).map_or(by_clock, |year_ago| {
        by_clock + (year_ago - by_clock) * weight
    });
    let share = 100.0 * expected / usize_to_f64(of.order_days(year, of.as_of));
    (first <= year.succ_opt()? && share.is_finite()).then_some(share)
}
