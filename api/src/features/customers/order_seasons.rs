//! Order seasons of the tenant's customers: overall, per group, and per customer.
//!
//! A season is the rate of repeat orders on a day of the year relative to the rate without seasons:
//! observed orders over the orders that customers as old as these would place without seasons. So
//! neither a wave of new customers nor a part of a year counts as a season. A group is shrunk toward
//! the tenant and a customer toward its group, so that a few orders do not make a season. Days are
//! aligned to the season of their own year, so that a late spring neither blurs the seasons nor
//! looks like lost customers.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use super::customer_group::CustomerGroup;
use super::order_history::OrderHistory;
use super::seasonal_clock::SeasonalClock;
use estimators::bg_nbd::{BgNbd, EventHistory};
use estimators::seasonal_density::{
    DAYS_IN_YEAR, DayCounts, Density, Kernel, day_of_year, shift_day,
};
use estimators::seasonal_shift::{YearShifts, YearlyCounts, estimate_shifts};
use estimators::usize_to_f64;

/// Kernel width over the orders of a group or the tenant, in days. A coming year may be early or
/// late, so the deviation of the years' shifts is added in quadrature.
const GROUP_KERNEL_DAYS: f64 = 8.0;
/// The same over a customer's own orders.
const CUSTOMER_KERNEL_DAYS: f64 = 12.0;
/// Prior of the deviation of the years' shifts, in days, with the weight of the first year.
const SHIFT_DEVIATION_DAYS: f64 = 8.0;
/// Weight of an even year in a clock, in years of history: the seasons of the years so far never
/// tell all about the next one.
const EVEN_YEARS: f64 = 0.25;
/// Orders of the whole tenant that a group is shrunk toward; the tenant itself is shrunk toward an
/// even year with the same weight.
const TENANT_PRIOR_ORDERS: f64 = 50.0;
/// Orders of its group that a customer is shrunk toward.
const GROUP_PRIOR_ORDERS: f64 = 16.0;
/// Days of a step of the expected orders by age.
const STEP_DAYS: u32 = 7;
/// Steps of a month of the calendar share.
const STEPS_PER_MONTH: usize = 4;

pub(super) struct OrderSeasons<'a> {
    groups: BTreeMap<&'a CustomerGroup, Density>,
    tenant: Density,
    kernel: Kernel,
    as_of: NaiveDate,
    /// Share of orders that a clock expects at any time of the year.
    even_share: f64,
    /// Delay of the seasons of each year.
    shifts: Arc<YearShifts>,
    /// Smoothed exposure of customers by the day of their first order.
    exposures: BTreeMap<NaiveDate, Exposure>,
}

/// Days of the year on which orders were possible, weighted by the orders expected without seasons.
struct Exposure {
    days: DayCounts,
    smooth: [f64; DAYS_IN_YEAR],
}

impl Exposure {
    fn new(days: DayCounts, kernel: &Kernel) -> Self {
        let smooth = kernel.smooth_events(&days);
        Self { days, smooth }
    }

    /// The relative rate of the events on each day of the year: (events + pseudo x prior) /
    /// (expected events at the prior's scale + pseudo).
    fn compute_rate(
        &self,
        prior: &Density,
        pseudo: f64,
        events: &DayCounts,
        kernel: &Kernel,
    ) -> Density {
        let n = events.events();
        let at_prior: f64 = self
            .days
            .iter()
            .map(|(day, weight)| weight * prior.shares().get(day).copied().unwrap_or_default())
            .sum();
        if n <= 0.0 || at_prior <= 0.0 {
            return prior.clone();
        }
        // Expected orders at a rate of one share of the year.
        let scale = n / at_prior;
        Density::from_rates(
            kernel
                .smooth_events(events)
                .iter()
                .zip(&self.smooth)
                .zip(prior.shares())
                .map(|((events, weight), prior)| {
                    (events + pseudo * prior) / (scale * weight + pseudo)
                }),
        )
    }
}

/// Days of history from which seasons are no longer estimated, because a date is probably wrong. The
/// effort grows with the square of the history: 50 years.
pub(super) const MAX_HISTORY_DAYS: i64 = 50 * 366;

/// Expected repeat orders of a customer by the time since its first order, without seasons.
struct ExpectedByAge {
    /// Up to the middle of each step; the first is half a step.
    steps: Vec<f64>,
}

/// Steps of the days from the first order on.
struct Steps {
    first: NaiveDate,
    as_of: NaiveDate,
}

impl Steps {
    fn new(first: NaiveDate, as_of: NaiveDate) -> Self {
        Self { first, as_of }
    }

    fn index(&self, date: NaiveDate) -> usize {
        usize::try_from((date - self.first).num_days() / i64::from(STEP_DAYS)).unwrap_or_default()
    }

    fn count(&self) -> usize {
        self.index(self.as_of) + 1
    }

    fn add_to(&self, counts: &mut [f64], date: NaiveDate) {
        if let Some(count) = counts.get_mut(self.index(date)) {
            *count += 1.0;
        }
    }
}

impl ExpectedByAge {
    /// Expected orders of each step, of customers by the step of their first order.
    fn sum_over_joins(&self, joined: &[f64]) -> Vec<f64> {
        let mut expected = vec![0.0; joined.len()];
        for (start, count) in joined.iter().enumerate().filter(|(_, count)| **count > 0.0) {
            for (sum, by_age) in expected.iter_mut().skip(start).zip(&self.steps) {
                *sum += count * by_age;
            }
        }
        expected
    }

    fn from_model(model: &BgNbd, steps: usize) -> Self {
        let new = EventHistory {
            repeats: 0,
            last: 0.0,
            age: 0.0,
        };
        let until = |step: usize| {
            model.expected_events(&new, (usize_to_f64(step) + 0.5) * f64::from(STEP_DAYS))
        };
        let cumulative: Vec<f64> = (0..=steps).map(until).collect();
        let mut before = 0.0;
        let steps = cumulative.iter().map(|&until| {
            let expected = until - before;
            before = until;
            expected
        });
        Self {
            steps: steps.collect(),
        }
    }
}

impl<'a> OrderSeasons<'a> {
    /// `customers` are unordered. `model` is fitted to them without seasons.
    pub(super) fn from_histories(
        customers: &[(&'a CustomerGroup, &OrderHistory)],
        model: &BgNbd,
        as_of: NaiveDate,
    ) -> Self {
        let first = customers
            .iter()
            .map(|(_, history)| history.first)
            .min()
            .unwrap_or(as_of);
        let mut by_year: BTreeMap<&CustomerGroup, YearlyCounts> = BTreeMap::new();
        for &(group, history) in customers {
            let years = by_year.entry(group).or_default();
            repeat_dates(history, as_of)
                .for_each(|date| years.entry(date.year()).or_default().add(date));
        }
        let shifts = estimate_shifts(
            by_year.values(),
            &(first..=as_of),
            &Kernel::new(GROUP_KERNEL_DAYS),
        );
        let years = usize_to_f64(count_whole_years(first, as_of));
        let shift_variance = compute_shift_variance(&shifts, years);
        let widen = |days: f64| Kernel::new((days * days + shift_variance).sqrt());
        let kernel = widen(GROUP_KERNEL_DAYS);
        let exposures = expose_groups(customers, model, &shifts, first, as_of);
        let counts: BTreeMap<&CustomerGroup, DayCounts> = by_year
            .iter()
            .map(|(&group, years)| (group, align_to_season(years, &shifts)))
            .collect();
        let (mut all, mut all_exposed) = (DayCounts::default(), DayCounts::default());
        for group in counts.values() {
            all.merge(group);
        }
        for group in exposures.values() {
            all_exposed.merge(group);
        }
        let tenant = Exposure::new(all_exposed, &kernel).compute_rate(
            &Density::uniform(),
            TENANT_PRIOR_ORDERS,
            &all,
            &kernel,
        );
        let groups = exposures
            .into_iter()
            .map(|(group, exposed)| {
                let own = counts.get(group).cloned().unwrap_or_default();
                let exposed = Exposure::new(exposed, &kernel);
                (
                    group,
                    exposed.compute_rate(&tenant, TENANT_PRIOR_ORDERS, &own, &kernel),
                )
            })
            .collect();
        let kernel = widen(CUSTOMER_KERNEL_DAYS);
        let mut exposures = BTreeMap::new();
        for (_, history) in customers {
            exposures.entry(history.first).or_insert_with(|| {
                Exposure::new(count_days(history.first, as_of, &shifts), &kernel)
            });
        }
        Self {
            groups,
            tenant,
            kernel,
            as_of,
            even_share: EVEN_YEARS / (EVEN_YEARS + years),
            shifts: Arc::new(shifts),
            exposures,
        }
    }

    pub(super) fn build_clock(
        &self,
        group: &CustomerGroup,
        history: &OrderHistory,
    ) -> SeasonalClock {
        let prior = self.groups.get(group).unwrap_or(&self.tenant);
        let mut own_counts = DayCounts::default();
        repeat_dates(history, self.as_of)
            .for_each(|date| own_counts.add_at(season_day(date, &self.shifts)));
        let density = self.exposures.get(&history.first).map(|exposure| {
            exposure.compute_rate(prior, GROUP_PRIOR_ORDERS, &own_counts, &self.kernel)
        });
        SeasonalClock::with_shifts(
            &density
                .as_ref()
                .unwrap_or(prior)
                .mix_uniform(self.even_share),
            Arc::clone(&self.shifts),
        )
    }
}

/// How much the orders of all customers vary over the calendar beyond what joining, leaving and
/// chance explain: the variance of 4 weeks' orders relative to their expectation `model`, as a share
/// of that variance and 1. From 0 if nothing varies towards 1.
pub(super) fn compute_calendar_share(
    customers: &[(&CustomerGroup, &OrderHistory)],
    model: &BgNbd,
    as_of: NaiveDate,
) -> f64 {
    let first = customers.iter().map(|(_, history)| history.first).min();
    let first = first.unwrap_or(as_of);
    if (as_of - first).num_days() + 1 > MAX_HISTORY_DAYS {
        return 0.0;
    }
    let steps = Steps::new(first, as_of);
    let by_age = ExpectedByAge::from_model(model, steps.count());
    let (mut joined, mut ordered) = (vec![0.0; steps.count()], vec![0.0; steps.count()]);
    for (_, history) in customers {
        steps.add_to(&mut joined, history.first);
        repeat_dates(history, as_of).for_each(|date| steps.add_to(&mut ordered, date));
    }
    let expected = by_age.sum_over_joins(&joined);
    let (mut excess, mut scale) = (0.0, 0.0);
    // The last, partial month is left out.
    for (ordered, expected) in ordered
        .chunks_exact(STEPS_PER_MONTH)
        .zip(expected.chunks_exact(STEPS_PER_MONTH))
    {
        let (ordered, expected) = (ordered.iter().sum::<f64>(), expected.iter().sum::<f64>());
        excess += (ordered - expected).powi(2) - expected;
        scale += expected * expected;
    }
    let variance = excess.max(0.0) / scale;
    if variance.is_finite() {
        variance / (1.0 + variance)
    } else {
        0.0
    }
}

/// The repeat orders that each group would have placed on each day of the year without seasons.
fn expose_groups<'a>(
    customers: &[(&'a CustomerGroup, &OrderHistory)],
    model: &BgNbd,
    shifts: &YearShifts,
    first: NaiveDate,
    as_of: NaiveDate,
) -> BTreeMap<&'a CustomerGroup, DayCounts> {
    let steps = Steps::new(first, as_of);
    let by_age = ExpectedByAge::from_model(model, steps.count());
    let mut joins: BTreeMap<&CustomerGroup, Vec<f64>> = BTreeMap::new();
    for &(group, history) in customers {
        let joined = joins
            .entry(group)
            .or_insert_with(|| vec![0.0; steps.count()]);
        steps.add_to(joined, history.first);
    }
    let days: Vec<(usize, usize)> = first
        .iter_days()
        .take_while(|date| *date <= as_of)
        .map(|date| (steps.index(date), season_day(date, shifts)))
        .collect();
    let expose = |joined: Vec<f64>| {
        let expected = by_age.sum_over_joins(&joined);
        let mut exposed = DayCounts::default();
        for &(step, day) in &days {
            exposed.add_many_at(
                day,
                expected.get(step).copied().unwrap_or_default() / f64::from(STEP_DAYS),
            );
        }
        exposed
    };
    joins
        .into_iter()
        .map(|(group, joined)| (group, expose(joined)))
        .collect()
}

/// Days after `first` up to `as_of`, by day of the year.
fn count_days(first: NaiveDate, as_of: NaiveDate, shifts: &YearShifts) -> DayCounts {
    let mut days = DayCounts::default();
    first
        .iter_days()
        .skip(1)
        .take_while(|date| *date <= as_of)
        .for_each(|date| days.add_at(season_day(date, shifts)));
    days
}

/// Variance of the shift of a coming year: of the years' shifts, whose mean is near zero, and the
/// prior.
fn compute_shift_variance(shifts: &YearShifts, years: f64) -> f64 {
    let squares: f64 = shifts.values().map(|shift| f64::from(*shift).powi(2)).sum();
    (SHIFT_DEVIATION_DAYS * SHIFT_DEVIATION_DAYS + squares) / years.max(1.0)
}

/// Years of 365 days from the first order of any customer to the as-of day.
pub(super) fn count_whole_years(first: NaiveDate, as_of: NaiveDate) -> usize {
    usize::try_from(((as_of - first).num_days() + 1) / 365).unwrap_or_default()
}

/// The events of all years, each aligned to the season.
fn align_to_season(years: &YearlyCounts, shifts: &YearShifts) -> DayCounts {
    let mut counts = DayCounts::default();
    for (year, events) in years {
        events.iter().for_each(|(day, events)| {
            counts.add_many_at(shift_day(day, -shift_of_year(*year, shifts)), events);
        });
    }
    counts
}

/// Day of the year, aligned to the season.
fn season_day(date: NaiveDate, shifts: &YearShifts) -> usize {
    shift_day(day_of_year(date), -shift_of_year(date.year(), shifts))
}

fn shift_of_year(year: i32, shifts: &YearShifts) -> i32 {
    shifts.get(&year).copied().unwrap_or_default()
}

/// Days with orders after the first and up to `as_of`.
fn repeat_dates(history: &OrderHistory, as_of: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    history
        .days()
        .iter()
        .skip(1)
        .map(|day| day.day)
        .take_while(move |day| *day <= as_of)
}
