//! What somebody needs who has no source yet: which folders there are, and files to begin with.

use super::DataSync;
use super::catalogue::SourceTable;
use super::source::{AllowedFolder, FolderListing, FolderWarehouse, Layouts, Warehouse};
use super::wire::{SourceFolder, SourceFolders, TableTemplate, TableTemplates};
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::auth::{Proof, Signed};
use crate::db::Access;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use tokio::task::spawn_blocking;

const SHARED: &str = "Several organizations use this installation, so its folders are not listed: \
    ask its operator for the name of yours.";

/// The way to a first source.
pub struct BeginningApi {
    /// Does what the operations ask for.
    pub sync: DataSync,
}

#[OpenApi(tag = "Tag::DataSync")]
impl BeginningApi {
    /// List the folders that can be a source
    ///
    /// Those on the server that hold at least one of the tables. Where several organizations share
    /// one place for folders, only the place is named.
    #[oai(
        path = "/api/data-sync/folders",
        method = "get",
        operation_id = "listSourceFolders"
    )]
    async fn list_source_folders(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<SourceFolders>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            self.sync.folders(scope.access(), &proof).await?,
        )))
    }

    /// Get files to begin with
    ///
    /// A CSV file for each table: its header, and example lines that a sync takes as they stand.
    #[oai(
        path = "/api/data-sync/templates",
        method = "get",
        operation_id = "listTableTemplates"
    )]
    async fn list_table_templates(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<TableTemplates>>, ApiError> {
        signed.scope().require(SyncRead)?;
        Ok(Json(Envelope::new(TableTemplates {
            tables: SourceTable::ALL.map(template).into(),
        })))
    }
}

impl DataSync {
    async fn folders(
        &self,
        access: &Access,
        _may: &Proof<SourcesManage>,
    ) -> Result<SourceFolders, ApiError> {
        let (folders, organization) = (
            self.connectors.folders.clone(),
            access.organization().clone(),
        );
        let looked = spawn_blocking(move || folders.list_folders(&organization))
            .await
            .map_err(|error| ApiError::internal(&error))?;
        let FolderListing {
            root,
            shared,
            folders,
        } = match looked {
            Ok(home) => home,
            Err(error) => {
                return Ok(SourceFolders {
                    root: None,
                    folders: Vec::new(),
                    reason: Some(error.to_string()),
                });
            }
        };
        // What a folder is called must not be learned from whoever else reads below the same root.
        if shared
            && self
                .database
                .platform()
                .has_other_organizations(access)
                .await?
        {
            return Ok(SourceFolders {
                root: Some(root),
                folders: Vec::new(),
                reason: Some(SHARED.to_owned()),
            });
        }
        let mut found = Vec::new();
        for (path, folder) in folders {
            let tables = tables_in(folder).await;
            if !tables.is_empty() {
                found.push(SourceFolder { path, tables });
            }
        }
        let reason = found
            .is_empty()
            .then(|| format!("No folder in {root} holds a file of one of the five tables yet."));
        Ok(SourceFolders {
            root: Some(root),
            folders: found,
            reason,
        })
    }
}

/// The tables of a folder; one that cannot be read has none.
async fn tables_in(folder: AllowedFolder) -> Vec<String> {
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

fn template(table: SourceTable) -> TableTemplate {
    let named = |required| {
        table
            .shape()
            .columns
            .iter()
            .filter(|column| column.required == required)
            .map(|column| column.name.to_owned())
            .collect()
    };
    TableTemplate {
        source_table: table.id().to_owned(),
        file_name: format!("{}.csv", table.id()),
        csv: table.template(),
        required: named(true),
        optional: named(false),
    }
}
