//! At which times of the year the tenant's customers order: all together, by group, and one by one.
//!
//! A group is drawn toward the tenant and a customer toward its group, so that a handful of orders
//! does not make a season. Only whole years before the as-of day count: the odd months of one more
//! year would make their season look stronger than it is. Springs come early or late: days are
//! counted by their place in the season of their own year, so that a late year neither blurs the
//! seasons nor is taken for customers who stay away.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{Datelike, Days, NaiveDate};

use super::customer_group::CustomerGroup;
use super::order_history::OrderHistory;
use super::seasonal_clock::SeasonalClock;
use estimators::seasonal_density::{DayCounts, Density, Kernel, day_of_year, shift_day};
use estimators::seasonal_shift::{YearShifts, YearlyCounts, estimate_shifts};

/// Width of the kernel over the orders of a group or of the tenant, in days.
const GROUP_KERNEL_DAYS: f64 = 8.0;
/// Width of the kernel over a customer's own orders, in days.
const CUSTOMER_KERNEL_DAYS: f64 = 12.0;
/// Orders of the whole tenant that a group is drawn toward; the tenant itself is drawn as much
/// toward an even year.
const TENANT_PRIOR_ORDERS: f64 = 50.0;
/// Orders of its group that a customer is drawn toward.
const GROUP_PRIOR_ORDERS: f64 = 16.0;

pub(super) struct OrderSeasons<'a> {
    groups: BTreeMap<&'a CustomerGroup, Density>,
    tenant: Density,
    kernel: Kernel,
    /// Orders up to this day are of no whole year.
    after: NaiveDate,
    /// Whole years that count.
    pub(super) years: u64,
    /// By how much the seasons of each year came late.
    shifts: Arc<YearShifts>,
}

impl<'a> OrderSeasons<'a> {
    /// `customers` may be in any order.
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
        let mut own = DayCounts::default();
        order_dates_after(history, self.after).for_each(|date| {
            own.add_at(shift_day(
                day_of_year(date),
                -shift_of_year(date.year(), &self.shifts),
            ));
        });
        SeasonalClock::with_shifts(
            &Density::shrunk_toward(prior, GROUP_PRIOR_ORDERS, &own, &self.kernel),
            Arc::clone(&self.shifts),
        )
    }
}

/// The events of all years, each at its place in the season.
fn align_to_season(years: &YearlyCounts, shifts: &YearShifts) -> DayCounts {
    let mut counts = DayCounts::default();
    for (year, events) in years {
        events.iter().for_each(|(day, events)| {
            counts.add_many_at(shift_day(day, -shift_of_year(*year, shifts)), events)
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
