//! Past weeks once more: the plan of each week from what was known then, lived through with what
//! was sold, beside a plain rule and what was ordered.

use crate::input::{
    Arrival, ClosedBooking, Costs, Day, History, Morning, OpenBooking, StockRow, SupplierOrder,
};
use crate::number::{from_e4, to_e4};
use crate::plan::Planner;

const DAYS_PER_YEAR: f64 = 365.0;
/// Days between two orders of the plain rule.
const REVIEW_DAYS: f64 = 7.0;

/// A booking of the past.
#[derive(Debug, Clone, Copy)]
pub struct PastBooking {
    pub row: usize,
    pub booked: Day,
    pub due: Day,
    pub quantity_e4: i64,
    pub canceled: bool,
}

/// Units that were ordered from a supplier.
#[derive(Debug, Clone, Copy)]
pub struct PastOrder {
    pub row: usize,
    pub ordered: Day,
    pub arrived: Day,
    pub quantity_e4: i64,
}

/// What is replayed.
#[derive(Debug, Clone, Copy)]
pub struct Replay<'a> {
    /// With the stock on the first day.
    pub rows: &'a [StockRow],
    /// Deliveries and supplier orders before and after the first day. A plan sees those before its
    /// day.
    pub history: &'a History,
    pub bookings: &'a [PastBooking],
    pub orders: &'a [PastOrder],
    pub costs: Costs,
    pub first_day: Day,
    pub weeks: u32,
}

/// What a way to order came to. Amounts in the currency of the costs.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ReplayResult {
    pub carrying: f64,
    /// Missing units at their margin times the multiple for shortages.
    pub shortage: f64,
    /// Order lines and transfers.
    pub ordering: f64,
    /// Units that customers bought.
    pub sold: f64,
    /// Those of them that the stock did not cover.
    pub missing: f64,
    /// Weeks of a row, and those with missing units.
    pub row_weeks: u32,
    pub short_row_weeks: u32,
    /// Purchase cost of the stock on the last day.
    pub carry_over: f64,
}

impl ReplayResult {
    pub fn cost(&self) -> f64 {
        self.carrying + self.shortage + self.ordering
    }
}

/// The three ways to order, from the same stock and orders on the first day.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ReplayComparison {
    /// The purchase plan of each week.
    pub plan: ReplayResult,
    /// At or below the average sales of lead time and a week, up to twice of them.
    pub min_max: ReplayResult,
    /// What was ordered.
    pub actual: ReplayResult,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Policy {
    Plan,
    MinMax,
    Actual,
}

/// Replays the weeks.
pub fn replay_plans(replay: &Replay<'_>) -> ReplayComparison {
    let sold = replay.daily_sales();
    ReplayComparison {
        plan: replay.run(Policy::Plan, &sold),
        min_max: replay.run(Policy::MinMax, &sold),
        actual: replay.run(Policy::Actual, &sold),
    }
}

/// Units underway in a replay.
#[derive(Debug, Clone, Copy)]
struct Underway {
    row: usize,
    /// None for a transfer.
    ordered: Option<Day>,
    expected: Day,
    arrives: Day,
    quantity: f64,
}

struct ReplayState {
    on_hand: Vec<f64>,
    underway: Vec<Underway>,
    result: ReplayResult,
}

impl Replay<'_> {
    fn last_day(&self) -> Day {
        self.first_day + 7 * i32::try_from(self.weeks).unwrap_or(0)
    }

    /// By day and row.
    fn daily_sales(&self) -> Vec<Vec<f64>> {
        let days = usize::try_from(self.last_day() - self.first_day).unwrap_or(0);
        let mut sold = vec![vec![0.0; self.rows.len()]; days];
        for delivery in self.history.deliveries.iter() {
            let day = usize::try_from(delivery.day - self.first_day).ok();
            if let Some(units) = day
                .and_then(|day| sold.get_mut(day))
                .and_then(|rows| rows.get_mut(delivery.row))
            {
                *units += delivery.quantity;
            }
        }
        sold
    }

    fn run(&self, policy: Policy, sold: &[Vec<f64>]) -> ReplayResult {
        let counts = |order: &&PastOrder| {
            order.arrived >= self.first_day
                && (policy == Policy::Actual || order.ordered < self.first_day)
        };
        let mut state = ReplayState {
            on_hand: self
                .rows
                .iter()
                .map(|row| from_e4(row.on_hand_e4))
                .collect(),
            underway: self
                .orders
                .iter()
                .filter(counts)
                .map(|one| self.build_underway(one))
                .collect(),
            result: ReplayResult::default(),
        };
        if policy == Policy::Actual {
            let placed =
                |one: &&PastOrder| (self.first_day..self.last_day()).contains(&one.ordered);
            for _ in self.orders.iter().filter(placed) {
                state.result.ordering += self.costs.order_line;
            }
        }
        for (week, days) in (0..).zip(sold.chunks(7)) {
            let today = self.first_day + 7 * week;
            match policy {
                Policy::Plan => self.order_by_plan(today, &mut state),
                Policy::MinMax => self.order_by_min_max(today, &mut state),
                Policy::Actual => {}
            }
            self.live_week(today, days, &mut state);
        }
        let stock = self.rows.iter().zip(&state.on_hand);
        state.result.carry_over = stock.map(|(row, units)| row.unit_cost() * units).sum();
        state.result
    }

    fn build_underway(&self, order: &PastOrder) -> Underway {
        Underway {
            row: order.row,
            ordered: Some(order.ordered),
            expected: order.ordered + self.stated_days(order.row),
            arrives: order.arrived,
            quantity: from_e4(order.quantity_e4),
        }
    }

    fn live_week(&self, today: Day, days: &[Vec<f64>], state: &mut ReplayState) {
        let mut is_short = vec![false; self.rows.len()];
        for (day, sold) in (today..).zip(days) {
            let (arrived, underway) = state.underway.iter().partition(|one| one.arrives <= day);
            state.underway = underway;
            let arrived: Vec<Underway> = arrived;
            for one in arrived {
                state.on_hand[one.row] += one.quantity;
            }
            for (index, row) in self.rows.iter().enumerate() {
                let (stock, wanted) = (state.on_hand[index], sold[index]);
                let missing = (wanted - stock).max(0.0);
                state.on_hand[index] = stock - (wanted - missing);
                is_short[index] |= missing > 0.0;
                let result = &mut state.result;
                result.sold += wanted;
                result.missing += missing;
                result.shortage += missing * row.margin() * self.costs.shortage;
                result.carrying +=
                    state.on_hand[index] * row.unit_cost() * row.carrying_share / DAYS_PER_YEAR;
            }
        }
        let count = |rows: usize| u32::try_from(rows).unwrap_or(u32::MAX);
        state.result.row_weeks += count(is_short.len());
        state.result.short_row_weeks += count(is_short.iter().filter(|short| **short).count());
    }

    fn order_by_plan(&self, today: Day, state: &mut ReplayState) {
        let history = self.history_before(today);
        let morning = self.morning(today, state);
        let (plan, _) = Planner::fit(&morning, &history).plan(&morning, 0, |_| ());
        for transfer in &plan.transfers {
            let quantity = from_e4(transfer.quantity_e4).min(state.on_hand[transfer.from]);
            state.on_hand[transfer.from] -= quantity;
            let arrives = today + to_days(self.costs.transfer_days);
            state.underway.push(Underway {
                row: transfer.to,
                ordered: None,
                expected: arrives,
                arrives,
                quantity,
            });
            let freight =
                self.costs.transfer_freight_share * self.rows[transfer.from].unit_cost() * quantity;
            state.result.ordering += self.costs.transfer + freight;
        }
        for order in &plan.orders {
            self.place(today, order.row, from_e4(order.quantity_e4), state);
        }
    }

    fn order_by_min_max(&self, today: Day, state: &mut ReplayState) {
        let mut sold = vec![0.0; self.rows.len()];
        for delivery in self.history.deliveries.iter() {
            if (today - 365..today).contains(&delivery.day) {
                sold[delivery.row] += delivery.quantity;
            }
        }
        for (index, row) in self.rows.iter().enumerate() {
            let cover = row.lead_time_days + REVIEW_DAYS;
            let minimum = sold[index] / DAYS_PER_YEAR * cover;
            let underway = state.underway.iter().filter(|one| one.row == index);
            let position = state.on_hand[index] + underway.map(|one| one.quantity).sum::<f64>();
            if minimum > 0.0 && position <= minimum {
                let packs = ((2.0 * minimum - position) / row.pack_size()).ceil();
                self.place(
                    today,
                    index,
                    packs.max(row.min_packs()) * row.pack_size(),
                    state,
                );
            }
        }
    }

    fn place(&self, today: Day, row: usize, quantity: f64, state: &mut ReplayState) {
        state.result.ordering += self.costs.order_line;
        state.underway.push(Underway {
            row,
            ordered: Some(today),
            expected: today + self.stated_days(row),
            arrives: today + self.days_taken(row, today),
            quantity,
        });
    }

    fn stated_days(&self, row: usize) -> i32 {
        to_days(self.rows[row].lead_time_days)
    }

    /// As long as the supplier took for the order that was placed next to this day.
    fn days_taken(&self, row: usize, today: Day) -> i32 {
        let supplier = self.rows[row].supplier;
        let orders = self.history.supplier_orders.iter();
        orders
            .filter(|order| order.supplier == supplier)
            .filter_map(|order| Some(((order.ordered - today).abs(), order.took_days?)))
            .min()
            .map_or_else(|| self.stated_days(row), |(_, days)| days.max(0))
    }

    /// What was known on the morning of a day.
    fn history_before(&self, today: Day) -> History {
        let deliveries = self.history.deliveries.iter();
        let orders = self.history.supplier_orders.iter();
        let closed = self.bookings.iter().filter(|booking| booking.due < today);
        History {
            deliveries: deliveries.filter(|one| one.day < today).collect(),
            closed_bookings: closed
                .map(|booking| ClosedBooking {
                    row: booking.row,
                    booked: booking.booked,
                    due: booking.due,
                    quantity: from_e4(booking.quantity_e4),
                    canceled: booking.canceled,
                })
                .collect(),
            supplier_orders: orders
                .filter(|order| order.ordered < today)
                .map(|order| SupplierOrder {
                    took_days: order.took_days.filter(|days| order.ordered + days < today),
                    ..*order
                })
                .collect(),
            ..History::default()
        }
    }

    fn morning(&self, today: Day, state: &ReplayState) -> Morning {
        let rows = self.rows.iter().zip(&state.on_hand);
        let open = |one: &&PastBooking| one.booked < today && one.due >= today;
        Morning {
            today,
            rows: rows
                .map(|(row, units)| StockRow {
                    on_hand_e4: to_e4(*units),
                    ..*row
                })
                .collect(),
            bookings: self
                .bookings
                .iter()
                .filter(open)
                .map(|booking| OpenBooking {
                    row: booking.row,
                    due: booking.due,
                    remaining_e4: booking.quantity_e4,
                })
                .collect(),
            arrivals: state
                .underway
                .iter()
                .map(|one| Arrival {
                    row: one.row,
                    ordered: one.ordered,
                    expected: one.expected.max(today),
                    quantity_e4: to_e4(one.quantity),
                })
                .collect(),
            price_changes: Vec::new(),
            costs: self.costs,
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the conversion saturates, as intended"
)]
fn to_days(days: f64) -> i32 {
    days.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Delivery;
    use crate::test_retailer::{TODAY, history, morning};

    /// The season of the last year of the test retailer.
    fn bookings() -> Vec<PastBooking> {
        let closed = history().closed_bookings;
        let bookings = closed.iter().map(|one| PastBooking {
            row: one.row,
            booked: one.booked,
            due: one.due,
            quantity_e4: to_e4(one.quantity),
            canceled: one.canceled,
        });
        bookings.collect()
    }

    fn with_replay<T>(change: impl FnOnce(&mut History), check: impl FnOnce(Replay<'_>) -> T) -> T {
        let morning = morning([40; 4]);
        let (mut history, bookings) = (history(), bookings());
        change(&mut history);
        check(Replay {
            rows: &morning.rows,
            history: &history,
            bookings: &bookings,
            orders: &[],
            costs: morning.costs,
            first_day: TODAY - 365 + 28,
            weeks: 20,
        })
    }

    #[test]
    fn plans_meet_a_season_that_a_yearly_average_misses() {
        let found = with_replay(|_| {}, |replay| replay_plans(&replay));
        // 60 days of 4 units at 4 rows.
        for result in [found.plan, found.min_max, found.actual] {
            assert!((result.sold - 960.0).abs() < 1e-9, "{result:?}");
            assert_eq!(result.row_weeks, 80);
        }
        // Nothing was ordered: the 40 units of each row are sold, and 800 are missing.
        assert!((found.actual.missing - 800.0).abs() < 1e-9);
        assert!((found.actual.shortage - 800.0 * 20.0 * 1.5).abs() < 1e-6);
        assert!(found.actual.carry_over.abs() < 1e-9 && found.actual.ordering.abs() < 1e-9);
        assert!(found.plan.missing < found.min_max.missing);
        assert!(found.plan.cost() < found.min_max.cost(), "{found:?}");
        assert!(found.min_max.cost() < found.actual.cost(), "{found:?}");
    }

    #[test]
    fn plans_know_nothing_of_what_follows() {
        let first_day = TODAY - 365 + 28;
        let orders = |change: fn(&mut History)| {
            with_replay(change, |replay| {
                let mut state = ReplayState {
                    on_hand: vec![40.0; 4],
                    underway: Vec::new(),
                    result: ReplayResult::default(),
                };
                replay.order_by_plan(first_day + 21, &mut state);
                state
                    .underway
                    .iter()
                    .map(|one| one.quantity)
                    .collect::<Vec<_>>()
            })
        };
        let known = orders(|_| {});
        let later = orders(|history| {
            history.deliveries.extend((0..100).map(|day| Delivery {
                row: 0,
                day: TODAY - 365 + 28 + 21 + day,
                quantity: 500.0,
            }));
        });
        assert_eq!(known, later);
        let earlier = orders(|history| {
            history.deliveries.extend((1..100).map(|day| Delivery {
                row: 0,
                day: TODAY - 365 + 28 + 21 - day,
                quantity: 500.0,
            }));
        });
        assert_ne!(known, earlier);
    }

    #[test]
    fn what_was_ordered_arrives_when_it_arrived() {
        let order = |ordered: Day, arrived: Day, units: i64| PastOrder {
            row: 0,
            ordered,
            arrived,
            quantity_e4: units * 10_000,
        };
        let first = TODAY - 365 + 28;
        let orders = [
            order(first - 10, first + 30, 100),
            order(first + 10, first + 40, 60),
        ];
        let found = with_replay(
            |_| {},
            |replay| {
                replay_plans(&Replay {
                    orders: &orders,
                    ..replay
                })
            },
        );
        // The first was placed before. Row 0 sells 200 of its 240, the others 40 each.
        assert!((found.actual.ordering - 75.0).abs() < 1e-9);
        assert!(
            (found.actual.missing - (960.0 - 320.0)).abs() < 1e-9,
            "{found:?}"
        );
    }
}
