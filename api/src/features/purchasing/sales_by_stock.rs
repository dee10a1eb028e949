//! Assigns the sales of a period to stock rows.

use super::location_map::LocationMap;
use super::stock_table::{StockRecord, StockTable};
use crate::decimal::ExactSum;
use crate::exclusion::{ExclusionReason, Exclusions};
use std::cmp::Reverse;

/// Sales, less returns, of an item at a location, in one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldQuantity {
    /// Id of the item.
    pub item_id: String,
    /// Unit of the quantities.
    pub unit: String,
    /// Location of the sales; `None` if the warehouse names none.
    pub location: Option<String>,
    /// Number of order lines.
    pub lines: u64,
    /// In all currencies.
    pub quantity: ExactSum,
    /// In the currency of the purchases.
    pub priced_quantity: ExactSum,
    /// Amount of the quantity in that currency.
    pub amount: ExactSum,
}

/// What was sold of each stock row.
#[derive(Debug, Default)]
pub struct SalesByStock {
    /// By row.
    pub rows: Vec<RowSales>,
    /// Order lines that count for no row.
    pub unused: Exclusions,
}

/// What was sold of a stock row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RowSales {
    /// Units sold, less returns.
    pub sold: ExactSum,
    /// Whether sales of the item without a location count for this row.
    pub takes_unlocated: bool,
    /// Average price of the item in the row's unit; none without net sales.
    pub price: Option<f64>,
}

/// Adds up sales, and assigns them to stock rows.
pub struct SalesAssignment<'a> {
    stock: &'a StockTable,
    locations: &'a LocationMap,
    found: SalesByStock,
    /// Those of the last item.
    item_id: String,
    units: Vec<UnitSales>,
}

/// Sales of an item in a unit.
#[derive(Debug, Default)]
struct UnitSales {
    unit: String,
    /// By the location at which they count.
    located: Vec<(String, UnitsAndLines)>,
    unlocated: UnitsAndLines,
    priced_quantity: ExactSum,
    amount: ExactSum,
}

#[derive(Clone, Copy, Debug, Default)]
struct UnitsAndLines {
    units: ExactSum,
    lines: u64,
}

impl<'a> SalesAssignment<'a> {
    /// Without sales so far.
    pub fn new(stock: &'a StockTable, locations: &'a LocationMap) -> Self {
        let rows = stock.rows().iter().map(|row| RowSales {
            takes_unlocated: stock.is_only_row(row),
            ..RowSales::default()
        });
        let found = SalesByStock {
            rows: rows.collect(),
            unused: Exclusions::default(),
        };
        Self {
            stock,
            locations,
            found,
            item_id: String::new(),
            units: Vec::new(),
        }
    }

    /// Adds sales. All those of an item follow each other. They count at the location that theirs
    /// is mapped to; those without one count for the only row of the item, or else at the location
    /// with the most sales of the item (the first by name if equal).
    pub fn add(&mut self, sales: SoldQuantity) {
        if sales.item_id != self.item_id {
            self.assign_item();
            self.item_id = sales.item_id;
        }
        let (item_id, units) = (&self.item_id, &mut self.units);
        let unit = find_or_add(
            units,
            |one| one.unit == sales.unit,
            || UnitSales {
                unit: sales.unit.clone(),
                ..UnitSales::default()
            },
        );
        unit.priced_quantity = unit.priced_quantity.saturating_add(sales.priced_quantity);
        unit.amount = unit.amount.saturating_add(sales.amount);
        let sum = match &sales.location {
            Some(sold_at) => {
                let location = self.locations.stock_location(item_id, sold_at);
                let located = &mut unit.located;
                let new = || (location.to_owned(), UnitsAndLines::default());
                &mut find_or_add(located, |(known, _)| known == location, new).1
            }
            None => &mut unit.unlocated,
        };
        sum.units = sum.units.saturating_add(sales.quantity);
        sum.lines += sales.lines;
    }

    /// What was sold of each row.
    pub fn finish(mut self) -> SalesByStock {
        self.assign_item();
        self.found
    }

    /// Assigns the sales of the last item.
    fn assign_item(&mut self) {
        let rows = self.stock.item_rows(&self.item_id);
        let stock = self.stock.rows().get(rows.clone()).unwrap_or_default();
        let found = self.found.rows.get_mut(rows).unwrap_or_default();
        for unit in self.units.drain(..) {
            unit.count_unused(stock, &mut self.found.unused);
            for (row, sales) in stock.iter().zip(&mut *found) {
                if *row.unit == *unit.unit {
                    unit.assign_to(&row.location, sales);
                }
            }
        }
    }
}

fn find_or_add<T>(
    list: &mut Vec<T>,
    is_wanted: impl Fn(&T) -> bool,
    new: impl FnOnce() -> T,
) -> &mut T {
    let index = list.iter().position(is_wanted).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    });
    &mut list[index]
}

impl UnitSales {
    /// The location with the most sales.
    fn largest_location(&self) -> Option<&str> {
        let located = self.located.iter();
        let largest = located.max_by_key(|(location, sum)| (sum.units, Reverse(location)));
        largest.map(|(location, _)| location.as_str())
    }

    /// Assigns the sales of the row at a location; `sales` knows whether it is the item's only row.
    fn assign_to(&self, location: &str, sales: &mut RowSales) {
        let here = self.located.iter().find(|(known, _)| known == location);
        sales.sold = here.map_or(ExactSum::ZERO, |(_, sum)| sum.units);
        sales.takes_unlocated |= self.largest_location() == Some(location);
        if sales.takes_unlocated {
            sales.sold = sales.sold.saturating_add(self.unlocated.units);
        }
        let has_net_sales = self.priced_quantity > ExactSum::ZERO;
        let price = || self.amount.to_f64() / self.priced_quantity.to_f64();
        sales.price = has_net_sales.then(price);
    }

    /// Counts the lines that count for none of these rows, which are those of the item.
    fn count_unused(&self, rows: &[StockRecord], unused: &mut Exclusions) {
        let largest = self.largest_location();
        let located = self.located.iter();
        let places = located
            .map(|(location, sum)| (Some(location.as_str()), sum.lines))
            .chain([(None, self.unlocated.lines)]);
        for (sold_at, lines) in places.filter(|(_, lines)| *lines > 0) {
            let is_here = |row: &&StockRecord| match sold_at {
                Some(sold_at) => *row.location == *sold_at,
                None => rows.len() == 1 || largest == Some(&row.location),
            };
            let mut here = rows.iter().filter(is_here).peekable();
            if rows.is_empty() {
                unused.add(ExclusionReason::ItemWithoutStock, lines);
            } else if here.peek().is_none() {
                unused.add(ExclusionReason::LocationWithoutStock, lines);
            } else if !here.any(|row| *row.unit == *self.unit) {
                unused.add(ExclusionReason::OtherUnit, lines);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stock_table::tests::stock_table;
    use super::*;
    use crate::decimal::Decimal4;

    fn sold_quantity(location: Option<&str>, quantity: &str) -> SoldQuantity {
        let quantity = exact_sum(quantity);
        SoldQuantity {
            item_id: "urea".into(),
            unit: "ton".into(),
            location: location.map(Into::into),
            quantity,
            priced_quantity: quantity,
            amount: ExactSum::ZERO,
            lines: 2,
        }
    }

    fn exact_sum(quantity: &str) -> ExactSum {
        Decimal4::parse(quantity).unwrap().into()
    }

    fn assign(
        stock: &[(&str, &str, &str)],
        locations: &LocationMap,
        sales: &[SoldQuantity],
    ) -> SalesByStock {
        let table = stock_table(stock);
        let mut assignment = SalesAssignment::new(&table, locations);
        for sold in sales {
            assignment.add(sold.clone());
        }
        assignment.finish()
    }

    fn list_sold(found: &SalesByStock) -> Vec<ExactSum> {
        found.rows.iter().map(|row| row.sold).collect()
    }

    #[test]
    fn sales_without_location_count_for_largest_location() {
        let found = assign(
            &[("urea", "ton", "Ames"), ("urea", "ton", "Boone")],
            &LocationMap::default(),
            &[
                sold_quantity(Some("Ames"), "10"),
                sold_quantity(Some("Boone"), "30.5"),
                sold_quantity(None, "4"),
            ],
        );
        assert_eq!(list_sold(&found), [exact_sum("10"), exact_sum("34.5")]);
        let takes = found.rows.iter().map(|row| row.takes_unlocated);
        assert_eq!(takes.collect::<Vec<_>>(), [false, true]);
        assert_eq!(found.unused, Exclusions::default());
    }

    #[test]
    fn the_first_of_equally_large_locations_takes_the_rest() {
        let found = assign(
            &[("urea", "ton", "Ames"), ("urea", "ton", "Boone")],
            &LocationMap::default(),
            &[
                sold_quantity(Some("Boone"), "10"),
                sold_quantity(Some("Ames"), "10"),
                sold_quantity(None, "4"),
            ],
        );
        assert_eq!(list_sold(&found), [exact_sum("14"), exact_sum("10")]);
    }

    #[test]
    fn counts_lines_that_no_stock_row_uses() {
        let sales = [
            sold_quantity(Some("Ames"), "10"),
            sold_quantity(Some("Iowa"), "30"),
            sold_quantity(None, "4"),
        ];
        let unused = |stock: &[(&str, &str, &str)]| {
            let found = assign(stock, &LocationMap::default(), &sales);
            found.unused.iter().collect::<Vec<_>>()
        };
        // The only stock row takes the lines without a location, not those of another location.
        assert_eq!(
            unused(&[("urea", "ton", "Ames")]),
            [(ExclusionReason::LocationWithoutStock, 2)]
        );
        // Otherwise they are at the location with the most sales, which has no stock row.
        assert_eq!(
            unused(&[("urea", "ton", "Ames"), ("urea", "ton", "Boone")]),
            [(ExclusionReason::LocationWithoutStock, 4)]
        );
        assert_eq!(
            unused(&[("urea", "lb", "Ames"), ("urea", "ton", "Iowa")]),
            [(ExclusionReason::OtherUnit, 2)]
        );
        assert_eq!(
            unused(&[("dap", "ton", "Ames")]),
            [(ExclusionReason::ItemWithoutStock, 6)]
        );
    }

    #[test]
    fn mapped_sales_add_to_the_stock_location() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let locations = LocationMap::new([pair("Iowa", "Ames")], [pair("urea", "Ames")]);
        let found = assign(
            &[("urea", "ton", "Ames")],
            &locations,
            &[
                sold_quantity(Some("Ames"), "10"),
                sold_quantity(Some("Iowa"), "30"),
            ],
        );
        assert_eq!(list_sold(&found), [exact_sum("40")]);
        assert_eq!(found.unused, Exclusions::default());
    }

    #[test]
    fn keeps_units_and_items_apart() {
        let found = assign(
            &[("dap", "ton", "Ames"), ("urea", "lb", "Ames")],
            &LocationMap::default(),
            &[sold_quantity(Some("Ames"), "10")],
        );
        assert_eq!(list_sold(&found), [ExactSum::ZERO; 2]);
    }

    #[test]
    fn only_location_gets_all_sales_without_location() {
        let sold = |stock: &[(&str, &str, &str)]| {
            let sales = [sold_quantity(None, "4")];
            list_sold(&assign(stock, &LocationMap::default(), &sales))
        };
        assert_eq!(sold(&[("urea", "ton", "Ames")]), [exact_sum("4")]);
        assert_eq!(
            sold(&[("urea", "ton", "Ames"), ("urea", "ton", "Boone")]),
            [ExactSum::ZERO; 2]
        );
    }

    #[test]
    fn prices_weigh_locations_by_quantity_and_keep_units_apart() {
        let sale = |unit: &str, location: &str, quantity: &str, amount: &str| SoldQuantity {
            unit: unit.to_owned(),
            amount: exact_sum(amount),
            ..sold_quantity(Some(location), quantity)
        };
        let found = assign(
            &[
                ("map", "ton", "Ames"),
                ("urea", "ton", "Ames"),
                ("urea", "ton", "Boone"),
                ("urea", "lb", "Clinton"),
            ],
            &LocationMap::default(),
            &[
                sale("ton", "Ames", "30", "15000"),
                sale("ton", "Elsewhere", "10", "3000"),
                sale("lb", "Ames", "1", "1"),
            ],
        );
        let prices: Vec<_> = found.rows.iter().map(|row| row.price).collect();
        assert_eq!(prices, [None, Some(450.0), Some(450.0), Some(1.0)]);
    }

    #[test]
    fn fully_returned_items_have_no_price() {
        for (quantity, amount) in [("0", "0"), ("-2", "-900")] {
            let sale = SoldQuantity {
                amount: exact_sum(amount),
                ..sold_quantity(Some("Ames"), quantity)
            };
            let stock = [("urea", "ton", "Ames")];
            let found = assign(&stock, &LocationMap::default(), &[sale]);
            assert_eq!(found.rows[0].price, None);
        }
    }
}
