//! The schema of a target table and of rejected rows.

use super::row_locator::RowLocator;
use crate::db::DbError;
use crate::db::connection::{TargetColumn, TargetType, build_batch};
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use std::sync::Arc;

/// A table of the application database. All names are static text: user input never becomes an
/// identifier.
#[derive(Clone, Debug)]
pub struct TargetTable {
    /// The table name.
    pub name: &'static str,
    /// The primary key columns after `tenant_id`.
    pub key: Vec<&'static str>,
    /// All columns except `tenant_id` and `deleted_at`. Of two rows with the same key, `updated_at`
    /// decides which is newer.
    pub columns: Vec<TargetColumn>,
}

/// A rejected source row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedRow {
    /// The position in the source.
    pub locator: RowLocator,
    /// The physical line where the row starts, or its number in the file.
    pub line: Option<i64>,
    /// The file.
    pub file: Option<Arc<str>>,
    /// The key, if the row has one.
    pub key: Option<String>,
    /// The first invalid column.
    pub column: Option<&'static str>,
    /// The value of that column.
    pub value: Option<String>,
    /// The stored name of the problem.
    pub code: &'static str,
    /// The problem and what is expected.
    pub reason: String,
}

const fn target_column(name: &'static str, ty: TargetType) -> TargetColumn {
    TargetColumn { name, ty }
}

/// The additional columns of a staged row: its position in the source, and whether it is accepted
/// or only shows that its key still exists.
const LOCATOR_COLUMNS: [TargetColumn; 2] = [
    target_column("locator", TargetType::BigInt),
    target_column("accepted", TargetType::Bool),
];

/// The columns of a staged reject: those of `sync_reject` that vary per row.
pub(super) const REJECT_COLUMNS: [TargetColumn; 8] = [
    target_column("seq", TargetType::BigInt),
    target_column("line", TargetType::BigInt),
    target_column("file", TargetType::Text),
    target_column("key", TargetType::Text),
    target_column("column", TargetType::Text),
    target_column("value", TargetType::Text),
    target_column("code", TargetType::Text),
    target_column("reason", TargetType::Text),
];

impl TargetTable {
    /// The columns of a staged row, in order: those of the table, then `locator` and `accepted`.
    pub fn staged_columns(&self) -> impl Iterator<Item = TargetColumn> {
        self.columns.iter().copied().chain(LOCATOR_COLUMNS)
    }
}

/// The number of accepted rows.
pub(super) fn count_accepted(rows: &RecordBatch) -> u64 {
    rows.column_by_name("accepted")
        .and_then(|column| column.as_boolean_opt())
        .map_or(0, |accepted| accepted.true_count() as u64)
}

/// The rejects as rows of [`REJECT_COLUMNS`].
pub(super) fn build_reject_batch(rejects: &[RejectedRow]) -> Result<RecordBatch, DbError> {
    let columns: Vec<ArrayRef> = vec![
        Arc::new(
            rejects
                .iter()
                .map(|row| Some(row.locator.as_i64()))
                .collect::<Int64Array>(),
        ),
        Arc::new(rejects.iter().map(|row| row.line).collect::<Int64Array>()),
        Arc::new(
            rejects
                .iter()
                .map(|row| row.file.as_deref())
                .collect::<StringArray>(),
        ),
        Arc::new(
            rejects
                .iter()
                .map(|row| row.key.as_deref())
                .collect::<StringArray>(),
        ),
        Arc::new(
            rejects
                .iter()
                .map(|row| row.column)
                .collect::<StringArray>(),
        ),
        Arc::new(
            rejects
                .iter()
                .map(|row| row.value.as_deref())
                .collect::<StringArray>(),
        ),
        Arc::new(
            rejects
                .iter()
                .map(|row| Some(row.code))
                .collect::<StringArray>(),
        ),
        Arc::new(
            rejects
                .iter()
                .map(|row| Some(row.reason.as_str()))
                .collect::<StringArray>(),
        ),
    ];
    build_batch(&REJECT_COLUMNS, columns)
}
