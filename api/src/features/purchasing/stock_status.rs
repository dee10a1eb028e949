//! Stock status: items at or below their reorder point, and an item's stock over all locations.
//!
//! Quantities of different units are never added.

use super::recommend::stock_position;
use crate::decimal::Decimal4;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Method of the low-stock list, for the details on demand.
pub const LOW_STOCK_METHOD: &str = "Items and locations whose quantity on hand is at or below their \
    reorder point; the smallest share of the reorder point first";
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
    pub reorder_point: Option<Decimal4>,
    /// Lead time of the item or else of its supplier in the warehouse, in days.
    pub lead_time_days: Option<u32>,
}

impl StockItem {
    /// `on_hand + on_order - booked`; none beyond the range of quantities.
    pub fn position(&self) -> Option<Decimal4> {
        stock_position(self.on_hand, self.on_order, self.booked)
    }

    /// Whether the quantity on hand is at or below the reorder point; none without a reorder point.
    pub fn is_low(&self) -> Option<bool> {
        self.reorder_point.map(|point| self.on_hand <= point)
    }
}

/// Items at or below their reorder point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowStock {
    /// Used-up stock first, then by the remaining share of the reorder point, item and location.
    pub low: Vec<StockItem>,
    /// Number of distinct items in `low`.
    pub items: usize,
    /// Number of stock rows.
    pub rows: usize,
    /// Rows without a reorder point, which are never low.
    pub without_reorder_point: usize,
}

/// Selects and sorts the rows that are low.
pub fn find_low_stock(rows: Vec<StockItem>) -> LowStock {
    let mut result = LowStock {
        rows: rows.len(),
        ..LowStock::default()
    };
    for row in rows {
        match row.is_low() {
            Some(true) => result.low.push(row),
            Some(false) => {}
            None => result.without_reorder_point += 1,
        }
    }
    result.low.sort_by(|a, b| {
        compare_urgency(a, b).then_with(|| {
            (&a.item, &a.location, &a.item_id).cmp(&(&b.item, &b.location, &b.item_id))
        })
    });
    result.items = result
        .low
        .iter()
        .map(|row| &row.item_id)
        .collect::<BTreeSet<_>>()
        .len();
    result
}

/// Used-up stock first, then by the remaining share of the reorder point, compared exactly.
fn compare_urgency(a: &StockItem, b: &StockItem) -> Ordering {
    let left = |stock: &StockItem| i128::from(stock.on_hand.scaled().max(0));
    // A low row with stock has a reorder point above 0.
    let point = |stock: &StockItem| i128::from(stock.reorder_point.map_or(0, Decimal4::scaled));
    match (left(a), left(b)) {
        (0, _) | (_, 0) => left(a).cmp(&left(b)),
        (ours, theirs) => (ours * point(b)).cmp(&(theirs * point(a))),
    }
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
            reorder_point: Decimal4::parse(point).ok(),
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
        let result = find_low_stock(rows);
        let read: Vec<_> = result
            .low
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
            (result.items, result.rows, result.without_reorder_point),
            (4, 7, 1)
        );
        assert_eq!(find_low_stock(Vec::new()), LowStock::default());
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
