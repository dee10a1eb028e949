//! A copy of an organization's order lines and customers by column, in memory. It answers the same
//! queries as the SQL, with the same results, many times as fast where many rows count.
//!
//! A copy is loaded by a [`ColumnStoreBuilder`], or decoded from what an earlier one was encoded as,
//! and holds as long as the rows do not change. It does not depend on the day.

mod aggregation;
mod chunk;
mod codec;
mod column_query;
mod dictionary;
mod entity_tables;
mod group_columns;
mod index_table;
mod line_members;
mod loader;
mod packed_column;
mod purchase_prices;
mod row_fields;
mod row_tests;

pub use loader::{ColumnStoreBuilder, LoadError, LoadedTable};

use chunk::Chunk;
pub(crate) use column_query::ColumnQuery;
use dictionary::Dictionary;
use entity_tables::{CustomerTable, ItemTable};
use serde::{Deserialize, Serialize};

/// Order lines and customers by column.
#[derive(Debug, Serialize, Deserialize)]
pub struct ColumnStore {
    // Encoded chunk by chunk.
    #[serde(skip)]
    sales: Vec<Chunk>,
    #[serde(skip)]
    purchases: Vec<Chunk>,
    /// The customers that have a profile.
    #[serde(skip)]
    profiles: Vec<Chunk>,
    items: ItemTable,
    customers: CustomerTable,
    supplier_ids: Dictionary,
    /// The names by the numbers of the ids.
    supplier_names: Vec<u32>,
    orders: Dictionary,
    locations: Dictionary,
    units: Dictionary,
    currencies: Dictionary,
    /// Names and other texts of items, customers and suppliers.
    texts: Dictionary,
    /// The first and the last day of the lines.
    days: (i64, i64),
}

impl ColumnStore {
    /// Changes with the sources of this crate, which decide what a copy contains and how it is encoded.
    /// One that other sources encoded must not be decoded.
    pub const SOURCE_HASH: &str = env!("METRICS_SOURCE_HASH");

    /// Whether queries of a dataset can be answered.
    pub(crate) fn has_dataset(dataset: &str) -> bool {
        matches!(dataset, "sales" | "purchases" | "customers")
    }

    /// The rows of a dataset.
    fn chunks(&self, dataset: &str) -> &[Chunk] {
        match dataset {
            "sales" => &self.sales,
            "purchases" => &self.purchases,
            _ => &self.profiles,
        }
    }

    /// The memory of the copy.
    pub fn bytes(&self) -> usize {
        let chunks = [&self.sales, &self.purchases, &self.profiles];
        let dictionaries = [
            &self.supplier_ids,
            &self.orders,
            &self.locations,
            &self.units,
            &self.currencies,
            &self.texts,
        ];
        chunks
            .into_iter()
            .flatten()
            .map(Chunk::bytes)
            .sum::<usize>()
            + dictionaries
                .into_iter()
                .map(Dictionary::bytes)
                .sum::<usize>()
            + self.items.bytes()
            + self.customers.bytes()
            + self.supplier_names.len() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests;
