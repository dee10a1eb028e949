//! Order expectations of each customer: BG/NBD on its own seasonal clock.

use super::season_clock::{SeasonClock, SeasonShares, day_index};
use super::year_shifts::{estimate_year_shifts, shift_day_index};
use super::{Customer, OrderDay};
use crate::amounts::usize_to_f64;
use chrono::{Datelike, Days, Months, NaiveDate};
use estimators::bg_nbd::{BgNbd, EventHistory};
use std::collections::BTreeMap;
use std::sync::Arc;

/// From this number of repeat customers on, the organization's own parameters are fitted. With
/// fewer, the prior of a typical retailer applies.
const MIN_REPEATERS_TO_FIT: usize = 30;
const DEFAULT_PARAMETERS: (f64, f64, f64, f64) = (1.41, 98.4, 0.225, 9.92);

/// State, crops and main category.
type GroupKey = (String, String, String);

/// Customers with orders up to a day, by id.
pub(super) struct Expectations<'a> {
    pub(super) as_of: NaiveDate,
    pub(super) customers: Vec<CustomerExpectation<'a>>,
}

/// Expectations of a customer.
pub(super) struct CustomerExpectation<'a> {
    pub(super) id: &'a str,
    pub(super) categories: &'a BTreeMap<&'a str, (f64, f64)>,
    /// Oldest first; at least one.
    pub(super) days: Vec<OrderDay>,
    /// Probability that the customer is active.
    pub(super) alive: f64,
    first: NaiveDate,
    last: NaiveDate,
    as_of: NaiveDate,
    clock: SeasonClock,
    history: EventHistory,
    model: BgNbd,
}

/// Day of the next order.
pub(super) enum NextOrder {
    DateRange {
        low: NaiveDate,
        day: NaiveDate,
        high: Option<NaiveDate>,
    },
    Message(&'static str),
}

/// Repeats and their ticks.
#[derive(Clone, Copy, Default)]
struct RepeatRate {
    repeats: f64,
    ticks: f64,
}

impl<'a> Expectations<'a> {
    pub(super) fn from_customers(customers: &'a [Customer<'a>], as_of: NaiveDate) -> Self {
        let histories: Vec<(&Customer<'_>, Vec<OrderDay>)> = customers
            .iter()
            .map(|customer| {
                (
                    customer,
                    customer
                        .days
                        .iter()
                        .copied()
                        .filter(|day| day.date <= as_of)
                        .collect::<Vec<_>>(),
                )
            })
            .filter(|(_, days)| !days.is_empty())
            .collect();
        let group = |customer: &Customer<'_>| {
            (
                customer.state.clone(),
                customer.crops.clone(),
                customer.main_category(),
            )
        };
        let groups: Vec<GroupKey> = histories
            .iter()
            .map(|(customer, _)| group(customer))
            .collect();
        let clocks = fit_clocks(&histories, &groups, as_of);
        let seen: Vec<EventHistory> = clocks
            .iter()
            .zip(&histories)
            .map(|(clock, (_, days))| summarize_history(clock, days, as_of))
            .collect();
        let returned = seen.iter().filter(|seen| seen.repeats > 0).count();
        let own = if returned >= MIN_REPEATERS_TO_FIT {
            BgNbd::fit(&seen)
        } else {
            None
        };
        let (r, alpha, a, b) = DEFAULT_PARAMETERS;
        let Some(model) = own.or_else(|| BgNbd::new(r, alpha, a, b)) else {
            return Self {
                as_of,
                customers: Vec::new(),
            };
        };

        let mut paces: BTreeMap<&GroupKey, RepeatRate> = BTreeMap::new();
        let mut all = RepeatRate::default();
        for (group, seen) in groups.iter().zip(&seen) {
            for pace in [paces.entry(group).or_default(), &mut all] {
                pace.repeats += f64::from(seen.repeats);
                pace.ticks += seen.last;
            }
        }
        let usual = all.ticks / all.repeats;
        // A group is shrunk toward the overall interval with a weight of ten repeats.
        let interval = |group: &GroupKey| {
            let pace = paces.get(group).copied().unwrap_or_default();
            let interval = (pace.ticks + 10.0 * usual) / (pace.repeats + 10.0);
            if interval.is_finite() && interval > 0.0 {
                interval
            } else {
                f64::INFINITY
            }
        };
        let expected = histories
            .into_iter()
            .zip(&groups)
            .zip(clocks.into_iter().zip(seen))
            .filter_map(|(((customer, days), group), (clock, seen))| {
                let (first, last) = (days.first()?.date, days.last()?.date);
                let (model, alive) = if seen.repeats == 0 {
                    let times = usual / interval(group);
                    let model = if times.is_finite() && times > 0.0 {
                        model.scale_rate(times).unwrap_or(model)
                    } else {
                        model
                    };
                    (model, model.p_alive_without_repeat(&seen, interval(group)))
                } else {
                    (model, alive_probability(&model, &seen))
                };
                Some(CustomerExpectation {
                    id: customer.id,
                    categories: &customer.categories,
                    days,
                    alive,
                    first,
                    last,
                    as_of,
                    clock,
                    history: seen,
                    model,
                })
            });
        Self {
            as_of,
            customers: expected.collect(),
        }
    }

    /// Day of the first order of any customer.
    pub(super) fn first_day(&self) -> Option<NaiveDate> {
        self.customers.iter().map(|customer| customer.first).min()
    }

    /// Days with orders between two days, over all customers.
    pub(super) fn order_days(&self, after: NaiveDate, through: NaiveDate) -> usize {
        self.customers
            .iter()
            .flat_map(|customer| &customer.days)
            .filter(|day| after < day.date && day.date <= through)
            .count()
    }

    /// Expected days with orders up to a future day.
    pub(super) fn expected_through(&self, through: NaiveDate) -> f64 {
        self.customers
            .iter()
            .map(|customer| customer.expected_through(through))
            .sum()
    }
}

/// Years of 365 days from the first day to the last.
pub(super) fn whole_years(first: NaiveDate, as_of: NaiveDate) -> u64 {
    u64::try_from(((as_of - first).num_days() + 1) / 365).unwrap_or_default()
}

/// The clock of each customer: the tenant's season shrunk toward an even year, the group's toward
/// the tenant's, the customer's toward the group's. Only whole years before the day count.
fn fit_clocks(
    histories: &[(&Customer<'_>, Vec<OrderDay>)],
    groups: &[GroupKey],
    as_of: NaiveDate,
) -> Vec<SeasonClock> {
    let first = histories
        .iter()
        .filter_map(|(_, days)| days.first())
        .map(|day| day.date)
        .min()
        .unwrap_or(as_of);
    let after = as_of
        .checked_sub_days(Days::new(365 * whole_years(first, as_of)))
        .unwrap_or(NaiveDate::MIN);
    let counted = |days: &[OrderDay]| {
        days.iter()
            .map(|day| day.date)
            .filter(|day| *day > after)
            .collect::<Vec<_>>()
    };
    let mut by_group: BTreeMap<&GroupKey, Vec<NaiveDate>> = BTreeMap::new();
    for (group, (_, days)) in groups.iter().zip(histories) {
        by_group.entry(group).or_default().extend(counted(days));
    }
    let days_of_groups: Vec<Vec<NaiveDate>> = by_group.values().cloned().collect();
    let late = Arc::new(estimate_year_shifts(
        &days_of_groups,
        (after.succ_opt().unwrap_or(after), as_of),
    ));
    let in_season = |day: NaiveDate| {
        shift_day_index(day_index(day), -late.get(&day.year()).copied().unwrap_or(0))
    };
    let tenant = SeasonShares::uniform().shrink_with_orders(
        days_of_groups.iter().flatten().map(|day| in_season(*day)),
        50.0,
        8.0,
    );
    let seasons: BTreeMap<&GroupKey, SeasonShares> = by_group
        .into_iter()
        .map(|(group, days)| {
            (
                group,
                tenant.shrink_with_orders(days.into_iter().map(in_season), 50.0, 8.0),
            )
        })
        .collect();
    let clock = |(group, (_, days)): (&GroupKey, &(&Customer<'_>, Vec<OrderDay>))| {
        seasons
            .get(group)
            .unwrap_or(&tenant)
            .shrink_with_orders(counted(days).into_iter().map(in_season), 16.0, 12.0)
            .to_clock(&late)
    };
    groups.iter().zip(histories).map(clock).collect()
}

fn summarize_history(clock: &SeasonClock, days: &[OrderDay], as_of: NaiveDate) -> EventHistory {
    let at = |day: Option<&OrderDay>| day.map_or(0.0, |day| clock.ticks_at(day.date));
    let start = at(days.first());
    let last = (at(days.last()) - start).max(0.0);
    EventHistory {
        repeats: u32::try_from(days.len().saturating_sub(1)).unwrap_or(u32::MAX),
        last,
        age: (clock.ticks_at(as_of) - start).max(last),
    }
}

/// Fader, Hardie, Lee (2005): odds that the customer dropped out at its last order.
fn alive_probability(model: &BgNbd, seen: &EventHistory) -> f64 {
    let x = f64::from(seen.repeats);
    let odds = model.a() / (model.b() + x - 1.0)
        * ((model.alpha() + seen.age) / (model.alpha() + seen.last)).powf(model.r() + x);
    1.0 / (1.0 + odds)
}

impl CustomerExpectation<'_> {
    pub(super) fn last_order(&self) -> NaiveDate {
        self.last
    }

    pub(super) fn silent_days(&self) -> i64 {
        (self.as_of - self.last).num_days()
    }

    pub(super) fn repeat_count(&self) -> usize {
        self.days.len() - 1
    }

    pub(super) fn order_count(&self) -> usize {
        self.days.iter().map(|day| day.orders).sum()
    }

    pub(super) fn total_amount(&self) -> f64 {
        self.days.iter().map(|day| day.amount).sum()
    }

    /// Years since the first order, at least one.
    pub(super) fn years_active(&self) -> f64 {
        let days = u32::try_from((self.as_of - self.first).num_days()).unwrap_or(u32::MAX);
        (f64::from(days) / 365.0).max(1.0)
    }

    pub(super) fn per_year(&self, sum: f64) -> f64 {
        sum / self.years_active()
    }

    /// Days with orders in a span of days before the as-of day.
    pub(super) fn order_days_back(&self, from: u64, to: u64) -> f64 {
        let back = |days: u64| {
            self.as_of
                .checked_sub_days(Days::new(days))
                .unwrap_or(NaiveDate::MIN)
        };
        usize_to_f64(
            self.days
                .iter()
                .filter(|day| back(from) < day.date && day.date <= back(to))
                .count(),
        )
    }

    fn ticks_ahead(&self, through: NaiveDate) -> f64 {
        self.clock.ticks_at(through) - self.clock.ticks_at(self.as_of)
    }

    fn day_after(&self, days: u64) -> NaiveDate {
        self.as_of
            .checked_add_days(Days::new(days))
            .unwrap_or(NaiveDate::MAX)
    }

    pub(super) fn expected_through(&self, through: NaiveDate) -> f64 {
        self.alive
            * self
                .model
                .expected_events_if_alive(&self.history, self.ticks_ahead(through))
    }

    pub(super) fn expected_within(&self, days: u64) -> f64 {
        self.expected_through(self.day_after(days))
    }

    /// Probability that the customer is active and that its next order is within the ticks ahead.
    pub(super) fn order_probability(&self, days: u64) -> f64 {
        let known = self.model.alpha() + self.history.age;
        let ahead = self.ticks_ahead(self.day_after(days)).max(0.0);
        self.alive
            * (1.0
                - (known / (known + ahead)).powf(self.model.r() + f64::from(self.history.repeats)))
    }

    pub(super) fn next_order(&self) -> NextOrder {
        if self.alive < 0.2 {
            return NextOrder::Message("Unlikely to return");
        }
        let latest = self
            .as_of
            .checked_add_months(Months::new(24))
            .unwrap_or(NaiveDate::MAX);
        let by = |q: f64| {
            let wait = (self.model.alpha() + self.history.age)
                * ((1.0 - q).powf(-1.0 / (self.model.r() + f64::from(self.history.repeats))) - 1.0);
            self.clock.first_day_reaching(
                self.clock.ticks_at(self.as_of) + wait,
                self.as_of.succ_opt()?,
                latest,
            )
        };
        match (by(0.1), by(0.5)) {
            (Some(low), Some(day)) => NextOrder::DateRange {
                low,
                day,
                high: by(0.9),
            },
            _ => NextOrder::Message("Not expected within 2 years"),
        }
    }
}
