//! HTTP operations that list source folders and template files.

use super::DataSync;
use super::source_folders::SourceFolderError;
use super::wire::{SourceFolders, TableTemplate, TableTemplates};
use crate::auth::Signed;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use sources::SourceTable;

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

fn build_template(table: SourceTable) -> TableTemplate {
    let named = |required| {
        table
            .schema()
            .columns
            .iter()
            .filter(|column| column.must_exist() == required)
            .map(|column| column.name.to_owned())
            .collect()
    };
    TableTemplate {
        source_table: table.id().to_owned(),
        optional: table.is_optional(),
        file_name: format!("{}.csv", table.id()),
        csv: table.csv_template(),
        required_columns: named(true),
        optional_columns: named(false),
    }
}

impl From<SourceFolderError> for ApiError {
    fn from(error: SourceFolderError) -> Self {
        match error {
            SourceFolderError::Panicked(error) => Self::internal(&error),
            SourceFolderError::Db(error) => error.into(),
        }
    }
}
