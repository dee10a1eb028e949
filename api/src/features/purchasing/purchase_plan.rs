//! The purchase plan: what to do about each stock row, why, what it costs, and what waiting costs.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

use chrono::{Days, NaiveDate};
use poem_openapi::Enum;
use purchase_planning::{LaterOrder, OrderLine, Plan, RowLevel, TransferLine, YearCosts};

use super::ordering_costs::OrderingCosts;
use super::planned_substitute::PlannedSubstitute;
use super::recommend::{
    LevelRule, NoAdvice, OrderTerms, REVIEW_DAYS, ReorderOrder, StockRow, advise_by_reorder_point,
};
use super::season_position::MissingInput;
use super::stock_status::{OrderNeed, StockAdvice};
use crate::cache::deserialize_rows;
use crate::decimal::{Decimal4, ExactSum};
use crate::exclusion::Exclusions;

/// How the plan and the recommendations are calculated.
pub const METHOD: &str = "Dynamic programming over 46 weeks on the demand of the season position, \
    with bookings and forecast counted once: carrying, shortages, announced list prices and order \
    lines; transfers where they save more than they cost; substitutes with the same active \
    ingredient for units that would be missing. Rows with too few sales, without a price or with a \
    corrected reorder point follow their reorder point. In whole packs";
/// Weeks in which later orders are announced.
pub const LATER_WEEKS: usize = 26;
/// Days that a transfer between locations takes.
pub const TRANSFER_DAYS: u32 = 3;
/// Freight of a transfer, in percent of the value.
pub const TRANSFER_FREIGHT_PERCENT: u32 = 2;

/// What to do about a stock row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum, Serialize, Deserialize)]
#[oai(rename_all = "snake_case")]
pub enum PlanAction {
    /// Order today.
    OrderNow,
    /// Move stock here from another location.
    Transfer,
    /// Neither order nor move anything today; offer another item to customers.
    OfferSubstitute,
    /// Nothing today; order on a later day.
    OrderLater,
    /// Nothing.
    None,
}

/// Why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize, Deserialize)]
#[oai(rename_all = "snake_case")]
pub enum PlanReason {
    /// Expected demand until the next order could arrive exceeds the position.
    DemandExceedsStock,
    /// The position covers expected demand, but the risk of a shortage costs more than an order.
    SafetyStock,
    /// The supplier has announced a higher price: ordering before it costs less.
    PriceIncrease,
    /// Too few sales for a plan: the position is at or below the reorder point.
    BelowReorderPoint,
    /// Another location has more than it needs.
    SurplusElsewhere,
    /// It runs short before an order could arrive, and an item with the same active ingredient has
    /// more than it needs.
    SubstituteInStock,
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
    /// A figure exceeds the range of quantities or amounts, which indicates wrong data.
    OutOfRange,
}

/// A stock row, and what the planner needs to know of it beyond its own row.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanInput {
    pub stock: StockRow,
    /// The index of its row in the plan.
    pub row: usize,
    /// Whether the plan has enough data for it.
    pub is_planned: bool,
    /// On order, ordered from drafts, or the rest of open purchase orders if these are more.
    pub underway: Decimal4,
    /// First day of the first week in which its balance is below 0.
    pub first_short_week: Option<NaiveDate>,
}

/// What to do about a stock row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanRow {
    pub stock: StockRow,
    pub action: PlanAction,
    pub reason: PlanReason,
    pub first_short_week: Option<NaiveDate>,
    pub order: Option<PlannedOrder>,
    /// How the order was calculated.
    pub terms: Option<Box<OrderTerms>>,
    /// None if there is too little data.
    pub advice: Option<StockAdvice>,
    /// Into the row's location.
    pub transfers: Vec<PlannedTransfer>,
    /// To offer until an order arrives, whatever else is done.
    pub substitute: Option<Box<PlannedSubstitute>>,
    /// The day of a later order.
    pub order_by: Option<NaiveDate>,
    /// Units of a later order.
    pub later_quantity: Option<Decimal4>,
}

/// Terms of an order that the plan decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanTerms {
    pub reason: PlanReason,
    /// Units moved to the location today, less those moved away.
    pub transferred: Decimal4,
    pub arrives_on: NaiveDate,
    pub waiting: WaitingCost,
}

/// An order to place today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingCost {
    pub now: CostTerms,
    pub wait: CostTerms,
    /// `wait - now`, term by term; its total is the cost of waiting.
    pub difference: CostTerms,
}

/// Amounts in the organization's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostTerms {
    pub shortage: Decimal4,
    pub carrying: Decimal4,
    pub ordering: Decimal4,
    /// What the units cost more than at today's list price; less if negative.
    pub price_changes: Decimal4,
}

/// Units to move into a row's location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PurchasePlan {
    pub as_of: NaiveDate,
    #[serde(deserialize_with = "deserialize_rows")]
    pub rows: Vec<PlanRow>,
    pub missing: Vec<MissingInput>,
    pub costs: OrderingCosts,
    /// Currency of the costs.
    pub currency: Option<String>,
    /// By category, stock rows whose cost is in another currency: they are not planned.
    pub other_currency_rows: BTreeMap<String, u64>,
    /// Sale lines of the year that count for no stock row.
    pub unused_sales: Exclusions,
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
            price_changes: round_to_cents(costs.price_changes)?,
        })
    }

    fn subtract(self, other: Self) -> Option<Self> {
        Some(Self {
            shortage: self.shortage.checked_sub(other.shortage).ok()?,
            carrying: self.carrying.checked_sub(other.carrying).ok()?,
            ordering: self.ordering.checked_sub(other.ordering).ok()?,
            price_changes: self.price_changes.checked_sub(other.price_changes).ok()?,
        })
    }

    pub fn terms(self) -> [Decimal4; 4] {
        [
            self.shortage,
            self.carrying,
            self.ordering,
            self.price_changes,
        ]
    }

    pub fn total(self) -> ExactSum {
        self.terms()
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

    /// Whether to wait would cost nothing at today's prices.
    fn is_due_to_prices(self) -> bool {
        let price_changes = self.difference.price_changes;
        price_changes > Decimal4::ZERO && self.total() <= price_changes.into()
    }
}

impl PurchasePlan {
    /// Stock rows of a category, or of all, whose cost is in another currency.
    pub fn other_currency_rows(&self, category: Option<&str>) -> u64 {
        match category {
            None => self.other_currency_rows.values().sum(),
            Some(category) => self.other_currency_rows.get(category).copied().unwrap_or(0),
        }
    }
}

impl PlanRow {
    fn new(stock: StockRow, first_short_week: Option<NaiveDate>, reason: PlanReason) -> Self {
        Self {
            stock,
            action: PlanAction::None,
            reason,
            first_short_week,
            order: None,
            terms: None,
            advice: None,
            transfers: Vec::new(),
            substitute: None,
            order_by: None,
            later_quantity: None,
        }
    }

    /// What a week of waiting costs, and what the transfers and the substitute save; none where the
    /// reorder point decides, or nothing is to be done.
    pub fn urgency(&self) -> Option<ExactSum> {
        let waiting = self.order.and_then(|order| order.waiting);
        let mut sum = waiting.map(WaitingCost::total);
        for transfer in &self.transfers {
            sum.get_or_insert(ExactSum::ZERO).add(transfer.saving);
        }
        if let Some(substitute) = &self.substitute {
            sum.get_or_insert(ExactSum::ZERO).add(substitute.saving);
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
    let mut index = PlanIndex::new(plan);
    for transfer in &plan.transfers {
        // A source in another currency cannot be compared.
        if let Some(from) = locations.get(&transfer.from)
            && let Some(planned) = round_transfer(transfer, from)
        {
            index
                .transfers
                .entry(transfer.to)
                .or_default()
                .push(planned);
        }
    }
    index.substitutes = name_substitutes(as_of, plan, &inputs);
    inputs
        .into_iter()
        .map(|input| {
            if input.is_planned {
                row_by_plan(as_of, input, &mut index)
            } else {
                row_by_reorder_point(as_of, input)
            }
        })
        .collect()
}

/// The parts of a plan by row.
struct PlanIndex<'a> {
    orders: HashMap<usize, &'a OrderLine>,
    later: HashMap<usize, &'a LaterOrder>,
    levels: HashMap<usize, &'a RowLevel>,
    transfers: HashMap<usize, Vec<PlannedTransfer>>,
    /// Units moved to a row, less those moved away.
    transferred_e4: HashMap<usize, i64>,
    substitutes: HashMap<usize, PlannedSubstitute>,
}

impl<'a> PlanIndex<'a> {
    fn new(plan: &'a Plan) -> Self {
        let mut transferred_e4: HashMap<usize, i64> = HashMap::new();
        for transfer in &plan.transfers {
            *transferred_e4.entry(transfer.to).or_default() += transfer.quantity_e4;
            *transferred_e4.entry(transfer.from).or_default() -= transfer.quantity_e4;
        }
        Self {
            orders: plan.orders.iter().map(|one| (one.row, one)).collect(),
            later: plan.later.iter().map(|one| (one.row, one)).collect(),
            levels: plan.levels.iter().map(|one| (one.row, one)).collect(),
            transfers: HashMap::new(),
            transferred_e4,
            substitutes: HashMap::new(),
        }
    }
}

/// By row. An item whose cost is in another currency cannot be compared.
fn name_substitutes(
    as_of: NaiveDate,
    plan: &Plan,
    inputs: &[PlanInput],
) -> HashMap<usize, PlannedSubstitute> {
    let rows: HashMap<usize, &StockRow> = inputs
        .iter()
        .map(|input| (input.row, &input.stock))
        .collect();
    let named = plan.substitutes.iter().filter_map(|line| {
        let other = rows.get(&line.substitute)?;
        let planned = PlannedSubstitute::from_line(as_of, line, &other.item_id, &other.item)?;
        Some((line.row, planned))
    });
    named.collect()
}

fn row_by_plan(as_of: NaiveDate, input: PlanInput, index: &mut PlanIndex<'_>) -> PlanRow {
    let order = index.orders.get(&input.row).copied();
    let level = index.levels.get(&input.row).copied();
    let transferred_e4 = index.transferred_e4.get(&input.row).copied();
    let short_week = input.first_short_week;
    let planned = order.map(|order| plan_order(as_of, order, level, transferred_e4, &input));
    let advice = level.map(|level| advise_by_plan(level, planned.is_some(), &input.stock));
    let mut row = PlanRow::new(input.stock, short_week, PlanReason::StockSuffices);
    row.transfers = index.transfers.remove(&input.row).unwrap_or_default();
    let substitute = index.substitutes.remove(&input.row).map(Box::new);
    // A figure is out of range.
    if matches!(advice, Some(None)) || matches!(planned, Some(None)) {
        row.reason = PlanReason::OutOfRange;
        return row;
    }
    row.advice = advice.flatten();
    row.substitute = substitute;
    match planned.flatten() {
        Some(_) if row.stock.waiting => row.reason = PlanReason::InDraft,
        Some((order, terms, reason)) => {
            (row.action, row.reason) = (PlanAction::OrderNow, reason);
            (row.order, row.terms) = (Some(order), Some(Box::new(terms)));
            return row;
        }
        None => {}
    }
    let later = index.later.get(&input.row).copied();
    choose_action(&mut row, as_of, later);
    row
}

/// What to do about a row without an order of today.
fn choose_action(row: &mut PlanRow, as_of: NaiveDate, later: Option<&LaterOrder>) {
    let is_in_draft = row.reason == PlanReason::InDraft;
    if !row.transfers.is_empty() {
        row.action = PlanAction::Transfer;
        if !is_in_draft {
            row.reason = PlanReason::SurplusElsewhere;
        }
        return;
    }
    if is_in_draft {
        if row.substitute.is_some() {
            row.action = PlanAction::OfferSubstitute;
        }
        return;
    }
    if let Some(later) = later.filter(|later| later.week <= LATER_WEEKS) {
        row.action = PlanAction::OrderLater;
        row.reason = PlanReason::StockLasts;
        row.order_by = as_of.checked_add_days(Days::new(7 * later.week as u64));
        row.later_quantity = Decimal4::from_scaled(later.quantity_e4).ok();
    } else if row.first_short_week.is_some() {
        row.reason = PlanReason::ShortageCostsLess;
    }
    if row.substitute.is_some() {
        row.action = PlanAction::OfferSubstitute;
        row.reason = PlanReason::SubstituteInStock;
    }
}

/// What the plan says about a row: reorder point 0 where no order of today pays from any position.
/// None if the level exceeds the range of quantities.
fn advise_by_plan(level: &RowLevel, is_ordered: bool, stock: &StockRow) -> Option<StockAdvice> {
    let order = match (is_ordered, stock.waiting) {
        (true, true) => OrderNeed::Drafted,
        (true, false) => OrderNeed::Order,
        (false, _) => OrderNeed::None,
    };
    let reorder_point = match level.reorder_point_e4 {
        Some(scaled) => Some(Decimal4::from_scaled(scaled).ok()?),
        None => None,
    };
    Some(StockAdvice {
        reorder_point: reorder_point.unwrap_or_default(),
        rule: LevelRule::Plan,
        is_low: reorder_point.is_some_and(|point| stock.on_hand <= point),
        order,
    })
}

/// Too few sales, no price, or a corrected reorder point: the reorder point decides.
fn row_by_reorder_point(as_of: NaiveDate, input: PlanInput) -> PlanRow {
    let advised = advise_by_reorder_point(&input.stock);
    let mut row = PlanRow::new(
        input.stock,
        input.first_short_week,
        PlanReason::StockSuffices,
    );
    let advised = match advised {
        Ok(advised) => advised,
        Err(reason) => {
            row.reason = match reason {
                NoAdvice::NoLevels => PlanReason::NotEnoughData,
                NoAdvice::OutOfRange => PlanReason::OutOfRange,
            };
            return row;
        }
    };
    row.advice = Some(StockAdvice {
        reorder_point: advised.reorder_point,
        rule: advised.rule,
        is_low: advised.is_low,
        order: match (&advised.order, row.stock.waiting) {
            (None, _) => OrderNeed::None,
            (Some(_), true) => OrderNeed::Drafted,
            (Some(_), false) => OrderNeed::Order,
        },
    });
    match advised.order {
        Some(_) if row.stock.waiting => row.reason = PlanReason::InDraft,
        Some(ReorderOrder {
            terms,
            quantity,
            cost,
        }) => {
            row.action = PlanAction::OrderNow;
            row.reason = PlanReason::BelowReorderPoint;
            row.order = Some(PlannedOrder {
                quantity,
                cost,
                arrives_on: as_of
                    .checked_add_days(Days::new(terms.lead_time.days.ceil_days()))
                    .unwrap_or(NaiveDate::MAX),
                position: terms.position,
                expected_demand: None,
                reorder_point: Some(terms.reorder_point),
                waiting: None,
            });
            row.terms = Some(Box::new(terms));
        }
        None => {}
    }
    row
}

/// An order with its terms and reason. None if a figure exceeds the range of quantities or amounts.
fn plan_order(
    as_of: NaiveDate,
    order: &OrderLine,
    level: Option<&RowLevel>,
    transferred_e4: Option<i64>,
    input: &PlanInput,
) -> Option<(PlannedOrder, OrderTerms, PlanReason)> {
    let stock = &input.stock;
    let quantity = Decimal4::from_scaled(order.quantity_e4).ok()?;
    let days = round_to_days(order.arrives_in_days)?;
    let transferred = Decimal4::from_scaled(transferred_e4.unwrap_or(0)).ok()?;
    let position = stock.on_hand.checked_add(input.underway).ok()?;
    let position = position.checked_add(transferred).ok()?;
    let expected_demand = Decimal4::from_scaled(order.demand_until_next_e4).ok()?;
    let arrives_on = as_of.checked_add_days(Days::new(days))?;
    let waiting = WaitingCost::from_years(order.now, order.wait)?;
    let reason = if expected_demand > position {
        PlanReason::DemandExceedsStock
    } else if waiting.is_due_to_prices() {
        PlanReason::PriceIncrease
    } else {
        PlanReason::SafetyStock
    };
    let reorder_point = match level.and_then(|level| level.reorder_point_e4) {
        Some(scaled) => Decimal4::from_scaled(scaled).ok()?,
        None => position,
    };
    let planned = PlannedOrder {
        quantity,
        cost: quantity.checked_mul(stock.unit_cost).ok()?,
        arrives_on,
        position,
        expected_demand: Some(expected_demand),
        reorder_point: None,
        waiting: Some(waiting),
    };
    let terms = OrderTerms {
        on_hand: stock.on_hand,
        on_order: input.underway.checked_sub(stock.ordered).ok()?,
        ordered: stock.ordered,
        booked: stock.booked,
        position,
        rule: LevelRule::Plan,
        reorder_point,
        sold_last_year: stock.sold_last_year,
        lead_time: stock.lead_time,
        review_days: REVIEW_DAYS,
        expected_sales: expected_demand,
        season: None,
        plan: Some(PlanTerms {
            reason,
            transferred,
            arrives_on,
            waiting,
        }),
        order_up_to: position.checked_add(quantity).ok()?,
        shortfall: quantity,
        min_order_quantity: stock.order_minimum(),
        pack_size: stock.order_pack(),
        unit_cost: stock.unit_cost,
    };
    Some((planned, terms, reason))
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

pub(super) fn round_to_cents(amount: f64) -> Option<Decimal4> {
    Decimal4::parse(&format!("{amount:.2}")).ok()
}

pub(super) fn round_to_days(days: f64) -> Option<u64> {
    format!("{:.0}", days.max(0.0)).parse().ok()
}

#[cfg(test)]
mod tests;
