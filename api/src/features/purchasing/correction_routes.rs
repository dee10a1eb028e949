//! The operations about corrections of stock rows over HTTP.

use super::correction_store::{list_corrections, set_correction};
use super::wire::correction_types::{CorrectedStockRow, StockCorrectionInput, StockCorrections};
use crate::auth::Signed;
use crate::auth::permission::{PurchasingOrder, PurchasingRead};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// What people know better than the warehouse.
pub struct StockCorrectionsApi {
    /// Says when.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl StockCorrectionsApi {
    /// List corrections
    ///
    /// What somebody said of stock rows in place of the warehouse: the newest 200.
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

    /// Correct a stock row
    ///
    /// Lead time, reorder point, minimum order or pack of an item at a location. What is left out
    /// is as the warehouse has it again; with nothing left the correction is gone. The next
    /// recommendations are made with it.
    #[oai(
        path = "/api/purchasing/corrections",
        method = "put",
        operation_id = "correctStockRow"
    )]
    async fn correct_stock_row(
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
