//! The operation about rows that are held back over HTTP.

use super::DataSync;
use super::wire::HeldRemovals;
use crate::auth::Signed;
use crate::auth::permission::SyncRead;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Rows that the source no longer has, kept until somebody decides.
pub struct HeldRemovalsApi {
    /// Does what the operations ask for.
    pub sync: DataSync,
}

#[OpenApi(tag = "Tag::DataSync")]
impl HeldRemovalsApi {
    /// See which rows would be removed
    ///
    /// Each table of which the last complete read of the source no longer had so many rows that
    /// they were kept: how many, since when, and the first 50 of them. To remove them, check the
    /// source, then `POST /api/data-sync/table` with `confirmRemovals` and this `missing` as
    /// `confirmedRemovals`.
    #[oai(
        path = "/api/data-sync/removals",
        method = "get",
        operation_id = "listHeldRemovals"
    )]
    async fn list_held_removals(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<HeldRemovals>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync
                .held_removals(&scope.read_db().await?, &proof)
                .await?,
        )))
    }
}
