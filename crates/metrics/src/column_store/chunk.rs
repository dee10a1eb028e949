//! Rows of a table by column.

use super::packed_column::PackedColumn;
use serde::{Deserialize, Serialize};

/// The number of rows of a chunk: few enough that the columns of a query stay in the processor's
/// cache.
pub(super) const CHUNK_ROWS: usize = 16_384;

/// The stored columns. The first ones have numbers of texts (0 without one), days are Julian day
/// numbers, and the others are integers as the database has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredColumn {
    Item,
    Customer,
    Supplier,
    Order,
    Location,
    Unit,
    Currency,
    Day,
    Promised,
    Delivered,
    Quantity,
    UnitPrice,
    Amount,
    /// The place of a purchase among all purchases, by transaction id.
    Rank,
    /// What a unit cost on the day.
    UnitCost,
    /// 1 if the cost is a purchase price, else 0.
    IsPurchasePrice,
}

/// The number of columns that are read from the database, and of all columns.
pub(super) const LOADED_COLUMNS: usize = 13;
const ALL_COLUMNS: usize = 16;

/// Consecutive rows.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Chunk {
    rows: u16,
    columns: Vec<PackedColumn>,
}

impl Chunk {
    /// At most [`CHUNK_ROWS`] values of each column, in the order of [`StoredColumn`].
    pub(super) fn pack<'a>(columns: impl IntoIterator<Item = &'a [i64]>) -> Self {
        let mut packed = Vec::with_capacity(ALL_COLUMNS);
        let mut rows = 0;
        for values in columns {
            rows = values.len();
            packed.push(PackedColumn::pack(values));
        }
        Self {
            rows: u16::try_from(rows).unwrap_or(u16::MAX),
            columns: packed,
        }
    }

    /// Adds the next column.
    pub(super) fn push(&mut self, values: &[i64]) {
        self.columns.push(PackedColumn::pack(values));
    }

    pub(crate) fn all_rows(&self) -> Vec<u16> {
        (0..self.rows).collect()
    }

    /// The values of some rows; of a column that the table lacks, zeros.
    pub(crate) fn gather(&self, column: StoredColumn, rows: &[u16]) -> Vec<i64> {
        match self.columns.get(column as usize) {
            Some(column) => column.gather(rows),
            None => vec![0; rows.len()],
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let stored: usize = self.columns.iter().map(PackedColumn::bytes).sum();
        stored + self.columns.len() * size_of::<PackedColumn>()
    }
}
