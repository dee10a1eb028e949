//! The kinds of data source. To add one, write its file in `connectors/` and list it in the table
//! below.

use super::folder_policy::FolderPolicy;
use super::upload_storage::UploadStorage;
use crate::auth::Vault;
use crate::config::Config;
use crate::http::TaggedUnion;
use crate::outbound::NetworkPolicy;
use entities::data_source::Model;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object, Union};
use registry::{connector_registry, parse_settings};
use sources::{Layouts, SourceError, Warehouse};
use std::sync::Arc;

mod bigquery;
mod connector;
mod download_storage;
mod file_inspector;
mod files;
mod https_files;
mod mysql;
mod postgres;
mod registry;
mod s3;
mod workbooks;

pub use bigquery::BigQueryConnector;
pub use connector::{Connector, OpenContext, SourceContents};
pub use files::{
    FilesConnector, find_stored_folder, list_folder_tables, open_operator_folder,
    open_server_folder,
};
pub use https_files::HttpsFilesConnector;
pub use mysql::MysqlConnector;
pub use postgres::PostgresConnector;
pub use s3::S3Connector;

connector_registry! {
    /// A folder of CSV files, Parquet files or workbooks.
    Files = "files" => FilesConnector,
    /// A schema of a PostgreSQL database.
    Postgres = "postgres" => PostgresConnector,
    /// A database of MySQL or MariaDB.
    Mysql = "mysql" => MysqlConnector,
    /// A dataset of BigQuery.
    BigQuery = "bigquery" => BigQueryConnector,
    /// Files at https addresses, such as Google Sheets.
    HttpsFiles = "https_files" => HttpsFilesConnector,
    /// Files in a bucket of S3-compatible object storage.
    S3 = "s3" => S3Connector,
}

/// The kind of a source that is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum NoSourceKind {
    /// No source is set yet.
    None,
}

/// No source is set yet.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct NoSource {
    /// Kind of the source.
    pub kind: NoSourceKind,
}

impl Source {
    /// No source is set yet.
    pub fn none() -> Self {
        Self::None(NoSource {
            kind: NoSourceKind::None,
        })
    }
}

impl Example for SourceInput {
    fn example() -> Self {
        Self::Files(Example::example())
    }
}

impl Example for Source {
    fn example() -> Self {
        Self::Files(Example::example())
    }
}

/// Shared dependencies for opening sources: allowed folders, network policy, credential vault.
#[derive(Clone)]
pub struct Connectors {
    /// Folders that may be read.
    pub folders: FolderPolicy,
    /// Servers that may be called.
    pub network_policy: NetworkPolicy,
    /// Encrypts passwords and keys.
    pub vault: Vault,
    /// Where uploaded files are.
    pub uploads: UploadStorage,
}

impl Connectors {
    /// Reads the operator's settings.
    pub fn from_config(config: &Config, vault: Vault) -> Self {
        Self {
            folders: FolderPolicy::from_config(config),
            network_policy: config.network_policy(),
            vault,
            uploads: UploadStorage::from_config(config),
        }
    }
}
