//! Order outlook of each customer from the as-of day on: whether it is still active, when it orders
//! next, and how many orders follow until a day.
//!
//! BG/NBD on each customer's seasonal clock. The model cannot regard a customer as lost before its
//! second order. A customer with one order is evaluated by its silence against the mean interval of
//! its group, and is expected back at the group's pace.

use chrono::{Days, NaiveDate};

use super::customer::Customer;
use super::customer_group::CustomerGroup;
use super::group_pace::GroupPaces;
use super::next_order::NextOrder;
use super::order_history::OrderHistory;
use super::order_seasons::OrderSeasons;
use super::seasonal_clock::SeasonalClock;
use estimators::bg_nbd::{BgNbd, EventHistory};

/// Status without any orders.
pub const NO_ORDERS: &str = "No customer has ordered yet";
/// Method of the figures, for the details on demand.
pub const METHOD: &str = "BG/NBD on a seasonal clock (by state, crops and main category, by \
    customer, and by how late each year came), maximum likelihood";

/// Customers with a repeat order from which on a tenant's own parameters are used.
pub const MIN_REPEAT_CUSTOMERS: usize = 30;

/// Prior of how customers of a farm-input retailer order: r, alpha (in ticks, 365 a year), a, b.
///
/// Medians of BG/NBD fits, on the seasonal clock, to eight simulated retailers of 400 customers
/// each at three as-of days: corn and soybean farms with 9 orders a year and 5 % of them lost a
/// year, wheat farms (5.5, 6 %), mixed and livestock farms (4, 9 %), small specialty growers (2.2,
/// 18 %). No public record of farm-input sales is known to provide them. A tenant's own customers
/// replace the prior from [`MIN_REPEAT_CUSTOMERS`] repeat customers on.
const PRIOR_R: f64 = 1.41;
const PRIOR_ALPHA: f64 = 98.4;
const PRIOR_A: f64 = 0.225;
const PRIOR_B: f64 = 9.92;

/// The parameters of the expectations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModelBasis {
    /// Per tick of the clock, 365 a year.
    pub parameters: BgNbd,
    /// False for the prior parameters, with fewer than 30 repeat customers.
    pub own_parameters: bool,
    pub repeat_customers: usize,
    /// Number of days with orders.
    pub order_days: usize,
    /// Whole years behind the seasons; 0: the history is too short, and the year is treated as
    /// even.
    pub season_years: u64,
}

/// A customer with at least one order.
#[derive(Debug, Clone)]
pub struct CustomerOutlook<'a> {
    pub customer: &'a Customer,
    pub history: OrderHistory,
    /// Probability that the customer is still active.
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
    /// None without orders: [`NO_ORDERS`].
    pub basis: Option<ModelBasis>,
    pub customers: Vec<CustomerOutlook<'a>>,
    /// Number of customers without orders up to the as-of day.
    pub without_orders: usize,
}

impl<'a> OrderOutlook<'a> {
    /// Orders after the as-of day are ignored.
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

    /// Day of the first order of any customer.
    pub fn first_order_day(&self) -> Option<NaiveDate> {
        self.customers
            .iter()
            .map(|customer| customer.history.first)
            .min()
    }

    /// Number of days with orders, over all customers, after `after` and up to `through`.
    pub fn order_days_between(&self, after: NaiveDate, through: NaiveDate) -> usize {
        self.customers
            .iter()
            .map(|customer| customer.history.order_days_between(after, through))
            .sum()
    }
}

/// The tenant's own model and true if it has enough repeat customers and the fit converged, else
/// the prior and false.
fn select_model(own: Option<BgNbd>, repeat_customers: usize) -> Option<(BgNbd, bool)> {
    let own = own
        .filter(|_| repeat_customers >= MIN_REPEAT_CUSTOMERS)
        .map(|model| (model, true));
    own.or_else(|| BgNbd::new(PRIOR_R, PRIOR_ALPHA, PRIOR_A, PRIOR_B).map(|model| (model, false)))
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

    /// Expected days with orders in `days` days after the as-of day.
    pub fn expected_order_days_within(&self, days: u64) -> f64 {
        self.expected_order_days(
            self.as_of
                .checked_add_days(Days::new(days))
                .unwrap_or(NaiveDate::MAX),
        )
    }

    /// Probability of an order in `days` days after the as-of day.
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

    /// The day by which the next order has arrived with probability `q`, if the customer is active;
    /// none after `latest`.
    pub fn next_order_by(&self, q: f64, latest: NaiveDate) -> Option<NaiveDate> {
        let ticks = self.clock.ticks_at(self.as_of) + self.model.wait_quantile(&self.seen, q);
        let next_day = self.as_of.succ_opt()?;
        self.clock
            .date_at(ticks)
            .map(|date| date.max(next_day))
            .filter(|date| *date <= latest)
    }

    /// The day by which the next order was due with probability `q`, as seen from the last order
    /// and if the customer is active. None after a single order, which shows no pace of the
    /// customer, and beyond the calendar.
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

    /// Whether the customer has one order only, so that its outlook is that of its group.
    pub fn has_one_order(&self) -> bool {
        self.seen.repeats == 0
    }

    /// Whether the parameters are fitted to the tenant's own customers.
    pub fn has_own_parameters(&self) -> bool {
        self.own_parameters
    }
}

#[cfg(test)]
mod tests;
