//! Operations on the location mapping.

use super::location_store::{
    UnstockedLocation, read_locations, read_unstocked_locations, set_locations,
};
use super::read_figure_day;
use super::wire::location_types::{LocationMapping, LocationMappingInput};
use crate::auth::permission::{InventoryRead, PurchasingManage, PurchasingRead, SalesRead};
use crate::auth::{Scope, Signed};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Where order lines count that name a location without stock.
pub struct LocationMappingApi {
    /// Time of a change.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl LocationMappingApi {
    /// Get the location mapping
    ///
    /// The locations of order lines that count at another stock location, the stock locations, and
    /// the locations of sales that have neither stock nor a mapping.
    #[oai(
        path = "/api/purchasing/locations",
        method = "get",
        operation_id = "getLocationMapping"
    )]
    async fn get_location_mapping(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<LocationMapping>>, ApiError> {
        let scope = signed.scope();
        let unstocked = load_unstocked(scope).await?;
        let report = read_locations(&scope.read_db().await?, unstocked).await?;
        Ok(Json(Envelope::new(report.into())))
    }

    /// Set the location mapping
    ///
    /// Order lines of a mapped location count at its stock location, unless their item has stock at
    /// the location itself. The next recommendations use the mapping.
    #[oai(
        path = "/api/purchasing/locations",
        method = "put",
        operation_id = "setLocationMapping"
    )]
    async fn set_location_mapping(
        &self,
        signed: Signed,
        body: Json<LocationMappingInput>,
    ) -> Result<Json<Envelope<LocationMapping>>, ApiError> {
        let scope = signed.scope();
        let may = scope.require(PurchasingManage)?;
        let mapping = body.0.into_mapping()?;
        // The response needs them, and rollups are read outside of the transaction.
        let unstocked = load_unstocked(scope).await?;
        let db = scope.write_db().await?;
        set_locations(&db, mapping, scope.caller_name(), self.clock.now(), &may).await?;
        let report = read_locations(&db, unstocked).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(report.into())))
    }
}

async fn load_unstocked(scope: &Scope) -> Result<Vec<UnstockedLocation>, ApiError> {
    let (right, stock, sales) = (
        scope.require(PurchasingRead)?,
        scope.require(InventoryRead)?,
        scope.require(SalesRead)?,
    );
    let db = scope.rollup_db().await?;
    let day = read_figure_day(&db, scope.as_of(), &right).await?;
    Ok(read_unstocked_locations(&db, day.as_of, (&right, &stock, &sales)).await?)
}
