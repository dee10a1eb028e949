//! Onboarding: lists available source folders and template files.

use super::DataSync;
use super::connectors::list_folder_tables;
use super::source::FolderListing;
use super::source_table::SourceTable;
use super::wire::{SourceFolder, SourceFolders, TableTemplate, TableTemplates};
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::auth::{Proof, Signed};
use crate::db::Access;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use tokio::task::spawn_blocking;

const SHARED_INSTALLATION_REASON: &str = "Several organizations use this installation, so folders are not listed. Ask \
    the operator for the name of your folder.";

/// Operations for setting up the first source.
pub struct OnboardingApi {
    /// Runs the operations.
    pub sync: DataSync,
}

#[OpenApi(tag = "Tag::DataSync")]
impl OnboardingApi {
    /// List source folders
    ///
    /// Returns folders on the server that contain at least one source table. If several
    /// organizations share the root folder, returns only the root.
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
            self.sync
                .list_source_folders(scope.access(), &proof)
                .await?,
        )))
    }

    /// List table templates
    ///
    /// Returns a CSV file for each table with its header and valid example lines.
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
            tables: SourceTable::ALL.map(build_template).into(),
        })))
    }
}

impl DataSync {
    async fn list_source_folders(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
    ) -> Result<SourceFolders, ApiError> {
        let (folders, organization) = (
            self.connectors.folders.clone(),
            access.organization().clone(),
        );
        let listing = spawn_blocking(move || folders.list_folders(&organization))
            .await
            .map_err(|error| ApiError::internal(&error))?;
        let FolderListing {
            root,
            shared,
            folders,
        } = match listing {
            Ok(listing) => listing,
            Err(error) => {
                return Ok(SourceFolders {
                    root: None,
                    folders: Vec::new(),
                    reason: Some(error.to_string()),
                });
            }
        };
        // Folder names of other organizations under the same root must not be disclosed.
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
                reason: Some(SHARED_INSTALLATION_REASON.to_owned()),
            });
        }
        let mut found = Vec::new();
        for (path, folder) in folders {
            let tables = list_folder_tables(folder).await;
            if !tables.is_empty() {
                found.push(SourceFolder { path, tables });
            }
        }
        let reason = found
            .is_empty()
            .then(|| format!("No folder in {root} contains a file of one of the five tables."));
        Ok(SourceFolders {
            root: Some(root),
            folders: found,
            reason,
        })
    }
}

fn build_template(table: SourceTable) -> TableTemplate {
    let named = |required| {
        table
            .schema()
            .columns
            .iter()
            .filter(|column| column.required == required)
            .map(|column| column.name.to_owned())
            .collect()
    };
    TableTemplate {
        source_table: table.id().to_owned(),
        file_name: format!("{}.csv", table.id()),
        csv: table.csv_template(),
        required_columns: named(true),
        optional_columns: named(false),
    }
}
