//! Order outlook of each customer from the as-of day on: whether it is still active, when it orders
//! next, and how many orders follow until a day.
//!
//! MBG/NBD, or gamma-Poisson where none leaves; on each customer's seasonal clock where seasons
//! predicted better than none ([`SeasonCheck`]). A customer with one order is expected back at its
//! group's pace. Where orders vary over the calendar and no season is known, that share of the
//! evidence that a silent customer has left is not counted.

use chrono::{Days, NaiveDate};

use super::customer::Customer;
use super::customer_group::CustomerGroup;
use super::group_pace::GroupPaces;
use super::next_order::NextOrder;
use super::order_history::OrderHistory;
use super::order_seasons::{OrderSeasons, compute_calendar_share, count_whole_years};
use super::season_check::SeasonCheck;
use super::seasonal_clock::SeasonalClock;
use estimators::bg_nbd::{BgNbd, Dropout, EventHistory};
use estimators::seasonal_density::Density;

/// Status without any orders.
pub const NO_ORDERS: &str = "No customer has ordered yet";
/// Method of the figures, for the details on demand.
pub const METHOD: &str = "BG/NBD with dropout after any order, maximum likelihood; where \
    seasons predicted earlier orders better than none, on a seasonal clock (by state, crops and \
    main category, by customer, and by how late each year came)";

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
    /// Whole years behind the seasons; 0: seasons are not known to repeat, and the year is treated
    /// as even.
    pub season_years: usize,
    /// How much orders vary over the calendar, from 0 to 1.
    pub calendar_share: f64,
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
        let even = SeasonalClock::from_density(&Density::uniform());
        let even_clocks = vec![even; members.len()];
        let Some(plain) = FittedClocks::fit(even_clocks, &members, as_of) else {
            return Self {
                as_of,
                basis: None,
                customers: Vec::new(),
                without_orders,
            };
        };
        let has_seasons =
            SeasonCheck::from_histories(&members, as_of).is_some_and(SeasonCheck::has_seasons);
        let season_years = if has_seasons {
            members
                .iter()
                .map(|(_, history)| history.first)
                .min()
                .map_or(0, |first| count_whole_years(first, as_of))
        } else {
            0
        };
        let calendar_share = compute_calendar_share(&members, &plain.model, as_of);
        // Silence may be due to a season that is not known yet.
        let unexplained = if has_seasons { 0.0 } else { calendar_share };
        let fitted = if season_years > 0 {
            let seasons = OrderSeasons::from_histories(&members, &plain.model, as_of);
            let clocks = members
                .iter()
                .map(|(group, history)| seasons.build_clock(group, history))
                .collect();
            FittedClocks::fit(clocks, &members, as_of).unwrap_or(plain)
        } else {
            plain
        };
        let basis = ModelBasis {
            parameters: fitted.model,
            own_parameters: fitted.own_parameters,
            repeat_customers: members
                .iter()
                .filter(|(_, history)| history.repeat_days() > 0)
                .count(),
            order_days: members
                .iter()
                .map(|(_, history)| history.days().len())
                .sum(),
            season_years,
            calendar_share,
        };
        let paces = GroupPaces::from_customers(groups.iter().zip(fitted.seen.iter().copied()));
        let (all_model, own_parameters) = (fitted.model, fitted.own_parameters);
        let clocks = fitted.clocks.into_iter().zip(fitted.seen);
        let customers = ordering.into_iter().zip(&groups).zip(clocks).map(
            |(((customer, history), group), (clock, seen))| {
                let model = if seen.repeats == 0 {
                    all_model
                        .scale_rate(paces.relative_pace(group))
                        .unwrap_or(all_model)
                } else {
                    all_model
                };
                CustomerOutlook {
                    customer,
                    history,
                    p_alive: 1.0 - (1.0 - unexplained) * (1.0 - model.p_alive(&seen)),
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

/// Clocks of all customers and the model fitted on them.
struct FittedClocks {
    clocks: Vec<SeasonalClock>,
    seen: Vec<EventHistory>,
    model: BgNbd,
    own_parameters: bool,
}

impl FittedClocks {
    /// None without customers.
    fn fit(
        clocks: Vec<SeasonalClock>,
        customers: &[(&CustomerGroup, &OrderHistory)],
        as_of: NaiveDate,
    ) -> Option<Self> {
        let seen: Vec<EventHistory> = clocks
            .iter()
            .zip(customers)
            .map(|(clock, (_, history))| observe_history(clock, history, as_of))
            .collect();
        let (model, own_parameters) = fit_model(&seen)?;
        Some(Self {
            clocks,
            seen,
            model,
            own_parameters,
        })
    }
}

/// The customers' own model and true if enough have repeated and the fit converged, else the prior
/// and false. None without customers.
pub(super) fn fit_model(seen: &[EventHistory]) -> Option<(BgNbd, bool)> {
    let repeat_customers = seen.iter().filter(|seen| seen.repeats > 0).count();
    let own = if repeat_customers >= MIN_REPEAT_CUSTOMERS {
        BgNbd::fit_dropout(seen)
    } else {
        None
    };
    let prior = || {
        let prior = BgNbd::new(PRIOR_R, PRIOR_ALPHA, PRIOR_A, PRIOR_B)?;
        Some((prior.with_dropout(Dropout::AfterEvents), false))
    };
    own.map(|model| (model, true))
        .or_else(prior)
        .filter(|_| !seen.is_empty())
}

/// The orders up to `as_of`, on the clock.
pub(super) fn observe_history(
    clock: &SeasonalClock,
    history: &OrderHistory,
    as_of: NaiveDate,
) -> EventHistory {
    let days = history.days();
    let known = days.partition_point(|day| day.day <= as_of);
    let start = clock.ticks_at(history.first);
    let last_day = known
        .checked_sub(1)
        .and_then(|index| days.get(index))
        .map_or(history.first, |day| day.day);
    let last = (clock.ticks_at(last_day) - start).max(0.0);
    EventHistory {
        repeats: u32::try_from(known.saturating_sub(1)).unwrap_or(u32::MAX),
        last,
        age: (clock.ticks_at(as_of) - start).max(last),
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

    /// The day by which the next order has arrived with probability `q`, if it arrives within `days`
    /// days.
    pub fn next_order_within(&self, q: f64, days: u64) -> NaiveDate {
        let end = self
            .as_of
            .checked_add_days(Days::new(days))
            .unwrap_or(NaiveDate::MAX);
        let within = self
            .model
            .p_event_if_alive(&self.seen, self.ticks_until(end));
        self.next_order_by(q * within, end).unwrap_or(end)
    }

    /// Probability that an active customer with this pace is silent for as long as this one.
    pub fn p_silent_by_chance(&self) -> f64 {
        let at_last = EventHistory {
            age: self.seen.last,
            ..self.seen
        };
        1.0 - self
            .model
            .p_event_if_alive(&at_last, self.seen.age - self.seen.last)
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
