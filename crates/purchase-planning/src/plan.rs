//! One plan for a morning: the position of every row, and what to buy or move.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

use estimators::parallel::map_in_parallel;

use crate::demand_model::{DemandModel, ItemDemand, RowDemand};
use crate::demand_path::DemandPath;
use crate::input::{Costs, History, Morning, StockRow};
use crate::lead_time::LeadTimes;
use crate::lot_sizing::{PLAN_WEEKS, PositionCosts, RowCosts, SupplierTerms, YearCosts};
use crate::number::from_e4;
use crate::position_grid::{
    BalanceInterval, PositionCell, WeeklyUnits, build_cells, build_intervals,
};
use crate::row_plan::RowPlan;
use crate::substitutes::{choose_substitutes, group_items};
use crate::transfers::choose_transfers;

/// Weeks of demand that a plan looks at.
const DEMAND_WEEKS: usize = 60;
/// Factor of the cost of a missing unit: the plan underestimates how demand varies.
pub(crate) const SHORTAGE_WEIGHT: f64 = 2.0;
const WEEKS_PER_YEAR: f64 = 365.0 / 7.0;
/// Fewer items are planned on one thread.
const MIN_ITEMS_PER_THREAD: usize = 100;

/// Units to buy for a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrderLine {
    pub row: usize,
    pub quantity_e4: i64,
    /// Expected cost of ordering a week later instead, in dollars: the total of `wait` less that
    /// of `now`.
    pub cost_of_waiting: f64,
    /// The coming year with the order.
    pub now: YearCosts,
    /// The coming year if the next chance to order is in a week.
    pub wait: YearCosts,
    /// Median days until the order arrives.
    pub arrives_in_days: f64,
    /// Units on hand and underway, after transfers.
    pub position_e4: i64,
    /// Expected demand until an order of next week arrives.
    pub demand_until_next_e4: i64,
}

/// When an order of today pays, whether one is placed or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLevel {
    pub row: usize,
    /// Units on hand and underway, after transfers.
    pub position_e4: i64,
    /// The highest position from which an order pays; none where no order does.
    pub reorder_point_e4: Option<i64>,
}

/// A row that needs an order in a later week if demand is as expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaterOrder {
    pub row: usize,
    /// Weeks from today.
    pub week: usize,
    /// Units in whole packs.
    pub quantity_e4: i64,
}

/// What a transfer saves and costs, in dollars.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TransferTerms {
    pub saved_at_destination: f64,
    pub lost_at_source: f64,
    pub handling: f64,
    pub freight: f64,
}

impl TransferTerms {
    pub fn saving(self) -> f64 {
        self.saved_at_destination - self.lost_at_source - self.handling - self.freight
    }
}

/// Units to move between two rows of an item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TransferLine {
    pub from: usize,
    pub to: usize,
    pub quantity_e4: i64,
    pub terms: TransferTerms,
}

/// What offering a substitute saves and costs, in dollars.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SubstituteTerms {
    /// Cost of the missing units that customers take of the substitute.
    pub saved_here: f64,
    /// Margin by which the substitute earns less on them, counted like a shortage.
    pub lower_margin: f64,
    pub lost_at_substitute: f64,
}

impl SubstituteTerms {
    pub fn saving(self) -> f64 {
        self.saved_here - self.lower_margin - self.lost_at_substitute
    }
}

/// Units of another item to offer to customers for whom a row will have none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SubstituteLine {
    /// The row that runs short until an order of today arrives.
    pub row: usize,
    /// The row of the other item at the same location.
    pub substitute: usize,
    /// Units that the other row can spare.
    pub quantity_e4: i64,
    /// Expected units that will be missing.
    pub missing_e4: i64,
    /// Expected units that customers take of the other item.
    pub taken_e4: i64,
    /// Median days until an order of today arrives.
    pub arrives_in_days: f64,
    pub terms: SubstituteTerms,
}

/// The position of a row by week.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Rows without an order today that will need one.
    pub later: Vec<LaterOrder>,
    /// Advice only: orders and transfers are planned as if there were none.
    pub substitutes: Vec<SubstituteLine>,
    /// Of every row that is planned.
    pub levels: Vec<RowLevel>,
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

    /// Assumes that the coming seasons are so many days later than expected, and that every supplier
    /// takes so many days longer.
    pub fn assume(&mut self, season_days: f64, lead_days: f64) {
        self.demand.shift_seasons(season_days);
        self.leads.delay(lead_days);
    }

    /// Plans a morning, and computes the position of every row over some weeks. Only what
    /// `summarize` keeps of each position stays in memory.
    pub fn plan<P: Send>(
        &self,
        morning: &Morning,
        weeks: usize,
        summarize: impl Fn(RowPosition) -> P + Sync,
    ) -> (Plan, Vec<P>) {
        let dated = DatedUnits::new(morning, weeks);
        let inputs = RowInputs {
            morning,
            underway: self.dated_arrivals(morning),
            leads: self.lead_weeks(morning),
            price_changes: weekly_price_changes(morning),
        };
        let groups = group_items(morning);
        let planned = map_in_parallel(&groups, MIN_ITEMS_PER_THREAD, |items| {
            let mut plan = Plan::default();
            let mut positions = Vec::new();
            // Only of items that can replace each other.
            let mut planned_rows = Vec::new();
            for (item, rows) in items {
                let mut row_plans = Vec::with_capacity(rows.len());
                let item_demand = self.demand.item_demand(*item, DEMAND_WEEKS.max(weeks));
                for &index in rows {
                    let (demand, position) = dated.place_row(self, morning, index, &item_demand);
                    positions.push((index, summarize(position)));
                    if morning.rows[index].is_planned {
                        row_plans.push(plan_row(&inputs, index, &demand));
                    }
                }
                plan.add_item(&mut row_plans, &morning.costs);
                if items.len() > 1 {
                    planned_rows.extend(row_plans);
                }
            }
            plan.substitutes = choose_substitutes(&mut planned_rows, &morning.costs);
            (plan, positions)
        });
        let mut merged = Plan::default();
        let mut positions = Vec::with_capacity(morning.rows.len());
        for (plan, of_item) in planned {
            merged.extend(plan);
            positions.extend(of_item);
        }
        (merged, in_order_of_rows(positions))
    }

    /// The position of every row, without a plan. Only what `summarize` keeps of each stays in memory.
    pub fn position<P: Send>(
        &self,
        morning: &Morning,
        weeks: usize,
        summarize: impl Fn(RowPosition) -> P + Sync,
    ) -> Vec<P> {
        let dated = DatedUnits::new(morning, weeks);
        let items = rows_by_item(morning);
        let positions = map_in_parallel(&items, MIN_ITEMS_PER_THREAD, |(item, rows)| {
            let item_demand = self.demand.item_demand(*item, DEMAND_WEEKS.max(weeks));
            let of_row = |&index: &usize| {
                let (_, position) = dated.place_row(self, morning, index, &item_demand);
                (index, summarize(position))
            };
            rows.iter().map(of_row).collect::<Vec<_>>()
        });
        in_order_of_rows(positions.into_iter().flatten().collect())
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

    /// By supplier: five equally likely lead times of orders of each week, in weeks.
    fn lead_weeks(&self, morning: &Morning) -> Vec<SupplierLeads> {
        let suppliers = morning.rows.iter().map(|row| row.supplier + 1).max();
        (0..suppliers.unwrap_or(0))
            .map(|supplier| {
                let mut day = morning.today;
                let mut weeks = Vec::with_capacity(PLAN_WEEKS);
                for _ in 0..PLAN_WEEKS {
                    weeks.push(self.leads.points(supplier, day).map(|days| days / 7.0));
                    day += 7;
                }
                SupplierLeads {
                    weeks,
                    median_weeks: self.leads.median(supplier, morning.today) / 7.0,
                }
            })
            .collect()
    }
}

impl Plan {
    /// Transfers first, then orders for what they leave short.
    fn add_item(&mut self, rows: &mut [RowPlan<'_>], costs: &Costs) {
        if rows.len() > 1 {
            self.transfers.extend(choose_transfers(rows, costs));
        }
        for row in rows {
            let order = row.choose_order();
            self.levels.push(row.level(order.is_some()));
            if let Some(order) = order {
                self.orders.push(order);
            } else {
                self.later.extend(row.find_later_order());
            }
        }
    }

    fn extend(&mut self, other: Self) {
        self.orders.extend(other.orders);
        self.transfers.extend(other.transfers);
        self.later.extend(other.later);
        self.substitutes.extend(other.substitutes);
        self.levels.extend(other.levels);
    }
}

/// An item with the indexes of its rows.
pub(crate) type ItemRows = (usize, Vec<usize>);

pub(crate) fn rows_by_item(morning: &Morning) -> Vec<ItemRows> {
    let mut items: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, row) in morning.rows.iter().enumerate() {
        items.entry(row.item).or_default().push(index);
    }
    items.into_iter().collect()
}

fn in_order_of_rows<P>(mut positions: Vec<(usize, P)>) -> Vec<P> {
    positions.sort_by_key(|(row, _)| *row);
    positions.into_iter().map(|(_, one)| one).collect()
}

/// Lead times of a supplier's orders.
struct SupplierLeads {
    weeks: Vec<[f64; 5]>,
    median_weeks: f64,
}

/// What the plans of all rows share.
struct RowInputs<'a> {
    morning: &'a Morning,
    /// By row: weeks from today and units.
    underway: Vec<Vec<(f64, f64)>>,
    leads: Vec<SupplierLeads>,
    /// By row and week of the order, what a unit costs more than today. Most prices do not change.
    price_changes: HashMap<usize, Vec<f64>>,
}

pub(crate) fn weekly_price_changes(morning: &Morning) -> HashMap<usize, Vec<f64>> {
    let mut weekly: HashMap<usize, Vec<f64>> = HashMap::new();
    for change in &morning.price_changes {
        let by_week = weekly
            .entry(change.row)
            .or_insert_with(|| vec![0.0; PLAN_WEEKS]);
        let mut day = morning.today;
        for difference in by_week {
            if change.from <= day {
                *difference = from_e4(change.difference_e4);
            }
            day += 7;
        }
    }
    weekly
}

fn plan_row<'a>(inputs: &'a RowInputs<'a>, index: usize, demand: &RowDemand) -> RowPlan<'a> {
    let row = &inputs.morning.rows[index];
    let leads = &inputs.leads[row.supplier];
    let path = DemandPath::new(demand);
    let arrivals = inputs.underway[index].clone();
    let on_hand = from_e4(row.on_hand_e4);
    let position = on_hand + arrivals.iter().map(|arrival| arrival.1).sum::<f64>();
    let costs = row_costs(inputs.morning, row, demand);
    let price_changes = inputs.price_changes.get(&index);
    let terms = SupplierTerms {
        leads: &leads.weeks,
        price_changes: price_changes.map(Vec::as_slice).unwrap_or_default(),
        min_order: row.min_packs() * row.pack_size(),
    };
    RowPlan {
        index,
        row,
        by_position: PositionCosts::compute(&path, terms, costs, position),
        terms,
        path,
        costs,
        arrivals,
        on_hand,
        position,
        lead_weeks: leads.median_weeks,
    }
}

/// Bookings and arrivals of all weeks that a plan looks at: bookings of a later week consume the
/// forecast of their season, so the position depends on them too.
struct DatedUnits {
    bookings: WeeklyUnits,
    arrivals: WeeklyUnits,
    /// Of the position.
    weeks: usize,
}

impl DatedUnits {
    fn new(morning: &Morning, weeks: usize) -> Self {
        let all = DEMAND_WEEKS.max(weeks);
        Self {
            bookings: WeeklyUnits::of_bookings(morning.today, all, &morning.bookings),
            arrivals: WeeklyUnits::of_arrivals(morning.today, all, &morning.arrivals),
            weeks,
        }
    }

    /// The demand of a row, and its position by week.
    fn place_row(
        &self,
        planner: &Planner,
        morning: &Morning,
        index: usize,
        item: &ItemDemand,
    ) -> (RowDemand, RowPosition) {
        let (arriving, booked) = (self.arrivals.list_row(index), self.bookings.list_row(index));
        let demand = planner.demand.row_demand(index, item, &booked);
        let (arriving, due) = (&arriving[..self.weeks], &booked[..self.weeks]);
        let position = RowPosition::new(&morning.rows[index], arriving, due, &demand);
        (demand, position)
    }
}

pub(crate) fn row_costs(morning: &Morning, row: &StockRow, demand: &RowDemand) -> RowCosts {
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
    use crate::input::{Arrival, PriceChange};
    use crate::test_retailer::{TODAY, history, morning};

    fn plan(morning: &Morning) -> Plan {
        plan_with(morning, &history(), 26).0
    }

    fn plan_with(morning: &Morning, history: &History, weeks: usize) -> (Plan, Vec<RowPosition>) {
        Planner::fit(morning, history).plan(morning, weeks, |position| position)
    }

    /// The same business, with the season some weeks ahead.
    fn shortly_before_season(on_hand: [i64; 4]) -> Morning {
        let mut morning = morning(on_hand);
        morning.today = TODAY + 56;
        morning
    }

    #[test]
    fn orders_before_the_season_in_whole_packs() {
        let morning = shortly_before_season([0, 0, 400, 400]);
        let (plan, positions) = plan_with(&morning, &history(), 26);
        let rows: Vec<usize> = plan.orders.iter().map(|order| order.row).collect();
        assert_eq!(rows, [0, 1]);
        for order in &plan.orders {
            assert_eq!(order.quantity_e4 % 50_000, 0);
            assert!(order.cost_of_waiting > 0.0);
            let terms = order.wait.total() - order.now.total();
            assert!((terms - order.cost_of_waiting).abs() < 1e-6, "{order:?}");
            assert!(order.wait.shortage > order.now.shortage);
            assert!(order.wait.carrying < order.now.carrying);
        }
        let planner = Planner::fit(&morning, &history());
        assert_eq!(
            positions,
            planner.position(&morning, 26, |position| position)
        );
    }

    #[test]
    fn rows_that_are_not_planned_have_a_position_only() {
        let mut morning = shortly_before_season([0, 0, 400, 400]);
        morning.rows[0].is_planned = false;
        let (plan, positions) = plan_with(&morning, &history(), 26);
        let rows: Vec<usize> = plan.orders.iter().map(|order| order.row).collect();
        assert_eq!(rows, [1]);
        assert!(plan.levels.iter().all(|level| level.row != 0));
        assert_eq!(positions.len(), 4);
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

    fn with_price_change(mut morning: Morning, days: i32, difference_e4: i64) -> Morning {
        let from = morning.today + days;
        morning.price_changes = (0..2)
            .map(|row| PriceChange {
                row,
                from,
                difference_e4,
            })
            .collect();
        morning
    }

    #[test]
    fn order_comes_before_an_announced_increase() {
        let quiet = morning([0, 0, 400, 400]);
        assert_eq!(plan(&quiet).orders, []);
        let later = plan(&quiet).later[0];
        assert_eq!(later.row, 0);
        // The price rises by a twentieth, before the order would be placed.
        let days = 7 * i32::try_from(later.week).unwrap() - 10;
        let plan_after = |days| plan(&with_price_change(quiet.clone(), days, 50_000));
        let earlier = plan_after(days).later[0];
        assert!(0 < earlier.week && earlier.week < later.week, "{earlier:?}");
        // It rises tomorrow: today is the last day at the old price.
        let order = plan_after(1).orders[0];
        assert!(order.wait.price_changes > order.now.price_changes + 100.0);
        let terms = order.wait.total() - order.now.total();
        assert!((terms - order.cost_of_waiting).abs() < 1e-6, "{order:?}");
        assert!(order.wait.carrying < order.now.carrying);
    }

    #[test]
    fn order_waits_for_an_announced_decrease() {
        let morning = shortly_before_season([0, 0, 400, 400]);
        let quantity = |morning: &Morning| {
            let orders = plan(morning).orders;
            let order = orders.iter().find(|order| order.row == 0);
            order.map_or(0, |order| order.quantity_e4)
        };
        let now = quantity(&morning);
        let cheaper_soon = quantity(&with_price_change(morning.clone(), 7, -50_000));
        assert!(cheaper_soon < now, "{cheaper_soon} {now}");
        // Beyond the weeks that a plan compares.
        let far = quantity(&with_price_change(morning, 7 * 46, -50_000));
        assert_eq!(far, now);
    }

    #[test]
    fn season_far_ahead_is_ordered_later() {
        let plan = plan(&morning([0, 400, 400, 400]));
        assert_eq!(plan.orders, []);
        let later: Vec<usize> = plan.later.iter().map(|later| later.row).collect();
        assert!(later.contains(&0), "{later:?}");
        for order in &plan.later {
            assert!((1..=PLAN_WEEKS).contains(&order.week), "{order:?}");
            assert_eq!(order.quantity_e4 % 50_000, 0);
        }
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
        assert!(plan.transfers.iter().all(|one| one.terms.saving() > 0.0));
    }

    #[test]
    fn rows_at_or_below_their_level_are_ordered() {
        for on_hand in [[0, 0, 400, 400], [40, 80, 120, 160], [200, 240, 280, 320]] {
            let plan = plan(&shortly_before_season(on_hand));
            assert_eq!(plan.levels.len(), 4);
            for level in &plan.levels {
                let is_ordered = plan.orders.iter().any(|order| order.row == level.row);
                let is_below = level
                    .reorder_point_e4
                    .is_some_and(|point| level.position_e4 <= point);
                assert_eq!(is_ordered, is_below, "{level:?}");
            }
        }
    }

    /// Plans of the rows of an item, to compare the choices with those of a full search.
    fn with_row_plans(morning: &Morning, item: usize, check: impl Fn(&mut [RowPlan<'_>])) {
        let planner = Planner::fit(morning, &history());
        let dated = DatedUnits::new(morning, 0);
        let inputs = RowInputs {
            morning,
            underway: planner.dated_arrivals(morning),
            leads: planner.lead_weeks(morning),
            price_changes: weekly_price_changes(morning),
        };
        let rows = morning.rows.iter().enumerate();
        let item_demand = planner.demand.item_demand(item, DEMAND_WEEKS);
        let mut plans: Vec<RowPlan<'_>> = rows
            .filter(|(_, row)| row.item == item)
            .map(|(index, _)| {
                let (demand, _) = dated.place_row(&planner, morning, index, &item_demand);
                plan_row(&inputs, index, &demand)
            })
            .collect();
        check(&mut plans);
    }

    #[test]
    fn order_is_the_cheapest_of_all_quantities() {
        for pack_e4 in [10_000, 50_000, 370_000] {
            let mut morning = shortly_before_season([0; 4]);
            for row in &mut morning.rows {
                row.pack_size_e4 = pack_e4;
            }
            with_row_plans(&morning, 0, |rows| {
                for row in rows {
                    let order = row.choose_order().unwrap();
                    let pack = row.row.pack_size();
                    let mut packs = row.row.min_packs();
                    let mut lowest = f64::INFINITY;
                    while row.position + packs * pack <= row.by_position.highest() + pack {
                        let cost = row.by_position.at(row.position + packs * pack);
                        lowest = lowest.min(cost + row.costs.order);
                        packs += 1.0;
                    }
                    let chosen = row.by_position.at(row.position) - order.cost_of_waiting;
                    assert!(
                        (chosen - lowest).abs() < 1e-9,
                        "{pack_e4}: {chosen} {lowest}"
                    );
                }
            });
        }
    }

    #[test]
    fn transfer_is_the_best_of_all_pairs_and_sizes() {
        let mut morning = morning([0, 500, 300, 300]);
        morning.today = TODAY + 80;
        with_row_plans(&morning, 0, |rows| {
            let (costs, weeks) = (&morning.costs, morning.costs.transfer_days / 7.0);
            let mut most: f64 = 0.0;
            for from in 0..rows.len() {
                for units in 1..=500_u32 {
                    let units = f64::from(units);
                    if units > rows[from].movable() {
                        break;
                    }
                    let freight = costs.transfer_freight_share * rows[from].row.unit_cost() * units;
                    let loss =
                        rows[from].cost_with(-units, weeks) - rows[from].cost_with(0.0, weeks);
                    for to in (0..rows.len()).filter(|to| *to != from) {
                        let received =
                            rows[to].cost_with(0.0, weeks) - rows[to].cost_with(units, weeks);
                        most = most.max(received - loss - 1.2 * (costs.transfer + freight));
                    }
                }
            }
            let chosen = choose_transfers(rows, costs);
            let terms = chosen[0].terms;
            let saving = terms.saved_at_destination
                - terms.lost_at_source
                - 1.2 * (terms.handling + terms.freight);
            // Only 16 sizes are compared.
            assert!(
                most * 0.97 <= saving && saving <= most + 1e-9,
                "{saving} {most}"
            );
        });
    }

    #[test]
    fn nothing_known_means_nothing_ordered() {
        let morning = morning([0; 4]);
        let (plan, positions) = plan_with(&morning, &History::default(), 4);
        assert!(plan.orders.is_empty() && plan.transfers.is_empty());
        assert_eq!(positions[0].cells.len(), 4);
    }
}
