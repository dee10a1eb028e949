//! Schemas of the tables that can be synced. Checking, staging, merging and the documentation
//! are derived from them.

use crate::UPDATED_AT_COLUMN;

mod csv_template;
mod optional_table_schemas;
mod table_schemas;

/// A table of the source, with its counterpart in the application database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceTable {
    /// Items in stock.
    InventoryData,
    /// Purchases and sales.
    SalesTransactions,
    /// Market prices.
    MarketPrices,
    /// Customers.
    CustomerProfiles,
    /// Suppliers.
    SupplierData,
    /// Quantities that customers have booked.
    CustomerBookings,
    /// Orders placed with suppliers.
    PurchaseOrders,
    /// Classes, brands and packs of items.
    ItemCatalogue,
    /// Prices that suppliers offer.
    PriceLists,
}

impl SourceTable {
    /// All tables, in the order of the page and of a run: the core tables first.
    pub const ALL: [Self; 9] = [
        Self::InventoryData,
        Self::SalesTransactions,
        Self::MarketPrices,
        Self::CustomerProfiles,
        Self::SupplierData,
        Self::CustomerBookings,
        Self::PurchaseOrders,
        Self::ItemCatalogue,
        Self::PriceLists,
    ];

    /// Whether the table adds detail to the core tables, so that a source without it is complete.
    pub fn is_optional(self) -> bool {
        matches!(
            self,
            Self::CustomerBookings | Self::PurchaseOrders | Self::ItemCatalogue | Self::PriceLists
        )
    }

    /// The tables that every source is expected to have.
    pub fn core_tables() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|table| !table.is_optional())
    }

    /// The table with this source id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.id() == id)
    }

    /// The name in the source, such as `inventory_data`.
    pub fn id(self) -> &'static str {
        self.schema().id
    }

    /// The name in the application database, such as `inventory`.
    pub fn target(self) -> &'static str {
        self.schema().target
    }

    /// The schema of its rows.
    pub fn schema(self) -> &'static SourceSchema {
        match self {
            Self::InventoryData => &table_schemas::INVENTORY_DATA,
            Self::SalesTransactions => &table_schemas::SALES_TRANSACTIONS,
            Self::MarketPrices => &table_schemas::MARKET_PRICES,
            Self::CustomerProfiles => &table_schemas::CUSTOMER_PROFILES,
            Self::SupplierData => &table_schemas::SUPPLIER_DATA,
            Self::CustomerBookings => &optional_table_schemas::CUSTOMER_BOOKINGS,
            Self::PurchaseOrders => &optional_table_schemas::PURCHASE_ORDERS,
            Self::ItemCatalogue => &optional_table_schemas::ITEM_CATALOGUE,
            Self::PriceLists => &optional_table_schemas::PRICE_LISTS,
        }
    }

    /// The ids of all tables, for messages.
    pub fn list_ids() -> String {
        Self::ALL.map(Self::id).join(", ")
    }
}

/// Schema of a table.
#[derive(Debug)]
pub struct SourceSchema {
    /// The name in the source.
    pub id: &'static str,
    /// The name in the application database.
    pub target: &'static str,
    /// The key columns by their source names, in the order of the target's primary key.
    pub key: &'static [&'static str],
    /// The target column that identifies a row for users, if there is one.
    pub label: Option<&'static str>,
    /// All columns, including `updated_at`.
    pub columns: &'static [ColumnSpec],
    /// Columns that are required depending on another column.
    pub conditional_requirements: &'static [ConditionalRequirement],
    /// The amount that is computed from two columns, if there is one.
    pub amount: Option<ComputedAmount>,
    /// The column that keeps words of the source for which another column has a listed word.
    pub own_words: Option<OwnWords>,
}

/// Two columns for one word of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnWords {
    /// The column with the listed word that the source's word means.
    pub listed: &'static str,
    /// The column with the source's word, where it is not the listed one. A column of this name in
    /// the source takes precedence.
    pub own: &'static str,
}

/// A column of the source.
#[derive(Debug)]
pub struct ColumnSpec {
    /// The name in the source.
    pub name: &'static str,
    /// The name in the application database.
    pub target: &'static str,
    /// The type of its values.
    pub kind: ColumnType,
    /// Whether the column must have a value in every row, if the source has it.
    pub required: bool,
}

impl ColumnSpec {
    /// Whether the source must have the column. Rows without a change time are compared as a whole.
    pub fn must_exist(&self) -> bool {
        self.required && self.name != UPDATED_AT_COLUMN
    }
}

/// The type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Any text.
    Text,
    /// One of these values.
    Choice(&'static [&'static str]),
    /// One of these values, or another word in lower case.
    OpenChoice(&'static [&'static str]),
    /// Several of these values or other words in lower case, separated by `;`.
    ChoiceList(&'static [&'static str]),
    /// An ISO 4217 code.
    Currency,
    /// An exact number with at most 4 decimals.
    Decimal(NumberRange),
    /// A whole number of days, not negative.
    Days,
    /// `true` or `false`.
    Bool,
    /// An ISO 8601 date.
    Date,
    /// An RFC 3339 timestamp.
    Instant,
}

/// The valid range of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberRange {
    /// Any number.
    Any,
    /// Zero or more.
    NonNegative,
    /// More than zero.
    Positive,
}

/// If `condition_column` has `condition_value`, `required_column` must have a value.
#[derive(Debug)]
pub struct ConditionalRequirement {
    /// The column that decides.
    pub condition_column: &'static str,
    /// Its value.
    pub condition_value: &'static str,
    /// The column that is then required.
    pub required_column: &'static str,
}

/// `target` = `quantity` x `price`, exact to 4 decimals, rounded half to even.
#[derive(Debug)]
pub struct ComputedAmount {
    /// The target column.
    pub target: &'static str,
    /// The source column of the first factor.
    pub quantity: &'static str,
    /// The source column of the second factor.
    pub price: &'static str,
}

impl SourceSchema {
    /// The index of a source column.
    pub fn column_index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The key columns by their names in the application database.
    pub fn target_key(&self) -> Vec<&'static str> {
        let columns = self.key.iter().filter_map(|name| self.column_index(name));
        columns
            .filter_map(|index| self.columns.get(index))
            .map(|column| column.target)
            .collect()
    }

    /// Whether a column is part of the key.
    pub fn is_key_column(&self, column: &ColumnSpec) -> bool {
        self.key.contains(&column.name)
    }
}

impl ColumnType {
    /// A description of valid values, for messages.
    pub fn expected_value_text(self) -> &'static str {
        match self {
            Self::Text | Self::Choice(_) | Self::OpenChoice(_) | Self::Currency => "text",
            Self::ChoiceList(_) => "text or a list of texts",
            Self::Decimal(_) => "a number",
            Self::Days => "a whole number",
            Self::Bool => "true or false",
            Self::Date => "a date",
            Self::Instant => "a timestamp",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_column_exists_and_is_required() {
        for table in SourceTable::ALL {
            for key in table.schema().key {
                let column = table
                    .schema()
                    .column_index(key)
                    .map(|at| &table.schema().columns[at])
                    .unwrap();
                assert!(column.required, "{} {key}", table.id());
            }
            assert!(table.schema().column_index("updated_at").is_some());
        }
    }

    #[test]
    fn ids_lead_back_to_their_tables() {
        for table in SourceTable::ALL {
            assert_eq!(SourceTable::from_id(table.id()), Some(table));
        }
        assert_eq!(SourceTable::from_id("inventory"), None);
    }

    #[test]
    fn a_label_is_a_required_text() {
        for (table, name) in SourceTable::ALL
            .iter()
            .filter_map(|table| Some((table, table.schema().label?)))
        {
            let column = table
                .schema()
                .columns
                .iter()
                .find(|column| column.target == name)
                .unwrap();
            assert!(
                column.required && column.kind == ColumnType::Text,
                "{} {name}",
                table.id()
            );
        }
    }

    #[test]
    fn demands_and_amounts_name_columns_that_exist() {
        for shape in SourceTable::ALL.map(SourceTable::schema) {
            let named = shape
                .conditional_requirements
                .iter()
                .flat_map(|demand| [demand.condition_column, demand.required_column]);
            let factors = shape
                .amount
                .iter()
                .flat_map(|amount| [amount.quantity, amount.price]);
            assert!(
                named
                    .chain(factors)
                    .all(|name| shape.column_index(name).is_some()),
                "{}",
                shape.id
            );
        }
    }
}
