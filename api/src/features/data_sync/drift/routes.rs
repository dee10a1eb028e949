//! The operations about a source's changed columns over HTTP.

use super::super::DataSync;
use super::super::wire::{ColumnDrift, DriftAccept, DriftPolicyInput, DriftPreview};
use crate::auth::Signed;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Columns of the source that have changed.
pub struct ColumnDriftApi {
    /// Does what the operations ask for.
    pub sync: DataSync,
}

#[OpenApi(tag = "Tag::DataSync")]
impl ColumnDriftApi {
    /// See which columns the source had, and what waits to be accepted
    ///
    /// For each table the columns of its last read, what happens where they change, and the changes
    /// for which it is held.
    #[oai(
        path = "/api/data-sync/drift",
        method = "get",
        operation_id = "getColumnDrift"
    )]
    async fn get_column_drift(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<ColumnDrift>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync.drift(&scope.read_db().await?, &proof).await?,
        )))
    }

    /// Say what happens where the source's columns change
    ///
    /// `ask` holds the table until a person accepts its columns, `stop` fails it until they are
    /// back, `ignore` lets its rows land.
    #[oai(
        path = "/api/data-sync/drift",
        method = "put",
        operation_id = "setColumnDriftPolicies"
    )]
    async fn set_column_drift_policies(
        &self,
        signed: Signed,
        body: Json<DriftPolicyInput>,
    ) -> Result<Json<Envelope<ColumnDrift>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            self.sync
                .set_drift_policies(scope.access(), &proof, &body.0)
                .await?,
        )))
    }

    /// Accept the changed columns of a table
    ///
    /// The next sync takes them for the columns that the source has. 409 where nothing waits, or
    /// something else than `runId` has found.
    #[oai(
        path = "/api/data-sync/drift/accept",
        method = "post",
        operation_id = "acceptColumnDrift"
    )]
    async fn accept_column_drift(
        &self,
        signed: Signed,
        body: Json<DriftAccept>,
    ) -> Result<Json<Envelope<ColumnDrift>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            self.sync
                .accept_drift(scope.access(), &proof, &body.0)
                .await?,
        )))
    }

    /// Look at the source's columns now
    ///
    /// Reads first lines, schemas or the catalog, no rows, and keeps nothing: what the next sync
    /// would find changed, and what it would do. 503 where the source cannot be reached within 30
    /// seconds.
    #[oai(
        path = "/api/data-sync/drift/preview",
        method = "get",
        operation_id = "previewColumnDrift"
    )]
    async fn preview_column_drift(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<DriftPreview>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync.preview_drift(scope.access(), &proof).await?,
        )))
    }
}
