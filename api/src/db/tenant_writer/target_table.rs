//! The shape of a table that rows are brought into, and of the rows that cannot be.

use super::row_locator::RowLocator;
use crate::db::DbError;
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use sea_orm::DbErr;
use std::sync::Arc;

/// A table of the application database. Every name is static text: nothing that a user says becomes
/// an identifier.
#[derive(Clone, Debug)]
pub struct TargetTable {
    /// Its name.
    pub name: &'static str,
    /// Its primary key behind `tenant_id`.
    pub key: &'static [&'static str],
    /// Every column but `tenant_id` and `deleted_at`; `updated_at` decides which of two rows with
    /// the same key is newer.
    pub columns: Vec<TargetColumn>,
}

/// A column of the application database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetColumn {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub ty: TargetType,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetType {
    /// UTF-8 text without NUL.
    Text,
    /// 64 bits.
    BigInt,
    /// 32 bits.
    Int,
    /// True or false.
    Bool,
    /// A day.
    Date,
    /// A moment, to the microsecond.
    Instant,
    /// The id of something of ours.
    Uuid,
}

/// A row of the source that cannot land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedRow {
    /// Its place in the whole table.
    pub locator: RowLocator,
    /// The physical line where it starts, or its number in the file.
    pub line: Option<i64>,
    /// Its file.
    pub file: Option<Arc<str>>,
    /// Its key, where it has one.
    pub key: Option<String>,
    /// The first column that is wrong.
    pub column: Option<&'static str>,
    /// What stands there.
    pub value: Option<String>,
    /// What is wrong and what is expected.
    pub reason: String,
}

const fn target_column(name: &'static str, ty: TargetType) -> TargetColumn {
    TargetColumn { name, ty }
}

/// What a staged row carries besides the table's columns: its place in the source, and whether it
/// lands or only shows that its key is still there.
const LOCATOR_COLUMNS: [TargetColumn; 2] = [
    target_column("place", TargetType::BigInt),
    target_column("landed", TargetType::Bool),
];

/// The columns of a staged reject: those of `sync_reject` that differ from row to row.
pub(super) const REJECT_COLUMNS: [TargetColumn; 7] = [
    target_column("seq", TargetType::BigInt),
    target_column("line", TargetType::BigInt),
    target_column("file", TargetType::Text),
    target_column("key", TargetType::Text),
    target_column("column", TargetType::Text),
    target_column("value", TargetType::Text),
    target_column("reason", TargetType::Text),
];

impl TargetTable {
    /// The columns of a staged row, in order: the table's own, then `place` and `landed`.
    pub fn staged_columns(&self) -> impl Iterator<Item = TargetColumn> {
        self.columns.iter().copied().chain(LOCATOR_COLUMNS)
    }
}

impl TargetType {
    /// The Arrow type that staged batches carry it in.
    pub fn arrow_type(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::BigInt => DataType::Int64,
            Self::Int => DataType::Int32,
            Self::Bool => DataType::Boolean,
            Self::Date => DataType::Date32,
            Self::Instant => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            Self::Uuid => DataType::FixedSizeBinary(16),
        }
    }
}

/// How many of the staged rows land.
pub(super) fn count_accepted(rows: &RecordBatch) -> u64 {
    rows.column_by_name("landed")
        .and_then(|column| column.as_boolean_opt())
        .map_or(0, |landed| landed.true_count() as u64)
}

/// Values of our own as a batch of such columns.
pub(super) fn build_batch(
    columns: &[TargetColumn],
    values: Vec<ArrayRef>,
) -> Result<RecordBatch, DbError> {
    let fields: Vec<Field> = columns
        .iter()
        .map(|column| Field::new(column.name, column.ty.arrow_type(), true))
        .collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), values)
        .map_err(|error| DbError::Failed(DbErr::Custom(error.to_string())))
}

/// Rejects as a batch of [`REJECT_COLUMNS`].
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
                .map(|row| Some(row.reason.as_str()))
                .collect::<StringArray>(),
        ),
    ];
    build_batch(&REJECT_COLUMNS, columns)
}
