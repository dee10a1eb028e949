//! A copy of an organization's order lines and customers by column, in memory. It answers the same
//! queries as the SQL, with the same results, many times as fast where many rows count: see [`crate::column_query`].
//!
//! A copy is loaded by a [`ColumnStoreBuilder`], or decoded from what an earlier one was encoded as,
//! and holds as long as the rows do not change. It does not depend on the day.

mod chunk;
mod codec;
mod dictionary;
mod entity_tables;
mod loader;
mod packed_column;
mod purchase_prices;

pub use loader::{ColumnStoreBuilder, LoadError, LoadedTable};

pub(crate) use chunk::{Chunk, StoredColumn};
pub(crate) use dictionary::Dictionary;
use entity_tables::{CustomerTable, ItemTable};
pub(crate) use packed_column::MISSING;
use serde::{Deserialize, Serialize};

/// Order lines and customers by column.
#[derive(Debug, Serialize, Deserialize)]
pub struct ColumnStore {
    // Encoded chunk by chunk.
    #[serde(skip)]
    pub(crate) sales: Vec<Chunk>,
    #[serde(skip)]
    pub(crate) purchases: Vec<Chunk>,
    /// The customers that have a profile.
    #[serde(skip)]
    pub(crate) profiles: Vec<Chunk>,
    pub(crate) items: ItemTable,
    pub(crate) customers: CustomerTable,
    pub(crate) supplier_ids: Dictionary,
    /// The names by the numbers of the ids.
    pub(crate) supplier_names: Vec<u32>,
    pub(crate) orders: Dictionary,
    pub(crate) locations: Dictionary,
    pub(crate) units: Dictionary,
    pub(crate) currencies: Dictionary,
    /// Names and other texts of items, customers and suppliers.
    pub(crate) texts: Dictionary,
    /// The first and the last day of the lines.
    pub(crate) days: (i64, i64),
}

impl ColumnStore {
    /// Changes with the sources of this module, which decide what a copy contains of the rows of
    /// [`LoadedTable`] and how it is encoded. One that other sources encoded must not be decoded.
    pub const SOURCE_HASH: &str = env!("COLUMN_STORE_SOURCE_HASH");

    /// Whether queries of a dataset can be answered.
    pub(crate) fn has_dataset(dataset: &str) -> bool {
        matches!(dataset, "sales" | "purchases" | "customers")
    }

    /// The rows of a dataset.
    pub(crate) fn chunks(&self, dataset: &str) -> &[Chunk] {
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
