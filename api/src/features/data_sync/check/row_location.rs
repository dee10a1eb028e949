//! Where a row stands in its source, as the staging table and the rejects keep it.

use super::MAX_VALUE_CHARS;
use super::cell_parser::CellValue;
use super::column_builder::ColumnBuilder;
use crate::db::{RejectedRow, RowLocator};
use std::sync::Arc;

/// A row's place.
pub(super) struct RowLocation {
    /// As the staging table has it.
    pub locator: RowLocator,
    /// The physical line where it starts.
    pub line: Option<i64>,
    /// Its file.
    pub file: Option<Arc<str>>,
}

impl RowLocation {
    /// Adds a row to the staging columns: `values`, then its place, then whether it lands.
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

    /// The row as one that cannot land.
    pub(super) fn into_rejected_row(
        self,
        key: Option<String>,
        column: Option<&'static str>,
        value: Option<&str>,
        reason: String,
    ) -> RejectedRow {
        RejectedRow {
            locator: self.locator,
            line: self.line,
            file: self.file,
            key: key.map(|key| sanitize_text(&key)),
            column,
            value: value.map(sanitize_text),
            reason,
        }
    }
}

/// Text that both engines can keep: cut, and without the NUL that Postgres refuses.
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
