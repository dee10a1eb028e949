//! Settings of an organization that its files do not contain.

use super::amounts::SCALE;
use chrono::NaiveDate;
use std::collections::{BTreeMap, BTreeSet};

/// Quantities and amounts in ten-thousandths. Defaults: 20 % a year, 1.5 margins, 75 per order, 14
/// days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrgSettings {
    /// Currency of the sums; none selects that of most lines.
    pub currency: Option<String>,
    /// Annual holding cost, in percent of the stock's purchase cost.
    pub holding_percent: i128,
    /// Cost of a unit of unmet demand, as a multiple of the unit's margin.
    pub shortage_multiple: i128,
    /// Cost per order.
    pub order_cost: i128,
    /// Lead time in days if none is known.
    pub lead_days: u32,
    /// Updates of the public harvest records.
    pub yields: Vec<Harvest>,
    /// Corrections of stock rows, by item and location.
    pub stock_overrides: BTreeMap<(String, String), StockOverride>,
    /// Unusual purchase prices that count.
    pub confirmed_prices: BTreeSet<ConfirmedPrice>,
    /// Stock locations at which lines of other locations count, for items without stock there.
    pub stock_locations: BTreeMap<String, String>,
    /// Whether sales have the date of the order, so that they count as demand when delivered.
    pub sales_dated_by_booking: bool,
    /// Lines of open and ordered drafts that still count, in the order of their drafts.
    pub draft_lines: Vec<DraftLine>,
    /// What the purchase plan decides, by item and location.
    pub planned_rows: BTreeMap<(String, String), PlannedRow>,
    /// Arrivals, bookings and forecast of the season position.
    pub position_rows: Vec<PositionRow>,
    /// What the purchase plan advises to offer.
    pub substitutes: Vec<OfferedSubstitute>,
}

/// What the purchase plan decides about a stock row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlannedRow {
    Sufficient,
    /// Short, and in an open draft.
    InDraft,
    Ordered(PlannedOrder),
    OutOfRange,
}

/// Estimates of the planner, in ten-thousandths: the reference checks what follows from them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedOrder {
    pub quantity: i128,
    pub reorder_point: i128,
    /// On order, ordered from drafts, or the rest of open purchase orders if these are more.
    pub open_orders: i128,
    /// Moved to the location less moved away.
    pub transferred: i128,
    /// Shortage, carrying, ordering and price changes of the coming year with the order today.
    pub now: [i128; 4],
    /// The same with the next chance to order in a week.
    pub wait: [i128; 4],
}

/// Estimates of the planner about an item to offer for another one, in ten-thousandths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedSubstitute {
    pub item: String,
    pub location: String,
    /// The id of the other item.
    pub substitute: String,
    pub quantity: i128,
    pub saved_here: i128,
    pub lower_margin: i128,
    pub lost_at_substitute: i128,
}

/// The weeks of a stock row in the season position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionRow {
    pub item: String,
    pub location: String,
    pub weeks: Vec<PositionWeek>,
}

/// Units of a week in ten-thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionWeek {
    pub arrivals: i128,
    pub bookings: i128,
    pub forecast: i128,
}

/// A line of a draft order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftLine {
    pub item: String,
    pub location: String,
    pub unit: String,
    /// True if ordered, false if the draft is open.
    pub is_ordered: bool,
    /// Last day on which an ordered line counts.
    pub counts_through: Option<NaiveDate>,
    pub quantity: i128,
    pub day: NaiveDate,
    /// Quantity on order at the time of the draft, and purchases from that day up to then.
    pub on_order: i128,
    pub bought: i128,
}

/// Correction of a stock row, valid while the row has this unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StockOverride {
    pub unit: String,
    pub lead_days: Option<u32>,
    pub reorder_point: Option<i128>,
    pub minimum: Option<i128>,
    pub pack: Option<i128>,
}

/// A confirmed price of an item from a supplier (empty if none) on a day.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConfirmedPrice {
    pub item: String,
    pub unit: String,
    pub day: NaiveDate,
    pub supplier: String,
    pub price: i128,
    pub currency: String,
}

/// Yield of a region in a year, in ten-thousandths of a bushel per acre.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Harvest {
    pub crop: String,
    pub region: String,
    pub year: i32,
    pub bushels: i128,
}

impl OrgSettings {
    /// The same without the ordered lines that no longer count on a day.
    pub(super) fn with_drafts_counting_on(&self, day: NaiveDate) -> Self {
        let mut settings = self.clone();
        settings
            .draft_lines
            .retain(|line| !line.is_ordered || line.counts_through.is_some_and(|last| last >= day));
        settings
    }
}

impl Default for OrgSettings {
    fn default() -> Self {
        Self {
            currency: None,
            holding_percent: 20 * SCALE,
            shortage_multiple: 3 * SCALE / 2,
            order_cost: 75 * SCALE,
            lead_days: 14,
            yields: Vec::new(),
            stock_overrides: BTreeMap::new(),
            confirmed_prices: BTreeSet::new(),
            stock_locations: BTreeMap::new(),
            sales_dated_by_booking: false,
            draft_lines: Vec::new(),
            planned_rows: BTreeMap::new(),
            position_rows: Vec::new(),
            substitutes: Vec::new(),
        }
    }
}
