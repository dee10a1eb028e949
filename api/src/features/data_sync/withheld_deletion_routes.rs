//! HTTP route of withheld deletions.

use super::DataSync;
use super::wire::WithheldDeletions;
use crate::auth::Signed;
use crate::auth::permission::SyncRead;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Operations for rows missing from the source that are kept until confirmed.
pub struct WithheldDeletionsApi {
    /// Runs the operations.
    pub sync: DataSync,
}

#[OpenApi(tag = "Tag::DataSync")]
impl WithheldDeletionsApi {
    /// List withheld deletions
    ///
    /// Returns each table of which too many rows were missing from the source: how many, since when,
    /// and the first 50. To delete them, check the source, then `POST /api/data-sync/table` with
    /// `confirmDeletions` and `missingRows` as `maxDeletions`.
    #[oai(
        path = "/api/data-sync/withheld-deletions",
        method = "get",
        operation_id = "listWithheldDeletions"
    )]
    async fn list_withheld_deletions(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<WithheldDeletions>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        let tables = self
            .sync
            .list_withheld_deletions(&scope.read_db().await?, &proof)
            .await?;
        Ok(Json(Envelope::new(WithheldDeletions {
            tables: tables.into_iter().map(Into::into).collect(),
        })))
    }
}
