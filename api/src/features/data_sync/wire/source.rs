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
    /// A dataset of BigQuery.
    #[oai(rename = "bigquery")]
    BigQuery,
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
    /// For `postgres`: the certificates of a private authority that are trusted, as PEM text.
    pub ca_certificate: Option<String>,
    /// For `bigquery`: the project.
    pub project_id: Option<String>,
    /// For `bigquery`: the dataset.
    pub dataset: Option<String>,
    /// For `bigquery`: where the dataset was said to lie.
    pub location: Option<String>,
    /// For `bigquery`: the service account that reads. Its key is never shown.
    pub client_email: Option<String>,
    /// For `bigquery`: the interface that is called, where it is not Google's own.
    pub api_endpoint: Option<String>,
    /// For `bigquery`: the most bytes that the read of one table may be billed for.
    pub maximum_bytes_billed: Option<u64>,
    /// When it was set.
    pub updated_at: Option<DateTime<Utc>>,
}

impl Source {
    /// No source is set.
    pub(in crate::features::data_sync) fn none() -> Self {
        Self {
            kind: SourceKind::None,
            path: None,
            host: None,
            port: None,
            database: None,
            user: None,
            schema: None,
            sslmode: None,
            ca_certificate: None,
            project_id: None,
            dataset: None,
            location: None,
            client_email: None,
            api_endpoint: None,
            maximum_bytes_billed: None,
            updated_at: None,
        }
    }
}

/// A source to set or to test.
#[derive(Clone, PartialEq, Eq, Object)]
#[oai(
    rename_all = "camelCase",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub struct SourceInput {
    /// `files`: a folder of CSV or Parquet files. `postgres`: a schema of a PostgreSQL database.
    /// `bigquery`: a dataset of BigQuery.
    #[oai(validator(max_length = 32))]
    pub kind: String,
    /// For `files`: the folder, absolute or relative to the installation's warehouse root.
    #[oai(validator(max_length = 4096))]
    pub path: Option<String>,
    /// For `postgres`: `postgres://user:password@host:5432/database`, with `?sslmode=` where it
    /// matters. The password is kept sealed and never shown again.
    #[oai(validator(max_length = 2048), write_only)]
    pub url: Option<String>,
    /// For `postgres`: the schema that holds the tables; `public` where it is left out.
    #[oai(validator(max_length = 63))]
    pub schema: Option<String>,
    /// For `postgres` with `sslmode` `verify-ca` or `verify-full`: the certificate of the private
    /// authority that signed the server's, as PEM text. It is trusted besides the public ones.
    #[oai(validator(max_length = 16384))]
    pub ca_certificate: Option<String>,
    /// For `bigquery`: the project that holds the dataset and pays for its queries.
    #[oai(validator(max_length = 120))]
    pub project_id: Option<String>,
    /// For `bigquery`: the dataset that holds the tables.
    #[oai(validator(max_length = 1024))]
    pub dataset: Option<String>,
    /// For `bigquery`: where the dataset lies, such as `US`; BigQuery is asked where it is left
    /// out.
    #[oai(validator(max_length = 64))]
    pub location: Option<String>,
    /// For `bigquery`: the JSON file that Google Cloud gave for the service account's key. It is
    /// kept sealed and never shown again.
    #[oai(validator(max_length = 16384), write_only)]
    pub service_account_key: Option<String>,
    /// For `bigquery`: another interface than Google's own, such as an emulator's.
    #[oai(validator(max_length = 2048))]
    pub api_endpoint: Option<String>,
    /// For `bigquery`: the most bytes that the read of one table may be billed for; 10 GiB where it
    /// is left out. A table that needs more is not read.
    #[oai(validator(minimum(value = "1"), maximum(value = "1125899906842624")))]
    pub maximum_bytes_billed: Option<u64>,
}

impl fmt::Debug for SourceInput {
    /// Without the address, which holds a password, and the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceInput")
            .field("kind", &self.kind)
            .field("path", &self.path)
            .field("schema", &self.schema)
            .field("dataset", &self.dataset)
            .finish_non_exhaustive()
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
