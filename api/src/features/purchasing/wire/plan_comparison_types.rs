//! Response types of the comparison of the purchase plan with a scenario.

use chrono::NaiveDate;
use poem_openapi::Object;

use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::plan_scenario::{
    ChangedLine, DeferredOrders, LineDecision, PlanComparison, PlanTotals,
};
use crate::features::purchasing::purchase_plan::PlanAction;

/// The purchase plan beside the one under a scenario. Amounts are in `meta.currency`.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct PurchasePlanComparison {
    /// As expected.
    pub plan: PlanTotalFigures,
    /// Under the scenario.
    pub scenario: PlanTotalFigures,
    /// Orders of the scenario that the budget does not suffice for.
    pub deferred: DeferredPlanOrders,
    /// Lines about which something else is done, at most 200: the largest differences of cost
    /// first.
    pub changed: Vec<ChangedPlanLine>,
    /// Changed lines, listed or not.
    pub changed_total: u64,
    /// Lines that follow their reorder point: a scenario changes their prices only.
    pub by_reorder_point: u64,
}

/// What a plan comes to.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct PlanTotalFigures {
    /// Lines to order today.
    pub order_now: u64,
    /// Their cost.
    pub order_cost: f64,
    /// Lines that only need a transfer today.
    pub transfers: u64,
    /// Lines with a later order.
    pub order_later: u64,
    /// Lines whose season position ends below 0 in a week of the coming half year.
    pub short: u64,
}

/// Orders that the budget does not suffice for.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct DeferredPlanOrders {
    /// Lines.
    pub lines: u64,
    /// Their cost.
    pub cost: f64,
    /// What waiting a week with them costs.
    pub cost_of_waiting: f64,
}

/// A line about which something else is done.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct ChangedPlanLine {
    /// Id of the item.
    pub item_id: String,
    /// The item's name.
    pub item: String,
    /// The location of the stock.
    pub location: String,
    /// `bag`, `gal`, `ton`, `lb` or `unit`.
    pub unit: String,
    /// As expected.
    pub plan: PlanLineDecision,
    /// Under the scenario.
    pub scenario: PlanLineDecision,
    /// The budget does not suffice for its order.
    pub deferred: bool,
}

/// What is done about a line.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct PlanLineDecision {
    /// What to do.
    pub action: PlanAction,
    /// Units ordered today.
    pub quantity: Option<f64>,
    /// Cost of the order.
    pub cost: Option<f64>,
    /// First day of the week of a later order.
    pub order_by: Option<NaiveDate>,
}

impl From<PlanComparison> for PurchasePlanComparison {
    fn from(comparison: PlanComparison) -> Self {
        Self {
            plan: comparison.plan.into(),
            scenario: comparison.scenario.into(),
            deferred: comparison.deferred.into(),
            changed: comparison.changed.into_iter().map(Into::into).collect(),
            changed_total: comparison.changed_total,
            by_reorder_point: comparison.by_reorder_point,
        }
    }
}

impl From<PlanTotals> for PlanTotalFigures {
    fn from(totals: PlanTotals) -> Self {
        Self {
            order_now: totals.order_now,
            order_cost: totals.order_cost.to_money(),
            transfers: totals.transfers,
            order_later: totals.order_later,
            short: totals.short,
        }
    }
}

impl From<DeferredOrders> for DeferredPlanOrders {
    fn from(deferred: DeferredOrders) -> Self {
        Self {
            lines: deferred.lines,
            cost: deferred.cost.to_money(),
            cost_of_waiting: deferred.cost_of_waiting.to_money(),
        }
    }
}

impl From<ChangedLine> for ChangedPlanLine {
    fn from(line: ChangedLine) -> Self {
        Self {
            item_id: line.item_id,
            item: line.item,
            location: line.location,
            unit: line.unit,
            plan: line.plan.into(),
            scenario: line.scenario.into(),
            deferred: line.is_deferred,
        }
    }
}

impl From<LineDecision> for PlanLineDecision {
    fn from(decision: LineDecision) -> Self {
        Self {
            action: decision.action,
            quantity: decision.quantity.map(Decimal4::to_f64),
            cost: decision.cost.map(|cost| ExactSum::from(cost).to_money()),
            order_by: decision.order_by,
        }
    }
}
