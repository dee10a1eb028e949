//! Operations on corrections of stock rows.

use super::correction_store::{list_corrections, set_correction};
use super::wire::correction_types::{CorrectedStockRow, StockCorrectionInput, StockCorrections};
use crate::auth::Signed;
use crate::auth::permission::{PurchasingOrder, PurchasingRead};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Corrections of the warehouse's stock data.
pub struct StockCorrectionsApi {
    /// Time of a correction.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl StockCorrectionsApi {
    /// List stock corrections
    ///
    /// The newest 200 corrections of stock rows, which override the warehouse's values.
    #[oai(
        path = "/api/purchasing/corrections",
        method = "get",
        operation_id = "listStockCorrections"
    )]
    async fn list_stock_corrections(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<StockCorrections>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(PurchasingRead)?;
        let items = list_corrections(&scope.read_db().await?, &right).await?;
        Ok(Json(Envelope::new(StockCorrections {
            items: items.into_iter().map(CorrectedStockRow::from_row).collect(),
        })))
    }

    /// Set a stock correction
    ///
    /// Lead time, reorder point, minimum order and pack size of an item at a location. A value that
    /// is left out reverts to the warehouse's; without any value the correction is removed. The
    /// next recommendations use the correction.
    #[oai(
        path = "/api/purchasing/corrections",
        method = "put",
        operation_id = "setStockCorrection"
    )]
    async fn set_stock_correction(
        &self,
        signed: Signed,
        body: Json<StockCorrectionInput>,
    ) -> Result<Json<Envelope<StockCorrections>>, ApiError> {
        let scope = signed.scope();
        let (may, right) = (
            scope.require(PurchasingOrder)?,
            scope.require(PurchasingRead)?,
        );
        let correction = body
            .0
            .to_correction(scope.caller_name(), self.clock.now())?;
        let db = scope.write_db().await?;
        set_correction(&db, (&body.0.item_id, &body.0.location), &correction, &may).await?;
        let items = list_corrections(&db, &right).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(StockCorrections {
            items: items.into_iter().map(CorrectedStockRow::from_row).collect(),
        })))
    }
}
