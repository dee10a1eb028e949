//! Where a row stands in its source, as the staging table and the rejects keep it.

use super::VALUE_CHARS;
use super::cell::Value;
use super::columns::Builder;
use crate::db::{RejectedRow, RowLocator};
use std::sync::Arc;

/// A row's place.
pub(super) struct Place {
    /// As the staging table has it.
    pub staged: RowLocator,
    /// The physical line where it starts.
    pub line: Option<i64>,
    /// Its file.
    pub file: Option<Arc<str>>,
}

impl Place {
    /// Adds a row to the staging columns: `values`, then its place, then whether it lands.
    pub(super) fn append(&self, builders: &mut [Builder], values: &[Value<'_>], landed: bool) {
        let own = [Value::BigInt(self.staged.as_i64()), Value::Bool(landed)];
        for (builder, value) in builders.iter_mut().zip(values.iter().chain(&own)) {
            builder.append(value);
        }
    }

    /// The row as one that cannot land.
    pub(super) fn rejected(
        self,
        key: Option<String>,
        column: Option<&'static str>,
        value: Option<&str>,
        reason: String,
    ) -> RejectedRow {
        RejectedRow {
            locator: self.staged,
            line: self.line,
            file: self.file,
            key: key.map(|key| storable(&key)),
            column,
            value: value.map(storable),
            reason,
        }
    }
}

/// Text that both engines can keep: cut, and without the NUL that Postgres refuses.
pub(super) fn storable(text: &str) -> String {
    text.chars()
        .take(VALUE_CHARS)
        .map(|c| {
            if c == '\0' {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        })
        .collect()
}
