//! What each customer is expected to do from a day on: BG/NBD on its own seasonal clock.

use super::clock::{Clock, Season, place};
use super::late::{late, moved};
use super::{Customer, Day};
use crate::amounts::count;
use chrono::{Datelike, Days, Months, NaiveDate};
use estimators::bg_nbd::{BgNbd, Seen};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Customers that came back from which on the organization's own parameters are told; the usual
/// ones of a retailer below.
const OWN_FROM: usize = 30;
const USUAL: (f64, f64, f64, f64) = (1.41, 98.4, 0.225, 9.92);

/// State, crops and main category.
type Group = (String, String, String);

/// The customers that have ordered up to a day, by id.
pub(super) struct Expectations<'a> {
    pub(super) as_of: NaiveDate,
    pub(super) customers: Vec<Expected<'a>>,
}

/// One of them.
pub(super) struct Expected<'a> {
    pub(super) id: &'a str,
    pub(super) categories: &'a BTreeMap<&'a str, (f64, f64)>,
    /// Oldest first; at least one.
    pub(super) days: Vec<Day>,
    /// Probability that it still orders here.
    pub(super) alive: f64,
    first: NaiveDate,
    last: NaiveDate,
    as_of: NaiveDate,
    clock: Clock,
    seen: Seen,
    model: BgNbd,
}

/// When the next order is expected.
pub(super) enum Next {
    Days {
        low: NaiveDate,
        day: NaiveDate,
        high: Option<NaiveDate>,
    },
    Words(&'static str),
}

/// Repeats and the ticks that they took.
#[derive(Clone, Copy, Default)]
struct Pace {
    repeats: f64,
    ticks: f64,
}

impl<'a> Expectations<'a> {
    pub(super) fn of(customers: &'a [Customer<'a>], as_of: NaiveDate) -> Self {
        let histories: Vec<(&Customer<'_>, Vec<Day>)> = customers
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
        let groups: Vec<Group> = histories
            .iter()
            .map(|(customer, _)| group(customer))
            .collect();
        let clocks = clocks(&histories, &groups, as_of);
        let seen: Vec<Seen> = clocks
            .iter()
            .zip(&histories)
            .map(|(clock, (_, days))| seen(clock, days, as_of))
            .collect();
        let returned = seen.iter().filter(|seen| seen.repeats > 0).count();
        let own = if returned >= OWN_FROM {
            BgNbd::fit(&seen)
        } else {
            None
        };
        let (r, alpha, a, b) = USUAL;
        let Some(model) = own.or_else(|| BgNbd::new(r, alpha, a, b)) else {
            return Self {
                as_of,
                customers: Vec::new(),
            };
        };

        let mut paces: BTreeMap<&Group, Pace> = BTreeMap::new();
        let mut all = Pace::default();
        for (group, seen) in groups.iter().zip(&seen) {
            for pace in [paces.entry(group).or_default(), &mut all] {
                pace.repeats += f64::from(seen.repeats);
                pace.ticks += seen.last;
            }
        }
        let usual = all.ticks / all.repeats;
        // A group is drawn toward everybody's interval as if by ten repeats.
        let interval = |group: &Group| {
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
                        model.faster(times).unwrap_or(model)
                    } else {
                        model
                    };
                    (model, model.p_alive_without_repeat(&seen, interval(group)))
                } else {
                    (model, alive(&model, &seen))
                };
                Some(Expected {
                    id: customer.id,
                    categories: &customer.categories,
                    days,
                    alive,
                    first,
                    last,
                    as_of,
                    clock,
                    seen,
                    model,
                })
            });
        Self {
            as_of,
            customers: expected.collect(),
        }
    }

    /// The first day with an order of anybody.
    pub(super) fn first_day(&self) -> Option<NaiveDate> {
        self.customers.iter().map(|customer| customer.first).min()
    }

    /// Days with orders after a day up to another one, of all customers.
    pub(super) fn order_days(&self, after: NaiveDate, through: NaiveDate) -> usize {
        self.customers
            .iter()
            .flat_map(|customer| &customer.days)
            .filter(|day| after < day.date && day.date <= through)
            .count()
    }

    /// Days with orders that are expected up to a day to come.
    pub(super) fn expected_through(&self, through: NaiveDate) -> f64 {
        self.customers
            .iter()
            .map(|customer| customer.expected_through(through))
            .sum()
    }
}

/// Years of 365 days from the first day through the last.
pub(super) fn whole_years(first: NaiveDate, as_of: NaiveDate) -> u64 {
    u64::try_from(((as_of - first).num_days() + 1) / 365).unwrap_or_default()
}

/// The clock of each customer: the tenant's season drawn toward an even year, the group's toward
/// the tenant's, the customer's own toward the group's. Whole years before the day count alone.
fn clocks(
    histories: &[(&Customer<'_>, Vec<Day>)],
    groups: &[Group],
    as_of: NaiveDate,
) -> Vec<Clock> {
    let first = histories
        .iter()
        .filter_map(|(_, days)| days.first())
        .map(|day| day.date)
        .min()
        .unwrap_or(as_of);
    let after = as_of
        .checked_sub_days(Days::new(365 * whole_years(first, as_of)))
        .unwrap_or(NaiveDate::MIN);
    let counted = |days: &[Day]| {
        days.iter()
            .map(|day| day.date)
            .filter(|day| *day > after)
            .collect::<Vec<_>>()
    };
    let mut by_group: BTreeMap<&Group, Vec<NaiveDate>> = BTreeMap::new();
    for (group, (_, days)) in groups.iter().zip(histories) {
        by_group.entry(group).or_default().extend(counted(days));
    }
    let days_of_groups: Vec<Vec<NaiveDate>> = by_group.values().cloned().collect();
    let late = Arc::new(late(
        &days_of_groups,
        (after.succ_opt().unwrap_or(after), as_of),
    ));
    let in_season =
        |day: NaiveDate| moved(place(day), -late.get(&day.year()).copied().unwrap_or(0));
    let tenant = Season::even().drawn_by(
        days_of_groups.iter().flatten().map(|day| in_season(*day)),
        50.0,
        8.0,
    );
    let seasons: BTreeMap<&Group, Season> = by_group
        .into_iter()
        .map(|(group, days)| {
            (
                group,
                tenant.drawn_by(days.into_iter().map(in_season), 50.0, 8.0),
            )
        })
        .collect();
    let clock = |(group, (_, days)): (&Group, &(&Customer<'_>, Vec<Day>))| {
        seasons
            .get(group)
            .unwrap_or(&tenant)
            .drawn_by(counted(days).into_iter().map(in_season), 16.0, 12.0)
            .clock(&late)
    };
    groups.iter().zip(histories).map(clock).collect()
}

fn seen(clock: &Clock, days: &[Day], as_of: NaiveDate) -> Seen {
    let at = |day: Option<&Day>| day.map_or(0.0, |day| clock.at(day.date));
    let start = at(days.first());
    let last = (at(days.last()) - start).max(0.0);
    Seen {
        repeats: u32::try_from(days.len().saturating_sub(1)).unwrap_or(u32::MAX),
        last,
        age: (clock.at(as_of) - start).max(last),
    }
}

/// Fader, Hardie, Lee (2005): the odds that the customer ended at its last order against that it
/// merely waits.
fn alive(model: &BgNbd, seen: &Seen) -> f64 {
    let x = f64::from(seen.repeats);
    let odds = model.a() / (model.b() + x - 1.0)
        * ((model.alpha() + seen.age) / (model.alpha() + seen.last)).powf(model.r() + x);
    1.0 / (1.0 + odds)
}

impl Expected<'_> {
    pub(super) fn last(&self) -> NaiveDate {
        self.last
    }

    pub(super) fn silent_days(&self) -> i64 {
        (self.as_of - self.last).num_days()
    }

    pub(super) fn repeats(&self) -> usize {
        self.days.len() - 1
    }

    pub(super) fn orders(&self) -> usize {
        self.days.iter().map(|day| day.orders).sum()
    }

    pub(super) fn amount(&self) -> f64 {
        self.days.iter().map(|day| day.amount).sum()
    }

    /// Years since the first order, at least one.
    pub(super) fn years(&self) -> f64 {
        let days = u32::try_from((self.as_of - self.first).num_days()).unwrap_or(u32::MAX);
        (f64::from(days) / 365.0).max(1.0)
    }

    pub(super) fn per_year(&self, sum: f64) -> f64 {
        sum / self.years()
    }

    /// Days with orders in a span of days before the as-of day.
    pub(super) fn days_back(&self, from: u64, to: u64) -> f64 {
        let back = |days: u64| {
            self.as_of
                .checked_sub_days(Days::new(days))
                .unwrap_or(NaiveDate::MIN)
        };
        count(
            self.days
                .iter()
                .filter(|day| back(from) < day.date && day.date <= back(to))
                .count(),
        )
    }

    fn ahead(&self, through: NaiveDate) -> f64 {
        self.clock.at(through) - self.clock.at(self.as_of)
    }

    fn in_days(&self, days: u64) -> NaiveDate {
        self.as_of
            .checked_add_days(Days::new(days))
            .unwrap_or(NaiveDate::MAX)
    }

    pub(super) fn expected_through(&self, through: NaiveDate) -> f64 {
        self.alive
            * self
                .model
                .expected_if_alive(&self.seen, self.ahead(through))
    }

    pub(super) fn expected_within(&self, days: u64) -> f64 {
        self.expected_through(self.in_days(days))
    }

    /// Probability of an order: that it is alive, and that its next one comes in the ticks ahead.
    pub(super) fn orders_within(&self, days: u64) -> f64 {
        let known = self.model.alpha() + self.seen.age;
        let ahead = self.ahead(self.in_days(days)).max(0.0);
        self.alive
            * (1.0 - (known / (known + ahead)).powf(self.model.r() + f64::from(self.seen.repeats)))
    }

    pub(super) fn next(&self) -> Next {
        if self.alive < 0.2 {
            return Next::Words("Unlikely to return");
        }
        let latest = self
            .as_of
            .checked_add_months(Months::new(24))
            .unwrap_or(NaiveDate::MAX);
        let by = |q: f64| {
            let wait = (self.model.alpha() + self.seen.age)
                * ((1.0 - q).powf(-1.0 / (self.model.r() + f64::from(self.seen.repeats))) - 1.0);
            self.clock.day(
                self.clock.at(self.as_of) + wait,
                self.as_of.succ_opt()?,
                latest,
            )
        };
        match (by(0.1), by(0.5)) {
            (Some(low), Some(day)) => Next::Days {
                low,
                day,
                high: by(0.9),
            },
            _ => Next::Words("Not expected within 2 years"),
        }
    }
}
