//! Stock status: items at or below their reorder point, and an item's stock over all locations.
//!
//! Quantities of different units are never added.

use super::purchase_plan::PlanRow;
use super::recommend::{LevelRule, StockRow, stock_position};
use crate::decimal::Decimal4;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

/// Method of the low-stock list, for the details on demand.
pub const LOW_STOCK_METHOD: &str = "Items and locations whose quantity on hand is at or below the \
    advised reorder point, which is the one of the purchase recommendations; the smallest share of \
    it first";
/// Method of an item's stock.
pub const STOCK_METHOD: &str =
    "On hand over all locations, by unit; position = on hand + on order - booked";

/// An item at a location. Quantities are in the item's unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockItem {
    pub item_id: String,
    pub item: String,
    pub unit: String,
    pub location: String,
    pub on_hand: Decimal4,
    pub on_order: Decimal4,
    /// Booked by customers.
    pub booked: Decimal4,
    /// The reorder point in the inventory data.
    pub recorded_reorder_point: Option<Decimal4>,
    /// None if there are too few sales and no reorder point, or costs in another currency.
    pub advice: Option<StockAdvice>,
    /// Lead time of the item or else of its supplier in the warehouse, in days.
    pub lead_time_days: Option<u32>,
}

/// What the recommendations say about an item at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockAdvice {
    /// The advised reorder point.
    pub reorder_point: Decimal4,
    pub rule: LevelRule,
    /// Whether the quantity on hand is at or below it.
    pub is_low: bool,
    pub order: OrderNeed,
}

/// Whether an order is needed, by the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderNeed {
    /// The position is above the advised reorder point.
    None,
    /// The item is recommended.
    Order,
    /// An open draft contains the item.
    Drafted,
}

impl StockItem {
    /// `on_hand + on_order - booked`; none beyond the range of quantities.
    pub fn position(&self) -> Option<Decimal4> {
        stock_position(self.on_hand, self.on_order, self.booked)
    }

    /// The advised reorder point, or else the recorded one.
    pub fn reorder_point(&self) -> Option<Decimal4> {
        let advised = self.advice.map(|advice| advice.reorder_point);
        advised.or(self.recorded_reorder_point)
    }

    /// Whether the quantity on hand is at or below the reorder point; none without a reorder point.
    pub fn is_low(&self) -> Option<bool> {
        is_at_or_below(self.on_hand, self.advice, self.recorded_reorder_point)
    }
}

impl From<&PlanRow> for StockItem {
    /// Without a lead time: the plan's is not the one on record.
    fn from(row: &PlanRow) -> Self {
        let stock = &row.stock;
        Self {
            item_id: stock.item_id.clone(),
            item: stock.item.clone(),
            unit: stock.unit.clone(),
            location: stock.location.clone(),
            on_hand: stock.on_hand,
            on_order: stock.on_order,
            booked: stock.booked,
            recorded_reorder_point: recorded_point(stock),
            advice: row.advice,
            lead_time_days: None,
        }
    }
}

/// The reorder point in the inventory data; none if a user has replaced it.
fn recorded_point(stock: &StockRow) -> Option<Decimal4> {
    stock
        .reorder_point
        .filter(|_| !stock.reorder_point_corrected)
}

fn is_at_or_below(
    on_hand: Decimal4,
    advice: Option<StockAdvice>,
    recorded: Option<Decimal4>,
) -> Option<bool> {
    match advice {
        Some(advice) => Some(advice.is_low),
        None => recorded.map(|point| on_hand <= point),
    }
}

/// Items at or below their reorder point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowStock {
    /// The first of them: used-up stock, then by the remaining share of the reorder point, item and
    /// location.
    pub first: Vec<StockItem>,
    /// Number of them.
    pub low: usize,
    /// Number of distinct items among them.
    pub items: usize,
    /// Number of stock rows.
    pub rows: usize,
    /// Rows without a reorder point, which are never low.
    pub without_reorder_point: usize,
    /// Rows that were compared with the recorded reorder point.
    pub compared_with_recorded: usize,
    /// Low rows that the recommendations list.
    pub low_to_order: usize,
    /// Other rows that the recommendations list, because bookings reduce their position.
    pub others_to_order: usize,
}

impl LowStock {
    /// Counts a row. Returns whether it is low.
    fn count(&mut self, advice: Option<StockAdvice>, is_low: Option<bool>) -> bool {
        self.rows += 1;
        let to_order = matches!(advice, Some(advice) if advice.order == OrderNeed::Order);
        if is_low.is_some() && advice.is_none() {
            self.compared_with_recorded += 1;
        }
        match is_low {
            Some(true) => {
                self.low += 1;
                self.low_to_order += usize::from(to_order);
            }
            Some(false) => self.others_to_order += usize::from(to_order),
            None => self.without_reorder_point += 1,
        }
        is_low == Some(true)
    }
}

/// A low row of the plan or of the stock, to sort without copying it.
#[derive(Clone, Copy)]
enum LowRow<'a> {
    Planned(&'a PlanRow),
    Other(&'a StockItem),
}

impl LowRow<'_> {
    /// The quantity on hand, at least 0, and the reorder point, both scaled.
    fn levels(self) -> (i128, i128) {
        let (on_hand, point) = match self {
            Self::Planned(row) => {
                let advised = row.advice.map(|advice| advice.reorder_point);
                let point = advised.or_else(|| recorded_point(&row.stock));
                (row.stock.on_hand, point)
            }
            Self::Other(row) => (row.on_hand, row.reorder_point()),
        };
        let point = point.map_or(0, Decimal4::scaled);
        (i128::from(on_hand.scaled().max(0)), i128::from(point))
    }

    /// Used-up stock first, then by the remaining share of the reorder point, compared exactly.
    fn compare_urgency(self, other: Self) -> Ordering {
        // A low row with stock has a reorder point above 0.
        match (self.levels(), other.levels()) {
            ((ours @ 0, _), (theirs, _)) | ((ours, _), (theirs @ 0, _)) => ours.cmp(&theirs),
            ((ours, our_point), (theirs, their_point)) => {
                (ours * their_point).cmp(&(theirs * our_point))
            }
        }
    }

    fn names(&self) -> (&str, &str, &str) {
        match self {
            Self::Planned(PlanRow { stock, .. }) => (&stock.item, &stock.location, &stock.item_id),
            Self::Other(row) => (&row.item, &row.location, &row.item_id),
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.compare_urgency(*other)
            .then_with(|| self.names().cmp(&other.names()))
    }
}

impl From<LowRow<'_>> for StockItem {
    fn from(row: LowRow<'_>) -> Self {
        match row {
            LowRow::Planned(row) => row.into(),
            LowRow::Other(row) => row.clone(),
        }
    }
}

/// Counts the rows that are low, of the plan and others that it leaves out, and takes the first of
/// them.
pub fn find_low_stock<'a>(
    planned: impl IntoIterator<Item = &'a PlanRow>,
    others: &'a [StockItem],
    limit: usize,
) -> LowStock {
    let mut result = LowStock::default();
    let mut low = Vec::new();
    for row in planned {
        let recorded = recorded_point(&row.stock);
        let is_low = is_at_or_below(row.stock.on_hand, row.advice, recorded);
        if result.count(row.advice, is_low) {
            low.push(LowRow::Planned(row));
        }
    }
    for row in others {
        if result.count(row.advice, row.is_low()) {
            low.push(LowRow::Other(row));
        }
    }
    result.items = low
        .iter()
        .map(|row| row.names().2)
        .collect::<HashSet<_>>()
        .len();
    if low.len() > limit {
        low.select_nth_unstable_by(limit, LowRow::compare);
        low.truncate(limit);
    }
    low.sort_unstable_by(LowRow::compare);
    result.first = low.into_iter().map(StockItem::from).collect();
    result
}

/// An item in one unit, summed over all locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemStock {
    pub unit: String,
    pub on_hand: Decimal4,
    pub on_order: Decimal4,
    pub booked: Decimal4,
    pub position: Decimal4,
    /// Number of locations with a stock row.
    pub locations: usize,
    /// Number of those at or below their reorder point.
    pub low: usize,
    /// The longest of its lead times.
    pub lead_time_days: Option<u32>,
}

/// Stock of an item by unit. Units whose sums exceed the range of quantities are left out.
pub fn sum_by_unit(rows: &[StockItem]) -> Vec<ItemStock> {
    let mut by_unit: BTreeMap<&str, Vec<&StockItem>> = BTreeMap::new();
    for row in rows {
        by_unit.entry(&row.unit).or_default().push(row);
    }
    by_unit
        .into_iter()
        .filter_map(|(unit, rows)| sum_item_stock(unit, &rows))
        .collect()
}

fn sum_item_stock(unit: &str, rows: &[&StockItem]) -> Option<ItemStock> {
    let sum = |of: fn(&StockItem) -> Decimal4| {
        rows.iter()
            .try_fold(Decimal4::ZERO, |sum, row| sum.checked_add(of(row)).ok())
    };
    let (on_hand, on_order, booked) = (
        sum(|row| row.on_hand)?,
        sum(|row| row.on_order)?,
        sum(|row| row.booked)?,
    );
    Some(ItemStock {
        unit: unit.to_owned(),
        on_hand,
        on_order,
        booked,
        position: stock_position(on_hand, on_order, booked)?,
        locations: rows.len(),
        low: rows.iter().filter(|row| row.is_low() == Some(true)).count(),
        lead_time_days: rows.iter().filter_map(|row| row.lead_time_days).max(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_decimal(text: &str) -> Decimal4 {
        Decimal4::parse(text).unwrap()
    }

    fn stock_item(item: &str, location: &str, on_hand: &str, point: &str) -> StockItem {
        StockItem {
            item_id: item.to_lowercase(),
            item: item.to_owned(),
            unit: "ton".to_owned(),
            location: location.to_owned(),
            on_hand: parse_decimal(on_hand),
            on_order: parse_decimal("5"),
            booked: parse_decimal("2"),
            recorded_reorder_point: Decimal4::parse(point).ok(),
            advice: None,
            lead_time_days: None,
        }
    }

    #[test]
    fn sorts_low_stock_by_remaining_share() {
        let rows = vec![
            stock_item("Urea", "Ames", "10", "10"),
            stock_item("Urea", "Boone", "10.0001", "10"),
            stock_item("Potash", "Ames", "30", "100"),
            stock_item("MAP", "Ames", "0", "1"),
            stock_item("UAN", "Ames", "-1", "0"),
            stock_item("Corn", "Ames", "0", ""),
            stock_item("Urea", "Perry", "3", "10"),
        ];
        let result = find_low_stock(&[], &rows, 100);
        let read: Vec<_> = result
            .first
            .iter()
            .map(|row| (row.item.as_str(), row.location.as_str()))
            .collect();
        assert_eq!(
            read,
            [
                ("MAP", "Ames"),
                ("UAN", "Ames"),
                ("Potash", "Ames"),
                ("Urea", "Perry"),
                ("Urea", "Ames")
            ]
        );
        assert_eq!(
            (
                result.low,
                result.items,
                result.rows,
                result.without_reorder_point,
                result.compared_with_recorded
            ),
            (5, 4, 7, 1, 6)
        );
        let two = find_low_stock(&[], &rows, 2);
        assert_eq!((&two.first[..], two.low), (&result.first[..2], 5));
        assert_eq!(find_low_stock(&[], &[], 100), LowStock::default());
    }

    #[test]
    fn advice_outranks_the_recorded_reorder_point() {
        let advise = |point: &str, is_low: bool| {
            Some(StockAdvice {
                reorder_point: parse_decimal(point),
                rule: LevelRule::Season,
                is_low,
                order: OrderNeed::None,
            })
        };
        let rows = vec![
            StockItem {
                advice: advise("8", false),
                ..stock_item("Urea", "Ames", "10", "20")
            },
            StockItem {
                advice: advise("40", true),
                ..stock_item("Potash", "Ames", "30", "20")
            },
            StockItem {
                advice: advise("10", true),
                ..stock_item("MAP", "Ames", "5", "")
            },
        ];
        let result = find_low_stock(&[], &rows, 100);
        let low: Vec<_> = result
            .first
            .iter()
            .map(|row| (row.item.as_str(), row.reorder_point()))
            .collect();
        assert_eq!(
            low,
            [
                ("MAP", Some(parse_decimal("10"))),
                ("Potash", Some(parse_decimal("40")))
            ]
        );
        assert_eq!(
            (result.without_reorder_point, result.compared_with_recorded),
            (0, 0)
        );
    }

    #[test]
    fn adds_locations_but_not_units() {
        let gallons = StockItem {
            unit: "gal".to_owned(),
            lead_time_days: Some(9),
            ..stock_item("UAN", "Perry", "100", "50")
        };
        let rows = [
            stock_item("UAN", "Ames", "1.5", "2"),
            gallons,
            StockItem {
                lead_time_days: Some(4),
                ..stock_item("UAN", "Boone", "4", "2")
            },
        ];
        let read = sum_by_unit(&rows);
        let [gallons, tons] = read.as_slice() else {
            panic!("{read:?}")
        };
        assert_eq!(
            (
                gallons.unit.as_str(),
                gallons.on_hand,
                gallons.lead_time_days
            ),
            ("gal", parse_decimal("100"), Some(9))
        );
        assert_eq!(
            (tons.on_hand, tons.on_order, tons.booked, tons.position),
            (
                parse_decimal("5.5"),
                parse_decimal("10"),
                parse_decimal("4"),
                parse_decimal("11.5")
            )
        );
        assert_eq!(
            (tons.locations, tons.low, tons.lead_time_days),
            (2, 1, Some(4))
        );
    }

    #[test]
    fn omits_sums_beyond_range() {
        let huge = StockItem {
            on_hand: parse_decimal("999999999999"),
            ..stock_item("UAN", "Ames", "0", "0")
        };
        assert_eq!(sum_by_unit(&[huge.clone(), huge]), Vec::new());
    }
}
