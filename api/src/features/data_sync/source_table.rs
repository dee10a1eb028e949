//! The five tables that can be synced, described once: the check, the staging table, the merge and
//! the docs all follow from here.

use crate::db::{TargetColumn, TargetTable, TargetType};

mod csv_template;
mod table_schemas;

/// A table at the source and in the application database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceTable {
    /// What lies in stock.
    InventoryData,
    /// What was bought and sold.
    SalesTransactions,
    /// What the market quotes.
    MarketPrices,
    /// Who the tenant sells to.
    CustomerProfiles,
    /// Who the tenant buys from.
    SupplierData,
}

impl SourceTable {
    /// Every table, in the order of the page and of a run.
    pub const ALL: [Self; 5] = [
        Self::InventoryData,
        Self::SalesTransactions,
        Self::MarketPrices,
        Self::CustomerProfiles,
        Self::SupplierData,
    ];

    /// The table of this source id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.id() == id)
    }

    /// The name at the source, such as `inventory_data`.
    pub fn id(self) -> &'static str {
        self.schema().id
    }

    /// The name in the application database, such as `inventory`.
    pub fn target(self) -> &'static str {
        self.schema().target
    }

    /// What its rows look like.
    pub fn schema(self) -> &'static SourceSchema {
        match self {
            Self::InventoryData => &table_schemas::INVENTORY_DATA,
            Self::SalesTransactions => &table_schemas::SALES_TRANSACTIONS,
            Self::MarketPrices => &table_schemas::MARKET_PRICES,
            Self::CustomerProfiles => &table_schemas::CUSTOMER_PROFILES,
            Self::SupplierData => &table_schemas::SUPPLIER_DATA,
        }
    }

    /// The ids of all tables, for people.
    pub fn list_ids() -> String {
        Self::ALL.map(Self::id).join(", ")
    }
}

/// What the rows of a table look like.
#[derive(Debug)]
pub struct SourceSchema {
    /// The name at the source.
    pub id: &'static str,
    /// The name in the application database.
    pub target: &'static str,
    /// The columns that name a row, in the order of the target's primary key.
    pub key: &'static [&'static str],
    /// The column of the application database by which people know a row, where there is one.
    pub label: Option<&'static str>,
    /// Every column; `updated_at` is one of them.
    pub columns: &'static [ColumnSpec],
    /// What one cell demands of another.
    pub conditional_requirements: &'static [ConditionalRequirement],
    /// The amount that is worked out from two columns, where there is one.
    pub amount: Option<ComputedAmount>,
}

/// A column of the source.
#[derive(Debug)]
pub struct ColumnSpec {
    /// Its name at the source.
    pub name: &'static str,
    /// Its name in the application database.
    pub target: &'static str,
    /// What may stand in it.
    pub kind: ColumnType,
    /// Whether it may neither be absent nor empty.
    pub required: bool,
}

/// What may stand in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Any text.
    Text,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Several of these words, `;` between them.
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

/// Which numbers make sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberRange {
    /// Every one.
    Any,
    /// Zero and more.
    NonNegative,
    /// More than zero.
    Positive,
}

/// Where `column` holds `word`, `needed` may not be empty.
#[derive(Debug)]
pub struct ConditionalRequirement {
    /// The column that decides.
    pub condition_column: &'static str,
    /// The word that it holds.
    pub condition_value: &'static str,
    /// The column that is then needed.
    pub required_column: &'static str,
}

/// `target` = `quantity` x `price`, exact to 4 decimals, rounded half to even.
#[derive(Debug)]
pub struct ComputedAmount {
    /// The column of the application database that it becomes.
    pub target: &'static str,
    /// The first factor's source column.
    pub quantity: &'static str,
    /// The second factor's source column.
    pub price: &'static str,
}

impl SourceSchema {
    /// Where a source column stands among the columns.
    pub fn column_index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// Whether a column is part of the key.
    pub fn is_key_column(&self, column: &ColumnSpec) -> bool {
        self.key.contains(&column.name)
    }

    /// The table as the application database has it: every column in order, then the amount.
    pub fn target_table(&self) -> TargetTable {
        let amount = self.amount.as_ref().map(|amount| TargetColumn {
            name: amount.target,
            ty: TargetType::BigInt,
        });
        let columns = self.columns.iter().map(|column| TargetColumn {
            name: column.target,
            ty: column.kind.target_type(),
        });
        TargetTable {
            name: self.target,
            key: self.key,
            columns: columns.chain(amount).collect(),
        }
    }
}

impl ColumnType {
    /// What is expected of a cell, for people.
    pub fn expected_value_text(self) -> &'static str {
        match self {
            Self::Text | Self::Choice(_) | Self::Currency => "text",
            Self::ChoiceList(_) => "text or a list of texts",
            Self::Decimal(_) => "a number",
            Self::Days => "a whole number",
            Self::Bool => "true or false",
            Self::Date => "a date",
            Self::Instant => "a timestamp with its time zone",
        }
    }

    /// How the application database keeps it.
    pub fn target_type(self) -> TargetType {
        match self {
            Self::Text | Self::Choice(_) | Self::ChoiceList(_) | Self::Currency => TargetType::Text,
            Self::Decimal(_) => TargetType::BigInt,
            Self::Days => TargetType::Int,
            Self::Bool => TargetType::Bool,
            Self::Date => TargetType::Date,
            Self::Instant => TargetType::Instant,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_column_is_required_and_keeps_its_name() {
        for table in SourceTable::ALL {
            for key in table.schema().key {
                let column = table
                    .schema()
                    .column_index(key)
                    .map(|at| &table.schema().columns[at])
                    .unwrap();
                assert!(
                    column.required && column.target == *key,
                    "{} {key}",
                    table.id()
                );
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
