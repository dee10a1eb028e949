//! The stock rows of an organization, and how sales, orders and bookings find theirs.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::location_map::LocationMap;

/// An item at a location, as the warehouse has it. Rows share their texts: a large organization has
/// hundreds of thousands of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockRecord {
    pub item_id: Arc<str>,
    pub item_name: Arc<str>,
    pub category: Arc<str>,
    pub unit: Arc<str>,
    pub location: Arc<str>,
    pub supplier_id: Option<Arc<str>>,
    pub currency: Arc<str>,
    pub on_hand_e4: i64,
    pub on_order_e4: i64,
    pub booked_e4: i64,
    pub reorder_point_e4: Option<i64>,
    pub pack_size_e4: Option<i64>,
    pub min_order_quantity_e4: Option<i64>,
    pub unit_cost_e4: i64,
    pub lead_time_days: Option<i32>,
}

/// All stock rows, by item and location. Rows are numbered in this order.
#[derive(Debug, Default)]
pub struct StockTable {
    rows: Vec<StockRecord>,
    items: HashMap<Arc<str>, Range<usize>>,
}

/// Collects stock rows in any order.
#[derive(Debug, Default)]
pub struct StockTableBuilder {
    rows: Vec<StockRecord>,
    texts: HashSet<Arc<str>>,
}

impl StockTableBuilder {
    /// Adds a row. An item has at most one row at a location.
    pub fn add(&mut self, row: StockRecord) {
        self.rows.push(row);
    }

    /// The text, shared with the rows that have the same one.
    pub fn share(&mut self, text: String) -> Arc<str> {
        if let Some(known) = self.texts.get(text.as_str()) {
            return Arc::clone(known);
        }
        let shared = Arc::<str>::from(text);
        self.texts.insert(Arc::clone(&shared));
        shared
    }

    /// The table of all rows.
    pub fn build(self) -> StockTable {
        let mut rows = self.rows;
        rows.sort_unstable_by(|a, b| (&a.item_id, &a.location).cmp(&(&b.item_id, &b.location)));
        let mut items: HashMap<Arc<str>, Range<usize>> = HashMap::new();
        for (index, row) in rows.iter().enumerate() {
            let item = items.entry(Arc::clone(&row.item_id));
            item.or_insert(index..index).end = index + 1;
        }
        StockTable { rows, items }
    }
}

impl StockTable {
    /// The rows, in order.
    pub fn rows(&self) -> &[StockRecord] {
        &self.rows
    }

    /// Row numbers of an item; empty if it has no stock row.
    pub fn item_rows(&self, item_id: &str) -> Range<usize> {
        self.items.get(item_id).cloned().unwrap_or_default()
    }

    /// The row of an item at a location, if that row has this unit.
    pub fn find(&self, item_id: &str, unit: &str, location: &str) -> Option<usize> {
        self.find_at(item_id, location)
            .filter(|&row| self.rows.get(row).is_some_and(|row| *row.unit == *unit))
    }

    /// The row at which a line of an item counts: at the location, as it is mapped, or the first
    /// row in the unit if the line names no location.
    pub fn find_counted(
        &self,
        (item_id, unit, location): (&str, &str, &str),
        locations: &LocationMap,
    ) -> Option<usize> {
        if location.is_empty() {
            return self.find_first(item_id, unit);
        }
        self.find(item_id, unit, locations.stock_location(item_id, location))
    }

    /// The row of an item at a location.
    pub fn find_at(&self, item_id: &str, location: &str) -> Option<usize> {
        self.find_in_item(item_id, |row| *row.location == *location)
    }

    /// The first row of an item in a unit: what has no location is counted there.
    pub fn find_first(&self, item_id: &str, unit: &str) -> Option<usize> {
        self.find_in_item(item_id, |row| *row.unit == *unit)
    }

    fn find_in_item(&self, item_id: &str, matches: impl Fn(&StockRecord) -> bool) -> Option<usize> {
        self.item_rows(item_id)
            .find(|&row| self.rows.get(row).is_some_and(&matches))
    }

    /// Whether the item has no other stock row.
    pub fn is_only_row(&self, row: &StockRecord) -> bool {
        self.item_rows(&row.item_id).len() == 1
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Rows of item, unit and location.
    pub(in crate::features::purchasing) fn stock_table(rows: &[(&str, &str, &str)]) -> StockTable {
        let mut builder = StockTableBuilder::default();
        for (item_id, unit, location) in rows {
            let row = StockRecord {
                item_id: builder.share((*item_id).to_owned()),
                item_name: builder.share(item_id.to_uppercase()),
                category: builder.share("fertilizer".to_owned()),
                unit: builder.share((*unit).to_owned()),
                location: builder.share((*location).to_owned()),
                supplier_id: None,
                currency: builder.share("USD".to_owned()),
                on_hand_e4: 100_000,
                on_order_e4: 0,
                booked_e4: 0,
                reorder_point_e4: None,
                pack_size_e4: None,
                min_order_quantity_e4: None,
                unit_cost_e4: 50_000,
                lead_time_days: None,
            };
            builder.add(row);
        }
        builder.build()
    }

    #[test]
    fn rows_are_found_by_item_unit_and_location() {
        let table = stock_table(&[
            ("urea", "ton", "Boone"),
            ("dap", "ton", "Ames"),
            ("urea", "lb", "Ames"),
            ("urea", "ton", "Clinton"),
        ]);
        let places: Vec<_> = table
            .rows()
            .iter()
            .map(|row| (&*row.item_id, &*row.location))
            .collect();
        assert_eq!(
            places,
            [
                ("dap", "Ames"),
                ("urea", "Ames"),
                ("urea", "Boone"),
                ("urea", "Clinton")
            ]
        );
        assert_eq!(table.find("urea", "ton", "Clinton"), Some(3));
        assert_eq!(table.find("urea", "ton", "Ames"), None, "it is in pounds");
        assert_eq!(table.find_at("urea", "Ames"), Some(1));
        assert_eq!(table.find("map", "ton", "Ames"), None);
        assert_eq!(table.find_first("urea", "ton"), Some(2));
        assert_eq!(table.find_first("dap", "lb"), None);
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let locations = LocationMap::new([pair("Depot", "Clinton")], []);
        let counted = |location| table.find_counted(("urea", "ton", location), &locations);
        assert_eq!(
            [
                counted("Depot"),
                counted("Boone"),
                counted(""),
                counted("Ohio")
            ],
            [Some(3), Some(2), Some(2), None]
        );
        assert_eq!(table.item_rows("urea"), 1..4);
        assert_eq!(table.item_rows("map").count(), 0);
        assert!(table.is_only_row(&table.rows()[0]));
        assert!(!table.is_only_row(&table.rows()[2]));
    }

    #[test]
    fn rows_share_their_texts() {
        let table = stock_table(&[("urea", "ton", "Ames"), ("dap", "ton", "Ames")]);
        let [dap, urea] = table.rows() else {
            panic!("{table:?}");
        };
        assert!(Arc::ptr_eq(&dap.location, &urea.location));
        assert!(Arc::ptr_eq(&dap.unit, &urea.unit));
    }
}
