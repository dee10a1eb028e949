//! What follows from the value of one stored column.

use crate::column_store::{ColumnStore, MISSING, StoredColumn};

/// A value for each value of a stored column.
#[derive(Debug)]
pub(super) struct IndexTable<T> {
    column: StoredColumn,
    /// The value of the column at the first place.
    first: i64,
    values: Vec<T>,
    /// For rows without a value.
    missing: T,
}

impl<T> IndexTable<T> {
    /// A table by the numbers of texts, the first of which is 0.
    pub(super) fn by_code(column: StoredColumn, values: Vec<T>, missing: T) -> Self {
        Self {
            column,
            first: 0,
            values,
            missing,
        }
    }

    /// A table by the days of a store.
    pub(super) fn by_day(
        store: &ColumnStore,
        column: StoredColumn,
        missing: T,
        value: impl FnMut(i64) -> T,
    ) -> Self {
        let (first, last) = store.days;
        Self {
            column,
            first,
            values: (first..=last).map(value).collect(),
            missing,
        }
    }

    pub(super) fn column(&self) -> StoredColumn {
        self.column
    }

    /// What follows from a value of the column.
    pub(super) fn value(&self, stored: i64) -> &T {
        let place = match stored {
            MISSING => None,
            stored => usize::try_from(stored - self.first).ok(),
        };
        place
            .and_then(|place| self.values.get(place))
            .unwrap_or(&self.missing)
    }
}
