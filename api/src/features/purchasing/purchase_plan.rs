//! The purchase plan: what to do about each stock row, why, what it costs, and what waiting costs.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use poem_openapi::Enum;
use purchase_planning::{LaterOrder, OrderLine, Plan, TransferLine, YearCosts};

use super::ordering_costs::OrderingCosts;
use super::recommend::{StockRow, compute_recommendations};
use super::season_position::MissingInput;
use crate::decimal::{Decimal4, ExactSum};

/// How the plan is calculated.
pub const METHOD: &str = "Dynamic programming over 46 weeks on the demand of the season position: \
    carrying, shortages and order lines; transfers where they save more than they cost. Rows with \
    too few sales or without a price follow their reorder point.";
/// Weeks in which later orders are announced.
pub const LATER_WEEKS: usize = 26;
/// Days that a transfer between locations takes.
pub const TRANSFER_DAYS: u32 = 3;
/// Freight of a transfer, in percent of the value.
pub const TRANSFER_FREIGHT_PERCENT: u32 = 2;

/// What to do about a stock row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum)]
#[oai(rename_all = "snake_case")]
pub enum PlanAction {
    /// Order today.
    OrderNow,
    /// Move stock here from another location.
    Transfer,
    /// Nothing today; order on a later day.
    OrderLater,
    /// Nothing.
    None,
}

/// Why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum PlanReason {
    /// Expected demand until the next order could arrive exceeds the position.
    DemandExceedsStock,
    /// The position covers expected demand, but the risk of a shortage costs more than an order.
    SafetyStock,
    /// Too few sales for a plan: the position is at or below the reorder point.
    BelowReorderPoint,
    /// Another location has more than it needs.
    SurplusElsewhere,
    /// The position lasts until a later order arrives.
    StockLasts,
    /// The position covers expected demand.
    StockSuffices,
    /// An open draft contains the order.
    InDraft,
    /// It runs short, but an order costs more than the shortage.
    ShortageCostsLess,
    /// Neither sales nor a reorder point to plan with.
    NotEnoughData,
}

/// A stock row, and what the planner needs to know of it beyond its own row.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanInput {
    pub stock: StockRow,
    /// The index of its row in the plan.
    pub row: usize,
    /// Whether the plan has enough data for it.
    pub is_planned: bool,
    /// First day of the first week in which its balance is below 0.
    pub first_short_week: Option<NaiveDate>,
}

/// What to do about a stock row.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanRow {
    pub stock: StockRow,
    pub action: PlanAction,
    pub reason: PlanReason,
    pub first_short_week: Option<NaiveDate>,
    pub order: Option<PlannedOrder>,
    /// Into the row's location.
    pub transfers: Vec<PlannedTransfer>,
    /// The day of a later order.
    pub order_by: Option<NaiveDate>,
    /// Units of a later order.
    pub later_quantity: Option<Decimal4>,
}

/// An order to place today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedOrder {
    /// In whole packs, at least the minimum order.
    pub quantity: Decimal4,
    /// `quantity x unit_cost`
    pub cost: Decimal4,
    pub arrives_on: NaiveDate,
    /// Units on hand and underway that the order adds to, after transfers.
    pub position: Decimal4,
    /// Expected demand until an order of next week would arrive; none by reorder point.
    pub expected_demand: Option<Decimal4>,
    /// The level below which the position is; none if the plan decides.
    pub reorder_point: Option<Decimal4>,
    /// None by reorder point.
    pub waiting: Option<WaitingCost>,
}

/// Expected cost of the coming year with the order today, and with the next chance to order in a
/// week. Every amount is rounded to the cent, so that the terms add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingCost {
    pub now: CostTerms,
    pub wait: CostTerms,
    /// `wait - now`, term by term; its total is the cost of waiting.
    pub difference: CostTerms,
}

/// Amounts in the organization's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CostTerms {
    pub shortage: Decimal4,
    pub carrying: Decimal4,
    pub ordering: Decimal4,
}

/// Units to move into a row's location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedTransfer {
    pub from: String,
    pub quantity: Decimal4,
    /// Expected cost that the units save here.
    pub saved_here: Decimal4,
    /// Expected cost that they add at their source.
    pub lost_at_source: Decimal4,
    pub handling: Decimal4,
    pub freight: Decimal4,
    /// `saved_here - lost_at_source - handling - freight`
    pub saving: Decimal4,
}

/// The plan of an organization.
#[derive(Debug, Clone, PartialEq)]
pub struct PurchasePlan {
    pub as_of: NaiveDate,
    pub rows: Vec<PlanRow>,
    pub missing: Vec<MissingInput>,
    pub costs: OrderingCosts,
    /// Currency of the costs.
    pub currency: Option<String>,
    /// Stock rows whose cost is in another currency: they are not planned.
    pub other_currency_rows: u64,
    /// Bookings and purchase orders in a unit other than that of their stock row, or without one.
    pub unmatched_lines: u64,
    /// The day of the newest order line; none without lines.
    pub data_through: Option<NaiveDate>,
}

impl CostTerms {
    fn from_year(costs: YearCosts) -> Option<Self> {
        Some(Self {
            shortage: round_to_cents(costs.shortage)?,
            carrying: round_to_cents(costs.carrying)?,
            ordering: round_to_cents(costs.ordering)?,
        })
    }

    fn subtract(self, other: Self) -> Option<Self> {
        Some(Self {
            shortage: self.shortage.checked_sub(other.shortage).ok()?,
            carrying: self.carrying.checked_sub(other.carrying).ok()?,
            ordering: self.ordering.checked_sub(other.ordering).ok()?,
        })
    }

    pub fn total(self) -> ExactSum {
        [self.shortage, self.carrying, self.ordering]
            .into_iter()
            .fold(ExactSum::ZERO, |sum, term| sum.saturating_add(term.into()))
    }
}

impl WaitingCost {
    fn from_years(now: YearCosts, wait: YearCosts) -> Option<Self> {
        let (now, wait) = (CostTerms::from_year(now)?, CostTerms::from_year(wait)?);
        Some(Self {
            now,
            wait,
            difference: wait.subtract(now)?,
        })
    }

    /// The cost of waiting a week.
    pub fn total(self) -> ExactSum {
        self.difference.total()
    }
}

impl PlanRow {
    /// What a week of waiting costs, and what the transfers save; none where the reorder point
    /// decides, or nothing is to be done.
    pub fn urgency(&self) -> Option<ExactSum> {
        let waiting = self.order.and_then(|order| order.waiting);
        let mut sum = waiting.map(WaitingCost::total);
        for transfer in &self.transfers {
            sum.get_or_insert(ExactSum::ZERO).add(transfer.saving);
        }
        sum
    }
}

/// What to do about each stock row as of a day.
pub fn build_plan_rows(as_of: NaiveDate, plan: &Plan, inputs: Vec<PlanInput>) -> Vec<PlanRow> {
    let locations: HashMap<usize, String> = inputs
        .iter()
        .map(|input| (input.row, input.stock.location.clone()))
        .collect();
    let orders: HashMap<usize, &OrderLine> =
        plan.orders.iter().map(|order| (order.row, order)).collect();
    let later: HashMap<usize, &LaterOrder> =
        plan.later.iter().map(|later| (later.row, later)).collect();
    let mut transfers: HashMap<usize, Vec<PlannedTransfer>> = HashMap::new();
    for transfer in &plan.transfers {
        // A source in another currency cannot be compared.
        if let Some(from) = locations.get(&transfer.from)
            && let Some(planned) = round_transfer(transfer, from)
        {
            transfers.entry(transfer.to).or_default().push(planned);
        }
    }
    inputs
        .into_iter()
        .map(|input| {
            if !input.is_planned {
                return row_by_reorder_point(as_of, input);
            }
            let order = orders
                .get(&input.row)
                .and_then(|order| round_order(as_of, order, &input.stock));
            let transfers = transfers.remove(&input.row).unwrap_or_default();
            row_by_plan(as_of, input, order, transfers, |row| {
                later.get(&row).copied()
            })
        })
        .collect()
}

fn row_by_plan<'a>(
    as_of: NaiveDate,
    input: PlanInput,
    order: Option<PlannedOrder>,
    transfers: Vec<PlannedTransfer>,
    find_later: impl Fn(usize) -> Option<&'a LaterOrder>,
) -> PlanRow {
    let mut row = PlanRow {
        stock: input.stock,
        action: PlanAction::None,
        reason: PlanReason::StockSuffices,
        first_short_week: input.first_short_week,
        order: None,
        transfers,
        order_by: None,
        later_quantity: None,
    };
    if row.stock.waiting {
        row.reason = PlanReason::InDraft;
    } else if let Some(order) = order {
        row.action = PlanAction::OrderNow;
        row.reason = if order.expected_demand > Some(order.position) {
            PlanReason::DemandExceedsStock
        } else {
            PlanReason::SafetyStock
        };
        row.order = Some(order);
        return row;
    }
    if !row.transfers.is_empty() {
        row.action = PlanAction::Transfer;
        row.reason = PlanReason::SurplusElsewhere;
    } else if row.stock.waiting {
        return row;
    } else if let Some(later) = find_later(input.row).filter(|later| later.week <= LATER_WEEKS) {
        row.action = PlanAction::OrderLater;
        row.reason = PlanReason::StockLasts;
        row.order_by = as_of.checked_add_days(Days::new(7 * later.week as u64));
        row.later_quantity = Decimal4::from_scaled(later.quantity_e4).ok();
    } else if row.first_short_week.is_some() {
        row.reason = PlanReason::ShortageCostsLess;
    }
    row
}

/// Too few sales, or no price: the reorder point decides.
fn row_by_reorder_point(as_of: NaiveDate, input: PlanInput) -> PlanRow {
    let mut advised = compute_recommendations(vec![input.stock.clone()]);
    let order = advised.items.pop().map(|advice| PlannedOrder {
        quantity: advice.recommended,
        cost: advice.cost,
        arrives_on: as_of
            .checked_add_days(Days::new(advice.terms.lead_time.days.ceil_days()))
            .unwrap_or(NaiveDate::MAX),
        position: advice.terms.position,
        expected_demand: None,
        reorder_point: Some(advice.terms.reorder_point),
        waiting: None,
    });
    PlanRow {
        action: if order.is_some() {
            PlanAction::OrderNow
        } else {
            PlanAction::None
        },
        reason: if order.is_some() {
            PlanReason::BelowReorderPoint
        } else if advised.waiting > 0 {
            PlanReason::InDraft
        } else if advised.without_reorder_point > 0 {
            PlanReason::NotEnoughData
        } else {
            PlanReason::StockSuffices
        },
        stock: input.stock,
        first_short_week: input.first_short_week,
        order,
        transfers: Vec::new(),
        order_by: None,
        later_quantity: None,
    }
}

/// None if a figure exceeds the range of quantities or amounts.
fn round_order(as_of: NaiveDate, order: &OrderLine, stock: &StockRow) -> Option<PlannedOrder> {
    let quantity = Decimal4::from_scaled(order.quantity_e4).ok()?;
    let days = round_to_days(order.arrives_in_days)?;
    Some(PlannedOrder {
        quantity,
        cost: quantity.checked_mul(stock.unit_cost).ok()?,
        arrives_on: as_of.checked_add_days(Days::new(days))?,
        position: Decimal4::from_scaled(order.position_e4).ok()?,
        expected_demand: Some(Decimal4::from_scaled(order.demand_until_next_e4).ok()?),
        reorder_point: None,
        waiting: Some(WaitingCost::from_years(order.now, order.wait)?),
    })
}

fn round_transfer(transfer: &TransferLine, from: &str) -> Option<PlannedTransfer> {
    let terms = transfer.terms;
    let saved_here = round_to_cents(terms.saved_at_destination)?;
    let lost_at_source = round_to_cents(terms.lost_at_source)?;
    let (handling, freight) = (
        round_to_cents(terms.handling)?,
        round_to_cents(terms.freight)?,
    );
    let costs = lost_at_source
        .checked_add(handling)
        .ok()?
        .checked_add(freight)
        .ok()?;
    Some(PlannedTransfer {
        from: from.to_owned(),
        quantity: Decimal4::from_scaled(transfer.quantity_e4).ok()?,
        saved_here,
        lost_at_source,
        handling,
        freight,
        saving: saved_here.checked_sub(costs).ok()?,
    })
}

fn round_to_cents(amount: f64) -> Option<Decimal4> {
    Decimal4::parse(&format!("{amount:.2}")).ok()
}

fn round_to_days(days: f64) -> Option<u64> {
    format!("{:.0}", days.max(0.0)).parse().ok()
}

#[cfg(test)]
mod tests;
