//! Where rows come from.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use std::fmt;

/// What kind of source rows come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SourceKind {
    /// No source is set yet.
    None,
    /// A folder of CSV or Parquet files.
    Files,
    /// A schema of a PostgreSQL database.
    Postgres,
}

/// Where rows come from.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct Source {
    /// Its kind; `none` until one is set.
    pub kind: SourceKind,
    /// For `files`: the folder, as it was given.
    pub path: Option<String>,
    /// For `postgres`: the server.
    pub host: Option<String>,
    /// For `postgres`: the server's port.
    pub port: Option<u16>,
    /// For `postgres`: the database.
    pub database: Option<String>,
    /// For `postgres`: who enters. The password is never shown.
    pub user: Option<String>,
    /// For `postgres`: the schema that holds the tables.
    pub schema: Option<String>,
    /// For `postgres`: how the way there is protected, in PostgreSQL's words.
    pub sslmode: Option<String>,
    /// When it was set.
    pub updated_at: Option<DateTime<Utc>>,
}

impl Source {
    /// No source is set.
    pub(in crate::features::data_sync) fn none() -> Self {
        Self { kind: SourceKind::None, path: None, host: None, port: None, database: None, user: None, schema: None, sslmode: None, updated_at: None }
    }
}

/// A source to set or to test.
#[derive(Clone, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none, example)]
pub struct SourceInput {
    /// `files`: a folder of CSV or Parquet files. `postgres`: a schema of a PostgreSQL database.
    #[oai(validator(max_length = 32))]
    pub kind: String,
    /// For `files`: the folder, absolute or relative to the installation's warehouse root.
    #[oai(validator(max_length = 4096))]
    pub path: Option<String>,
    /// For `postgres`: `postgres://user:password@host:5432/database`, with `?sslmode=` where it matters. The password is kept sealed and never shown again.
    #[oai(validator(max_length = 2048), write_only)]
    pub url: Option<String>,
    /// For `postgres`: the schema that holds the tables; `public` where it is left out.
    #[oai(validator(max_length = 63))]
    pub schema: Option<String>,
}

impl fmt::Debug for SourceInput {
    /// Without the address, which holds a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceInput").field("kind", &self.kind).field("path", &self.path).field("schema", &self.schema).finish_non_exhaustive()
    }
}

/// Whether the source has a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SourceTablePresence {
    /// The source table.
    pub source_table: String,
    /// Whether the source has it; a table that it does not have is skipped.
    pub present: bool,
    /// How many files make it up; of a database 1.
    pub files: u64,
    /// Why it is there but cannot be read, and what to do.
    pub problem: Option<String>,
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
