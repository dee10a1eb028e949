//! A folder of CSV files, Parquet files or workbooks as a data source.

use super::workbooks::WorkbookWarehouse;
use super::{ConfiguredSource, Connector, OpenContext, SourceContents, SourceKind, parse_settings};
use crate::features::data_sync::folder_policy::FolderPolicy;
use crate::outbound::NetworkPolicy;
use aws_lc_rs::digest::{SHA256, digest};
use chrono::{DateTime, TimeDelta, Utc};
use entities::data_source::Model;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use serde::{Deserialize, Serialize};
use sources::{AllowedFolder, FolderWarehouse, Layouts, SourceError, Warehouse};
use std::path::Path;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// The kind of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum FilesKind {
    /// A folder of CSV or Parquet files.
    Files,
}

/// A folder to read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct FilesSourceInput {
    /// Kind of the source.
    pub kind: FilesKind,
    /// The folder, absolute or relative to the root folder of the server.
    #[oai(default, validator(max_length = 4096))]
    pub path: String,
}

impl Example for FilesSourceInput {
    fn example() -> Self {
        Self {
            kind: FilesKind::Files,
            path: "prairie-seed".to_owned(),
        }
    }
}

/// A folder that is read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct FilesSource {
    /// Kind of the source.
    pub kind: FilesKind,
    /// The folder, as entered.
    pub path: String,
    /// When the source was last changed.
    pub updated_at: DateTime<Utc>,
}

impl Example for FilesSource {
    fn example() -> Self {
        Self {
            kind: FilesKind::Files,
            path: "prairie-seed".to_owned(),
            updated_at: DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000),
        }
    }
}

/// The settings of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilesSettings {
    /// The folder, as entered.
    pub path: String,
}

/// A folder of CSV files, Parquet files or workbooks.
pub struct FilesConnector(FilesSettings);

impl Connector for FilesConnector {
    type Input = FilesSourceInput;
    type Settings = FilesSettings;
    type Response = FilesSource;

    fn from_input(input: &Self::Input, _network: NetworkPolicy) -> Result<Self, SourceError> {
        Ok(Self(FilesSettings {
            path: input.path.trim().to_owned(),
        }))
    }

    fn from_stored(
        settings: Self::Settings,
        _secret: Option<String>,
        _network: NetworkPolicy,
    ) -> Result<Self, SourceError> {
        Ok(Self(settings))
    }

    fn settings(&self) -> &Self::Settings {
        &self.0
    }

    fn secret(&self) -> Option<&str> {
        None
    }

    fn is_same_source(&self, stored: &Self::Settings) -> bool {
        self.0 == *stored
    }

    fn to_response(settings: Self::Settings, updated_at: DateTime<Utc>) -> Self::Response {
        FilesSource {
            kind: FilesKind::Files,
            path: settings.path,
            updated_at,
        }
    }

    async fn open(&self, context: &OpenContext<'_>) -> Result<Arc<dyn Warehouse>, SourceError> {
        Ok(Arc::new(self.open_folder(context).await?))
    }

    async fn test(
        &self,
        context: &OpenContext<'_>,
        layouts: &Layouts,
    ) -> Result<SourceContents, SourceError> {
        let folder = Arc::new(self.open_folder(context).await?);
        let tables = folder.test_tables(layouts).await?;
        Ok(SourceContents::with_other_tables(tables, folder, layouts).await)
    }
}

impl FilesConnector {
    async fn open_folder(
        &self,
        context: &OpenContext<'_>,
    ) -> Result<WorkbookWarehouse<FolderWarehouse>, SourceError> {
        let (folders, organization, path) = (
            context.connectors.folders.clone(),
            context.organization.clone(),
            self.0.path.clone(),
        );
        let allowed = spawn_blocking(move || folders.allow_folder(&organization, &path))
            .await
            .unwrap_or_else(|_| {
                Err(SourceError::Unreachable(
                    "Reading the folder was interrupted. Try again.".to_owned(),
                ))
            })?;
        Ok(WorkbookWarehouse::new(
            FolderWarehouse::new(allowed),
            context,
        ))
    }
}

impl ConfiguredSource {
    /// A folder that a command names.
    pub fn from_folder(path: &str) -> Self {
        Self::Files(FilesConnector(FilesSettings {
            path: path.to_owned(),
        }))
    }
}

/// The folder of a stored source, as entered; `None` if the source is not a folder.
pub fn find_stored_folder(row: &Model) -> Result<Option<String>, SourceError> {
    if SourceKind::from_name(&row.kind)? != SourceKind::Files {
        return Ok(None);
    }
    let settings: FilesSettings = parse_settings(&row.settings)?;
    Ok(Some(settings.path))
}

/// Opens a folder named on the command line, without saving it as the source. Returns its revision
/// too.
pub fn open_operator_folder(
    folder: &Path,
    context: &OpenContext<'_>,
) -> Result<(Uuid, Arc<dyn Warehouse>), SourceError> {
    let allowed = FolderPolicy::allow_operator_folder(folder)?;
    // Derive the revision from the path, so that the deletion limit applies to a second read of
    // the same folder.
    let mut bytes = [0; 16];
    bytes
        .iter_mut()
        .zip(digest(&SHA256, allowed.folder.as_os_str().as_encoded_bytes()).as_ref())
        .for_each(|(byte, of_digest)| *byte = *of_digest);
    let revision = uuid::Builder::from_custom_bytes(bytes).into_uuid();
    let warehouse = WorkbookWarehouse::new(FolderWarehouse::new(allowed), context);
    Ok((revision, Arc::new(warehouse)))
}

/// Opens a folder that the server itself has written.
pub fn open_server_folder(folder: &Path) -> Result<Arc<dyn Warehouse>, SourceError> {
    let allowed = FolderPolicy::allow_operator_folder(folder)?;
    Ok(Arc::new(FolderWarehouse::new(allowed)))
}

/// Lists the tables of a folder. Returns none if the folder cannot be read.
pub async fn list_folder_tables(folder: AllowedFolder) -> Vec<String> {
    let found = FolderWarehouse::new(folder)
        .list_tables(&Layouts::default())
        .await
        .unwrap_or_default();
    found
        .into_iter()
        .filter(|table| table.files > 0)
        .map(|found| found.table.id().to_owned())
        .collect()
}
