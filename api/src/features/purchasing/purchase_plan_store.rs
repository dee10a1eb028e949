//! Reads the rows behind the purchase plan and computes it.

use futures_util::future::BoxFuture;
use std::slice;

use chrono::{Days, NaiveDate};
use purchase_planning::{Costs, Morning, Planner, first_short_week};
use sea_orm::DbErr;
use tokio::task::{JoinError, spawn_blocking};

use super::demand_history::DemandSeries;
use super::ordering_costs::OrderingCosts;
use super::past_order_store::read_past_orders;
use super::plan_record::{PastRecord, PlanRecord, REPLAYED_WEEKS};
use super::plan_scenario::PlanScenario;
use super::planning_input_store::{PlanningInputs, read_planning_inputs, read_price_changes};
use super::purchase_plan::{
    LATER_WEEKS, PlanInput, PlanRow, PurchasePlan, TRANSFER_DAYS, TRANSFER_FREIGHT_PERCENT,
    build_plan_rows,
};
use super::purchasing_settings::{read_edition, read_settings};
use super::read_figure_day;
use super::recommend::StockRow;
use super::stock_store::read_stock_table;
use super::stock_table::StockTable;
use super::store::{StockDataset, read_stock};
use super::weekly_sales::WeeklySales;
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope};
use crate::cache::{CachedFigure, ComputedFigure, FigureCache, StoredFigure, estimate_row_bytes};
use crate::db::{DbError, Organization, RolledUpDb};
use crate::decimal::Decimal4;

/// Permissions that a plan requires.
pub type PlanProofs<'a> = (
    &'a Proof<PurchasingRead>,
    &'a Proof<InventoryRead>,
    &'a Proof<SalesRead>,
);

/// The purchase plans of this process: everything that advises orders reads them.
pub type PurchasePlans = FigureCache<PurchasePlan>;

impl StoredFigure for PurchasePlan {
    const KIND: &'static str = "purchase_plan";
}

impl ComputedFigure for PurchasePlan {
    type Inputs<'a> = PlanProofs<'a>;
    type Error = DbError;

    /// The version of settings, corrections and drafts.
    fn read_edition(scope: &Scope) -> BoxFuture<'_, Result<i64, DbError>> {
        Box::pin(async move { read_edition(&scope.read_db().await?).await })
    }

    fn compute<'a>(
        scope: &'a Scope,
        rights: Self::Inputs<'a>,
    ) -> BoxFuture<'a, Result<Self, DbError>> {
        Box::pin(async move {
            let db = scope.rollup_db().await?;
            read_purchase_plan(&db, scope.access().organization(), scope.as_of(), rights).await
        })
    }
}

impl CachedFigure for PurchasePlan {
    fn approximate_bytes(&self) -> usize {
        let in_rows = self.rows.iter().map(|row| {
            let terms = row.terms.as_deref().map_or(0, size_of_val);
            let substitute = row.substitute.as_deref().map_or(&[][..], slice::from_ref);
            terms + estimate_row_bytes(&row.transfers, 1) + estimate_row_bytes(substitute, 2)
        });
        estimate_row_bytes(&self.rows, 7) + in_rows.sum::<usize>()
    }
}

/// The plan of all stock rows: the demand of the season position, with the stock rows, corrections,
/// prices and drafts.
pub async fn read_purchase_plan(
    db: &RolledUpDb,
    organization: &Organization,
    today: NaiveDate,
    rights: PlanProofs<'_>,
) -> Result<PurchasePlan, DbError> {
    read_plan_under(db, organization, today, rights, PlanScenario::default()).await
}

/// The plan under a scenario.
pub(super) async fn read_plan_under(
    db: &RolledUpDb,
    organization: &Organization,
    today: NaiveDate,
    rights: PlanProofs<'_>,
    scenario: PlanScenario,
) -> Result<PurchasePlan, DbError> {
    let day = read_figure_day(db, today, rights.0).await?;
    let as_of = day.as_of;
    let costs = read_settings(db, rights.0).await?.overrides.with_defaults();
    let stock = read_stock_table(db).await?;
    let (inputs, weekly) = read_inputs_and_weeks(db, organization, as_of, rights.0, &stock).await?;
    let PlanningInputs {
        morning,
        history,
        missing,
        unmatched_lines,
        ..
    } = inputs;
    // While the rest is read: neither what is on hand nor what it costs has a part in it.
    let fitted = spawn_blocking(move || {
        let planner = Planner::fit(&morning, &history);
        (planner, morning)
    });
    let StockDataset {
        rows: listed,
        currency,
        other_currency_rows,
        unused_sales,
    } = read_stock(
        db,
        organization,
        as_of,
        rights,
        (&stock, weekly),
        ListedRow::new,
    )
    .await?;
    let price_changes = read_price_changes(db, &stock, as_of).await?;
    drop(stock);
    let (planner, mut morning) = fitted.await.map_err(|error| plan_failure(&error))?;
    morning.price_changes = price_changes;
    let rows =
        spawn_blocking(move || plan_rows(as_of, (planner, morning), listed, costs, scenario))
            .await
            .map_err(|error| plan_failure(&error))?;
    Ok(PurchasePlan {
        as_of,
        rows,
        missing,
        costs,
        currency: currency.map(|currency| currency.0),
        other_currency_rows,
        unused_sales,
        unmatched_lines,
        data_through: day.data_through,
    })
}

/// Sales are read once for both: a large organization has millions of days with sales.
async fn read_inputs_and_weeks(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    right: &Proof<PurchasingRead>,
    stock: &StockTable,
) -> Result<(PlanningInputs, WeeklySales), DbError> {
    let mut weekly = WeeklySales::default();
    let add_series = |series: &DemandSeries, row| weekly.add(series, row, as_of);
    let inputs = read_planning_inputs(db, organization, as_of, right, stock, add_series).await?;
    Ok((inputs, weekly))
}

/// A stock row with its number.
struct ListedRow {
    row: usize,
    stock: StockRow,
    is_planned: bool,
}

impl ListedRow {
    fn new(row: usize, mut stock: StockRow, _weeks: Option<Vec<f64>>) -> Self {
        let is_planned = has_enough_data(&stock);
        if is_planned {
            // Only levels need it, and it takes as much memory as the rest of the row.
            stock.season = None;
        }
        Self {
            row,
            stock,
            is_planned,
        }
    }
}

/// The plans of the last half year, replayed with what was sold and ordered. None:
/// [`super::plan_record::INSUFFICIENT_DATA`].
pub async fn read_plan_record(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    rights: PlanProofs<'_>,
) -> Result<Option<PlanRecord>, DbError> {
    let costs = read_settings(db, rights.0).await?.overrides.with_defaults();
    // Only what the replay needs: the stock rows of a large organization take hundreds of megabytes.
    let keep = |index, row: StockRow, _| {
        let is_planned = has_enough_data(&row);
        (index, RowTerms::new(&row, is_planned, costs))
    };
    let stock = read_stock_table(db).await?;
    let (mut inputs, weekly) =
        read_inputs_and_weeks(db, organization, as_of, rights.0, &stock).await?;
    let StockDataset { rows, currency, .. } =
        read_stock(db, organization, as_of, rights, (&stock, weekly), keep).await?;
    for (index, terms) in rows {
        if let Some(row) = inputs.morning.rows.get_mut(index) {
            terms.complete(row);
        }
    }
    let orders = read_past_orders(db, as_of, &stock, &inputs.morning.rows).await?;
    drop(stock);
    let record = PastRecord {
        rows: inputs.morning.rows,
        history: inputs.history,
        bookings: inputs.bookings,
        orders,
        // Past plans are replayed with what was ordered: nobody records what was offered.
        costs: Costs {
            substitute_acceptance: 0.0,
            ..planning_costs(costs)
        },
        today: inputs.morning.today,
    };
    let backtest = spawn_blocking(move || record.backtest())
        .await
        .map_err(|error| DbError::Failed(DbErr::Custom(format!("the replay failed: {error}"))))?;
    let first_day = as_of - Days::new(7 * u64::from(REPLAYED_WEEKS));
    Ok(backtest.map(|backtest| PlanRecord {
        first_day,
        backtest,
        currency: currency.map(|currency| currency.0),
    }))
}

fn plan_failure(error: &JoinError) -> DbError {
    DbError::Failed(DbErr::Custom(format!("the plan failed: {error}")))
}

fn plan_rows(
    as_of: NaiveDate,
    (mut planner, mut morning): (Planner, Morning),
    mut listed: Vec<ListedRow>,
    costs: OrderingCosts,
    scenario: PlanScenario,
) -> Vec<PlanRow> {
    planner.assume(scenario.season_days(), scenario.lead_days());
    morning.costs = planning_costs(costs);
    let mut underway_e4 = vec![0_i64; morning.rows.len()];
    for arrival in &morning.arrivals {
        if let Some(sum) = underway_e4.get_mut(arrival.row) {
            *sum += arrival.quantity_e4;
        }
    }
    for one in &mut listed {
        let terms = RowTerms::new(&one.stock, one.is_planned, costs);
        one.stock.unit_cost = scenario.apply_to_cost(one.stock.unit_cost);
        if let Some(row) = morning.rows.get_mut(one.row) {
            terms.complete(row);
            row.unit_cost_e4 = one.stock.unit_cost.scaled();
        }
    }
    for change in &mut morning.price_changes {
        let difference = Decimal4::from_scaled(change.difference_e4);
        change.difference_e4 = difference.map_or(0, |one| scenario.apply_to_cost(one).scaled());
    }
    // The weeks that the season position shows.
    let (plan, short_weeks) = planner.plan(&morning, LATER_WEEKS, |position| {
        first_short_week(&position.cells)
    });
    let rows = listed
        .into_iter()
        .map(|one| PlanInput {
            row: one.row,
            is_planned: one.is_planned,
            underway: underway_e4
                .get(one.row)
                .and_then(|units| Decimal4::from_scaled(*units).ok())
                .unwrap_or_default(),
            first_short_week: short_weeks
                .get(one.row)
                .and_then(|week| first_day_of_week(as_of, (*week)?)),
            stock: one.stock,
        })
        .collect();
    let mut rows = build_plan_rows(as_of, &plan, rows);
    for row in &mut rows {
        // A plan stays in memory.
        row.stock.season = None;
    }
    rows
}

/// What the plan knows of a stock row beyond the inventory: corrections, prices and costs.
struct RowTerms {
    is_planned: bool,
    on_hand: Decimal4,
    pack_size: Option<Decimal4>,
    min_order_quantity: Option<Decimal4>,
    unit_cost: Decimal4,
    margin_e4: i64,
    carrying_share: f64,
}

impl RowTerms {
    fn new(stock: &StockRow, is_planned: bool, costs: OrderingCosts) -> Self {
        Self {
            is_planned,
            on_hand: stock.on_hand,
            pack_size: stock.pack_size,
            min_order_quantity: stock.min_order_quantity,
            unit_cost: stock.unit_cost,
            margin_e4: margin_e4(stock, costs),
            carrying_share: costs.holding_percent.to_f64() / 100.0,
        }
    }

    fn complete(&self, row: &mut purchase_planning::StockRow) {
        row.is_planned = self.is_planned;
        row.on_hand_e4 = self.on_hand.scaled();
        row.pack_size_e4 = self.pack_size.map_or(0, Decimal4::scaled);
        row.min_order_quantity_e4 = self.min_order_quantity.map_or(0, Decimal4::scaled);
        row.carrying_share = self.carrying_share;
        row.unit_price_e4 = row.unit_cost_e4 + self.margin_e4;
        row.unit_cost_e4 = self.unit_cost.scaled();
    }
}

/// Enough sales for a season, a price, and no reorder point that a user has corrected.
fn has_enough_data(stock: &StockRow) -> bool {
    let is_corrected = stock.reorder_point_corrected && stock.reorder_point.is_some();
    stock.season.is_some() && stock.costs.shortage > 0.0 && !is_corrected
}

/// Margin of a unit: the cost of a shortage is a multiple of it.
fn margin_e4(stock: &StockRow, costs: OrderingCosts) -> i64 {
    let multiple = costs.shortage_multiple.to_f64();
    let margin = if multiple > 0.0 {
        stock.costs.shortage / multiple
    } else {
        0.0
    };
    Decimal4::parse(&format!("{margin:.4}")).map_or(0, Decimal4::scaled)
}

/// Handling a transfer costs as much as placing and receiving an order.
fn planning_costs(costs: OrderingCosts) -> Costs {
    let (order, shortage) = (costs.order_cost.to_f64(), costs.shortage_multiple.to_f64());
    Costs {
        order_line: order,
        transfer: order,
        transfer_freight_share: f64::from(TRANSFER_FREIGHT_PERCENT) / 100.0,
        transfer_days: f64::from(TRANSFER_DAYS),
        shortage,
        shortage_booked: shortage,
        substitute_acceptance: costs.substitute_acceptance_percent.to_f64() / 100.0,
    }
}

fn first_day_of_week(as_of: NaiveDate, week: usize) -> Option<NaiveDate> {
    as_of.checked_add_days(Days::new(7 * week as u64))
}
