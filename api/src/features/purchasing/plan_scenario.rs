//! What if: the purchase plan under other assumptions, compared with the plan.

use std::cmp::Reverse;
use std::collections::HashMap;

use chrono::NaiveDate;

use super::purchase_plan::{PlanAction, PlanRow, PurchasePlan, WaitingCost};
use super::recommend::LevelRule;
use crate::decimal::{Decimal4, ExactSum};

/// Changed lines in a comparison.
pub const MAX_CHANGED_LINES: usize = 200;

/// Assumptions that differ from what the plan expects.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PlanScenario {
    /// Weeks by which the coming seasons are later; earlier if negative.
    pub season_weeks: i32,
    /// Percent by which purchase prices are higher; sale prices stay.
    pub price_percent: i32,
    /// Weeks by which every supplier takes longer, also for what is underway.
    pub lead_weeks: i32,
}

/// What a plan comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlanTotals {
    /// Lines to order today.
    pub order_now: u64,
    /// Their cost.
    pub order_cost: ExactSum,
    /// Lines that only need a transfer today.
    pub transfers: u64,
    /// Lines with a later order.
    pub order_later: u64,
    /// Lines whose season position ends below 0 in a week of the coming half year.
    pub short: u64,
}

/// What is done about a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineDecision {
    pub action: PlanAction,
    /// Units ordered today.
    pub quantity: Option<Decimal4>,
    /// Cost of the order.
    pub cost: Option<Decimal4>,
    pub order_by: Option<NaiveDate>,
}

/// A line about which something else is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedLine {
    pub item_id: String,
    pub item: String,
    pub location: String,
    pub unit: String,
    pub plan: LineDecision,
    pub scenario: LineDecision,
    /// The budget does not suffice for its order.
    pub is_deferred: bool,
}

/// Orders of today that the budget does not suffice for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DeferredOrders {
    pub lines: u64,
    pub cost: ExactSum,
    /// What waiting a week with them costs.
    pub cost_of_waiting: ExactSum,
}

/// A plan beside the one under a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanComparison {
    pub plan: PlanTotals,
    pub scenario: PlanTotals,
    pub deferred: DeferredOrders,
    /// The largest differences of cost first, at most [`MAX_CHANGED_LINES`].
    pub changed: Vec<ChangedLine>,
    /// Changed lines, listed or not.
    pub changed_total: u64,
    /// Lines that follow their reorder point, which a scenario does not change.
    pub by_reorder_point: u64,
}

impl PlanScenario {
    pub fn season_days(self) -> f64 {
        f64::from(7 * self.season_weeks)
    }

    pub fn lead_days(self) -> f64 {
        f64::from(7 * self.lead_weeks)
    }

    /// The purchase price under the scenario, rounded to four decimals; the price itself if it
    /// exceeds the range of amounts.
    pub fn apply_to_cost(self, unit_cost: Decimal4) -> Decimal4 {
        let hundredths = i64::from(self.price_percent.saturating_add(100));
        Decimal4::from_scaled(hundredths * 100)
            .and_then(|factor| unit_cost.checked_mul(factor))
            .unwrap_or(unit_cost)
    }
}

impl PlanTotals {
    fn from_decisions<'a>(rows: impl Iterator<Item = (&'a PlanRow, LineDecision)>) -> Self {
        let mut totals = Self::default();
        for (row, decision) in rows {
            match decision.action {
                PlanAction::OrderNow => totals.order_now += 1,
                PlanAction::Transfer => totals.transfers += 1,
                PlanAction::OfferSubstitute | PlanAction::OrderLater | PlanAction::None => {}
            }
            totals.order_later += u64::from(decision.order_by.is_some());
            if let Some(cost) = decision.cost {
                totals.order_cost.add(cost);
            }
            totals.short += u64::from(row.first_short_week.is_some());
        }
        totals
    }
}

impl LineDecision {
    fn from_row(row: &PlanRow) -> Self {
        Self {
            action: row.action,
            quantity: row.order.map(|order| order.quantity),
            cost: row.order.map(|order| order.cost),
            order_by: row.order_by,
        }
    }

    /// No order today: transfers and substitutes remain.
    fn without_order(row: &PlanRow) -> Self {
        let action = if !row.transfers.is_empty() {
            PlanAction::Transfer
        } else if row.substitute.is_some() {
            PlanAction::OfferSubstitute
        } else {
            PlanAction::None
        };
        Self {
            action,
            quantity: None,
            cost: None,
            order_by: None,
        }
    }
}

/// Compares a plan with one under a scenario. With a budget, the orders of the scenario are placed in
/// the order of what waiting a week costs per unit of money, as far as the budget suffices.
pub fn compare_plans(
    plan: &PurchasePlan,
    scenario: &PurchasePlan,
    budget: Option<Decimal4>,
) -> PlanComparison {
    let (deferred_rows, deferred) = defer_orders(&scenario.rows, budget);
    let decisions: Vec<LineDecision> = scenario
        .rows
        .iter()
        .zip(&deferred_rows)
        .map(|(row, is_deferred)| {
            if *is_deferred {
                LineDecision::without_order(row)
            } else {
                LineDecision::from_row(row)
            }
        })
        .collect();
    let before: HashMap<_, &PlanRow> = plan.rows.iter().map(|row| (key(row), row)).collect();
    let mut changed: Vec<ChangedLine> = scenario
        .rows
        .iter()
        .zip(&decisions)
        .zip(&deferred_rows)
        .filter_map(|((row, decision), is_deferred)| {
            let before = LineDecision::from_row(before.get(&key(row))?);
            (before != *decision).then(|| ChangedLine {
                item_id: row.stock.item_id.clone(),
                item: row.stock.item.clone(),
                location: row.stock.location.clone(),
                unit: row.stock.unit.clone(),
                plan: before,
                scenario: *decision,
                is_deferred: *is_deferred,
            })
        })
        .collect();
    // Stable: equal differences stay in the order of item and location.
    changed.sort_by_key(|line| Reverse(cost_difference(line)));
    let changed_total = changed.len() as u64;
    changed.truncate(MAX_CHANGED_LINES);
    let follows_level = |row: &&PlanRow| {
        row.advice
            .is_some_and(|advice| advice.rule != LevelRule::Plan)
    };
    PlanComparison {
        plan: PlanTotals::from_decisions(
            plan.rows
                .iter()
                .map(|row| (row, LineDecision::from_row(row))),
        ),
        scenario: PlanTotals::from_decisions(scenario.rows.iter().zip(decisions)),
        deferred,
        changed,
        changed_total,
        by_reorder_point: plan.rows.iter().filter(follows_level).count() as u64,
    }
}

fn key(row: &PlanRow) -> (&str, &str, &str) {
    (&row.stock.item_id, &row.stock.unit, &row.stock.location)
}

fn cost_difference(line: &ChangedLine) -> i64 {
    let cost = |decision: &LineDecision| decision.cost.map_or(0, Decimal4::scaled);
    (cost(&line.scenario) - cost(&line.plan)).abs()
}

/// By row, whether the budget does not suffice for its order.
fn defer_orders(rows: &[PlanRow], budget: Option<Decimal4>) -> (Vec<bool>, DeferredOrders) {
    let mut is_deferred = vec![false; rows.len()];
    let mut deferred = DeferredOrders::default();
    let Some(budget) = budget else {
        return (is_deferred, deferred);
    };
    let mut orders: Vec<(usize, Decimal4, ExactSum)> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| {
            let order = row.order?;
            let waiting = order.waiting.map_or(ExactSum::ZERO, WaitingCost::total);
            Some((index, order.cost, waiting))
        })
        .collect();
    // a/b > c/d as a x d > c x b: costs of orders are not negative.
    orders.sort_by(|(_, cost_a, waiting_a), (_, cost_b, waiting_b)| {
        let a = waiting_a.to_f64() * cost_b.to_f64();
        let b = waiting_b.to_f64() * cost_a.to_f64();
        b.total_cmp(&a)
    });
    let mut left = i128::from(budget.scaled());
    for (index, cost, waiting) in orders {
        if i128::from(cost.scaled()) <= left {
            left -= i128::from(cost.scaled());
        } else {
            if let Some(row) = is_deferred.get_mut(index) {
                *row = true;
            }
            deferred.lines += 1;
            deferred.cost.add(cost);
            deferred.cost_of_waiting = deferred.cost_of_waiting.saturating_add(waiting);
        }
    }
    (is_deferred, deferred)
}
