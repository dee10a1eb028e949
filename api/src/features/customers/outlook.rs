//! What each customer is expected to order from the as-of day on: whether it still orders here,
//! when it orders next, how many orders come until a day.
//!
//! BG/NBD on each customer's seasonal clock. The model cannot think a customer lost before its
//! second order, so those with one order are judged by how long they have been silent against the
//! usual interval of their group, at whose pace they are also expected back.

use chrono::{Days, NaiveDate};

use super::clock::Clock;
use super::customer::Customer;
use super::group::Group;
use super::history::History;
use super::next_order::NextOrder;
use super::pace::Paces;
use super::prior::{LEAST_REPEAT_CUSTOMERS, or_prior};
use super::seasons::Seasons;
use estimators::bg_nbd::{BgNbd, Seen};

/// Said where no customer has ordered.
pub const NO_ORDERS: &str = "No customer has ordered yet";
/// How the figures are made, for the details on demand.
pub const METHOD: &str = "BG/NBD on a seasonal clock (by state, crops and main category, by \
    customer, and by how late each year came), maximum likelihood";

/// What the expectations rest on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Basis {
    /// Per tick of the clock, 365 a year.
    pub parameters: BgNbd,
    /// False where they are the prior ones, because fewer than 30 customers have come back.
    pub own_parameters: bool,
    pub repeat_customers: usize,
    /// Days with orders.
    pub order_days: usize,
    /// Whole years that the seasons are taken from; 0: too little history, the year is taken as
    /// even.
    pub season_years: u64,
}

/// A customer with at least one order.
#[derive(Debug, Clone)]
pub struct CustomerOutlook<'a> {
    pub customer: &'a Customer,
    pub history: History,
    /// Probability that it still orders here.
    pub p_alive: f64,
    seen: Seen,
    model: BgNbd,
    clock: Clock,
    as_of: NaiveDate,
    own_parameters: bool,
}

/// All customers with orders, by id.
#[derive(Debug, Clone)]
pub struct Outlook<'a> {
    pub as_of: NaiveDate,
    /// None where nobody has ordered: [`NO_ORDERS`].
    pub basis: Option<Basis>,
    pub customers: Vec<CustomerOutlook<'a>>,
    /// Customers that have not ordered up to the as-of day.
    pub without_orders: usize,
}

impl<'a> Outlook<'a> {
    /// Orders after the as-of day are not looked at.
    pub fn of(customers: &'a [Customer], as_of: NaiveDate) -> Self {
        let mut sorted: Vec<&Customer> = customers.iter().collect();
        sorted.sort_by(|a, b| a.id.cmp(&b.id));
        let ordering: Vec<(&Customer, History)> = sorted
            .into_iter()
            .filter_map(|customer| Some((customer, History::of(&customer.days, as_of)?)))
            .collect();
        let without_orders = customers.len() - ordering.len();
        let groups: Vec<Group> = ordering
            .iter()
            .map(|(customer, _)| Group::of(customer))
            .collect();
        let members: Vec<(&Group, &History)> = groups
            .iter()
            .zip(&ordering)
            .map(|(group, (_, history))| (group, history))
            .collect();
        let seasons = Seasons::of(&members, as_of);
        let clocks: Vec<(Clock, Seen)> = members
            .iter()
            .map(|(group, history)| {
                let clock = seasons.clock(group, history);
                let seen = seen(&clock, history, as_of);
                (clock, seen)
            })
            .collect();
        let repeat_customers = members
            .iter()
            .filter(|(_, history)| history.repeats() > 0)
            .count();
        let all_seen: Vec<Seen> = clocks.iter().map(|(_, seen)| *seen).collect();
        let own = if repeat_customers >= LEAST_REPEAT_CUSTOMERS {
            BgNbd::fit(&all_seen)
        } else {
            None
        };
        let Some((model, own_parameters)) =
            or_prior(own, repeat_customers).filter(|_| !ordering.is_empty())
        else {
            return Self {
                as_of,
                basis: None,
                customers: Vec::new(),
                without_orders,
            };
        };
        let basis = Basis {
            parameters: model,
            own_parameters,
            repeat_customers,
            order_days: members
                .iter()
                .map(|(_, history)| history.days().len())
                .sum(),
            season_years: seasons.years,
        };
        let paces = Paces::of(groups.iter().zip(all_seen));
        let customers = ordering.into_iter().zip(&groups).zip(clocks).map(
            |(((customer, history), group), (clock, seen))| {
                let (model, p_alive) = if seen.repeats == 0 {
                    let model = model.faster(paces.relative(group)).unwrap_or(model);
                    (
                        model,
                        model.p_alive_without_repeat(&seen, paces.interval(group)),
                    )
                } else {
                    (model, model.p_alive(&seen))
                };
                CustomerOutlook {
                    customer,
                    history,
                    p_alive,
                    seen,
                    model,
                    clock,
                    as_of,
                    own_parameters,
                }
            },
        );
        Self {
            as_of,
            basis: Some(basis),
            customers: customers.collect(),
            without_orders,
        }
    }

    /// The first day with an order of anybody.
    pub fn first_day(&self) -> Option<NaiveDate> {
        self.customers
            .iter()
            .map(|customer| customer.history.first)
            .min()
    }

    /// Days with orders, of all customers, that lie after `after` and not after `through`.
    pub fn order_days_between(&self, after: NaiveDate, through: NaiveDate) -> usize {
        self.customers
            .iter()
            .map(|customer| customer.history.between(after, through))
            .sum()
    }
}

fn seen(clock: &Clock, history: &History, as_of: NaiveDate) -> Seen {
    let first = clock.ticks(history.first);
    let last = clock.ticks(history.last) - first;
    Seen {
        repeats: history.repeats(),
        last: last.max(0.0),
        age: (clock.ticks(as_of) - first).max(last.max(0.0)),
    }
}

impl CustomerOutlook<'_> {
    /// Ticks from the as-of day to the end of `date`.
    fn ahead(&self, date: NaiveDate) -> f64 {
        self.clock.ticks(date) - self.clock.ticks(self.as_of)
    }

    /// Expected days with orders after the as-of day up to `through`.
    pub fn expected_order_days(&self, through: NaiveDate) -> f64 {
        self.p_alive
            * self
                .model
                .expected_if_alive(&self.seen, self.ahead(through))
    }

    /// Expected days with orders in the `days` after the as-of day.
    pub fn expected_within(&self, days: u64) -> f64 {
        self.expected_order_days(
            self.as_of
                .checked_add_days(Days::new(days))
                .unwrap_or(NaiveDate::MAX),
        )
    }

    /// Probability of an order in the `days` after the as-of day.
    pub fn p_order_within(&self, days: u64) -> f64 {
        let through = self
            .as_of
            .checked_add_days(Days::new(days))
            .unwrap_or(NaiveDate::MAX);
        self.p_alive * self.model.p_event_if_alive(&self.seen, self.ahead(through))
    }

    /// The day by which the next order has come with probability `q`, if the customer still orders
    /// here; none beyond `latest`.
    pub fn wait_until(&self, q: f64, latest: NaiveDate) -> Option<NaiveDate> {
        let ticks = self.clock.ticks(self.as_of) + self.model.wait(&self.seen, q);
        let next_day = self.as_of.succ_opt()?;
        self.clock
            .date(ticks)
            .map(|date| date.max(next_day))
            .filter(|date| *date <= latest)
    }

    /// The day by which the next order had come with probability `q`, seen from the last order and
    /// if the customer still orders here. None after a single order, which shows no pace of the
    /// customer's own, and beyond the calendar.
    pub fn due_by(&self, q: f64) -> Option<NaiveDate> {
        if self.has_one_order() {
            return None;
        }
        let then = Seen {
            age: self.seen.last,
            ..self.seen
        };
        self.clock
            .date(self.clock.ticks(self.history.last) + self.model.wait(&then, q))
    }

    pub fn next_order(&self) -> NextOrder {
        NextOrder::of(self, self.as_of)
    }

    /// One order only: expectations are those of the group.
    pub fn has_one_order(&self) -> bool {
        self.seen.repeats == 0
    }

    /// The expectations rest on the tenant's own customers, not on the prior.
    pub fn has_own_parameters(&self) -> bool {
        self.own_parameters
    }
}

#[cfg(test)]
mod tests;
