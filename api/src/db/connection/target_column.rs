//! Columns of the application database, as bulk inserts name and type them.

use crate::db::DbError;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use sea_orm::DbErr;
use std::sync::Arc;

/// A column of the application database. Its name is static text: user input never becomes an
/// identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetColumn {
    /// The column name, unquoted.
    pub name: &'static str,
    /// The type of its values.
    pub ty: TargetType,
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetType {
    /// UTF-8 text without NUL.
    Text,
    /// A 64-bit integer.
    BigInt,
    /// A 32-bit integer.
    Int,
    /// A boolean.
    Bool,
    /// A date without a time zone.
    Date,
    /// A UTC timestamp in microseconds.
    Instant,
    /// A UUID.
    Uuid,
}

impl TargetType {
    /// The Arrow type of the column in a batch.
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

/// Quotes an identifier, because some column names are reserved words. The name must be static text
/// without quotes.
pub(in crate::db) fn quote_identifier(name: &str) -> String {
    format!("\"{name}\"")
}

/// Builds a batch of nullable columns.
pub(in crate::db) fn build_batch(
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
