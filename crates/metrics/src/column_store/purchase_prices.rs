//! What sold items cost: the last purchase price up to the day, else the unit cost of the stock at
//! the location, else that at the first location by name.

use super::chunk::{Chunk, StoredColumn};
use super::dictionary::{Dictionary, DictionaryBuilder};
use super::packed_column::MISSING;
use foldhash::{HashMap, HashMapExt};

/// An item in a unit and a currency, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LineItem {
    pub(super) item: u32,
    pub(super) unit: u32,
    pub(super) currency: u32,
}

/// Purchase prices by item, day and place among all purchases.
pub(super) struct PurchasePrices(Vec<(LineItem, i64, i64, i64)>);

fn to_code(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

/// The items of all rows.
fn line_items(chunk: &Chunk, rows: &[u16]) -> impl Iterator<Item = LineItem> {
    let items = chunk.gather(StoredColumn::Item, rows);
    let units = chunk.gather(StoredColumn::Unit, rows);
    let currencies = chunk.gather(StoredColumn::Currency, rows);
    let values = items.into_iter().zip(units).zip(currencies);
    values.map(|((item, unit), currency)| LineItem {
        item: to_code(item),
        unit: to_code(unit),
        currency: to_code(currency),
    })
}

impl PurchasePrices {
    /// Adds the column of places to the purchases, whose ids are in the same order, and returns
    /// their prices. Returned purchases have none.
    pub(super) fn add_ranks(purchases: &mut [Chunk], ids: &Dictionary) -> Self {
        let mut sorted: Vec<(&str, usize)> = ids.texts().flatten().zip(0..).collect();
        sorted.sort_unstable();
        let mut ranks = vec![0_i64; sorted.len()];
        for ((_, place), rank) in sorted.iter().zip(0..) {
            if let Some(found) = ranks.get_mut(*place) {
                *found = rank;
            }
        }
        let mut prices = Vec::new();
        let mut ranks = ranks.into_iter();
        for chunk in purchases {
            let rows = chunk.all_rows();
            let own: Vec<i64> = ranks.by_ref().take(rows.len()).collect();
            let days = chunk.gather(StoredColumn::Day, &rows);
            let quantities = chunk.gather(StoredColumn::Quantity, &rows);
            let unit_prices = chunk.gather(StoredColumn::UnitPrice, &rows);
            let lines = line_items(chunk, &rows).zip(days).zip(own.iter());
            for (((line, day), rank), (quantity, price)) in
                lines.zip(quantities.into_iter().zip(unit_prices))
            {
                if quantity > 0 {
                    prices.push((line, day, *rank, price));
                }
            }
            chunk.push(&own);
        }
        prices.sort_unstable();
        Self(prices)
    }

    /// The price of the last purchase up to a day; of one day, of the last transaction.
    fn find_last(&self, line: LineItem, day: i64) -> Option<i64> {
        let end = self
            .0
            .partition_point(|(known, bought, ..)| (*known, *bought) <= (line, day));
        let (known, _, _, price) = self.0.get(end.checked_sub(1)?)?;
        (*known == line).then_some(*price)
    }
}

/// What units cost by item, day and location.
pub(super) struct UnitCosts {
    prices: PurchasePrices,
    at_locations: HashMap<(LineItem, u32), i64>,
    at_first_locations: HashMap<LineItem, i64>,
}

impl UnitCosts {
    /// From purchase prices, and unit costs of the stock by item and location.
    pub(super) fn new(
        prices: PurchasePrices,
        stock: &[(LineItem, u32, i64)],
        locations: &DictionaryBuilder,
    ) -> Self {
        let mut at_locations = HashMap::with_capacity(stock.len());
        let mut first: HashMap<LineItem, (Option<&str>, i64)> = HashMap::new();
        for (item, location, cost) in stock {
            at_locations.insert((*item, *location), *cost);
            let own = (locations.text(*location), *cost);
            let known = first.entry(*item).or_insert(own);
            if own.0 < known.0 {
                *known = own;
            }
        }
        let at_first_locations = first.into_iter().map(|(item, (_, cost))| (item, cost));
        Self {
            prices,
            at_locations,
            at_first_locations: at_first_locations.collect(),
        }
    }

    fn find(&self, line: LineItem, day: i64, location: u32) -> (i64, bool) {
        if let Some(price) = self.prices.find_last(line, day) {
            return (price, true);
        }
        let here = self
            .at_locations
            .get(&(line, location))
            .filter(|_| location != 0);
        let cost = here.or_else(|| self.at_first_locations.get(&line));
        (cost.copied().unwrap_or(MISSING), false)
    }

    /// Adds the columns of costs to sales.
    pub(super) fn add_costs(&self, sales: &mut [Chunk]) {
        for chunk in sales {
            let rows = chunk.all_rows();
            let days = chunk.gather(StoredColumn::Day, &rows);
            let locations = chunk.gather(StoredColumn::Location, &rows);
            let lines = line_items(chunk, &rows).zip(days).zip(locations);
            let (costs, are_prices): (Vec<i64>, Vec<i64>) = lines
                .map(|((line, day), location)| {
                    let (cost, is_price) = self.find(line, day, to_code(location));
                    (cost, i64::from(is_price))
                })
                .unzip();
            // Sales have no places.
            chunk.push(&vec![0; rows.len()]);
            chunk.push(&costs);
            chunk.push(&are_prices);
        }
    }
}
