//! Sums among the rows of a table that no word names: of the rows of an item above, and of all
//! locations.

use crate::cell::{Cell, Row};
use crate::lexicon::{Lexicon, fold};
use crate::mapping::Mapping;
use crate::output::hash_key;
use crate::tables::Table;
use crate::values::is_blank;
use crate::values::numbers::read_number;
use crate::values::words::is_total_word;
use rust_decimal::Decimal;
use std::collections::HashMap;

/// A number with a decimal point, and with a decimal comma.
type BothWays = [Option<Decimal>; 2];

fn read_both(cell: &Cell) -> BothWays {
    let reading = read_number(cell);
    [reading.point, reading.comma]
}

fn add_both(sum: BothWays, value: BothWays) -> BothWays {
    let [point, comma] = sum;
    let [other_point, other_comma] = value;
    [
        point.zip(other_point).and_then(|(a, b)| a.checked_add(b)),
        comma.zip(other_comma).and_then(|(a, b)| a.checked_add(b)),
    ]
}

fn equals_either(sum: BothWays, value: BothWays) -> bool {
    let mut pairs = sum.into_iter().zip(value);
    pairs.any(|(sum, value)| sum.is_some() && sum == value)
}

/// What a row with an item, but without what it belongs to, may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemRow {
    Line,
    Subtotal,
    Either,
}

/// The rows of one item that follow each other.
#[derive(Debug, Default)]
struct ItemRun {
    item: String,
    rows: u32,
    amount: BothWays,
    /// The lowest and the highest price.
    prices: [Option<(Decimal, Decimal)>; 2],
}

/// Watches the rows of items for their sums.
#[derive(Debug, Default)]
pub(crate) struct ItemRuns {
    item: Option<usize>,
    amount: Option<usize>,
    /// Columns that lines fill and sums may leave blank.
    details: Vec<usize>,
    price: Option<usize>,
    run: ItemRun,
}

impl ItemRuns {
    pub(crate) fn new(mapping: &Mapping) -> Self {
        let (amount, price) = match mapping.table {
            Table::SalesTransactions => ("quantity", "unit_price"),
            Table::InventoryData => ("on_hand", "unit_cost"),
            _ => return Self::default(),
        };
        let details = ["unit", price];
        Self {
            item: mapping.column("item_id").or(mapping.column("item_name")),
            amount: mapping.column(amount),
            details: details
                .into_iter()
                .filter_map(|name| mapping.column(name))
                .collect(),
            price: mapping.column(price),
            run: ItemRun::default(),
        }
    }

    fn read(&self, row: &Row) -> Option<(String, BothWays)> {
        let item = row.cell(self.item?);
        let amount = row.cell(self.amount?);
        let is_filled = !is_blank(item) && !is_blank(amount);
        is_filled.then(|| (fold(item.raw_text()), read_both(amount)))
    }

    /// Counts a row that is data.
    pub(crate) fn add(&mut self, row: &Row) {
        let Some((item, amount)) = self.read(row) else {
            self.run = ItemRun::default();
            return;
        };
        if self.run.rows == 0 || self.run.item != item {
            self.run = ItemRun {
                item,
                amount: [Some(Decimal::ZERO); 2],
                ..ItemRun::default()
            };
        }
        self.run.rows += 1;
        self.run.amount = add_both(self.run.amount, amount);
        let prices = self.price.map(|column| read_both(row.cell(column)));
        for (range, price) in self.run.prices.iter_mut().zip(prices.into_iter().flatten()) {
            if let Some(price) = price {
                let (low, high) = range.unwrap_or((price, price));
                *range = Some((low.min(price), high.max(price)));
            }
        }
    }

    /// Ends the run of an item at its sum.
    pub(crate) fn end(&mut self) {
        self.run = ItemRun::default();
    }

    /// What a row is that says an item and an amount and not what they belong to. `is_usual` says
    /// whether the table has such sums of several rows.
    pub(crate) fn classify(&self, row: &Row, is_usual: bool) -> ItemRow {
        let Some((item, amount)) = self.read(row) else {
            return ItemRow::Line;
        };
        let is_sum = self.run.rows > 0
            && self.run.item == item
            && equals_either(self.run.amount, amount)
            && self.has_usual_price(row);
        if !is_sum {
            return ItemRow::Line;
        }
        let lacks_details = self
            .details
            .iter()
            .any(|column| is_blank(row.cell(*column)));
        if self.run.rows > 1 || is_usual || lacks_details {
            ItemRow::Subtotal
        } else {
            ItemRow::Either
        }
    }

    /// The price of a sum is blank or lies between those of its rows.
    fn has_usual_price(&self, row: &Row) -> bool {
        let Some(column) = self.price.filter(|column| !is_blank(row.cell(*column))) else {
            return true;
        };
        let rounding = Decimal::new(1, 2);
        let mut pairs = self.run.prices.iter().zip(read_both(row.cell(column)));
        pairs.any(|(range, price)| {
            range.zip(price).is_some_and(|((low, high), price)| {
                low <= price + rounding && price <= high + rounding
            })
        })
    }
}

/// Stock of an item at the locations, and at what is called all of them.
#[derive(Debug, Clone, Copy)]
struct PlaceSums {
    places: BothWays,
    total: BothWays,
    has_place: bool,
    has_total: bool,
}

/// Finds rows whose location stands for all locations.
#[derive(Debug, Clone, Default)]
pub(crate) struct TotalPlaces {
    columns: Option<[usize; 3]>,
    /// Locations that were seen, and whether they stand for all.
    places: HashMap<String, bool>,
    /// Whether sums are taken, which is needed only where a location stands for all.
    takes_sums: bool,
    items: HashMap<u128, PlaceSums>,
}

/// Tables have no more locations than this.
const MAX_PLACES: usize = 5_000;

impl TotalPlaces {
    pub(crate) fn new(mapping: &Mapping, takes_sums: bool) -> Self {
        let column = |name: &str| mapping.column(name);
        let columns = (mapping.table == Table::InventoryData)
            .then(|| Some([column("item_id")?, column("location")?, column("on_hand")?]))
            .flatten();
        Self {
            columns,
            places: HashMap::new(),
            takes_sums,
            items: HashMap::new(),
        }
    }

    /// Whether a location stands for all of them.
    pub(crate) fn is_needed(&self) -> bool {
        self.places.values().any(|is_everywhere| *is_everywhere)
    }

    pub(crate) fn add(&mut self, row: &Row) {
        let Some([item, location, stock]) = self.columns else {
            return;
        };
        let location = row.cell(location);
        let known = self.places.get(location.raw_text()).copied();
        let is_total = known.unwrap_or_else(|| is_everywhere(location));
        if known.is_none() && self.places.len() < MAX_PLACES {
            let text = location.raw_text().to_owned();
            self.places.insert(text, is_total);
        }
        if !self.takes_sums {
            return;
        }
        let sums = self
            .items
            .entry(item_key(row.cell(item)))
            .or_insert(PlaceSums {
                places: [Some(Decimal::ZERO); 2],
                total: [Some(Decimal::ZERO); 2],
                has_place: false,
                has_total: false,
            });
        let stock = read_both(row.cell(stock));
        if is_total {
            sums.total = add_both(sums.total, stock);
            sums.has_total = true;
        } else {
            sums.places = add_both(sums.places, stock);
            sums.has_place = true;
        }
    }

    /// Forgets what cannot be a total.
    pub(crate) fn finish(mut self) -> Self {
        self.items
            .retain(|_, sums| sums.has_place && sums.has_total);
        if !self.items.values().any(PlaceSums::agree) {
            self.items.clear();
        }
        self
    }

    /// Whether the row is the total of its item: `Some(false)` if it should be and is not.
    pub(crate) fn is_total(&self, row: &Row) -> Option<bool> {
        let [item, location, _] = self.columns?;
        if self.items.is_empty() || !is_everywhere(row.cell(location)) {
            return None;
        }
        let sums = self.items.get(&item_key(row.cell(item)))?;
        Some(sums.agree())
    }

    pub(crate) fn location(&self) -> Option<usize> {
        self.columns.map(|[_, location, _]| location)
    }
}

impl PlaceSums {
    fn agree(&self) -> bool {
        equals_either(self.places, self.total)
    }
}

fn item_key(cell: &Cell) -> u128 {
    hash_key(std::iter::once(cell.raw_text().trim()))
}

fn is_everywhere(cell: &Cell) -> bool {
    let text = cell.raw_text();
    cell.is_text() && (is_total_word(text) || Lexicon::shared().value("everywhere", text).is_some())
}
