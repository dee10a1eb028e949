//! Order expectations of each customer: BG/NBD with dropout after any order, on its own seasonal
//! clock where seasons are proven.

use super::season_clock::{SeasonClock, SeasonShares};
use super::season_evidence::{calendar_share, fit_clocks, proven_season_years};
use super::{Customer, OrderDay};
use crate::amounts::usize_to_f64;
use chrono::{Days, Months, NaiveDate};
use estimators::bg_nbd::{BgNbd, Dropout, EventHistory};
use std::collections::BTreeMap;
use std::sync::Arc;

/// From this number of repeat customers on, the organization's own parameters are fitted. With
/// fewer, the prior of a typical retailer applies.
const MIN_REPEATERS_TO_FIT: usize = 30;
const DEFAULT_PARAMETERS: (f64, f64, f64, f64) = (1.41, 98.4, 0.225, 9.92);

/// State, crops and main category.
pub(super) type GroupKey = (String, String, String);
/// A customer with its orders, oldest first.
pub(super) type History<'a> = (&'a Customer<'a>, Vec<OrderDay>);

/// Customers with orders up to a day, by id.
pub(super) struct Expectations<'a> {
    pub(super) as_of: NaiveDate,
    /// Whole years of the seasons that are used.
    pub(super) season_years: u64,
    /// How much orders vary over the calendar.
    pub(super) calendar_share: f64,
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

/// How often customers order again, by group and overall.
struct GroupPaces<'a> {
    groups: BTreeMap<&'a GroupKey, RepeatRate>,
    /// The interval of all customers.
    usual: f64,
}

impl<'a> GroupPaces<'a> {
    fn from_histories(groups: &'a [GroupKey], seen: &[EventHistory]) -> Self {
        let mut paces: BTreeMap<&GroupKey, RepeatRate> = BTreeMap::new();
        let mut all = RepeatRate::default();
        for (group, seen) in groups.iter().zip(seen) {
            for pace in [paces.entry(group).or_default(), &mut all] {
                pace.repeats += f64::from(seen.repeats);
                pace.ticks += seen.last;
            }
        }
        Self {
            groups: paces,
            usual: all.ticks / all.repeats,
        }
    }

    /// The rate of a group relative to all customers. Its interval is shrunk toward that of all
    /// with a weight of ten repeats.
    fn relative_rate(&self, group: &GroupKey) -> f64 {
        let pace = self.groups.get(group).copied().unwrap_or_default();
        let interval = (pace.ticks + 10.0 * self.usual) / (pace.repeats + 10.0);
        if interval.is_finite() && interval > 0.0 {
            self.usual / interval
        } else {
            0.0
        }
    }
}

impl<'a> Expectations<'a> {
    pub(super) fn from_customers(customers: &'a [Customer<'a>], as_of: NaiveDate) -> Self {
        let histories: Vec<History<'_>> = customers
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
        let members: Vec<(&GroupKey, &History<'_>)> = groups.iter().zip(&histories).collect();
        let even = vec![SeasonShares::uniform().to_clock(&Arc::default()); members.len()];
        let summarize = |clocks: &[SeasonClock]| -> Vec<EventHistory> {
            clocks
                .iter()
                .zip(&histories)
                .map(|(clock, (_, days))| summarize_history(clock, days, as_of))
                .collect()
        };
        let seen = summarize(&even);
        let Some(plain) = fit_parameters(&seen) else {
            return Self {
                as_of,
                season_years: 0,
                calendar_share: 0.0,
                customers: Vec::new(),
            };
        };
        let calendar_share = calendar_share(&members, &plain, as_of);
        let season_years = proven_season_years(&members, as_of);
        let (clocks, seen, model) = if season_years > 0 {
            let clocks = fit_clocks(&members, &plain, as_of);
            let seen = summarize(&clocks);
            let model = fit_parameters(&seen).unwrap_or(plain);
            (clocks, seen, model)
        } else {
            (even, seen, plain)
        };
        let forgiven = if season_years > 0 {
            0.0
        } else {
            calendar_share
        };

        let paces = GroupPaces::from_histories(&groups, &seen);
        let expected = histories
            .into_iter()
            .zip(&groups)
            .zip(clocks.into_iter().zip(seen))
            .filter_map(|(((customer, days), group), (clock, seen))| {
                let (first, last) = (days.first()?.date, days.last()?.date);
                let times = paces.relative_rate(group);
                let model = if seen.repeats == 0 && times.is_finite() && times > 0.0 {
                    model.scale_rate(times).unwrap_or(model)
                } else {
                    model
                };
                let alive = alive_probability(&model, &seen);
                let alive = alive + forgiven * (1.0 - alive);
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
            season_years,
            calendar_share,
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

/// Orders up to a day; at least one.
pub(super) fn summarize_history(
    clock: &SeasonClock,
    days: &[OrderDay],
    until: NaiveDate,
) -> EventHistory {
    let known = || days.iter().filter(|day| day.date <= until);
    let at = |day: Option<&OrderDay>| day.map_or(0.0, |day| clock.ticks_at(day.date));
    let start = at(days.first());
    let last = known().next_back().or(days.first());
    let last = (at(last) - start).max(0.0);
    EventHistory {
        repeats: u32::try_from(known().count().saturating_sub(1)).unwrap_or(u32::MAX),
        last,
        age: (clock.ticks_at(until) - start).max(last),
    }
}

/// The customers' own parameters, or those of a typical retailer.
pub(super) fn fit_parameters(seen: &[EventHistory]) -> Option<BgNbd> {
    if seen.is_empty() {
        return None;
    }
    let returned = seen.iter().filter(|seen| seen.repeats > 0).count();
    let own = if returned >= MIN_REPEATERS_TO_FIT {
        BgNbd::fit_dropout(seen)
    } else {
        None
    };
    let (r, alpha, a, b) = DEFAULT_PARAMETERS;
    own.or_else(|| Some(BgNbd::new(r, alpha, a, b)?.with_dropout(Dropout::AfterEvents)))
}

/// Batislam, Denizel, Filiztekin (2007): odds that the customer dropped out at its last order.
fn alive_probability(model: &BgNbd, seen: &EventHistory) -> f64 {
    if model.dropout() == Dropout::Never {
        return 1.0;
    }
    let x = f64::from(seen.repeats);
    let odds = model.a() / (model.b() + x)
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
        if by(0.5).is_none() {
            return NextOrder::Message("Not expected within 2 years");
        }
        // Of the orders within a year.
        let year_ahead = self.day_after(365);
        let known = self.model.alpha() + self.history.age;
        let within = 1.0
            - (known / (known + self.ticks_ahead(year_ahead).max(0.0)))
                .powf(self.model.r() + f64::from(self.history.repeats));
        let day = |q: f64| by(q * within).unwrap_or(year_ahead).min(year_ahead);
        NextOrder::DateRange {
            low: day(0.1),
            day: day(0.5),
            high: Some(day(0.9)),
        }
    }
}
