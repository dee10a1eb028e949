//! HTTP operations on what the dates of sales are.

use super::DataSync;
use super::wire::{SalesDatingInput, SalesDatingSetting};
use crate::auth::Signed;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Operations on the dates of sales.
pub struct SalesDatingApi {
    /// Reads and sets them.
    pub sync: DataSync,
}

#[OpenApi(tag = "Tag::DataSync")]
impl SalesDatingApi {
    /// Get the dating of sales
    ///
    /// Returns the setting, what the organization's sales show, and the lines behind it.
    #[oai(
        path = "/api/data-sync/sales-dating",
        method = "get",
        operation_id = "getSalesDating"
    )]
    async fn get_sales_dating(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<SalesDatingSetting>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        let report = self.sync.read_sales_dating(scope.access(), &proof).await?;
        Ok(Json(Envelope::new(report.into())))
    }

    /// Set the dating of sales
    ///
    /// Purchase plan, season position and reorder levels use it at once. `{}` removes the setting.
    #[oai(
        path = "/api/data-sync/sales-dating",
        method = "put",
        operation_id = "setSalesDating"
    )]
    async fn set_sales_dating(
        &self,
        signed: Signed,
        body: Json<SalesDatingInput>,
    ) -> Result<Json<Envelope<SalesDatingSetting>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        let report = self
            .sync
            .set_sales_dating(scope.access(), &proof, body.0)
            .await?;
        Ok(Json(Envelope::new(report.into())))
    }
}
