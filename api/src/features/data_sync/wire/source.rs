//! Where rows come from.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};

/// What kind of source rows come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SourceKind {
    /// No source is set yet.
    None,
    /// A folder of CSV or Parquet files.
    Files,
}

/// Where rows come from.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct Source {
    /// Its kind; `none` until one is set.
    pub kind: SourceKind,
    /// For `files`: the folder, as it was given.
    pub path: Option<String>,
    /// When it was set.
    pub updated_at: Option<DateTime<Utc>>,
}

/// A source to set or to test.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct SourceInput {
    /// `files`: a folder of CSV or Parquet files. Other kinds are not available yet.
    #[oai(validator(max_length = 32))]
    pub kind: String,
    /// The folder, absolute or relative to the installation's warehouse root.
    #[oai(validator(max_length = 4096))]
    pub path: String,
}

/// Whether the source has a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct SourceTablePresence {
    /// The source table.
    pub source_table: String,
    /// Whether the source has it; a table that it does not have is skipped.
    pub present: bool,
    /// How many files make it up.
    pub files: u64,
}

/// What a test of a source found.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SourceTest {
    /// Whether rows can be read from it.
    pub ok: bool,
    /// Why not, and what to do.
    pub reason: Option<String>,
    /// The tables it has and has not; empty where it cannot be read.
    pub tables: Vec<SourceTablePresence>,
}
