//! Which location's stock a sale drew on, where the sale itself does not say.

use crate::decimal::ExactSum;
use std::collections::HashMap;

/// Net units of an item sold in a period. Sales of other units are other rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sold {
    /// The item.
    pub item_id: String,
    /// The unit the quantity is in.
    pub unit: String,
    /// Where it was sold; `None` where the warehouse does not say.
    pub location: Option<String>,
    /// Sales less returns.
    pub quantity: ExactSum,
}

/// Net units sold by item, unit and location.
#[derive(Debug, Default)]
pub struct SalesByStock {
    known: HashMap<(String, String, String), ExactSum>,
    anywhere: HashMap<(String, String), ExactSum>,
    largest: HashMap<(String, String), String>,
}

impl SalesByStock {
    /// Sorts the sales. Those without a location count to the location where most of the item was
    /// sold (the first by name where equal).
    pub fn of(sales: Vec<Sold>) -> Self {
        let mut sorted = Self::default();
        for Sold {
            item_id,
            unit,
            location,
            quantity,
        } in sales
        {
            if let Some(location) = location {
                sorted.known.insert((item_id, unit, location), quantity);
            } else {
                sorted.anywhere.insert((item_id, unit), quantity);
            }
        }
        let mut locations: Vec<_> = sorted.known.iter().collect();
        locations.sort_by(|((_, _, a), most), ((_, _, b), least)| least.cmp(most).then(a.cmp(b)));
        for ((item_id, unit, location), _) in locations {
            sorted
                .largest
                .entry((item_id.clone(), unit.clone()))
                .or_insert_with(|| location.clone());
        }
        sorted
    }

    /// Whether sales of the item without a location are this stock's.
    pub fn is_largest(&self, item_id: &str, unit: &str, location: &str, only_stock: bool) -> bool {
        only_stock
            || self
                .largest
                .get(&(item_id.to_owned(), unit.to_owned()))
                .is_some_and(|largest| largest == location)
    }

    /// What was sold from this stock. `only_stock` says that the item is kept nowhere else, so all
    /// its sales without a location are this stock's.
    pub fn sold_from(
        &self,
        item_id: &str,
        unit: &str,
        location: &str,
        only_stock: bool,
    ) -> ExactSum {
        let item = (item_id.to_owned(), unit.to_owned());
        let known = self
            .known
            .get(&(item.0.clone(), item.1.clone(), location.to_owned()))
            .copied()
            .unwrap_or_default();
        if self.is_largest(item_id, unit, location, only_stock) {
            known.plus(self.anywhere.get(&item).copied().unwrap_or_default())
        } else {
            known
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

    fn sold(location: Option<&str>, quantity: &str) -> Sold {
        let quantity = Decimal4::parse(quantity).unwrap().into();
        Sold {
            item_id: "urea".into(),
            unit: "ton".into(),
            location: location.map(Into::into),
            quantity,
        }
    }

    fn sum(quantity: &str) -> ExactSum {
        Decimal4::parse(quantity).unwrap().into()
    }

    #[test]
    fn sales_without_a_location_count_to_the_items_largest() {
        let sales = SalesByStock::of(vec![
            sold(Some("Ames"), "10"),
            sold(Some("Boone"), "30.5"),
            sold(None, "4"),
        ]);
        assert_eq!(sales.sold_from("urea", "ton", "Boone", false), sum("34.5"));
        assert_eq!(sales.sold_from("urea", "ton", "Ames", false), sum("10"));
    }

    #[test]
    fn other_units_and_unknown_items_are_not_mixed_in() {
        let sales = SalesByStock::of(vec![sold(Some("Ames"), "10")]);
        assert_eq!(sales.sold_from("urea", "lb", "Ames", true), ExactSum::ZERO);
        assert_eq!(sales.sold_from("dap", "ton", "Ames", true), ExactSum::ZERO);
    }

    #[test]
    fn an_item_kept_in_one_place_only_owns_all_its_sales_without_a_location() {
        let sales = SalesByStock::of(vec![sold(None, "4")]);
        assert_eq!(sales.sold_from("urea", "ton", "Ames", true), sum("4"));
        assert_eq!(
            sales.sold_from("urea", "ton", "Ames", false),
            ExactSum::ZERO
        );
    }
}
