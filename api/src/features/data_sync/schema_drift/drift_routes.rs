//! HTTP routes of schema drift.

use super::super::DataSync;
use super::super::wire::{DriftAcceptance, DriftPoliciesInput, DriftPreview, SchemaDrift};
use super::{DriftPreviewError, SchemaDriftError};
use crate::auth::Signed;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Operations for changed source columns.
pub struct SchemaDriftApi {
    /// Runs the operations.
    pub sync: DataSync,
}

#[OpenApi(tag = "Tag::DataSync")]
impl SchemaDriftApi {
    /// Get schema drift
    ///
    /// Returns for each table the columns of its last read, its drift policy, and changes that wait
    /// to be accepted.
    #[oai(
        path = "/api/data-sync/drift",
        method = "get",
        operation_id = "getSchemaDrift"
    )]
    async fn get_schema_drift(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<SchemaDrift>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync
                .read_drift(&scope.read_db().await?, &proof)
                .await?,
        )))
    }

    /// Set schema drift policies
    ///
    /// `ask` pauses the table until a person accepts the change, `stop` fails the table until the
    /// columns are restored, `ignore` syncs the table.
    #[oai(
        path = "/api/data-sync/drift",
        method = "put",
        operation_id = "setSchemaDriftPolicies"
    )]
    async fn set_schema_drift_policies(
        &self,
        signed: Signed,
        body: Json<DriftPoliciesInput>,
    ) -> Result<Json<Envelope<SchemaDrift>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            self.sync
                .set_drift_policies(scope.access(), &proof, &body.0)
                .await?,
        )))
    }

    /// Accept schema drift
    ///
    /// Accepts the pending column changes of a table; the next sync uses the new columns. 409 if no
    /// change is pending, or if the pending changes are not those of `runId`.
    #[oai(
        path = "/api/data-sync/drift/accept",
        method = "post",
        operation_id = "acceptSchemaDrift"
    )]
    async fn accept_schema_drift(
        &self,
        signed: Signed,
        body: Json<DriftAcceptance>,
    ) -> Result<Json<Envelope<SchemaDrift>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            self.sync
                .accept_drift(scope.access(), &proof, &body.0)
                .await?,
        )))
    }

    /// Preview schema drift
    ///
    /// Returns the changes that the next sync would find, and its outcome. Reads headers, schemas or
    /// the catalog, but no rows, and saves nothing. 503 if the source does not respond within 30
    /// seconds.
    #[oai(
        path = "/api/data-sync/drift/preview",
        method = "get",
        operation_id = "previewSchemaDrift"
    )]
    async fn preview_schema_drift(
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

impl From<SchemaDriftError> for ApiError {
    fn from(error: SchemaDriftError) -> Self {
        let message = error.to_string();
        match error {
            SchemaDriftError::UnknownTable(_) => Self::unprocessable("unknown_table", message),
            SchemaDriftError::NonePending(_) => Self::conflict("no_schema_drift_pending", message),
            SchemaDriftError::ChangedAgain(_) => Self::conflict("schema_drift_changed", message),
            SchemaDriftError::Db(error) => error.into(),
        }
    }
}

impl From<DriftPreviewError> for ApiError {
    fn from(error: DriftPreviewError) -> Self {
        match error {
            DriftPreviewError::Open(error) => error.into(),
            DriftPreviewError::Unreachable(message) => {
                Self::unavailable("source_unavailable", message)
            }
            DriftPreviewError::TimedOut => {
                Self::unavailable("source_unavailable", error.to_string())
            }
            DriftPreviewError::Db(error) => error.into(),
        }
    }
}
