//! Tests the cost of waiting against a simulation of waiting.

use crate::demand_model::{DemandModel, RowDemand};
use crate::gamma_loss::GammaDemand;
use crate::input::{Day, History, Morning, PriceChange};
use crate::lead_time::LeadTimes;
use crate::lot_sizing::{PLAN_WEEKS, PositionCosts, RowCosts, SupplierTerms};
use crate::number::{floor_to_usize, from_e4, usize_to_f64};
use crate::plan::{Planner, row_costs, weekly_price_changes};
use crate::season_timing::CASES;
use crate::test_retailer::{TODAY, history, morning};

const PATHS: usize = 1500;
const DAYS: usize = 7 * PLAN_WEEKS;

/// Xorshift, so that every run draws the same.
struct Draws(u64);

impl Draws {
    fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let bits = u32::try_from(self.0 >> 33).unwrap();
        (f64::from(bits) + 0.5) / f64::from(1_u32 << 31)
    }

    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    fn below(&mut self, count: usize) -> usize {
        floor_to_usize(self.uniform() * usize_to_f64(count)).min(count - 1)
    }
}

/// A year of one row: demand by day, and by week how long an order takes.
struct Year {
    demand: Vec<f64>,
    lead_days: Vec<usize>,
}

impl Year {
    fn draw(demand: &RowDemand, leads: &[[f64; 5]], draws: &mut Draws) -> Self {
        let case = draws.below(CASES);
        let level = GammaDemand::new(1.0, demand.level_variance).quantile(draws.normal());
        let mut by_day = Vec::with_capacity(DAYS);
        for week in 0..PLAN_WEEKS {
            let booked = demand.bookings[week];
            let unbooked = level * (demand.cases[week][case] - booked).max(0.0);
            let spread = demand.lot * unbooked;
            let sold = GammaDemand::new(unbooked, spread).quantile(draws.normal());
            by_day.extend([(booked + sold) / 7.0; 7]);
        }
        let lead_days = leads
            .iter()
            .map(|points| floor_to_usize((7.0 * points[draws.below(5)]).round()))
            .collect();
        Self {
            demand: by_day,
            lead_days,
        }
    }

    /// The cost if `first` units are ordered today, and later orders follow the plan's levels.
    fn cost(&self, on_hand: f64, first: f64, row: &RowCase<'_>) -> f64 {
        let RowCase { plan, costs, .. } = row;
        let (mut stock, mut underway, mut total) = (on_hand, Vec::new(), 0.0);
        for (day, demand) in self.demand.iter().enumerate() {
            if day % 7 == 0 {
                let position: f64 = stock + underway.iter().map(|(_, units)| units).sum::<f64>();
                let order = if day == 0 {
                    first
                } else {
                    plan.order_levels(day / 7)
                        .filter(|levels| position <= levels.reorder)
                        .map_or(0.0, |levels| levels.up_to - position)
                };
                if order > 0.0 {
                    let change = row.price_changes.get(day / 7).unwrap_or(&0.0);
                    total += costs.order + change * order;
                    underway.push((day + self.lead_days[day / 7], order));
                }
            }
            stock += underway
                .extract_if(.., |(arrival, _)| *arrival <= day)
                .map(|(_, units)| units)
                .sum::<f64>();
            let missing = (demand - stock).max(0.0);
            stock = (stock - demand).max(0.0);
            total += costs.shortage * missing + costs.carrying * stock / 7.0;
        }
        total
    }
}

/// What later orders of a row follow and cost.
struct RowCase<'a> {
    plan: PositionCosts<1>,
    costs: RowCosts,
    /// By week, what a unit costs more than today.
    price_changes: &'a [f64],
}

/// The plan's cost of waiting a week and the simulated one, for each order of a morning.
fn compare(morning: &Morning, history: &History, found: &mut Vec<(f64, f64)>) {
    let mut model = DemandModel::fit(morning.today, &morning.rows, history);
    model.observe_bookings(morning);
    let leads = LeadTimes::fit(morning.today, &morning.rows, &history.supplier_orders);
    let weeks: Vec<[f64; 5]> = (0..PLAN_WEEKS)
        .map(|week| {
            let day = morning.today + 7 * Day::try_from(week).unwrap();
            leads.points(0, day).map(|days| days / 7.0)
        })
        .collect();
    let price_changes = weekly_price_changes(morning);
    let (plan, _) = Planner::fit(morning, history).plan(morning, 0, |_| ());
    for order in plan.orders {
        let row = &morning.rows[order.row];
        let demand = model.row_demand(order.row, &model.item_demand(row.item, 60), &[0; 60]);
        let path = crate::demand_path::DemandPath::new(&demand);
        let costs = row_costs(morning, row, &demand);
        let on_hand = from_e4(row.on_hand_e4);
        let price_changes = price_changes.get(&order.row);
        let terms = SupplierTerms {
            leads: &weeks,
            price_changes: price_changes.map(Vec::as_slice).unwrap_or_default(),
            min_order: row.pack_size(),
        };
        let case = RowCase {
            plan: PositionCosts::compute(&path, terms, costs, on_hand),
            costs,
            price_changes: terms.price_changes,
        };
        let mut draws = Draws(0x9E37_79B9_7F4A_7C15);
        let mut sum = 0.0;
        for _ in 0..PATHS {
            let year = Year::draw(&demand, &weeks, &mut draws);
            let quantity = from_e4(order.quantity_e4);
            sum += year.cost(on_hand, 0.0, &case) - year.cost(on_hand, quantity, &case);
        }
        found.push((order.cost_of_waiting, sum / usize_to_f64(PATHS)));
    }
}

/// Mornings of a season. `difference_e4`: what a unit costs more from the next day on.
fn compare_mornings(difference_e4: i64) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    for week in 6..20 {
        for on_hand in [0, 30, 60, 100, 160] {
            let mut morning = morning([on_hand, on_hand + 15, 1000, 1000]);
            morning.rows.truncate(2);
            morning.rows[1].item = 1;
            morning.today = TODAY + 7 * week;
            morning.price_changes = (0..2)
                .filter(|_| difference_e4 != 0)
                .map(|row| PriceChange {
                    row,
                    from: morning.today + 1,
                    difference_e4,
                })
                .collect();
            let mut history = history();
            let deliveries = history.deliveries.iter();
            history.deliveries = deliveries.filter(|one| one.row < 2).collect();
            history.closed_bookings.retain(|one| one.row < 2);
            compare(&morning, &history, &mut found);
        }
    }
    found
}

#[test]
fn cost_of_waiting_agrees_with_a_simulation_of_waiting() {
    // The price stays, or rises by 3 %.
    for difference_e4 in [0, 30_000] {
        let found = compare_mornings(difference_e4);
        let mut errors: Vec<f64> = found
            .iter()
            .map(|(planned, simulated)| (planned / simulated - 1.0).abs())
            .collect();
        errors.sort_by(f64::total_cmp);
        let median = errors[errors.len() / 2];
        assert!(found.len() >= 30, "{}", found.len());
        assert!(median <= 0.2, "{difference_e4}: {median}: {found:?}");
    }
}
