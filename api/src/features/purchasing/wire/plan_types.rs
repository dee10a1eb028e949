//! Response types of the purchase plan.

use chrono::NaiveDate;
use poem_openapi::Object;

use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::ordering_costs::OrderingCosts;
use crate::features::purchasing::planned_substitute::PlannedSubstitute;
use crate::features::purchasing::purchase_plan::{
    CostTerms, PlanAction, PlanReason, PlanRow, PlannedOrder, PlannedTransfer, TRANSFER_DAYS,
    TRANSFER_FREIGHT_PERCENT, WaitingCost,
};
use crate::features::purchasing::season_position::MissingInput;

/// What to do about each stock row.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct PurchasePlanPage {
    /// By default what is due today first, then what costs most to leave.
    pub items: Vec<PurchasePlanLine>,
    /// Cursor of the next page; absent on the last page.
    pub next_cursor: Option<String>,
    /// Matching lines on all pages.
    pub total: u64,
    /// Those of them with an order today.
    pub order_now: u64,
    /// Those of them that only need a transfer today.
    pub transfers: u64,
    /// Those of them with a substitute to offer, whatever else is to be done.
    pub substitutes: u64,
    /// Those of them with a later order.
    pub order_later: u64,
    /// Cost of today's orders, in `meta.currency`.
    pub order_cost: f64,
    /// What waiting a week with all of today's orders costs, in `meta.currency`.
    pub cost_of_waiting: f64,
    /// Categories with stock rows, at most 500.
    pub categories: Vec<String>,
    /// Locations with stock rows, at most 500.
    pub locations: Vec<String>,
    /// Data that the plan lacks.
    pub missing: Vec<MissingInput>,
    /// The costs that the plan weighs.
    pub costs: PlanCosts,
}

/// Costs of the organization's purchasing settings, and assumptions about transfers.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct PlanCosts {
    /// Placing and receiving an order, or handling a transfer, in `meta.currency`.
    pub order_cost: f64,
    /// Annual holding cost in percent of the purchase cost.
    pub holding_cost_percent: f64,
    /// Cost of a missing unit as a multiple of its margin. The plan counts it twice, because
    /// demand varies more than past seasons show.
    pub shortage_cost_multiple: f64,
    /// Days that a transfer takes.
    pub transfer_days: u32,
    /// Freight of a transfer in percent of the purchase cost.
    pub transfer_freight_percent: u32,
    /// Percent of customers who accept a substitute for a missing item.
    pub substitute_acceptance_percent: f64,
}

/// What to do about an item at a location.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct PurchasePlanLine {
    /// Id of the item.
    pub item_id: String,
    /// The item's name.
    pub item: String,
    /// `seed`, `fertilizer`, `pesticide` or `other`.
    pub category: String,
    /// The location of the stock.
    pub location: String,
    /// `bag`, `gal`, `ton`, `lb` or `unit`.
    pub unit: String,
    /// Id of the supplier that the stock row names.
    pub supplier_id: Option<String>,
    /// The supplier's name.
    pub supplier: Option<String>,
    /// What to do.
    pub action: PlanAction,
    /// Why.
    pub reason: PlanReason,
    /// Units on hand.
    pub on_hand: f64,
    /// Purchase cost of a unit in `meta.currency`.
    pub unit_cost: f64,
    /// Units per pack; absent if the warehouse has none.
    pub pack_size: Option<f64>,
    /// The supplier's minimum order; absent if the warehouse has none.
    pub min_order_quantity: Option<f64>,
    /// First day of the first week in which the season position ends below 0.
    pub first_short_week: Option<NaiveDate>,
    /// The order to place today.
    pub order: Option<PlanOrder>,
    /// Transfers into the location, the best first.
    pub transfers: Vec<PlanTransfer>,
    /// Another item to offer to customers until an order of today could arrive. Advice only: orders
    /// and transfers are those without it.
    pub substitute: Option<PlanSubstitute>,
    /// First day of the week of a later order, if demand is as expected.
    pub order_by: Option<NaiveDate>,
    /// Units of the later order.
    pub later_quantity: Option<f64>,
}

/// An order to place today.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct PlanOrder {
    /// Units in whole packs, at least the minimum order.
    pub quantity: f64,
    /// quantity x unitCost.
    pub cost: f64,
    /// When it usually arrives.
    pub arrives_on: NaiveDate,
    /// Units on hand and underway, after transfers; by reorder point less those booked.
    pub position: f64,
    /// Expected demand until an order of next week would arrive.
    pub expected_demand: Option<f64>,
    /// Present if the reorder point decides.
    pub reorder_point: Option<f64>,
    /// Absent if the reorder point decides.
    pub waiting: Option<PlanWaitingCost>,
}

/// What it costs to order a week later: the expected cost of 46 weeks without an order today, less
/// that with it, in `meta.currency`.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct PlanWaitingCost {
    /// The total of `difference`.
    pub cost: f64,
    /// With the order today.
    pub now: PlanCostTerms,
    /// With the next chance to order in a week.
    pub wait: PlanCostTerms,
    /// `wait` less `now`.
    pub difference: PlanCostTerms,
}

/// Expected costs in `meta.currency`. The terms add up to the total.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct PlanCostTerms {
    /// Margin lost on missing units, times the settings' multiple, counted twice.
    pub shortage: f64,
    /// Carrying stock.
    pub carrying: f64,
    /// Placing and receiving orders.
    pub ordering: f64,
    /// What the units cost more than at today's list price, by prices that the supplier has
    /// announced; less if negative.
    pub price_changes: f64,
    /// The sum.
    pub total: f64,
}

/// Units to move from another location.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct PlanTransfer {
    /// The location that has more than it needs.
    pub from: String,
    /// Units to move.
    pub quantity: f64,
    /// Expected cost saved at the destination, in `meta.currency`.
    pub saved_here: f64,
    /// Expected cost added at the source.
    pub lost_at_source: f64,
    /// Handling of the transfer.
    pub handling: f64,
    /// Freight of the transfer.
    pub freight: f64,
    /// savedHere less lostAtSource, handling and freight.
    pub saving: f64,
}

/// An item at the same location with the same active ingredient, category and unit. It assumes that
/// `costs.substituteAcceptancePercent` of the customers for whom the item is missing take this one
/// instead.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct PlanSubstitute {
    /// Id of the other item.
    pub item_id: String,
    /// Its name.
    pub item: String,
    /// Units of it that can be spared, in the line's unit.
    pub quantity: f64,
    /// Units that are expected to be missing until an order of today arrives.
    pub missing: f64,
    /// Units of the other item that customers are expected to take.
    pub taken: f64,
    /// When an order of today usually arrives.
    pub arrives_on: NaiveDate,
    /// Margin lost on as many missing units, times the settings' multiple, counted twice, in
    /// `meta.currency`.
    pub saved_here: f64,
    /// Margin by which the other item earns less on them, counted twice; 0 if it earns more.
    pub lower_margin: f64,
    /// Expected cost added at the other item.
    pub lost_at_substitute: f64,
    /// savedHere less lowerMargin and lostAtSubstitute.
    pub saving: f64,
}

impl From<OrderingCosts> for PlanCosts {
    fn from(costs: OrderingCosts) -> Self {
        Self {
            order_cost: costs.order_cost.to_f64(),
            holding_cost_percent: costs.holding_percent.to_f64(),
            shortage_cost_multiple: costs.shortage_multiple.to_f64(),
            transfer_days: TRANSFER_DAYS,
            transfer_freight_percent: TRANSFER_FREIGHT_PERCENT,
            substitute_acceptance_percent: costs.substitute_acceptance_percent.to_f64(),
        }
    }
}

impl From<&PlanRow> for PurchasePlanLine {
    fn from(row: &PlanRow) -> Self {
        let stock = &row.stock;
        Self {
            item_id: stock.item_id.clone(),
            item: stock.item.clone(),
            category: stock.category.clone(),
            location: stock.location.clone(),
            unit: stock.unit.clone(),
            supplier_id: stock.supplier_id.clone(),
            supplier: stock.supplier.clone(),
            action: row.action,
            reason: row.reason,
            on_hand: stock.on_hand.to_f64(),
            unit_cost: stock.unit_cost.to_f64(),
            pack_size: stock.pack_size.map(Decimal4::to_f64),
            min_order_quantity: stock.min_order_quantity.map(Decimal4::to_f64),
            first_short_week: row.first_short_week,
            order: row.order.map(Into::into),
            transfers: row.transfers.iter().map(Into::into).collect(),
            substitute: row.substitute.as_deref().map(Into::into),
            order_by: row.order_by,
            later_quantity: row.later_quantity.map(Decimal4::to_f64),
        }
    }
}

impl From<PlannedOrder> for PlanOrder {
    fn from(order: PlannedOrder) -> Self {
        Self {
            quantity: order.quantity.to_f64(),
            cost: ExactSum::from(order.cost).to_money(),
            arrives_on: order.arrives_on,
            position: order.position.to_f64(),
            expected_demand: order.expected_demand.map(Decimal4::to_f64),
            reorder_point: order.reorder_point.map(Decimal4::to_f64),
            waiting: order.waiting.map(Into::into),
        }
    }
}

impl From<WaitingCost> for PlanWaitingCost {
    fn from(waiting: WaitingCost) -> Self {
        Self {
            cost: waiting.total().to_money(),
            now: waiting.now.into(),
            wait: waiting.wait.into(),
            difference: waiting.difference.into(),
        }
    }
}

impl From<CostTerms> for PlanCostTerms {
    fn from(terms: CostTerms) -> Self {
        Self {
            shortage: terms.shortage.to_f64(),
            carrying: terms.carrying.to_f64(),
            ordering: terms.ordering.to_f64(),
            price_changes: terms.price_changes.to_f64(),
            total: terms.total().to_money(),
        }
    }
}

impl From<&PlannedTransfer> for PlanTransfer {
    fn from(transfer: &PlannedTransfer) -> Self {
        Self {
            from: transfer.from.clone(),
            quantity: transfer.quantity.to_f64(),
            saved_here: transfer.saved_here.to_f64(),
            lost_at_source: transfer.lost_at_source.to_f64(),
            handling: transfer.handling.to_f64(),
            freight: transfer.freight.to_f64(),
            saving: transfer.saving.to_f64(),
        }
    }
}

impl From<&PlannedSubstitute> for PlanSubstitute {
    fn from(substitute: &PlannedSubstitute) -> Self {
        Self {
            item_id: substitute.item_id.clone(),
            item: substitute.item.clone(),
            quantity: substitute.quantity.to_f64(),
            missing: substitute.missing.to_f64(),
            taken: substitute.taken.to_f64(),
            arrives_on: substitute.arrives_on,
            saved_here: substitute.saved_here.to_f64(),
            lower_margin: substitute.lower_margin.to_f64(),
            lost_at_substitute: substitute.lost_at_substitute.to_f64(),
            saving: substitute.saving.to_f64(),
        }
    }
}
