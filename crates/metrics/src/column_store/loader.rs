//! Loads a column store from the rows of the database.

mod line_buffer;
mod table_statements;

use super::ColumnStore;
use super::chunk::{CHUNK_ROWS, Chunk, StoredColumn};
use super::dictionary::{Dictionary, DictionaryBuilder};
use super::entity_tables::{CustomerTable, ItemTable};
use super::packed_column::MISSING;
use super::purchase_prices::{LineItem, PurchasePrices, UnitCosts};
use crate::sql::Cell;
use line_buffer::LineBuffer;

/// A table that a column store is loaded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadedTable {
    Lines,
    Items,
    Catalogue,
    Customers,
    Suppliers,
    Stock,
}

/// Separates the fields of a line.
const LINE_SEPARATOR: char = '\u{1f}';

/// Why there is no store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It would take more memory than it may.
    #[error("the rows take more memory than a column store may")]
    TooLarge,
    /// A text contains the character that separates fields.
    #[error("a line has more or fewer fields than expected")]
    Unreadable,
}

/// The numbers of a customer and of the name, salesperson, state, county and crops; then acres and
/// the day since when.
type Profile = ([u32; 6], [i64; 2]);

/// Takes the rows of every [`LoadedTable`].
#[derive(Debug, Default)]
pub struct ColumnStoreBuilder {
    max_bytes: usize,
    sales: LineBuffer,
    purchases: LineBuffer,
    /// The transaction ids of the purchases.
    purchase_ids: DictionaryBuilder,
    items: DictionaryBuilder,
    customers: DictionaryBuilder,
    suppliers: DictionaryBuilder,
    orders: DictionaryBuilder,
    locations: DictionaryBuilder,
    units: DictionaryBuilder,
    currencies: DictionaryBuilder,
    texts: DictionaryBuilder,
    /// Item, then name, category and class.
    item_names: Vec<[u32; 4]>,
    /// Item, then class and brand.
    catalogue: Vec<[u32; 3]>,
    profiles: Vec<Profile>,
    /// Supplier and name.
    supplier_names: Vec<[u32; 2]>,
    stock: Vec<(LineItem, u32, i64)>,
}

/// The number of the text of a cell; 0 without one.
fn code(texts: &mut DictionaryBuilder, cell: Option<&Cell>) -> u32 {
    cell.and_then(Cell::text).map_or(0, |text| texts.code(text))
}

/// Like [`code`], but an empty text counts as none.
fn filled_code(texts: &mut DictionaryBuilder, cell: Option<&Cell>) -> u32 {
    let text = cell.and_then(Cell::text).filter(|text| !text.is_empty());
    text.map_or(0, |text| texts.code(text))
}

fn number(cell: Option<&Cell>) -> i64 {
    cell.and_then(Cell::integer).unwrap_or(MISSING)
}

/// Values by number from rows of a number and values.
fn by_code<T: Clone>(length: usize, empty: T, rows: impl Iterator<Item = (u32, T)>) -> Vec<T> {
    let mut values = vec![empty; length + 1];
    for (code, value) in rows {
        let place = usize::try_from(code).ok();
        if let Some(found) = place.and_then(|place| values.get_mut(place)) {
            *found = value;
        }
    }
    values
}

impl ColumnStoreBuilder {
    /// A builder of a store that takes at most this memory.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            max_bytes,
            ..Self::default()
        }
    }

    /// Takes a row of a table's statement.
    pub fn add_row(&mut self, table: LoadedTable, row: &[Cell]) -> Result<(), LoadError> {
        let cell = |place: usize| row.get(place);
        match table {
            LoadedTable::Lines => {
                let line = cell(0).and_then(Cell::text);
                return self.add_line(line.ok_or(LoadError::Unreadable)?);
            }
            LoadedTable::Items => {
                let item = code(&mut self.items, cell(0));
                let [name, category] = [1, 2].map(|place| code(&mut self.texts, cell(place)));
                let class = filled_code(&mut self.texts, cell(3));
                self.item_names.push([item, name, category, class]);
            }
            LoadedTable::Catalogue => {
                let item = code(&mut self.items, cell(0));
                let class = filled_code(&mut self.texts, cell(1));
                let brand = code(&mut self.texts, cell(2));
                self.catalogue.push([item, class, brand]);
            }
            LoadedTable::Customers => {
                let customer = code(&mut self.customers, cell(0));
                let [name, salesperson, state, county, crops] =
                    [1, 2, 3, 4, 5].map(|place| code(&mut self.texts, cell(place)));
                let texts = [customer, name, salesperson, state, county, crops];
                self.profiles
                    .push((texts, [number(cell(6)), number(cell(7))]));
            }
            LoadedTable::Suppliers => {
                let supplier = code(&mut self.suppliers, cell(0));
                let name = code(&mut self.texts, cell(1));
                self.supplier_names.push([supplier, name]);
            }
            LoadedTable::Stock => {
                let item = LineItem {
                    item: code(&mut self.items, cell(0)),
                    unit: code(&mut self.units, cell(2)),
                    currency: code(&mut self.currencies, cell(3)),
                };
                let location = code(&mut self.locations, cell(1));
                self.stock.push((item, location, number(cell(4))));
            }
        }
        Ok(())
    }

    fn add_line(&mut self, packed: &str) -> Result<(), LoadError> {
        let mut fields = packed.split(LINE_SEPARATOR);
        let mut next = || fields.next().ok_or(LoadError::Unreadable);
        let mut texts: [Option<&str>; 8] = [None; 8];
        for text in &mut texts {
            *text = next()?.strip_prefix('=');
        }
        let mut numbers = [MISSING; 6];
        for number in &mut numbers {
            let digits = next()?;
            if !digits.is_empty() {
                *number = digits.parse().map_err(|_| LoadError::Unreadable)?;
            }
        }
        if fields.next().is_some() {
            return Err(LoadError::Unreadable);
        }
        let [
            item,
            customer,
            supplier,
            order,
            location,
            unit,
            currency,
            purchase,
        ] = texts;
        let [item, customer, supplier, order, location, unit, currency] = [
            (&mut self.items, item),
            (&mut self.customers, customer),
            (&mut self.suppliers, supplier),
            (&mut self.orders, order),
            (&mut self.locations, location),
            (&mut self.units, unit),
            (&mut self.currencies, currency),
        ]
        .map(|(texts, text)| text.map_or(0, |text| i64::from(texts.code(text))));
        let [day, promised, delivered, quantity, price, amount] = numbers;
        let lines = match purchase {
            Some(id) => {
                self.purchase_ids.code(id);
                &mut self.purchases
            }
            None => &mut self.sales,
        };
        let is_packed = lines.push([
            item, customer, supplier, order, location, unit, currency, day, promised, delivered,
            quantity, price, amount,
        ]);
        if is_packed && self.bytes() > self.max_bytes {
            return Err(LoadError::TooLarge);
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        let dictionaries = [
            &self.purchase_ids,
            &self.items,
            &self.customers,
            &self.suppliers,
            &self.orders,
        ];
        let texts = dictionaries
            .map(DictionaryBuilder::bytes)
            .iter()
            .sum::<usize>();
        texts + self.sales.bytes() + self.purchases.bytes()
    }

    /// The store. Fails if it takes more memory than it may.
    pub fn finish(self) -> Result<ColumnStore, LoadError> {
        let max_bytes = self.max_bytes;
        let store = self.build();
        if store.bytes() > max_bytes {
            return Err(LoadError::TooLarge);
        }
        Ok(store)
    }

    fn build(mut self) -> ColumnStore {
        let days = match (self.sales.days(), self.purchases.days()) {
            (Some(sales), Some(purchases)) => (sales.0.min(purchases.0), sales.1.max(purchases.1)),
            (Some(days), None) | (None, Some(days)) => days,
            // No days.
            (None, None) => (1, 0),
        };
        let ids: Dictionary = self.purchase_ids.finish();
        let mut purchases = self.purchases.finish();
        let prices = PurchasePrices::add_ranks(&mut purchases, &ids);
        let mut sales = self.sales.finish();
        UnitCosts::new(prices, &self.stock, &self.locations).add_costs(&mut sales);
        let items = build_items(
            self.items,
            &mut self.texts,
            &self.item_names,
            &self.catalogue,
        );
        let profiles = build_profiles(&self.profiles);
        let customers = build_customers(self.customers, &self.profiles);
        let suppliers = self.supplier_names.iter();
        let names = suppliers.map(|[supplier, name]| (*supplier, *name));
        let supplier_names = by_code(self.suppliers.len(), 0, names);
        ColumnStore {
            sales,
            purchases,
            profiles,
            items,
            customers,
            supplier_names,
            supplier_ids: self.suppliers.finish(),
            orders: self.orders.finish(),
            locations: self.locations.finish(),
            units: self.units.finish(),
            currencies: self.currencies.finish(),
            texts: self.texts.finish(),
            days,
        }
    }
}

fn build_items(
    ids: DictionaryBuilder,
    texts: &mut DictionaryBuilder,
    names: &[[u32; 4]],
    catalogue: &[[u32; 3]],
) -> ItemTable {
    let count = ids.len();
    let by_item = |place: usize| {
        let rows = names.iter();
        rows.map(move |row| (row[0], row.get(place).copied().unwrap_or(0)))
    };
    let unknown = texts.code("Unknown");
    let mut classes = by_code(count, 0, by_item(3));
    let mut brands = vec![0; classes.len()];
    for [item, class, brand] in catalogue {
        let place = usize::try_from(*item).unwrap_or(usize::MAX);
        if let (Some(known), Some(known_brand)) = (classes.get_mut(place), brands.get_mut(place)) {
            if *class != 0 {
                *known = *class;
            }
            *known_brand = *brand;
        }
    }
    ItemTable {
        names: by_code(count, 0, by_item(1)),
        categories: by_code(count, unknown, by_item(2)),
        classes,
        brands,
        ids: ids.finish(),
    }
}

fn build_profiles(profiles: &[Profile]) -> Vec<Chunk> {
    let chunks = profiles.chunks(CHUNK_ROWS).map(|rows| {
        let customers: Vec<i64> = rows.iter().map(|(texts, _)| i64::from(texts[0])).collect();
        let mut columns = vec![vec![0; rows.len()]; StoredColumn::Customer as usize];
        columns.push(customers);
        Chunk::pack(columns.iter().map(Vec::as_slice))
    });
    chunks.collect()
}

fn build_customers(ids: DictionaryBuilder, profiles: &[Profile]) -> CustomerTable {
    let count = ids.len();
    let text = |place: usize| {
        let rows = profiles.iter();
        let texts = rows.map(|(texts, _)| (texts[0], texts.get(place).copied().unwrap_or(0)));
        by_code(count, 0, texts)
    };
    let number = |place: usize| {
        let rows = profiles.iter();
        let value = |numbers: &[i64; 2]| numbers.get(place).copied().unwrap_or(MISSING);
        by_code(
            count,
            MISSING,
            rows.map(|(texts, numbers)| (texts[0], value(numbers))),
        )
    };
    CustomerTable {
        names: text(1),
        salespeople: text(2),
        states: text(3),
        counties: text(4),
        crops: text(5),
        acres: number(0),
        since: number(1),
        ids: ids.finish(),
    }
}
