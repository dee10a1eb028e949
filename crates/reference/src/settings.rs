//! What an organization says itself, beside its files.

use super::amounts::SCALE;
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// Quantities and amounts in ten-thousandths. What is usual where nothing is said: 20 % a year, 1.5
/// margins, 75 an order, 14 days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrgSettings {
    /// The currency in which amounts are added up; none takes that of most lines.
    pub currency: Option<String>,
    /// Of keeping stock for a year, in percent of what it cost.
    pub holding_percent: i128,
    /// Of a unit that was not there, in margins of the unit.
    pub shortage_multiple: i128,
    /// Of an order, whatever its size.
    pub order_cost: i128,
    /// Of items of which nothing tells a lead time.
    pub lead_days: u32,
    /// Public harvests that were learned of since the program was built.
    pub yields: Vec<Harvest>,
    /// Corrections of single rows, by item and location.
    pub stock_overrides: BTreeMap<(String, String), StockOverride>,
    /// What was accepted of recommendations and neither discarded nor so old that it should long
    /// have come, in the order in which it was drafted.
    pub draft_lines: Vec<DraftLine>,
}

/// A line of a draft order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftLine {
    pub item: String,
    pub location: String,
    pub unit: String,
    /// It was ordered; else it waits.
    pub is_ordered: bool,
    pub quantity: i128,
    pub day: NaiveDate,
    /// What the stock had on order then, and what purchases from that day on had come to.
    pub on_order: i128,
    pub bought: i128,
}

/// What is said of a stock row as long as it is kept in this unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StockOverride {
    pub unit: String,
    pub lead_days: Option<u32>,
    pub reorder_point: Option<i128>,
    pub minimum: Option<i128>,
    pub pack: Option<i128>,
}

/// What a region bore in a year, in ten-thousandths of a bushel per acre.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Harvest {
    pub crop: String,
    pub region: String,
    pub year: i32,
    pub bushels: i128,
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
            draft_lines: Vec::new(),
        }
    }
}
