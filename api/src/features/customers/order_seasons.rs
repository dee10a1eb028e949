//! Order seasons of the tenant's customers: overall, per group, and per customer.
//!
//! A group is shrunk toward the tenant and a customer toward its group, so that a few orders do not
//! make a season. Only whole years before the as-of day count, as a partial year would overweight
//! its months. Days are aligned to the season of their own year, so that a late spring neither
//! blurs the seasons nor looks like lost customers.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{Datelike, Days, NaiveDate};

use super::customer_group::CustomerGroup;
use super::order_history::OrderHistory;
use super::seasonal_clock::SeasonalClock;
use estimators::seasonal_density::{DayCounts, Density, Kernel, day_of_year, shift_day};
use estimators::seasonal_shift::{YearShifts, YearlyCounts, estimate_shifts};

/// Kernel width over the orders of a group or the tenant, in days.
const GROUP_KERNEL_DAYS: f64 = 8.0;
/// Kernel width over a customer's own orders, in days.
const CUSTOMER_KERNEL_DAYS: f64 = 12.0;
/// Orders of the whole tenant that a group is shrunk toward; the tenant itself is shrunk toward an
/// even year with the same weight.
const TENANT_PRIOR_ORDERS: f64 = 50.0;
/// Orders of its group that a customer is shrunk toward.
const GROUP_PRIOR_ORDERS: f64 = 16.0;

pub(super) struct OrderSeasons<'a> {
    groups: BTreeMap<&'a CustomerGroup, Density>,
    tenant: Density,
    kernel: Kernel,
    /// Orders up to this day are outside the whole years.
    after: NaiveDate,
    /// Number of whole years.
    pub(super) years: u64,
    /// Delay of the seasons of each year.
    shifts: Arc<YearShifts>,
}

impl<'a> OrderSeasons<'a> {
    /// `customers` are unordered.
    pub(super) fn from_histories(
        customers: &[(&'a CustomerGroup, &OrderHistory)],
        as_of: NaiveDate,
    ) -> Self {
        let first = customers
            .iter()
            .map(|(_, history)| history.first)
            .min()
            .unwrap_or(as_of);
        let years = u64::try_from(((as_of - first).num_days() + 1) / 365).unwrap_or_default();
        let after = as_of
            .checked_sub_days(Days::new(365 * years))
            .unwrap_or(NaiveDate::MIN);
        let mut by_year: BTreeMap<&CustomerGroup, YearlyCounts> = BTreeMap::new();
        for &(group, history) in customers {
            let years = by_year.entry(group).or_default();
            order_dates_after(history, after)
                .for_each(|date| years.entry(date.year()).or_default().add(date));
        }
        let kernel = Kernel::new(GROUP_KERNEL_DAYS);
        let shifts = estimate_shifts(
            by_year.values(),
            &(after.succ_opt().unwrap_or(after)..=as_of),
            &kernel,
        );
        let counts: BTreeMap<&CustomerGroup, DayCounts> = by_year
            .iter()
            .map(|(&group, years)| (group, align_to_season(years, &shifts)))
            .collect();
        let mut all = DayCounts::default();
        for group in counts.values() {
            all.merge(group);
        }
        let tenant =
            Density::shrunk_toward(&Density::uniform(), TENANT_PRIOR_ORDERS, &all, &kernel);
        let groups = counts
            .iter()
            .map(|(&group, counts)| {
                (
                    group,
                    Density::shrunk_toward(&tenant, TENANT_PRIOR_ORDERS, counts, &kernel),
                )
            })
            .collect();
        Self {
            groups,
            tenant,
            kernel: Kernel::new(CUSTOMER_KERNEL_DAYS),
            after,
            years,
            shifts: Arc::new(shifts),
        }
    }

    pub(super) fn build_clock(
        &self,
        group: &CustomerGroup,
        history: &OrderHistory,
    ) -> SeasonalClock {
        let prior = self.groups.get(group).unwrap_or(&self.tenant);
        let mut own_counts = DayCounts::default();
        order_dates_after(history, self.after).for_each(|date| {
            own_counts.add_at(shift_day(
                day_of_year(date),
                -shift_of_year(date.year(), &self.shifts),
            ));
        });
        SeasonalClock::with_shifts(
            &Density::shrunk_toward(prior, GROUP_PRIOR_ORDERS, &own_counts, &self.kernel),
            Arc::clone(&self.shifts),
        )
    }
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

fn shift_of_year(year: i32, shifts: &YearShifts) -> i32 {
    shifts.get(&year).copied().unwrap_or_default()
}

fn order_dates_after(history: &OrderHistory, after: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    history
        .days()
        .iter()
        .map(|day| day.day)
        .filter(move |day| *day > after)
}
