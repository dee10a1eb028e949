//! At which times of the year the tenant's customers order: all together, by group, and one by one.
//!
//! A group is drawn toward the tenant and a customer toward its group, so that a handful of orders does not make a season. Only whole years before
//! the as-of day count: the odd months of one more year would make their season look stronger than it is.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};

use super::clock::Clock;
use super::group::Group;
use super::history::History;
use crate::stats::seasonal_density::{DayCounts, Density, Kernel};

/// Width of the kernel over the orders of a group or of the tenant, in days.
const GROUP_WIDTH: f64 = 12.0;
/// Width of the kernel over a customer's own orders, in days.
const CUSTOMER_WIDTH: f64 = 18.0;
/// Orders of the whole tenant that a group is drawn toward; the tenant itself is drawn as much toward an even year.
const TENANT_ORDERS: f64 = 50.0;
/// Orders of its group that a customer is drawn toward.
const GROUP_ORDERS: f64 = 8.0;

pub(super) struct Seasons<'a> {
    groups: BTreeMap<&'a Group, Density>,
    tenant: Density,
    kernel: Kernel,
    /// Orders up to this day are of no whole year.
    after: NaiveDate,
    /// Whole years that count.
    pub(super) years: u64,
}

impl<'a> Seasons<'a> {
    /// `customers` may be in any order.
    pub(super) fn of(customers: &[(&'a Group, &History)], as_of: NaiveDate) -> Self {
        let first = customers.iter().map(|(_, history)| history.first).min().unwrap_or(as_of);
        let years = u64::try_from(((as_of - first).num_days() + 1) / 365).unwrap_or_default();
        let after = as_of.checked_sub_days(Days::new(365 * years)).unwrap_or(NaiveDate::MIN);
        let mut counts: BTreeMap<&Group, DayCounts> = BTreeMap::new();
        for &(group, history) in customers {
            let counts = counts.entry(group).or_default();
            dates(history, after).for_each(|date| counts.add(date));
        }
        let mut all = DayCounts::default();
        for group in counts.values() {
            all.merge(group);
        }
        let kernel = Kernel::new(GROUP_WIDTH);
        let tenant = Density::drawn_toward(&Density::even(), TENANT_ORDERS, &all, &kernel);
        let groups = counts.iter().map(|(&group, counts)| (group, Density::drawn_toward(&tenant, TENANT_ORDERS, counts, &kernel))).collect();
        Self { groups, tenant, kernel: Kernel::new(CUSTOMER_WIDTH), after, years }
    }

    pub(super) fn clock(&self, group: &Group, history: &History) -> Clock {
        let prior = self.groups.get(group).unwrap_or(&self.tenant);
        let own = DayCounts::of(dates(history, self.after));
        Clock::of(&Density::drawn_toward(prior, GROUP_ORDERS, &own, &self.kernel))
    }
}

fn dates(history: &History, after: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    history.days().iter().map(|day| day.day).filter(move |day| *day > after)
}
