//! Average sale prices of items.

use crate::decimal::ExactSum;
use std::collections::HashMap;

/// Sales, less returns, of an item at one location in one currency.
#[derive(Clone, Copy, Debug)]
pub struct PricedSale<'a> {
    pub item_id: &'a str,
    pub unit: &'a str,
    pub quantity: ExactSum,
    pub amount: ExactSum,
}

/// Amounts and quantities by item and unit.
#[derive(Debug, Default)]
pub struct SalePrices(HashMap<(String, String), (ExactSum, ExactSum)>);

impl SalePrices {
    pub fn from_sales<'a>(sales: impl Iterator<Item = PricedSale<'a>>) -> Self {
        let mut prices = Self::default();
        for sale in sales {
            let (amount, quantity) = prices
                .0
                .entry((sale.item_id.to_owned(), sale.unit.to_owned()))
                .or_default();
            (*amount, *quantity) = (
                amount.saturating_add(sale.amount),
                quantity.saturating_add(sale.quantity),
            );
        }
        prices
    }

    /// Amount divided by quantity; none without net sales.
    pub fn average_price(&self, item_id: &str, unit: &str) -> Option<f64> {
        let (amount, quantity) = self.0.get(&(item_id.to_owned(), unit.to_owned()))?;
        (quantity.scaled() > 0).then(|| amount.to_f64() / quantity.to_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

    fn priced_sale<'a>(unit: &'a str, quantity: &str, amount: &str) -> PricedSale<'a> {
        let read = |text: &str| Decimal4::parse(text).unwrap().into();
        PricedSale {
            item_id: "urea",
            unit,
            quantity: read(quantity),
            amount: read(amount),
        }
    }

    #[test]
    fn weights_locations_by_quantity_and_keeps_units_apart() {
        let prices = SalePrices::from_sales(
            [
                priced_sale("ton", "30", "15000"),
                priced_sale("ton", "10", "3000"),
                priced_sale("lb", "1", "1"),
            ]
            .into_iter(),
        );
        assert_eq!(
            (
                prices.average_price("urea", "ton"),
                prices.average_price("urea", "lb"),
                prices.average_price("map", "ton")
            ),
            (Some(450.0), Some(1.0), None)
        );
    }

    #[test]
    fn fully_returned_item_has_no_price() {
        assert_eq!(
            SalePrices::from_sales([priced_sale("ton", "0", "0")].into_iter())
                .average_price("urea", "ton"),
            None
        );
        assert_eq!(
            SalePrices::from_sales([priced_sale("ton", "-2", "-900")].into_iter())
                .average_price("urea", "ton"),
            None
        );
    }
}
