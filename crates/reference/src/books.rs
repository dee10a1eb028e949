//! The rows of a source that can be used, each key once, and who of them is who.

use super::amounts::amount;
use super::figure::Figures;
use super::source::{self, Row, SourceError, SourceNames, Unread, Unusable, needed};
use chrono::{DateTime, NaiveDate, Utc};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// A line of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub order: String,
    pub is_sale: bool,
    pub day: NaiveDate,
    pub customer: Option<String>,
    pub supplier: Option<String>,
    pub item: String,
    pub quantity: i128,
    pub unit: String,
    pub price: i128,
    pub currency: String,
    pub promised: Option<NaiveDate>,
    pub delivered: Option<NaiveDate>,
    pub location: Option<String>,
    /// Quantity times price.
    pub amount: i128,
}

/// An item at a location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stock {
    pub item: String,
    pub name: String,
    pub category: String,
    pub unit: String,
    pub location: String,
    pub on_hand: i128,
    pub on_order: i128,
    pub booked: i128,
    pub reorder_point: Option<i128>,
    pub pack: Option<i128>,
    pub minimum: Option<i128>,
    pub lead_days: Option<u32>,
    pub cost: i128,
    pub currency: String,
    pub supplier: Option<String>,
    pub updated_at: DateTime<Utc>,
}

/// A customer's record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub name: String,
    pub state: Option<String>,
    pub acres: i128,
    /// Each once, in the order of the record.
    pub crops: Vec<String>,
}

/// A price of a commodity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub unit: String,
    pub price: i128,
    pub volume: Option<i128>,
}

/// All rows of a source.
#[derive(Debug, Clone, Default)]
pub struct Books {
    pub lines: Vec<Line>,
    /// By item and location.
    pub stock: Vec<Stock>,
    /// By id.
    pub customers: BTreeMap<String, Profile>,
    /// Lead times of the suppliers that have one on record.
    pub lead_days: HashMap<String, Option<u32>>,
    /// By commodity, market and day.
    pub quotes: BTreeMap<(String, String, NaiveDate), Quote>,
    /// What was passed over.
    pub unread: Unread,
}

/// Rows by key: the newest of each, of equally new ones the later.
struct Newest<K, R>(BTreeMap<K, (DateTime<Utc>, R)>);

impl<K: Ord, R> Newest<K, R> {
    fn take(&mut self, key: K, at: DateTime<Utc>, row: R) {
        match self.0.get(&key) {
            Some((known, _)) if *known > at => {}
            _ => drop(self.0.insert(key, (at, row))),
        }
    }
}

impl Books {
    /// Reads the five tables of a folder. `names` are the columns that are called otherwise there.
    pub fn read(folder: &Path, names: &SourceNames) -> Result<Self, SourceError> {
        let mut unread = Unread::default();
        let (mut lines, mut stock, mut customers) = (
            Newest(BTreeMap::new()),
            Newest(BTreeMap::new()),
            Newest(BTreeMap::new()),
        );
        let (mut suppliers, mut quotes) = (Newest(BTreeMap::new()), Newest(BTreeMap::new()));
        let mut tables = source::Folder::open(folder, names)?;
        tables.each("sales_transactions", &mut unread, |row| {
            line(row).map(|(key, at, line)| lines.take(key, at, line))
        })?;
        tables.each("inventory_data", &mut unread, |row| {
            stock_row(row).map(|line| {
                stock.take(
                    (line.item.clone(), line.location.clone()),
                    line.updated_at,
                    line,
                );
            })
        })?;
        tables.each("customer_profiles", &mut unread, |row| {
            profile(row).map(|(key, at, profile)| customers.take(key, at, profile))
        })?;
        tables.each("supplier_data", &mut unread, |row| {
            supplier(row).map(|(key, at, days)| suppliers.take(key, at, days))
        })?;
        tables.each("market_prices", &mut unread, |row| {
            quote(row).map(|(key, at, quote)| quotes.take(key, at, quote))
        })?;
        Ok(Self {
            lines: lines.0.into_values().map(|(_, row)| row).collect(),
            stock: stock.0.into_values().map(|(_, row)| row).collect(),
            customers: customers
                .0
                .into_iter()
                .map(|(key, (_, row))| (key, row))
                .collect(),
            lead_days: suppliers
                .0
                .into_iter()
                .map(|(key, (_, row))| (key, row))
                .collect(),
            quotes: quotes
                .0
                .into_iter()
                .map(|(key, (_, row))| (key, row))
                .collect(),
            unread,
        })
    }

    pub(super) fn rows(&self, told: &mut Figures) {
        told.exact("Rows: sales_transactions", self.lines.len());
        told.exact("Rows: inventory_data", self.stock.len());
        told.exact("Rows: customer_profiles", self.customers.len());
        told.exact("Rows: supplier_data", self.lead_days.len());
        told.exact("Rows: market_prices", self.quotes.len());
    }

    /// The currency in which amounts are added up: the organization's choice, else that of most
    /// lines, the first by name of equals.
    pub(super) fn currency(&self, chosen: Option<&str>) -> Option<String> {
        if let Some(chosen) = chosen {
            return Some(chosen.to_owned());
        }
        most(self.lines.iter().map(|line| line.currency.as_str())).map(str::to_owned)
    }

    /// The category of an item: that of its newest stock row, the last by name of equally new ones.
    pub(super) fn categories(&self) -> HashMap<&str, &str> {
        let mut newest: HashMap<&str, (DateTime<Utc>, &str)> = HashMap::new();
        for row in &self.stock {
            let seen = (row.updated_at, row.category.as_str());
            let known = newest.entry(&row.item).or_insert(seen);
            *known = (*known).max(seen);
        }
        newest
            .into_iter()
            .map(|(item, (_, category))| (item, category))
            .collect()
    }
}

/// What comes most often, the first by name of equals.
pub(super) fn most<'a>(words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in words {
        *counts.entry(word).or_default() += 1;
    }
    let highest = counts.values().copied().max()?;
    counts
        .into_iter()
        .find(|(_, count)| *count == highest)
        .map(|(word, _)| word)
}

const UNITS: [&str; 5] = ["bag", "gal", "ton", "lb", "unit"];

/// A row under its key, with the moment at which it was changed last.
type Keyed<K, R> = Result<(K, DateTime<Utc>, R), Unusable>;

fn line(row: &Row<'_>) -> Keyed<String, Line> {
    let is_sale = row.word("direction", &["sale", "purchase"])? == "sale";
    let (quantity, price) = (
        needed(row.number("quantity"))?,
        needed(row.not_negative("unit_price"))?,
    );
    let line = Line {
        order: row.text("order_id")?,
        is_sale,
        day: needed(row.day("transaction_date"))?,
        customer: row.optional("customer_id")?,
        supplier: row.optional("supplier_id")?,
        item: row.text("item_id")?,
        quantity,
        unit: row.word("unit", &UNITS)?,
        price,
        currency: row.currency("currency")?,
        promised: row.day("promised_date")?,
        delivered: row.day("delivered_date")?,
        location: row.optional("location")?,
        amount: amount(quantity, price).ok_or(Unusable)?,
    };
    let party = if is_sale {
        &line.customer
    } else {
        &line.supplier
    };
    if party.is_none() {
        return Err(Unusable);
    }
    Ok((row.key("transaction_id")?, row.moment()?, line))
}

fn stock_row(row: &Row<'_>) -> Result<Stock, Unusable> {
    let pack = row.number("pack_size")?;
    if pack.is_some_and(|pack| pack <= 0) {
        return Err(Unusable);
    }
    Ok(Stock {
        item: row.key("item_id")?,
        name: row.text("item_name")?,
        category: row.word("category", &["seed", "fertilizer", "pesticide", "other"])?,
        unit: row.word("unit", &UNITS)?,
        location: row.key("location")?,
        on_hand: needed(row.number("on_hand"))?,
        on_order: needed(row.not_negative("on_order"))?,
        booked: needed(row.not_negative("booked"))?,
        reorder_point: row.not_negative("reorder_point")?,
        pack,
        minimum: row.not_negative("min_order_quantity")?,
        lead_days: row.days("lead_time_days")?,
        cost: needed(row.not_negative("unit_cost"))?,
        currency: row.currency("currency")?,
        supplier: row.optional("supplier_id")?,
        updated_at: row.moment()?,
    })
}

fn profile(row: &Row<'_>) -> Keyed<String, Profile> {
    let mut crops: Vec<String> = Vec::new();
    for crop in row
        .optional("crops")?
        .unwrap_or_default()
        .split(';')
        .map(str::trim)
        .filter(|crop| !crop.is_empty())
    {
        if !["corn", "soybeans", "wheat"].contains(&crop) {
            return Err(Unusable);
        }
        if !crops.iter().any(|known| known == crop) {
            crops.push(crop.to_owned());
        }
    }
    // No figure looks at these, but a row with something wrong in them does not land.
    for name in ["county", "salesperson", "email"] {
        row.optional(name)?;
    }
    row.day("customer_since")?;
    let acres = row.not_negative("acres")?.unwrap_or(0);
    Ok((
        row.key("customer_id")?,
        row.moment()?,
        Profile {
            name: row.text("customer_name")?,
            state: row.optional("state")?,
            acres,
            crops,
        },
    ))
}

fn supplier(row: &Row<'_>) -> Keyed<String, Option<u32>> {
    row.text("supplier_name")?;
    row.optional("categories")?;
    row.word("active", &["true", "false"])?;
    Ok((
        row.key("supplier_id")?,
        row.moment()?,
        row.days("lead_time_days")?,
    ))
}

fn quote(row: &Row<'_>) -> Keyed<(String, String, NaiveDate), Quote> {
    let commodity = row.word("commodity", &["corn", "soybeans", "wheat", "fertilizer"])?;
    let quote = Quote {
        unit: row.word("unit", &["usd_per_bu", "usd_per_ton"])?,
        price: needed(row.not_negative("price"))?,
        volume: row.not_negative("volume")?,
    };
    Ok((
        (
            commodity,
            row.key("market")?,
            needed(row.day("price_date"))?,
        ),
        row.moment()?,
        quote,
    ))
}
