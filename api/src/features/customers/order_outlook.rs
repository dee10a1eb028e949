//! What each customer is expected to order from the as-of day on: whether it still orders here,
//! when it orders next, how many orders come until a day.
//!
//! BG/NBD on each customer's seasonal clock. The model cannot think a customer lost before its
//! second order, so those with one order are judged by how long they have been silent against the
//! usual interval of their group, at whose pace they are also expected back.

use chrono::{Days, NaiveDate};

use super::customer::Customer;
use super::customer_group::CustomerGroup;
use super::group_pace::GroupPaces;
use super::next_order::NextOrder;
use super::order_history::OrderHistory;
use super::order_seasons::OrderSeasons;
use super::prior::{MIN_REPEAT_CUSTOMERS, select_model};
use super::seasonal_clock::SeasonalClock;
use estimators::bg_nbd::{BgNbd, EventHistory};

/// Said where no customer has ordered.
pub const NO_ORDERS: &str = "No customer has ordered yet";
/// How the figures are made, for the details on demand.
pub const METHOD: &str = "BG/NBD on a seasonal clock (by state, crops and main category, by \
    customer, and by how late each year came), maximum likelihood";

/// What the expectations rest on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModelBasis {
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
    pub history: OrderHistory,
    /// Probability that it still orders here.
    pub p_alive: f64,
    seen: EventHistory,
    model: BgNbd,
    clock: SeasonalClock,
    as_of: NaiveDate,
    own_parameters: bool,
}

/// All customers with orders, by id.
#[derive(Debug, Clone)]
pub struct OrderOutlook<'a> {
    pub as_of: NaiveDate,
    /// None where nobody has ordered: [`NO_ORDERS`].
    pub basis: Option<ModelBasis>,
    pub customers: Vec<CustomerOutlook<'a>>,
    /// Customers that have not ordered up to the as-of day.
    pub without_orders: usize,
}

impl<'a> OrderOutlook<'a> {
    /// Orders after the as-of day are not looked at.
    pub fn from_customers(customers: &'a [Customer], as_of: NaiveDate) -> Self {
        let mut sorted: Vec<&Customer> = customers.iter().collect();
        sorted.sort_by(|a, b| a.id.cmp(&b.id));
        let ordering: Vec<(&Customer, OrderHistory)> = sorted
            .into_iter()
            .filter_map(|customer| {
                Some((customer, OrderHistory::from_days(&customer.days, as_of)?))
            })
            .collect();
        let without_orders = customers.len() - ordering.len();
        let groups: Vec<CustomerGroup> = ordering
            .iter()
            .map(|(customer, _)| CustomerGroup::for_customer(customer))
            .collect();
        let members: Vec<(&CustomerGroup, &OrderHistory)> = groups
            .iter()
            .zip(&ordering)
            .map(|(group, (_, history))| (group, history))
            .collect();
        let seasons = OrderSeasons::from_histories(&members, as_of);
        let clocks: Vec<(SeasonalClock, EventHistory)> = members
            .iter()
            .map(|(group, history)| {
                let clock = seasons.build_clock(group, history);
                let seen = observe_history(&clock, history, as_of);
                (clock, seen)
            })
            .collect();
        let repeat_customers = members
            .iter()
            .filter(|(_, history)| history.repeat_days() > 0)
            .count();
        let all_seen: Vec<EventHistory> = clocks.iter().map(|(_, seen)| *seen).collect();
        let own = if repeat_customers >= MIN_REPEAT_CUSTOMERS {
            BgNbd::fit(&all_seen)
        } else {
            None
        };
        let Some((model, own_parameters)) =
            select_model(own, repeat_customers).filter(|_| !ordering.is_empty())
        else {
            return Self {
                as_of,
                basis: None,
                customers: Vec::new(),
                without_orders,
            };
        };
        let basis = ModelBasis {
            parameters: model,
            own_parameters,
            repeat_customers,
            order_days: members
                .iter()
                .map(|(_, history)| history.days().len())
                .sum(),
            season_years: seasons.years,
        };
        let paces = GroupPaces::from_customers(groups.iter().zip(all_seen));
        let customers = ordering.into_iter().zip(&groups).zip(clocks).map(
            |(((customer, history), group), (clock, seen))| {
                let (model, p_alive) = if seen.repeats == 0 {
                    let model = model
                        .scale_rate(paces.relative_pace(group))
                        .unwrap_or(model);
                    (
                        model,
                        model.p_alive_without_repeat(&seen, paces.repeat_interval(group)),
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
    pub fn first_order_day(&self) -> Option<NaiveDate> {
        self.customers
            .iter()
            .map(|customer| customer.history.first)
            .min()
    }

    /// Days with orders, of all customers, that lie after `after` and not after `through`.
    pub fn order_days_between(&self, after: NaiveDate, through: NaiveDate) -> usize {
        self.customers
            .iter()
            .map(|customer| customer.history.order_days_between(after, through))
            .sum()
    }
}

fn observe_history(
    clock: &SeasonalClock,
    history: &OrderHistory,
    as_of: NaiveDate,
) -> EventHistory {
    let first = clock.ticks_at(history.first);
    let last = clock.ticks_at(history.last) - first;
    EventHistory {
        repeats: history.repeat_days(),
        last: last.max(0.0),
        age: (clock.ticks_at(as_of) - first).max(last.max(0.0)),
    }
}

impl CustomerOutlook<'_> {
    /// Ticks from the as-of day to the end of `date`.
    fn ticks_until(&self, date: NaiveDate) -> f64 {
        self.clock.ticks_at(date) - self.clock.ticks_at(self.as_of)
    }

    /// Expected days with orders after the as-of day up to `through`.
    pub fn expected_order_days(&self, through: NaiveDate) -> f64 {
        self.p_alive
            * self
                .model
                .expected_events_if_alive(&self.seen, self.ticks_until(through))
    }

    /// Expected days with orders in the `days` after the as-of day.
    pub fn expected_order_days_within(&self, days: u64) -> f64 {
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
        self.p_alive
            * self
                .model
                .p_event_if_alive(&self.seen, self.ticks_until(through))
    }

    /// The day by which the next order has come with probability `q`, if the customer still orders
    /// here; none beyond `latest`.
    pub fn next_order_by(&self, q: f64, latest: NaiveDate) -> Option<NaiveDate> {
        let ticks = self.clock.ticks_at(self.as_of) + self.model.wait_quantile(&self.seen, q);
        let next_day = self.as_of.succ_opt()?;
        self.clock
            .date_at(ticks)
            .map(|date| date.max(next_day))
            .filter(|date| *date <= latest)
    }

    /// The day by which the next order had come with probability `q`, seen from the last order and
    /// if the customer still orders here. None after a single order, which shows no pace of the
    /// customer's own, and beyond the calendar.
    pub fn order_due_by(&self, q: f64) -> Option<NaiveDate> {
        if self.has_one_order() {
            return None;
        }
        let then = EventHistory {
            age: self.seen.last,
            ..self.seen
        };
        self.clock
            .date_at(self.clock.ticks_at(self.history.last) + self.model.wait_quantile(&then, q))
    }

    pub fn next_order(&self) -> NextOrder {
        NextOrder::from_outlook(self, self.as_of)
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
