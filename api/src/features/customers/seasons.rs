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

use super::clock::Clock;
use super::group::Group;
use super::history::History;
use estimators::seasonal_density::{DayCounts, Density, Kernel, day_of_year, moved};
use estimators::seasonal_shift::{Shifts, Years, shifts};

/// Width of the kernel over the orders of a group or of the tenant, in days.
const GROUP_WIDTH: f64 = 8.0;
/// Width of the kernel over a customer's own orders, in days.
const CUSTOMER_WIDTH: f64 = 12.0;
/// Orders of the whole tenant that a group is drawn toward; the tenant itself is drawn as much
/// toward an even year.
const TENANT_ORDERS: f64 = 50.0;
/// Orders of its group that a customer is drawn toward.
const GROUP_ORDERS: f64 = 16.0;

pub(super) struct Seasons<'a> {
    groups: BTreeMap<&'a Group, Density>,
    tenant: Density,
    kernel: Kernel,
    /// Orders up to this day are of no whole year.
    after: NaiveDate,
    /// Whole years that count.
    pub(super) years: u64,
    /// By how much the seasons of each year came late.
    shifts: Arc<Shifts>,
}

impl<'a> Seasons<'a> {
    /// `customers` may be in any order.
    pub(super) fn of(customers: &[(&'a Group, &History)], as_of: NaiveDate) -> Self {
        let first = customers
            .iter()
            .map(|(_, history)| history.first)
            .min()
            .unwrap_or(as_of);
        let years = u64::try_from(((as_of - first).num_days() + 1) / 365).unwrap_or_default();
        let after = as_of
            .checked_sub_days(Days::new(365 * years))
            .unwrap_or(NaiveDate::MIN);
        let mut by_year: BTreeMap<&Group, Years> = BTreeMap::new();
        for &(group, history) in customers {
            let years = by_year.entry(group).or_default();
            dates(history, after).for_each(|date| years.entry(date.year()).or_default().add(date));
        }
        let kernel = Kernel::new(GROUP_WIDTH);
        let shifts = shifts(
            by_year.values(),
            &(after.succ_opt().unwrap_or(after)..=as_of),
            &kernel,
        );
        let counts: BTreeMap<&Group, DayCounts> = by_year
            .iter()
            .map(|(&group, years)| (group, in_season(years, &shifts)))
            .collect();
        let mut all = DayCounts::default();
        for group in counts.values() {
            all.merge(group);
        }
        let tenant = Density::drawn_toward(&Density::even(), TENANT_ORDERS, &all, &kernel);
        let groups = counts
            .iter()
            .map(|(&group, counts)| {
                (
                    group,
                    Density::drawn_toward(&tenant, TENANT_ORDERS, counts, &kernel),
                )
            })
            .collect();
        Self {
            groups,
            tenant,
            kernel: Kernel::new(CUSTOMER_WIDTH),
            after,
            years,
            shifts: Arc::new(shifts),
        }
    }

    pub(super) fn clock(&self, group: &Group, history: &History) -> Clock {
        let prior = self.groups.get(group).unwrap_or(&self.tenant);
        let mut own = DayCounts::default();
        dates(history, self.after).for_each(|date| {
            own.add_at(moved(day_of_year(date), -late(date.year(), &self.shifts)));
        });
        Clock::shifted(
            &Density::drawn_toward(prior, GROUP_ORDERS, &own, &self.kernel),
            Arc::clone(&self.shifts),
        )
    }
}

/// The events of all years, each at its place in the season.
fn in_season(years: &Years, shifts: &Shifts) -> DayCounts {
    let mut counts = DayCounts::default();
    for (year, events) in years {
        events
            .iter()
            .for_each(|(day, events)| counts.add_many_at(moved(day, -late(*year, shifts)), events));
    }
    counts
}

fn late(year: i32, shifts: &Shifts) -> i32 {
    shifts.get(&year).copied().unwrap_or_default()
}

fn dates(history: &History, after: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    history
        .days()
        .iter()
        .map(|day| day.day)
        .filter(move |day| *day > after)
}
