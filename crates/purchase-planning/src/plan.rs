//! One plan for a morning: the position of every row, and what to buy or move.

use std::collections::BTreeMap;

use crate::demand_model::{DemandModel, RowDemand};
use crate::demand_path::DemandPath;
use crate::input::{History, Morning, StockRow};
use crate::lead_time::LeadTimes;
use crate::lot_sizing::{PLAN_WEEKS, PositionCosts, RowCosts};
use crate::number::from_e4;
use crate::position_grid::{
    BalanceInterval, PositionCell, WeeklyUnits, build_cells, build_intervals,
};
use crate::row_plan::RowPlan;
use crate::transfers::choose_transfers;

/// Weeks of demand that a plan looks at.
const DEMAND_WEEKS: usize = 60;
/// Factor of the cost of a missing unit: the plan underestimates how demand varies.
const SHORTAGE_WEIGHT: f64 = 2.0;
const WEEKS_PER_YEAR: f64 = 365.0 / 7.0;

/// Units to buy for a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrderLine {
    pub row: usize,
    pub quantity_e4: i64,
    /// Expected cost of ordering a week later instead, in dollars.
    pub cost_of_waiting: f64,
}

/// Units to move between two rows of an item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TransferLine {
    pub from: usize,
    pub to: usize,
    pub quantity_e4: i64,
}

/// The position of a row by week.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowPosition {
    pub cells: Vec<PositionCell>,
    /// Bounds of the cells' balances.
    pub intervals: Vec<BalanceInterval>,
}

impl RowPosition {
    fn new(row: &StockRow, arrivals_e4: &[i64], bookings_e4: &[i64], demand: &RowDemand) -> Self {
        let cells = build_cells(row.on_hand_e4, arrivals_e4, bookings_e4, &demand.unbooked);
        Self {
            intervals: build_intervals(&cells, demand),
            cells,
        }
    }
}

/// A plan for a morning.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    pub orders: Vec<OrderLine>,
    pub transfers: Vec<TransferLine>,
    /// By row; empty if no weeks were asked for.
    pub position: Vec<RowPosition>,
}

/// Models of a business on a day, from which plans are made.
#[derive(Debug, Clone)]
pub struct Planner {
    demand: DemandModel,
    leads: LeadTimes,
}

impl Planner {
    pub fn fit(morning: &Morning, history: &History) -> Self {
        let mut demand = DemandModel::fit(morning.today, &morning.rows, history);
        demand.observe_bookings(morning);
        Self {
            demand,
            leads: LeadTimes::fit(morning.today, &morning.rows, &history.supplier_orders),
        }
    }

    /// Plans a morning; `weeks`: weeks of the position, 0 for none.
    pub fn plan(&self, morning: &Morning, weeks: usize) -> Plan {
        let (bookings, arrivals) = dated_units(morning, weeks);
        let underway = self.dated_arrivals(morning);
        let mut plan = Plan::default();
        let mut items: BTreeMap<usize, Vec<RowPlan<'_>>> = BTreeMap::new();
        for (index, row) in morning.rows.iter().enumerate() {
            let demand = self
                .demand
                .row_demand(index, row.item, bookings.of_row(index));
            if weeks > 0 {
                plan.position.push(RowPosition::new(
                    row,
                    &arrivals.of_row(index)[..weeks],
                    &bookings.of_row(index)[..weeks],
                    &demand,
                ));
            }
            let row_plan = self.plan_row(morning, index, &demand, underway[index].clone());
            items.entry(row.item).or_default().push(row_plan);
        }
        for rows in items.values_mut() {
            if rows.len() > 1 {
                plan.transfers
                    .extend(choose_transfers(rows, &morning.costs));
            }
            plan.orders
                .extend(rows.iter().filter_map(RowPlan::choose_order));
        }
        plan
    }

    /// The position of every row, without a plan.
    pub fn position(&self, morning: &Morning, weeks: usize) -> Vec<RowPosition> {
        let (bookings, arrivals) = dated_units(morning, weeks);
        let of_row = |(index, row): (usize, &StockRow)| {
            let (booked, arriving) = (bookings.of_row(index), arrivals.of_row(index));
            let demand = self.demand.row_demand(index, row.item, booked);
            RowPosition::new(row, &arriving[..weeks], &booked[..weeks], &demand)
        };
        morning.rows.iter().enumerate().map(of_row).collect()
    }

    /// By row: weeks from today and units of what is underway, as late as orders currently run.
    fn dated_arrivals(&self, morning: &Morning) -> Vec<Vec<(f64, f64)>> {
        let mut dated = vec![Vec::new(); morning.rows.len()];
        for arrival in &morning.arrivals {
            let promised = f64::from(arrival.expected - morning.today);
            let usual = arrival.ordered.map_or(promised, |ordered| {
                let supplier = morning.rows[arrival.row].supplier;
                f64::from(ordered - morning.today) + self.leads.median(supplier, ordered)
            });
            let weeks = promised.max(usual).max(0.0) / 7.0;
            dated[arrival.row].push((weeks, from_e4(arrival.quantity_e4)));
        }
        for list in &mut dated {
            list.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        dated
    }

    fn plan_row<'a>(
        &self,
        morning: &'a Morning,
        index: usize,
        demand: &RowDemand,
        arrivals: Vec<(f64, f64)>,
    ) -> RowPlan<'a> {
        let row = &morning.rows[index];
        let path = DemandPath::new(demand);
        let on_hand = from_e4(row.on_hand_e4);
        let position = on_hand + arrivals.iter().map(|arrival| arrival.1).sum::<f64>();
        let leads = self.lead_weeks(morning, row);
        let costs = row_costs(morning, row, demand);
        let min_order = row.min_packs() * row.pack_size();
        RowPlan {
            index,
            row,
            by_position: PositionCosts::compute(&path, &leads, costs, min_order, position),
            path,
            costs,
            arrivals,
            on_hand,
            position,
            lead_weeks: self.leads.median(row.supplier, morning.today) / 7.0,
        }
    }

    fn lead_weeks(&self, morning: &Morning, row: &StockRow) -> Vec<[f64; 5]> {
        let mut day = morning.today;
        let mut leads = Vec::with_capacity(PLAN_WEEKS);
        for _ in 0..PLAN_WEEKS {
            leads.push(self.leads.points(row.supplier, day).map(|days| days / 7.0));
            day += 7;
        }
        leads
    }
}

/// Bookings and arrivals of all weeks that a plan looks at: bookings of a later week consume the
/// forecast of their season, so the position depends on them too.
fn dated_units(morning: &Morning, weeks: usize) -> (WeeklyUnits, WeeklyUnits) {
    let (rows, weeks) = (morning.rows.len(), DEMAND_WEEKS.max(weeks));
    (
        WeeklyUnits::of_bookings(morning.today, rows, weeks, &morning.bookings),
        WeeklyUnits::of_arrivals(morning.today, rows, weeks, &morning.arrivals),
    )
}

fn row_costs(morning: &Morning, row: &StockRow, demand: &RowDemand) -> RowCosts {
    let near = 12.min(demand.bookings.len());
    let booked: f64 = demand.bookings[..near].iter().sum();
    let unbooked: f64 = demand.unbooked[..near].iter().sum();
    let share = if booked + unbooked > 0.0 {
        booked / (booked + unbooked)
    } else {
        0.0
    };
    let shortage = morning.costs.shortage_booked * share + morning.costs.shortage * (1.0 - share);
    RowCosts {
        carrying: row.unit_cost() * row.carrying_share / WEEKS_PER_YEAR,
        shortage: SHORTAGE_WEIGHT * row.margin() * shortage,
        order: morning.costs.order_line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Arrival;
    use crate::test_retailer::{TODAY, history, morning};

    fn plan(morning: &Morning) -> Plan {
        Planner::fit(morning, &history()).plan(morning, 26)
    }

    /// The same business, with the season some weeks ahead.
    fn shortly_before_season(on_hand: [i64; 4]) -> Morning {
        let mut morning = morning(on_hand);
        morning.today = TODAY + 56;
        morning
    }

    #[test]
    fn orders_before_the_season_in_whole_packs() {
        let plan = plan(&shortly_before_season([0, 0, 400, 400]));
        let rows: Vec<usize> = plan.orders.iter().map(|order| order.row).collect();
        assert_eq!(rows, [0, 1]);
        for order in &plan.orders {
            assert_eq!(order.quantity_e4 % 50_000, 0);
            assert!(order.cost_of_waiting > 0.0);
        }
        assert_eq!(plan.position.len(), 4);
    }

    #[test]
    fn units_underway_are_not_ordered_again() {
        let mut morning = shortly_before_season([0, 0, 400, 400]);
        for row in [0, 1] {
            morning.arrivals.push(Arrival {
                row,
                ordered: Some(TODAY + 50),
                expected: TODAY + 64,
                quantity_e4: 4_000_000,
            });
        }
        assert_eq!(plan(&morning).orders, []);
    }

    #[test]
    fn surplus_moves_to_the_location_that_runs_short() {
        let mut morning = morning([0, 500, 300, 300]);
        morning.today = TODAY + 80;
        let plan = plan(&morning);
        assert!(
            plan.transfers
                .iter()
                .any(|transfer| transfer.from == 1 && transfer.to == 0),
            "{:?}",
            plan.transfers
        );
    }

    #[test]
    fn nothing_known_means_nothing_ordered() {
        let morning = morning([0; 4]);
        let plan = Planner::fit(&morning, &History::default()).plan(&morning, 4);
        assert!(plan.orders.is_empty() && plan.transfers.is_empty());
        assert_eq!(plan.position[0].cells.len(), 4);
    }
}
