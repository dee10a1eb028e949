//! The location of a row in its source, as the staging table and the rejects store it.

use super::MAX_VALUE_CHARS;
use super::cell_parser::CellValue;
use super::column_builder::ColumnBuilder;
use super::value_error::ValueError;
use crate::db::{RejectedRow, RowLocator};
use std::sync::Arc;

/// The location of a row.
pub(super) struct RowLocation {
    /// The locator in the staging table.
    pub locator: RowLocator,
    /// The physical line where the row starts.
    pub line: Option<i64>,
    /// The file of the row.
    pub file: Option<Arc<str>>,
}

impl RowLocation {
    /// Appends a row to the staging columns: `values`, then its locator, then whether it is
    /// accepted.
    pub(super) fn append_row(
        &self,
        builders: &mut [ColumnBuilder],
        values: &[CellValue<'_>],
        accepted: bool,
    ) {
        let own = [
            CellValue::BigInt(self.locator.as_i64()),
            CellValue::Bool(accepted),
        ];
        for (builder, value) in builders.iter_mut().zip(values.iter().chain(&own)) {
            builder.append_value(value);
        }
    }

    /// The reject for this row.
    pub(super) fn into_rejected_row(
        self,
        key: Option<String>,
        column: Option<&'static str>,
        value: Option<&str>,
        error: ValueError,
    ) -> RejectedRow {
        RejectedRow {
            locator: self.locator,
            line: self.line,
            file: self.file,
            key: key.map(|key| sanitize_text(&key)),
            column,
            value: value.map(sanitize_text),
            code: error.code.into_str(),
            reason: error.reason,
        }
    }
}

/// Truncates text to the stored length and replaces NUL, which PostgreSQL does not accept.
pub(super) fn sanitize_text(text: &str) -> String {
    text.chars()
        .take(MAX_VALUE_CHARS)
        .map(|c| {
            if c == '\0' {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        })
        .collect()
}
