//! Estimates by how many days the seasons of each year are early or late, from the events of all
//! groups.
//!
//! Curve registration by shifts (Ramsay, Silverman, Functional Data Analysis, 2nd ed., 2005, ch.
//! 7): a year's events are compared with the density of all other years at every shift; the
//! estimate is the posterior mean under a normal prior around zero. A partly observed year is
//! evaluated by the distribution of its events over the observed part. Without events, or without
//! another year, the shift is 0.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDate};

use super::seasonal_density::{DAYS_IN_YEAR, DayCounts, Density, Kernel, day_of_year, shift_day};

/// Standard deviation of the prior, in days.
const PRIOR_DEVIATION_DAYS: f64 = 8.0;
/// Maximum shift, in days.
const MAX_SHIFT_DAYS: i32 = 28;
/// Events are correlated within a region, so they have this share of the evidence of independent
/// events.
const EVIDENCE_WEIGHT: f64 = 0.5;
/// Events of all groups that the density of a group is shrunk toward, and of an even year that the
/// density of all groups is shrunk toward.
const PRIOR_EVENTS: f64 = 50.0;
/// Number of iterations, each against the other years as shifted by the previous one.
const ROUNDS: usize = 2;

/// Delay of the seasons of a year in days; negative if they are early. Missing years have no delay.
pub type YearShifts = BTreeMap<i32, i32>;
/// Events of a group, by year.
pub type YearlyCounts = BTreeMap<i32, DayCounts>;

/// The shift of every year in which a group was `watched`. No events may be outside those days.
pub fn estimate_shifts<'a>(
    groups: impl IntoIterator<Item = &'a YearlyCounts>,
    watched: &RangeInclusive<NaiveDate>,
    kernel: &Kernel,
) -> YearShifts {
    let groups: Vec<BTreeMap<i32, SmoothedYear<'a>>> = groups
        .into_iter()
        .map(|years| {
            years
                .iter()
                .map(|(&year, events)| {
                    (
                        year,
                        SmoothedYear {
                            events,
                            smooth: kernel.smooth_events(events),
                        },
                    )
                })
                .collect()
        })
        .collect();
    let years: BTreeSet<i32> = groups
        .iter()
        .flat_map(|years| years.keys().copied())
        .collect();
    let mut shifts: YearShifts = years.iter().map(|&year| (year, 0)).collect();
    for _ in 0..ROUNDS {
        shifts = years
            .iter()
            .map(|&year| {
                (
                    year,
                    estimate_shift(&groups, year, watched_part(year, watched).as_ref(), &shifts),
                )
            })
            .collect();
    }
    shifts
}

/// Events of a group in a year.
struct SmoothedYear<'a> {
    events: &'a DayCounts,
    smooth: [f64; DAYS_IN_YEAR],
}

/// The watched days of `year`; none if all of it was watched.
fn watched_part(year: i32, watched: &RangeInclusive<NaiveDate>) -> Option<RangeInclusive<usize>> {
    let first = if watched.start().year() == year {
        day_of_year(*watched.start())
    } else {
        0
    };
    let last = if watched.end().year() == year {
        day_of_year(*watched.end())
    } else {
        DAYS_IN_YEAR - 1
    };
    (first > 0 || last < DAYS_IN_YEAR - 1).then_some(first..=last)
}

fn estimate_shift(
    groups: &[BTreeMap<i32, SmoothedYear<'_>>],
    year: i32,
    part: Option<&RangeInclusive<usize>>,
    shifts: &YearShifts,
) -> i32 {
    let others: Vec<([f64; DAYS_IN_YEAR], f64)> = groups
        .iter()
        .map(|years| sum_other_years(years, year, shifts))
        .collect();
    let (mut sum, mut events) = ([0.0; DAYS_IN_YEAR], 0.0);
    for (smooth, number) in &others {
        sum.iter_mut()
            .zip(smooth)
            .for_each(|(sum, share)| *sum += share);
        events += number;
    }
    if events <= 0.0 {
        return 0;
    }
    let all = Density::from_smoothed(&Density::uniform(), PRIOR_EVENTS, &sum, events);
    let mut likelihoods: Vec<(i32, f64)> = (-MAX_SHIFT_DAYS..=MAX_SHIFT_DAYS)
        .map(|days| {
            (
                days,
                -0.5 * (f64::from(days) / PRIOR_DEVIATION_DAYS).powi(2),
            )
        })
        .collect();
    for (years, (smooth, number)) in groups.iter().zip(&others) {
        let Some(own) = years.get(&year) else {
            continue;
        };
        let density = Density::from_smoothed(&all, PRIOR_EVENTS, smooth, *number);
        // Two periods, so that a year starting on any day is a slice.
        let logarithms: Vec<f64> = density
            .shares()
            .iter()
            .map(|share| share.ln())
            .collect::<Vec<_>>()
            .repeat(2);
        let shares = density.shares().repeat(2);
        let happened: Vec<(usize, f64)> = own.events.iter().collect();
        for (days, likelihood) in &mut likelihoods {
            let first = shift_day(0, -*days);
            let (logarithms, shares) = (
                logarithms.get(first..).unwrap_or_default(),
                shares.get(first..).unwrap_or_default(),
            );
            let told: f64 = happened
                .iter()
                .map(|(day, events)| events * logarithms.get(*day).copied().unwrap_or_default())
                .sum();
            let seen = part
                .and_then(|part| shares.get(part.clone()))
                .map_or(0.0, |shares| shares.iter().sum::<f64>().ln());
            *likelihood += EVIDENCE_WEIGHT * (told - own.events.events() * seen);
        }
    }
    weighted_mean_day(&likelihoods)
}

/// Events of all years but one, each with its shift removed.
fn sum_other_years(
    years: &BTreeMap<i32, SmoothedYear<'_>>,
    year: i32,
    shifts: &YearShifts,
) -> ([f64; DAYS_IN_YEAR], f64) {
    let (mut sum, mut events) = ([0.0; DAYS_IN_YEAR], 0.0);
    for (other, smooth) in years.iter().filter(|(other, _)| **other != year) {
        let late = shifts.get(other).copied().unwrap_or_default();
        let first = shift_day(0, late);
        let (ahead, around) = smooth.smooth.split_at(first);
        sum.iter_mut()
            .zip(around.iter().chain(ahead))
            .for_each(|(sum, events)| *sum += events);
        events += smooth.events.events();
    }
    (sum, events)
}

/// Mean of the days weighted by their likelihoods, rounded to a day.
fn weighted_mean_day(likelihoods: &[(i32, f64)]) -> i32 {
    let most = likelihoods
        .iter()
        .map(|(_, likelihood)| *likelihood)
        .fold(f64::NEG_INFINITY, f64::max);
    let (mut sum, mut weights) = (0.0, 0.0);
    for (days, likelihood) in likelihoods {
        let weight = (likelihood - most).exp();
        sum += weight * f64::from(*days);
        weights += weight;
    }
    let mean = (sum / weights).round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a mean of days between -28 and 28, or not a number, which becomes 0"
    )]
    let days = mean as i32;
    days
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// 40 events around each day, two a day.
    fn events_around(days: &[usize]) -> DayCounts {
        let mut counts = DayCounts::default();
        for &day in days {
            (day..day + 20).for_each(|day| {
                counts.add_at(shift_day(day, 0));
                counts.add_at(shift_day(day, 0));
            });
        }
        counts
    }

    fn test_years(of_last: DayCounts) -> YearlyCounts {
        let mut years: YearlyCounts = (2020..2024)
            .map(|year| (year, events_around(&[100, 280])))
            .collect();
        years.insert(2024, of_last);
        years
    }

    #[test]
    fn estimates_shift_of_late_year() {
        let watched = parse_date("2020-01-01")..=parse_date("2024-12-31");
        let found = estimate_shifts(
            [&test_years(events_around(&[112, 292]))],
            &watched,
            &Kernel::new(8.0),
        );
        assert!((9..=13).contains(&found[&2024]), "{found:?}");
        assert!(
            (2020..2024).all(|year| (-4..=0).contains(&found[&year])),
            "{found:?}"
        );
        let early = estimate_shifts(
            [&test_years(events_around(&[90, 270]))],
            &watched,
            &Kernel::new(8.0),
        );
        assert!((-12..=-7).contains(&early[&2024]), "{early:?}");
    }

    #[test]
    fn estimates_from_half_year_and_shrinks_few_events() {
        let watched = parse_date("2020-01-01")..=parse_date("2024-05-31");
        let late = estimate_shifts(
            [&test_years(events_around(&[112]))],
            &watched,
            &Kernel::new(8.0),
        );
        assert!((9..=13).contains(&late[&2024]), "{late:?}");
        let as_usual = estimate_shifts(
            [&test_years(events_around(&[100]))],
            &watched,
            &Kernel::new(8.0),
        );
        assert!((-1..=1).contains(&as_usual[&2024]), "{as_usual:?}");
        let mut few = DayCounts::default();
        few.add_at(125);
        let hint = estimate_shifts([&test_years(few)], &watched, &Kernel::new(8.0));
        assert!((0..=8).contains(&hint[&2024]), "{hint:?}");
    }

    #[test]
    fn combines_groups() {
        let watched = parse_date("2020-01-01")..=parse_date("2024-12-31");
        let other: YearlyCounts = (2020..2025)
            .map(|year| (year, events_around(&[if year == 2024 { 212 } else { 200 }])))
            .collect();
        let found = estimate_shifts(
            [&test_years(events_around(&[112, 292])), &other],
            &watched,
            &Kernel::new(8.0),
        );
        assert!((10..=13).contains(&found[&2024]), "{found:?}");
    }

    #[test]
    fn one_year_or_none_gives_no_shift() {
        let watched = parse_date("2024-01-01")..=parse_date("2024-12-31");
        let one: YearlyCounts = [(2024, events_around(&[100]))].into_iter().collect();
        assert_eq!(
            estimate_shifts([&one], &watched, &Kernel::new(8.0)),
            [(2024, 0)].into_iter().collect()
        );
        assert_eq!(
            estimate_shifts([], &watched, &Kernel::new(8.0)),
            YearShifts::new()
        );
        let none: YearlyCounts = [(2023, DayCounts::default()), (2024, DayCounts::default())]
            .into_iter()
            .collect();
        assert!(
            estimate_shifts([&none], &watched, &Kernel::new(8.0))
                .values()
                .all(|days| *days == 0)
        );
    }
}
