//! Assigns sales to stock rows.

use super::location_map::LocationMap;
use crate::decimal::ExactSum;
use crate::exclusion::{ExclusionReason, Exclusions};
use std::collections::{BTreeMap, HashMap};

/// Net units of an item sold in a period, in one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldQuantity {
    /// Id of the item.
    pub item_id: String,
    /// Unit of the quantity.
    pub unit: String,
    /// Location of the sale; `None` if the warehouse names none.
    pub location: Option<String>,
    /// Sales less returns.
    pub quantity: ExactSum,
    /// Number of order lines.
    pub lines: u64,
}

/// Net units sold, by item, unit and location.
#[derive(Debug, Default)]
pub struct SalesByStock {
    located: HashMap<(String, String, String), ExactSum>,
    unlocated: HashMap<(String, String), ExactSum>,
    /// Lines by item, unit and location, which is empty if the lines name none.
    lines: BTreeMap<(String, String, String), u64>,
    largest_location: HashMap<(String, String), String>,
}

impl SalesByStock {
    /// Groups the sales by the location at which they count. Those without a location count for the location with the most sales of the
    /// item (the first by name if equal).
    pub fn from_sales(sales: Vec<SoldQuantity>, locations: &LocationMap) -> Self {
        let mut sorted = Self::default();
        for SoldQuantity {
            item_id,
            unit,
            location,
            quantity,
            lines,
        } in sales
        {
            let location =
                location.map(|sold_at| locations.stock_location(&item_id, &sold_at).to_owned());
            let place = location.clone().unwrap_or_default();
            *sorted
                .lines
                .entry((item_id.clone(), unit.clone(), place))
                .or_default() += lines;
            if let Some(location) = location {
                let sum = sorted.located.entry((item_id, unit, location)).or_default();
                *sum = sum.saturating_add(quantity);
            } else {
                sorted.unlocated.insert((item_id, unit), quantity);
            }
        }
        let mut locations: Vec<_> = sorted.located.iter().collect();
        locations.sort_by(|((_, _, a), most), ((_, _, b), least)| least.cmp(most).then(a.cmp(b)));
        for ((item_id, unit, location), _) in locations {
            sorted
                .largest_location
                .entry((item_id.clone(), unit.clone()))
                .or_insert_with(|| location.clone());
        }
        sorted
    }

    /// Whether sales of the item without a location count for this stock.
    pub fn is_largest_location(
        &self,
        item_id: &str,
        unit: &str,
        location: &str,
        only_stock: bool,
    ) -> bool {
        only_stock
            || self
                .largest_location
                .get(&(item_id.to_owned(), unit.to_owned()))
                .is_some_and(|largest| largest == location)
    }

    /// Units sold from this stock. `only_stock`: the item has no other stock row, so all its sales
    /// without a location count for this one.
    pub fn sold_from(
        &self,
        item_id: &str,
        unit: &str,
        location: &str,
        only_stock: bool,
    ) -> ExactSum {
        let item = (item_id.to_owned(), unit.to_owned());
        let known = self
            .located
            .get(&(item.0.clone(), item.1.clone(), location.to_owned()))
            .copied()
            .unwrap_or_default();
        if self.is_largest_location(item_id, unit, location, only_stock) {
            known.saturating_add(self.unlocated.get(&item).copied().unwrap_or_default())
        } else {
            known
        }
    }

    /// Order lines that count for none of these stock rows (item, unit and location), by reason.
    pub fn count_unused<'a>(
        &self,
        stock: impl Iterator<Item = (&'a str, &'a str, &'a str)>,
    ) -> Exclusions {
        let mut stock_of: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
        for (item, unit, location) in stock {
            stock_of.entry(item).or_default().push((unit, location));
        }
        let mut unused = Exclusions::default();
        for ((item, unit, location), lines) in &self.lines {
            let Some(rows) = stock_of.get(item.as_str()) else {
                unused.add(ExclusionReason::ItemWithoutStock, *lines);
                continue;
            };
            let is_here = |place: &str| match location.as_str() {
                "" => self.is_largest_location(item, unit, place, rows.len() == 1),
                sold_at => sold_at == place,
            };
            if !rows.iter().any(|(_, place)| is_here(place)) {
                unused.add(ExclusionReason::LocationWithoutStock, *lines);
            } else if !rows
                .iter()
                .any(|(stock_unit, place)| stock_unit == unit && is_here(place))
            {
                unused.add(ExclusionReason::OtherUnit, *lines);
            }
        }
        unused
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

    fn sold_quantity(location: Option<&str>, quantity: &str) -> SoldQuantity {
        let quantity = Decimal4::parse(quantity).unwrap().into();
        SoldQuantity {
            item_id: "urea".into(),
            unit: "ton".into(),
            location: location.map(Into::into),
            quantity,
            lines: 2,
        }
    }

    fn sales_by_stock(sales: Vec<SoldQuantity>) -> SalesByStock {
        SalesByStock::from_sales(sales, &LocationMap::default())
    }

    fn exact_sum(quantity: &str) -> ExactSum {
        Decimal4::parse(quantity).unwrap().into()
    }

    #[test]
    fn sales_without_location_count_for_largest_location() {
        let sales = sales_by_stock(vec![
            sold_quantity(Some("Ames"), "10"),
            sold_quantity(Some("Boone"), "30.5"),
            sold_quantity(None, "4"),
        ]);
        assert_eq!(
            sales.sold_from("urea", "ton", "Boone", false),
            exact_sum("34.5")
        );
        assert_eq!(
            sales.sold_from("urea", "ton", "Ames", false),
            exact_sum("10")
        );
    }

    #[test]
    fn counts_lines_that_no_stock_row_uses() {
        let sales = sales_by_stock(vec![
            sold_quantity(Some("Ames"), "10"),
            sold_quantity(Some("Iowa"), "30"),
            sold_quantity(None, "4"),
        ]);
        let unused = |stock: &[(&'static str, &'static str, &'static str)]| {
            let counts = sales.count_unused(stock.iter().copied());
            counts.iter().collect::<Vec<_>>()
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
        let sales = SalesByStock::from_sales(
            vec![
                sold_quantity(Some("Ames"), "10"),
                sold_quantity(Some("Iowa"), "30"),
            ],
            &locations,
        );
        assert_eq!(
            sales.sold_from("urea", "ton", "Ames", true),
            exact_sum("40")
        );
        let unused = sales.count_unused([("urea", "ton", "Ames")].into_iter());
        assert_eq!(unused, Exclusions::default());
    }

    #[test]
    fn keeps_units_and_items_apart() {
        let sales = sales_by_stock(vec![sold_quantity(Some("Ames"), "10")]);
        assert_eq!(sales.sold_from("urea", "lb", "Ames", true), ExactSum::ZERO);
        assert_eq!(sales.sold_from("dap", "ton", "Ames", true), ExactSum::ZERO);
    }

    #[test]
    fn only_location_gets_all_sales_without_location() {
        let sales = sales_by_stock(vec![sold_quantity(None, "4")]);
        assert_eq!(sales.sold_from("urea", "ton", "Ames", true), exact_sum("4"));
        assert_eq!(
            sales.sold_from("urea", "ton", "Ames", false),
            ExactSum::ZERO
        );
    }
}
