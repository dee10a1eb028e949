//! Purchase prices that suppliers have announced in their price lists.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;

/// What a price applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PricedItem<'a> {
    pub supplier_id: &'a str,
    pub item_id: &'a str,
    pub unit: &'a str,
    pub currency: &'a str,
}

/// A price of a price list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListPrice {
    pub valid_from: NaiveDate,
    /// The last day; none if it is not known.
    pub valid_to: Option<NaiveDate>,
    pub min_quantity_e4: i64,
    pub unit_price_e4: i64,
}

/// What a unit costs more than today, or less if negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnnouncedChange {
    /// The first day of the price.
    pub from: NaiveDate,
    pub difference_e4: i64,
}

/// The prices of suppliers by item.
#[derive(Debug, Default)]
pub struct AnnouncedPrices<'a> {
    prices: HashMap<PricedItem<'a>, Vec<ListPrice>>,
}

impl<'a> AnnouncedPrices<'a> {
    pub fn add(&mut self, item: PricedItem<'a>, price: ListPrice) {
        self.prices.entry(item).or_default().push(price);
    }

    /// Changes after a day, in order. None without a list price on the day: what stock has cost says
    /// nothing about the price of an order. A price without a successor stays.
    pub fn list_changes(&self, item: PricedItem<'_>, today: NaiveDate) -> Vec<AnnouncedChange> {
        let prices = self.prices.get(&item).map(Vec::as_slice);
        let prices = prices.unwrap_or_default();
        let Some(now_e4) = find_price(prices, today) else {
            return Vec::new();
        };
        let starts = prices.iter().map(|price| price.valid_from);
        let ends = prices.iter().filter_map(|price| price.valid_to?.succ_opt());
        let days: BTreeSet<NaiveDate> = starts.chain(ends).filter(|day| *day > today).collect();
        let mut last_e4 = now_e4;
        let mut changes = Vec::new();
        for from in days {
            let Some(price_e4) = find_price(prices, from).filter(|price| *price != last_e4) else {
                continue;
            };
            last_e4 = price_e4;
            changes.push(AnnouncedChange {
                from,
                difference_e4: price_e4 - now_e4,
            });
        }
        changes
    }
}

/// The price of a day, of the smallest quantity; the newest if several are valid.
fn find_price(prices: &[ListPrice], day: NaiveDate) -> Option<i64> {
    prices
        .iter()
        .filter(|price| price.valid_from <= day && price.valid_to.is_none_or(|last| day <= last))
        .min_by_key(|price| (price.min_quantity_e4, std::cmp::Reverse(price.valid_from)))
        .map(|price| price.unit_price_e4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UREA: PricedItem<'static> = PricedItem {
        supplier_id: "s1",
        item_id: "urea",
        unit: "ton",
        currency: "USD",
    };

    fn day(month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, month, day).unwrap()
    }

    fn price(from: NaiveDate, to: Option<NaiveDate>, dollars: i64) -> ListPrice {
        ListPrice {
            valid_from: from,
            valid_to: to,
            min_quantity_e4: 0,
            unit_price_e4: dollars * 10_000,
        }
    }

    fn list(prices: &[ListPrice]) -> Vec<(NaiveDate, i64)> {
        let mut announced = AnnouncedPrices::default();
        for one in prices {
            announced.add(UREA, *one);
        }
        let changes = announced.list_changes(UREA, day(6, 16));
        changes
            .iter()
            .map(|change| (change.from, change.difference_e4 / 10_000))
            .collect()
    }

    #[test]
    fn next_price_is_compared_with_that_of_today() {
        let now = price(day(1, 1), Some(day(6, 30)), 400);
        let next = price(day(7, 1), None, 430);
        assert_eq!(list(&[now, next]), [(day(7, 1), 30)]);
        assert_eq!(
            list(&[next, price(day(1, 1), None, 400)]),
            [(day(7, 1), 30)]
        );
        // Nothing is known after the last day of a price.
        assert_eq!(list(&[now]), []);
        // Or about today.
        assert_eq!(list(&[next]), []);
    }

    #[test]
    fn price_returns_after_an_offer() {
        let usual = price(day(1, 1), None, 400);
        let offer = price(day(7, 1), Some(day(7, 14)), 380);
        assert_eq!(list(&[usual, offer]), [(day(7, 1), -20), (day(7, 15), 0)]);
        let current_offer = price(day(6, 1), Some(day(6, 20)), 380);
        assert_eq!(list(&[usual, current_offer]), [(day(6, 21), 20)]);
    }

    #[test]
    fn price_of_the_smallest_quantity_counts() {
        let now = price(day(1, 1), None, 400);
        let next = price(day(7, 1), None, 430);
        let pallet = ListPrice {
            min_quantity_e4: 400_000,
            ..price(day(1, 1), None, 350)
        };
        assert_eq!(list(&[pallet, now, next]), [(day(7, 1), 30)]);
        let others = [("s2", "urea", "ton", "USD"), ("s1", "map", "ton", "USD")];
        for (supplier_id, item_id, unit, currency) in others {
            let mut announced = AnnouncedPrices::default();
            announced.add(UREA, now);
            announced.add(UREA, next);
            let item = PricedItem {
                supplier_id,
                item_id,
                unit,
                currency,
            };
            assert_eq!(announced.list_changes(item, day(6, 16)), []);
        }
    }
}
