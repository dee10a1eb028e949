//! The usable rows of a source, unique by key.

use super::amounts::multiply_price;
use super::figure::Figures;
use super::source_folder::{
    self, InvalidRow, Row, SourceError, SourceNames, UnreadRows, require_cell,
};
use chrono::{DateTime, NaiveDate, Utc};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// An order line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderLine {
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
pub struct StockRow {
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

/// Master data of a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerRecord {
    pub name: String,
    pub state: Option<String>,
    pub acres: i128,
    /// Unique, in the order of the record.
    pub crops: Vec<String>,
}

/// A price of a commodity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceQuote {
    pub unit: String,
    pub price: i128,
    pub volume: Option<i128>,
}

/// All rows of a source.
#[derive(Debug, Clone, Default)]
pub struct Dataset {
    pub lines: Vec<OrderLine>,
    /// By item and location.
    pub stock: Vec<StockRow>,
    /// By id.
    pub customers: BTreeMap<String, CustomerRecord>,
    /// Lead times of the suppliers in the warehouse.
    pub lead_days: HashMap<String, Option<u32>>,
    /// By commodity, market and day.
    pub quotes: BTreeMap<(String, String, NaiveDate), PriceQuote>,
    /// By item, of those in the item catalog.
    pub active_ingredients: BTreeMap<String, String>,
    /// By item, `true` or `false`, of those for which the item catalog has it.
    pub restricted_use: BTreeMap<String, String>,
    /// Skipped rows.
    pub unread: UnreadRows,
}

/// Rows by key: the newest of each, the later one if equally new.
struct NewestRows<K, R>(BTreeMap<K, (DateTime<Utc>, R)>);

impl<K: Ord, R> NewestRows<K, R> {
    fn insert_if_newer(&mut self, key: K, at: DateTime<Utc>, row: R) {
        match self.0.get(&key) {
            Some((known, _)) if *known > at => {}
            _ => drop(self.0.insert(key, (at, row))),
        }
    }
}

impl Dataset {
    /// Reads the five tables of a folder, and the item catalog if there is one. `names`: columns with other names in the source.
    pub fn load_folder(folder: &Path, names: &SourceNames) -> Result<Self, SourceError> {
        let mut unread = UnreadRows::default();
        let (mut lines, mut stock, mut customers) = (
            NewestRows(BTreeMap::new()),
            NewestRows(BTreeMap::new()),
            NewestRows(BTreeMap::new()),
        );
        let (mut suppliers, mut quotes) =
            (NewestRows(BTreeMap::new()), NewestRows(BTreeMap::new()));
        let mut tables = source_folder::SourceFolder::open_folder(folder, names)?;
        tables.for_each_row("sales_transactions", &mut unread, |row| {
            parse_line(row).map(|(key, at, line)| lines.insert_if_newer(key, at, line))
        })?;
        tables.for_each_row("inventory_data", &mut unread, |row| {
            parse_stock_row(row).map(|line| {
                stock.insert_if_newer(
                    (line.item.clone(), line.location.clone()),
                    line.updated_at,
                    line,
                );
            })
        })?;
        tables.for_each_row("customer_profiles", &mut unread, |row| {
            parse_customer(row)
                .map(|(key, at, profile)| customers.insert_if_newer(key, at, profile))
        })?;
        tables.for_each_row("supplier_data", &mut unread, |row| {
            parse_supplier(row).map(|(key, at, days)| suppliers.insert_if_newer(key, at, days))
        })?;
        tables.for_each_row("market_prices", &mut unread, |row| {
            parse_quote(row).map(|(key, at, quote)| quotes.insert_if_newer(key, at, quote))
        })?;
        let mut catalogue = NewestRows(BTreeMap::new());
        tables.for_each_row("item_catalogue", &mut unread, |row| {
            let record = (
                row.optional_text("active_ingredient")?,
                row.optional_text("restricted_use")?,
            );
            catalogue.insert_if_newer(row.key_text("item_id")?, row.updated_at()?, record);
            Ok(())
        })?;
        let (mut active_ingredients, mut restricted_use) = (BTreeMap::new(), BTreeMap::new());
        for (item, (_, (ingredients, restriction))) in catalogue.0 {
            if let Some(restriction) = restriction {
                restricted_use.insert(item.clone(), restriction.to_lowercase());
            }
            if let Some(ingredients) = ingredients {
                active_ingredients.insert(item, ingredients);
            }
        }
        Ok(Self {
            active_ingredients,
            restricted_use,
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

    pub(super) fn report_row_counts(&self, figures: &mut Figures) {
        figures.push_exact("Rows: sales_transactions", self.lines.len());
        figures.push_exact("Rows: inventory_data", self.stock.len());
        figures.push_exact("Rows: customer_profiles", self.customers.len());
        figures.push_exact("Rows: supplier_data", self.lead_days.len());
        figures.push_exact("Rows: market_prices", self.quotes.len());
    }

    /// The currency of the sums: the organization's choice, else that of most lines (the first by
    /// name if equal).
    pub(super) fn choose_currency(&self, chosen: Option<&str>) -> Option<String> {
        if let Some(chosen) = chosen {
            return Some(chosen.to_owned());
        }
        most_frequent(self.lines.iter().map(|line| line.currency.as_str())).map(str::to_owned)
    }

    /// The category of an item: that of its newest stock row (the last by location if equally new).
    pub(super) fn item_categories(&self) -> HashMap<&str, &str> {
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

/// The most frequent value, the first by name if equal.
pub(super) fn most_frequent<'a>(words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
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

/// A row with its key and the time of its last change.
type KeyedResult<K, R> = Result<(K, DateTime<Utc>, R), InvalidRow>;

fn parse_line(row: &Row<'_>) -> KeyedResult<String, OrderLine> {
    let is_sale = row.one_of("direction", &["sale", "purchase"])? == "sale";
    let (quantity, price) = (
        require_cell(row.decimal_cell("quantity"))?,
        require_cell(row.non_negative_cell("unit_price"))?,
    );
    let line = OrderLine {
        order: row.required_text("order_id")?,
        is_sale,
        day: require_cell(row.date_cell("transaction_date"))?,
        customer: row.optional_text("customer_id")?,
        supplier: row.optional_text("supplier_id")?,
        item: row.required_text("item_id")?,
        quantity,
        unit: row.one_of("unit", &UNITS)?,
        price,
        currency: row.currency_code("currency")?,
        promised: row.date_cell("promised_date")?,
        delivered: row.date_cell("delivered_date")?,
        location: row.optional_text("location")?,
        amount: multiply_price(quantity, price).ok_or(InvalidRow)?,
    };
    let party = if is_sale {
        &line.customer
    } else {
        &line.supplier
    };
    if party.is_none() {
        return Err(InvalidRow);
    }
    Ok((row.key_text("transaction_id")?, row.updated_at()?, line))
}

fn parse_stock_row(row: &Row<'_>) -> Result<StockRow, InvalidRow> {
    let pack = row.decimal_cell("pack_size")?;
    if pack.is_some_and(|pack| pack <= 0) {
        return Err(InvalidRow);
    }
    Ok(StockRow {
        item: row.key_text("item_id")?,
        name: row.required_text("item_name")?,
        category: row.one_of("category", &["seed", "fertilizer", "pesticide", "other"])?,
        unit: row.one_of("unit", &UNITS)?,
        location: row.key_text("location")?,
        on_hand: require_cell(row.decimal_cell("on_hand"))?,
        on_order: require_cell(row.non_negative_cell("on_order"))?,
        booked: require_cell(row.non_negative_cell("booked"))?,
        reorder_point: row.non_negative_cell("reorder_point")?,
        pack,
        minimum: row.non_negative_cell("min_order_quantity")?,
        lead_days: row.day_count("lead_time_days")?,
        cost: require_cell(row.non_negative_cell("unit_cost"))?,
        currency: row.currency_code("currency")?,
        supplier: row.optional_text("supplier_id")?,
        updated_at: row.updated_at()?,
    })
}

fn parse_customer(row: &Row<'_>) -> KeyedResult<String, CustomerRecord> {
    let mut crops: Vec<String> = Vec::new();
    for crop in row
        .optional_text("crops")?
        .unwrap_or_default()
        .split(';')
        .map(|crop| crop.trim().to_lowercase())
        .filter(|crop| !crop.is_empty())
    {
        if !crops.contains(&crop) {
            crops.push(crop);
        }
    }
    // No figure uses these columns, but the sync rejects rows with invalid values in them.
    for name in ["county", "salesperson", "email"] {
        row.optional_text(name)?;
    }
    row.date_cell("customer_since")?;
    let acres = row.non_negative_cell("acres")?.unwrap_or(0);
    Ok((
        row.key_text("customer_id")?,
        row.updated_at()?,
        CustomerRecord {
            name: row.required_text("customer_name")?,
            state: row.optional_text("state")?,
            acres,
            crops,
        },
    ))
}

fn parse_supplier(row: &Row<'_>) -> KeyedResult<String, Option<u32>> {
    row.required_text("supplier_name")?;
    row.optional_text("categories")?;
    row.one_of("active", &["true", "false"])?;
    Ok((
        row.key_text("supplier_id")?,
        row.updated_at()?,
        row.day_count("lead_time_days")?,
    ))
}

fn parse_quote(row: &Row<'_>) -> KeyedResult<(String, String, NaiveDate), PriceQuote> {
    let commodity = row.one_of("commodity", &["corn", "soybeans", "wheat", "fertilizer"])?;
    let quote = PriceQuote {
        unit: row.one_of("unit", &["usd_per_bu", "usd_per_ton"])?,
        price: require_cell(row.non_negative_cell("price"))?,
        volume: row.non_negative_cell("volume")?,
    };
    Ok((
        (
            commodity,
            row.key_text("market")?,
            require_cell(row.date_cell("price_date"))?,
        ),
        row.updated_at()?,
        quote,
    ))
}
