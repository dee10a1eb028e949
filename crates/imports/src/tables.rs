//! The tables, their columns, and the names by which columns are known.

use crate::lexicon::{Concept, NameMeaning};
use serde::Serialize;
use std::sync::OnceLock;

const COLUMNS: &str = include_str!("../lexicon/columns.txt");

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Table {
    InventoryData,
    SalesTransactions,
    MarketPrices,
    CustomerProfiles,
    SupplierData,
    CustomerBookings,
    PurchaseOrders,
    ItemCatalogue,
    PriceLists,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Id,
    Category,
    /// The word of the file for the category, where it is not one of the listed ones.
    OwnCategory,
    Unit,
    PriceUnit,
    Direction,
    Status,
    Commodity,
    Crops,
    Currency,
    /// May be negative.
    Number,
    NotNegative,
    Positive,
    Days,
    Flag,
    Date,
    Timestamp,
}

#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    pub required: bool,
}

const fn column(name: &'static str, kind: Kind, required: bool) -> Column {
    Column {
        name,
        kind,
        required,
    }
}

impl Table {
    pub const ALL: [Table; 9] = [
        Table::InventoryData,
        Table::SalesTransactions,
        Table::MarketPrices,
        Table::CustomerProfiles,
        Table::SupplierData,
        Table::CustomerBookings,
        Table::PurchaseOrders,
        Table::ItemCatalogue,
        Table::PriceLists,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Table::InventoryData => "inventory_data",
            Table::SalesTransactions => "sales_transactions",
            Table::MarketPrices => "market_prices",
            Table::CustomerProfiles => "customer_profiles",
            Table::SupplierData => "supplier_data",
            Table::CustomerBookings => "customer_bookings",
            Table::PurchaseOrders => "purchase_orders",
            Table::ItemCatalogue => "item_catalogue",
            Table::PriceLists => "price_lists",
        }
    }

    pub fn columns(self) -> &'static [Column] {
        match self {
            Table::InventoryData => &INVENTORY,
            Table::SalesTransactions => &SALES,
            Table::MarketPrices => &PRICES,
            Table::CustomerProfiles => &CUSTOMERS,
            Table::SupplierData => &SUPPLIERS,
            Table::CustomerBookings => &BOOKINGS,
            Table::PurchaseOrders => &PURCHASE_ORDERS,
            Table::ItemCatalogue => &CATALOG,
            Table::PriceLists => &PRICE_LISTS,
        }
    }

    pub fn column(self, name: &str) -> Option<&'static Column> {
        self.columns().iter().find(|column| column.name == name)
    }

    pub fn index(self, name: &str) -> Option<usize> {
        self.columns().iter().position(|column| column.name == name)
    }

    pub fn key(self) -> &'static [&'static str] {
        match self {
            Table::InventoryData => &["item_id", "location"],
            Table::SalesTransactions => &["transaction_id"],
            Table::MarketPrices => &["price_date", "commodity", "market"],
            Table::CustomerProfiles => &["customer_id"],
            Table::SupplierData => &["supplier_id"],
            Table::CustomerBookings => &["booking_id", "line"],
            Table::PurchaseOrders => &["po_id", "line"],
            Table::ItemCatalogue => &["item_id"],
            Table::PriceLists => &[
                "supplier_id",
                "item_id",
                "unit",
                "currency",
                "valid_from",
                "min_quantity",
            ],
        }
    }

    /// The column of the document whose lines are counted where they have no numbers.
    pub(crate) fn document(self) -> &'static str {
        match self {
            Table::CustomerBookings => "booking_id",
            Table::PurchaseOrders => "po_id",
            _ => "order_id",
        }
    }

    /// The column that tells the lines of a document apart.
    pub(crate) fn line(self) -> Option<&'static str> {
        match self {
            Table::SalesTransactions => Some("transaction_id"),
            Table::CustomerBookings | Table::PurchaseOrders => Some("line"),
            _ => None,
        }
    }

    /// Whether quantities can be converted to the unit of the item's stock.
    pub(crate) fn has_stock_units(self) -> bool {
        matches!(
            self,
            Table::SalesTransactions
                | Table::CustomerBookings
                | Table::PurchaseOrders
                | Table::PriceLists
        )
    }

    /// The words of the status of a document.
    pub(crate) fn statuses(self) -> &'static [&'static str] {
        match self {
            Table::CustomerBookings => &["open", "delivered", "canceled"],
            Table::PurchaseOrders => &["open", "received", "canceled"],
            _ => &[],
        }
    }
}

const INVENTORY: [Column; 17] = [
    column("item_id", Kind::Id, true),
    column("item_name", Kind::Text, true),
    column("category", Kind::Category, true),
    column("item_class", Kind::OwnCategory, false),
    column("unit", Kind::Unit, true),
    column("location", Kind::Text, true),
    column("on_hand", Kind::Number, true),
    column("on_order", Kind::NotNegative, true),
    column("booked", Kind::NotNegative, true),
    column("reorder_point", Kind::NotNegative, false),
    column("pack_size", Kind::Positive, false),
    column("min_order_quantity", Kind::NotNegative, false),
    column("lead_time_days", Kind::Days, false),
    column("unit_cost", Kind::NotNegative, true),
    column("currency", Kind::Currency, true),
    column("supplier_id", Kind::Id, false),
    column("updated_at", Kind::Timestamp, true),
];

const SALES: [Column; 15] = [
    column("transaction_id", Kind::Id, true),
    column("order_id", Kind::Id, true),
    column("direction", Kind::Direction, true),
    column("transaction_date", Kind::Date, true),
    column("customer_id", Kind::Id, false),
    column("supplier_id", Kind::Id, false),
    column("item_id", Kind::Id, true),
    column("quantity", Kind::Number, true),
    column("unit", Kind::Unit, true),
    column("unit_price", Kind::NotNegative, true),
    column("currency", Kind::Currency, true),
    column("promised_date", Kind::Date, false),
    column("delivered_date", Kind::Date, false),
    column("location", Kind::Text, false),
    column("updated_at", Kind::Timestamp, true),
];

const PRICES: [Column; 7] = [
    column("price_date", Kind::Date, true),
    column("commodity", Kind::Commodity, true),
    column("market", Kind::Text, true),
    column("price", Kind::NotNegative, true),
    column("unit", Kind::PriceUnit, true),
    column("volume", Kind::NotNegative, false),
    column("updated_at", Kind::Timestamp, true),
];

const CUSTOMERS: [Column; 10] = [
    column("customer_id", Kind::Id, true),
    column("customer_name", Kind::Text, true),
    column("state", Kind::Text, false),
    column("county", Kind::Text, false),
    column("acres", Kind::NotNegative, false),
    column("crops", Kind::Crops, false),
    column("salesperson", Kind::Text, false),
    column("email", Kind::Text, false),
    column("customer_since", Kind::Date, false),
    column("updated_at", Kind::Timestamp, true),
];

const SUPPLIERS: [Column; 6] = [
    column("supplier_id", Kind::Id, true),
    column("supplier_name", Kind::Text, true),
    column("categories", Kind::Text, false),
    column("lead_time_days", Kind::Days, false),
    column("active", Kind::Flag, true),
    column("updated_at", Kind::Timestamp, true),
];

const BOOKINGS: [Column; 14] = [
    column("booking_id", Kind::Id, true),
    column("line", Kind::Id, true),
    column("customer_id", Kind::Id, true),
    column("item_id", Kind::Id, true),
    column("location", Kind::Text, true),
    column("quantity", Kind::NotNegative, true),
    column("unit", Kind::Unit, true),
    column("unit_price", Kind::NotNegative, false),
    column("currency", Kind::Currency, true),
    column("booked_date", Kind::Date, true),
    column("due_date", Kind::Date, false),
    column("delivered_quantity", Kind::NotNegative, false),
    column("status", Kind::Status, true),
    column("updated_at", Kind::Timestamp, true),
];

const PURCHASE_ORDERS: [Column; 14] = [
    column("po_id", Kind::Id, true),
    column("line", Kind::Id, true),
    column("supplier_id", Kind::Id, true),
    column("item_id", Kind::Id, true),
    column("location", Kind::Text, true),
    column("quantity", Kind::NotNegative, true),
    column("unit", Kind::Unit, true),
    column("unit_price", Kind::NotNegative, false),
    column("currency", Kind::Currency, true),
    column("order_date", Kind::Date, true),
    column("expected_date", Kind::Date, false),
    column("received_quantity", Kind::NotNegative, false),
    column("status", Kind::Status, true),
    column("updated_at", Kind::Timestamp, true),
];

const CATALOG: [Column; 10] = [
    column("item_id", Kind::Id, true),
    column("item_class", Kind::Text, false),
    column("brand", Kind::Text, false),
    column("pack_size", Kind::Positive, false),
    column("pack_unit", Kind::Unit, false),
    column("density", Kind::Positive, false),
    column("active_ingredient", Kind::Text, false),
    column("epa_number", Kind::Text, false),
    column("restricted_use", Kind::Flag, false),
    column("updated_at", Kind::Timestamp, true),
];

const PRICE_LISTS: [Column; 9] = [
    column("supplier_id", Kind::Id, true),
    column("item_id", Kind::Id, true),
    column("unit", Kind::Unit, true),
    column("unit_price", Kind::NotNegative, true),
    column("currency", Kind::Currency, true),
    column("min_quantity", Kind::NotNegative, true),
    column("valid_from", Kind::Date, true),
    column("valid_to", Kind::Date, false),
    column("updated_at", Kind::Timestamp, true),
];

/// Columns that are used to work out others.
pub fn helper_kind(name: &str) -> Kind {
    match name {
        "_line_number" | "_party" => Kind::Id,
        "_price_basis" | "_given_name" | "_family_name" => Kind::Text,
        _ => Kind::Number,
    }
}

struct Pattern {
    weight: f64,
    /// Concepts, and whether each must be there.
    concepts: Vec<(Concept, bool)>,
}

pub struct Target {
    pub table: Table,
    pub name: &'static str,
    patterns: Vec<Pattern>,
}

/// What is said of sums and shares, never of one unit's price or cost.
const NO_UNIT_FIGURES: [&str; 4] = ["TOTAL", "AMOUNT", "VALUE", "DISCOUNT"];

/// What is said of amounts, never of ids and the numbers of lines.
const FIGURES: [&str; 9] = [
    "AMOUNT",
    "COST",
    "DISCOUNT",
    "PRICE",
    "QUANTITY",
    "TAX",
    "TOTAL",
    "UNIT_PRICE",
    "VALUE",
];

impl Target {
    pub fn kind(&self) -> Kind {
        self.table
            .column(self.name)
            .map_or_else(|| helper_kind(self.name), |column| column.kind)
    }

    /// How well a name fits, from 0 to 1.
    pub fn score(&self, meaning: &NameMeaning) -> f64 {
        let says_other = |others: &[&str]| {
            let mut concepts = meaning.concepts.iter();
            concepts.any(|concept| others.contains(concept))
        };
        let is_unit_figure = matches!(self.name, "unit_price" | "unit_cost");
        if is_unit_figure && says_other(&NO_UNIT_FIGURES) {
            return 0.0;
        }
        if self.kind() == Kind::Id && says_other(&FIGURES) {
            return 0.0;
        }
        self.patterns
            .iter()
            .map(|pattern| pattern.score(meaning))
            .fold(0.0, f64::max)
    }
}

impl Pattern {
    fn score(&self, meaning: &NameMeaning) -> f64 {
        let has = |wanted: &str| meaning.concepts.contains(&wanted);
        if self
            .concepts
            .iter()
            .any(|(concept, must)| *must && !has(concept))
        {
            return 0.0;
        }
        let mut score = self.weight;
        for concept in &meaning.concepts {
            if !self.concepts.iter().any(|(known, _)| known == concept) {
                score *= match *concept {
                    "PREFERRED" => 0.97,
                    "DATE" | "AVERAGE" | "ID" | "NAME" => 0.8,
                    "LAST" | "OPEN" => 0.75,
                    "NET" => 0.9,
                    // Another measure than the table's.
                    "HECTARES" => 0.0,
                    _ => 0.5,
                };
            }
        }
        for _ in &meaning.unknown {
            score *= 0.82;
        }
        score
    }
}

pub fn targets() -> &'static [Target] {
    static TARGETS: OnceLock<Vec<Target>> = OnceLock::new();
    TARGETS.get_or_init(|| {
        let mut targets = Vec::new();
        for line in COLUMNS.lines().filter(|line| !line.starts_with('#')) {
            let Some((head, patterns)) = line.split_once(':') else {
                continue;
            };
            let Some((table, name)) = head.split_once('.') else {
                continue;
            };
            let Some(table) = Table::ALL.into_iter().find(|known| known.name() == table) else {
                continue;
            };
            let patterns = patterns
                .split('|')
                .filter_map(|pattern| {
                    let mut words = pattern.split_whitespace();
                    let weight = words.next()?.parse().ok()?;
                    let concepts = words
                        .map(|word| match word.strip_suffix('?') {
                            Some(word) => (word, false),
                            None => (word, true),
                        })
                        .collect();
                    Some(Pattern { weight, concepts })
                })
                .collect();
            targets.push(Target {
                table,
                name,
                patterns,
            });
        }
        targets
    })
}
