//! Yield forecast operations.

use super::wire::CropYieldForecast;
use super::yield_catalog::YieldCatalog;
use super::{forecast, read_yield_report};
use crate::auth::Public;
use crate::auth::permission::CustomersRead;
use crate::cache::{CachedQuery, ResponseCache};
use crate::http::{ApiError, CachedResponse, Envelope, Meta, Tag};
use poem::Request;
use poem_openapi::OpenApi;

/// Yield forecasts.
pub struct CropYieldApi {
    /// Cached responses.
    pub answers: ResponseCache,
    /// Public harvest records.
    pub yields: YieldCatalog,
}

#[OpenApi(tag = "Tag::CropYield")]
impl CropYieldApi {
    /// Get crop yield forecasts
    ///
    /// Forecasts of the next harvest of the customers' crops in their states, from USDA's public
    /// records, with the accuracy of past forecasts.
    #[oai(
        path = "/api/analytics/crop-yield-forecast",
        method = "get",
        operation_id = "getCropYieldForecast"
    )]
    async fn get_crop_yield_forecast(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<CachedResponse<CropYieldForecast>, ApiError> {
        let scope = caller.scope();
        let right = scope.require(CustomersRead)?;
        let as_of = scope.as_of();
        let snapshot = self.yields.current_snapshot();
        let compute = async {
            let read = read_yield_report(&scope.read_db().await?, &snapshot.yields, &right).await?;
            let meta = Meta {
                n: Some(read.customers),
                method: Some(forecast::METHOD.to_owned()),
                ..scope.meta()
            };
            Ok(Envelope::with_meta(read.report.into(), meta))
        };
        self.answers
            .get_or_render(
                request,
                scope,
                as_of,
                CachedQuery::CropYieldForecast {
                    edition: snapshot.edition.clone(),
                },
                compute,
            )
            .await
    }
}
