//! What is noted about a table that was synced: a code with its values for programs and for texts in
//! other languages, and a text in English.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use serde::{Deserialize, Serialize};

/// What a note about a synced table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Deserialize, Serialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum TableNoteCode {
    /// `count` files have not changed since the last read and were skipped.
    FilesSkipped,
    /// `count` of `total` rows are missing from the source, more than the confirmed `limit`. None
    /// was deleted.
    DeletionsAboveConfirmed,
    /// `count` of `total` rows are missing from the source. `limit` malformed rows may be among
    /// them. None was deleted.
    DeletionsUncertain,
    /// `count` of `total` rows are missing from the source, more than `limit` percent. None was
    /// deleted.
    DeletionsAbovePercent,
    /// Only rows that have changed since `since` were read.
    ChangedRowsOnly,
    /// `count` numbers had more than 4 decimals and were rounded.
    NumbersRounded,
    /// The `columns` of the source changed.
    ColumnsChanged,
    /// `count` columns are unknown and were ignored, among them `columns`.
    ColumnsIgnored,
}

/// What is noted about a table that was synced.
#[derive(Clone, Debug, PartialEq, Eq, Object, Deserialize, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct TableNote {
    /// What the note says.
    pub code: TableNoteCode,
    /// The note in English.
    pub text: String,
    /// How many, if the code says so.
    pub count: Option<u64>,
    /// Of how many, if the code says so.
    pub total: Option<u64>,
    /// What `count` is compared with, if the code says so.
    pub limit: Option<u64>,
    /// A point in time, if the code says so.
    pub since: Option<DateTime<Utc>>,
    /// Names of columns, if the code says so.
    pub columns: Option<Vec<String>>,
}

impl TableNote {
    /// A note without values.
    pub(super) fn new(code: TableNoteCode, text: String) -> Self {
        Self {
            code,
            text,
            count: None,
            total: None,
            limit: None,
            since: None,
            columns: None,
        }
    }

    pub(super) fn with_count(self, count: u64) -> Self {
        Self {
            count: Some(count),
            ..self
        }
    }

    pub(super) fn with_columns(self, columns: Vec<String>) -> Self {
        Self {
            columns: Some(columns),
            ..self
        }
    }

    /// The texts of notes as one. `None` without notes.
    pub(super) fn join_texts(notes: &[Self]) -> Option<String> {
        let texts: Vec<&str> = notes.iter().map(|note| note.text.as_str()).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    /// Stored notes. None if they are those of a newer version.
    pub(super) fn from_json(stored: Option<&str>) -> Vec<Self> {
        stored
            .and_then(|stored| serde_json::from_str(stored).ok())
            .unwrap_or_default()
    }

    /// Notes to store. `None` without notes.
    pub(super) fn to_json(notes: &[Self]) -> Option<String> {
        if notes.is_empty() {
            return None;
        }
        serde_json::to_string(notes).ok()
    }
}
