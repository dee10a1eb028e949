//! Order seasons of the customers, and whether they predict better than none.

use super::expectations::{GroupKey, History, fit_parameters, summarize_history};
use super::season_clock::{SeasonClock, SeasonShares, day_index};
use super::year_shifts::{YearShifts, estimate_year_shifts, shift_day_index};
use crate::amounts::usize_to_f64;
use chrono::{Datelike, Days, NaiveDate};
use estimators::bg_nbd::{BgNbd, EventHistory};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Customers that the comparison with no seasons is limited to.
const MOST_COMPARED: usize = 4_000;

/// Longer histories have no seasons.
const MOST_DAYS: i64 = 50 * 366;

/// Customers with an order by a day.
type Members<'h, 'c> = [(&'h GroupKey, &'h History<'c>)];

/// Years of 365 days from the first day to the last.
fn whole_years(first: NaiveDate, as_of: NaiveDate) -> u64 {
    u64::try_from(((as_of - first).num_days() + 1) / 365).unwrap_or_default()
}

fn first_day(members: &Members<'_, '_>) -> Option<NaiveDate> {
    members
        .iter()
        .filter_map(|(_, (_, days))| days.first())
        .map(|day| day.date)
        .min()
}

/// Orders after the first and up to a day.
fn repeats<'h>(history: &'h History<'_>, until: NaiveDate) -> impl Iterator<Item = NaiveDate> + 'h {
    history
        .1
        .iter()
        .map(|day| day.date)
        .skip(1)
        .filter(move |date| *date <= until)
}

/// Whole years of seasons that are used: none unless they predicted the chances of an order within
/// 30 days, at each month after all but the last year, with a better log score than no seasons. At
/// least a year comes before those months, and they are at least 120 days.
pub(super) fn proven_season_years(members: &Members<'_, '_>, as_of: NaiveDate) -> u64 {
    let Some(first) = first_day(members) else {
        return 0;
    };
    let known = (as_of - first).num_days() + 1;
    if known > MOST_DAYS {
        return 0;
    }
    let later = (known - 365).min(365);
    let Ok(back) = u64::try_from(later) else {
        return 0;
    };
    let Some(start) = as_of
        .checked_sub_days(Days::new(back))
        .filter(|_| back >= 120)
    else {
        return 0;
    };
    let stride = members.len().div_ceil(MOST_COMPARED).max(1);
    let sample: Vec<(&GroupKey, &History<'_>)> = members
        .iter()
        .enumerate()
        .filter(|(place, _)| place % stride == 0)
        .map(|(_, member)| *member)
        .filter(|(_, (_, days))| days.first().is_some_and(|day| day.date <= start))
        .collect();
    let even = vec![SeasonShares::uniform().to_clock(&Arc::default()); sample.len()];
    let Some(plain) = fit_on(&even, &sample, start) else {
        return 0;
    };
    let clocks = fit_clocks(&sample, &plain, start);
    let Some(seasonal) = fit_on(&clocks, &sample, start) else {
        return 0;
    };
    let mut gain = 0.0;
    for month in 0_u64..=(back / 30) {
        let at = |number: u64| start.checked_add_days(Days::new(30 * number));
        if let (Some(from), Some(to)) = (at(month), at(month + 1).filter(|to| *to <= as_of)) {
            gain += log_score(&seasonal, &clocks, &sample, from, to)
                - log_score(&plain, &even, &sample, from, to);
        }
    }
    if gain > 0.0 {
        whole_years(first, as_of)
    } else {
        0
    }
}

fn fit_on(clocks: &[SeasonClock], members: &Members<'_, '_>, until: NaiveDate) -> Option<BgNbd> {
    let seen: Vec<EventHistory> = clocks
        .iter()
        .zip(members)
        .map(|(clock, (_, (_, days)))| summarize_history(clock, days, until))
        .collect();
    fit_parameters(&seen)
}

fn log_score(
    model: &BgNbd,
    clocks: &[SeasonClock],
    members: &Members<'_, '_>,
    from: NaiveDate,
    to: NaiveDate,
) -> f64 {
    clocks
        .iter()
        .zip(members)
        .map(|(clock, (_, (_, days)))| {
            let seen = summarize_history(clock, days, from);
            let ahead = clock.ticks_at(to) - clock.ticks_at(from);
            let chance = model.p_alive(&seen) * model.p_event_if_alive(&seen, ahead);
            let ordered = days.iter().any(|day| from < day.date && day.date <= to);
            let score = if ordered { chance } else { 1.0 - chance };
            score.clamp(1e-4, 1.0 - 1e-4).ln()
        })
        .sum()
}

/// Repeat orders of customers in each week since the first day, without seasons.
fn expected_by_week(joins: &[f64], model: &BgNbd) -> Vec<f64> {
    let new = EventHistory {
        repeats: 0,
        last: 0.0,
        age: 0.0,
    };
    let until: Vec<f64> = (0..joins.len())
        .map(|week| model.expected_events(&new, 7.0 * usize_to_f64(week) + 3.5))
        .collect();
    let in_week = |age: usize| {
        let before = age.checked_sub(1).and_then(|age| until.get(age));
        until.get(age).copied().unwrap_or(0.0) - before.copied().unwrap_or(0.0)
    };
    let ages: Vec<f64> = (0..joins.len()).map(in_week).collect();
    (0..joins.len())
        .map(|week| {
            (0..=week)
                .map(|join| {
                    joins.get(join).copied().unwrap_or(0.0)
                        * ages.get(week - join).copied().unwrap_or(0.0)
                })
                .sum()
        })
        .collect()
}

fn week_of(date: NaiveDate, first: NaiveDate) -> usize {
    usize::try_from((date - first).num_days() / 7).unwrap_or_default()
}

fn count_weeks(
    dates: impl Iterator<Item = NaiveDate>,
    first: NaiveDate,
    as_of: NaiveDate,
) -> Vec<f64> {
    let mut weeks = vec![0.0; week_of(as_of, first) + 1];
    for date in dates {
        if let Some(week) = weeks.get_mut(week_of(date, first)) {
            *week += 1.0;
        }
    }
    weeks
}

fn joins<'h>(members: &'h Members<'h, '_>) -> impl Iterator<Item = NaiveDate> + 'h {
    members
        .iter()
        .filter_map(|(_, (_, days))| days.first())
        .map(|day| day.date)
}

/// Variance v of 4 weeks' orders relative to those expected without seasons, beyond Poisson:
/// v / (1 + v).
pub(super) fn calendar_share(members: &Members<'_, '_>, model: &BgNbd, as_of: NaiveDate) -> f64 {
    let Some(first) = first_day(members) else {
        return 0.0;
    };
    if (as_of - first).num_days() + 1 > MOST_DAYS {
        return 0.0;
    }
    let expected = expected_by_week(&count_weeks(joins(members), first, as_of), model);
    let orders = members
        .iter()
        .flat_map(|(_, history)| repeats(history, as_of));
    let observed = count_weeks(orders, first, as_of);
    let (mut excess, mut squares) = (0.0, 0.0);
    for month in 0..expected.len() / 4 {
        let sum = |weeks: &[f64]| weeks.iter().skip(4 * month).take(4).sum::<f64>();
        let (seen, foreseen) = (sum(&observed), sum(&expected));
        excess += (seen - foreseen) * (seen - foreseen) - foreseen;
        squares += foreseen * foreseen;
    }
    let variance = f64::max(excess, 0.0) / squares;
    if variance.is_finite() {
        variance / (1.0 + variance)
    } else {
        0.0
    }
}

/// The clock of each customer: the rates of the tenant shrunk toward an even year, the group's
/// toward the tenant's, the customer's toward the group's.
pub(super) fn fit_clocks(
    members: &Members<'_, '_>,
    model: &BgNbd,
    as_of: NaiveDate,
) -> Vec<SeasonClock> {
    let first = first_day(members).unwrap_or(as_of);
    let mut groups: BTreeMap<&GroupKey, Vec<(&GroupKey, &History<'_>)>> = BTreeMap::new();
    for member in members {
        groups.entry(member.0).or_default().push(*member);
    }
    let days_of_groups: Vec<Vec<NaiveDate>> = groups
        .values()
        .map(|members| {
            members
                .iter()
                .flat_map(|(_, history)| repeats(history, as_of))
                .collect()
        })
        .collect();
    let late = Arc::new(estimate_year_shifts(&days_of_groups, (first, as_of)));
    let years = usize_to_f64(usize::try_from(whole_years(first, as_of)).unwrap_or_default());
    // Years are early or late: by 8 days for the first, by what they were for the others.
    let squares: f64 = late.values().map(|days| f64::from(days * days)).sum();
    let variance = (64.0 + squares) / years.max(1.0);
    let (width, own_width) = ((64.0 + variance).sqrt(), (144.0 + variance).sqrt());
    let tally = |dates: &mut dyn Iterator<Item = (NaiveDate, f64)>| {
        let mut days = vec![0.0; 365];
        for (date, weight) in dates {
            if let Some(day) = days.get_mut(season_index(date, &late)) {
                *day += weight;
            }
        }
        days
    };
    // Orders, and orders expected without seasons, by day of the year.
    let tallies: Vec<(&GroupKey, Vec<f64>, Vec<f64>)> = groups
        .iter()
        .zip(&days_of_groups)
        .map(|((group, members), dates)| {
            let weeks = expected_by_week(&count_weeks(joins(members), first, as_of), model);
            let orders = tally(&mut dates.iter().map(|date| (*date, 1.0)));
            let expected = tally(
                &mut first
                    .iter_days()
                    .take_while(|date| *date <= as_of)
                    .map(|date| {
                        let week = weeks.get(week_of(date, first)).copied().unwrap_or(0.0);
                        (date, week / 7.0)
                    }),
            );
            (*group, orders, expected)
        })
        .collect();
    let (mut all_orders, mut all_expected) = (vec![0.0; 365], vec![0.0; 365]);
    for (_, orders, expected) in &tallies {
        add_days(&mut all_orders, orders);
        add_days(&mut all_expected, expected);
    }
    let tenant = SeasonShares::uniform().shrink_with_rates(&all_orders, &all_expected, 50.0, width);
    let seasons: BTreeMap<&GroupKey, SeasonShares> = tallies
        .iter()
        .map(|(group, orders, expected)| {
            (
                *group,
                tenant.shrink_with_rates(orders, expected, 50.0, width),
            )
        })
        .collect();
    let flat = 1.0 / (1.0 + 4.0 * years);
    members
        .iter()
        .map(|(group, history)| {
            let joined = history.1.first().map_or(as_of, |day| day.date);
            let orders = tally(&mut repeats(history, as_of).map(|date| (date, 1.0)));
            let possible = tally(
                &mut joined
                    .iter_days()
                    .skip(1)
                    .take_while(|date| *date <= as_of)
                    .map(|date| (date, 1.0)),
            );
            seasons
                .get(group)
                .unwrap_or(&tenant)
                .shrink_with_rates(&orders, &possible, 16.0, own_width)
                .flatten_by(flat)
                .to_clock(&late)
        })
        .collect()
}

fn add_days(sums: &mut [f64], days: &[f64]) {
    for (sum, day) in sums.iter_mut().zip(days) {
        *sum += day;
    }
}

fn season_index(date: NaiveDate, late: &YearShifts) -> usize {
    shift_day_index(
        day_index(date),
        -late.get(&date.year()).copied().unwrap_or(0),
    )
}
