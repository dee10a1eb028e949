//! The data source of an organization.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use std::fmt;

/// Kind of a data source.
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

/// Kind of a data source to set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SourceInputKind {
    /// A folder of CSV or Parquet files.
    Files,
    /// A schema of a PostgreSQL database.
    Postgres,
    /// A dataset of BigQuery.
    #[oai(rename = "bigquery")]
    BigQuery,
}

/// The data source of the organization.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct Source {
    /// Kind of the source. `none` until a source is set.
    pub kind: SourceKind,
    /// For `files`: the folder, as entered.
    pub path: Option<String>,
    /// For `postgres`: the server.
    pub host: Option<String>,
    /// For `postgres`: the server's port.
    pub port: Option<u16>,
    /// For `postgres`: the database.
    pub database: Option<String>,
    /// For `postgres`: the user. The password is never returned.
    pub user: Option<String>,
    /// For `postgres`: the schema with the tables.
    pub schema: Option<String>,
    /// For `postgres`: the `sslmode` of the connection.
    pub sslmode: Option<String>,
    /// For `postgres`: trusted certificates of a private certificate authority, in PEM format.
    pub ca_certificate: Option<String>,
    /// For `bigquery`: the project.
    pub project_id: Option<String>,
    /// For `bigquery`: the dataset.
    pub dataset: Option<String>,
    /// For `bigquery`: the configured location of the dataset.
    pub location: Option<String>,
    /// For `bigquery`: the service account. Its key is never returned.
    pub client_email: Option<String>,
    /// For `bigquery`: the API endpoint, if it is not Google's.
    pub api_endpoint: Option<String>,
    /// For `bigquery`: the maximum bytes billed for reading one table.
    pub maximum_bytes_billed: Option<u64>,
    /// When the source was last changed.
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
    /// Kind of the source.
    pub kind: SourceInputKind,
    /// For `files`: the folder, absolute or relative to the root folder of the server.
    #[oai(validator(max_length = 4096))]
    pub path: Option<String>,
    /// For `postgres`: `postgres://user:password@host:5432/database`, with an optional `?sslmode=`.
    /// The password is encrypted and never returned.
    #[oai(validator(max_length = 2048), write_only)]
    pub url: Option<String>,
    /// For `postgres`: the schema with the tables. Default: `public`.
    #[oai(validator(max_length = 63))]
    pub schema: Option<String>,
    /// For `postgres` with `sslmode` `verify-ca` or `verify-full`: the certificate of the private
    /// certificate authority, in PEM format. Public authorities are trusted too.
    #[oai(validator(max_length = 16384))]
    pub ca_certificate: Option<String>,
    /// For `bigquery`: the project that contains the dataset and is billed for queries.
    #[oai(validator(max_length = 120))]
    pub project_id: Option<String>,
    /// For `bigquery`: the dataset with the tables.
    #[oai(validator(max_length = 1024))]
    pub dataset: Option<String>,
    /// For `bigquery`: the location of the dataset, such as `US`. Default: detected.
    #[oai(validator(max_length = 64))]
    pub location: Option<String>,
    /// For `bigquery`: the JSON key file of the service account. The key is encrypted and never
    /// returned.
    #[oai(validator(max_length = 16384), write_only)]
    pub service_account_key: Option<String>,
    /// For `bigquery`: an API endpoint other than Google's, such as an emulator.
    #[oai(validator(max_length = 2048))]
    pub api_endpoint: Option<String>,
    /// For `bigquery`: the maximum bytes billed for reading one table. A table that needs more is
    /// not read. Default: 10 GiB.
    #[oai(validator(minimum(value = "1"), maximum(value = "1125899906842624")))]
    pub maximum_bytes_billed: Option<u64>,
}

impl fmt::Debug for SourceInput {
    /// Omits the URL, which contains a password, and the key.
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
    /// Whether the source has the table. Missing tables are skipped.
    pub present: bool,
    /// Number of files of the table. 1 for a database.
    pub files: u64,
    /// Why the table cannot be read, and what to do.
    pub problem: Option<String>,
}

/// Result of testing a source.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SourceTest {
    /// Whether rows can be read.
    pub ok: bool,
    /// Why rows cannot be read, and what to do.
    pub reason: Option<String>,
    /// Tables of the source. Empty if the source cannot be read.
    pub tables: Vec<SourceTablePresence>,
}
