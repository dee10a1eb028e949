//! Price index operations.

use super::wire::SupplyPriceIndex;
use super::{price_index, read_price_index};
use crate::auth::Public;
use crate::auth::permission::PurchasingRead;
use crate::cache::{CachedQuery, ResponseCache};
use crate::features::purchasing::read_data_through;
use crate::http::{ApiError, CachedResponse, Envelope, Meta, Tag};
use poem::Request;
use poem_openapi::OpenApi;

/// Price index of the organization's purchases.
pub struct SupplyPricesApi {
    /// Cached responses.
    pub answers: ResponseCache,
}

#[OpenApi(tag = "Tag::SupplyPrices")]
impl SupplyPricesApi {
    /// Get the supply price index
    ///
    /// Price level of the organization's own purchases: rolling GEKS-Tornqvist over 13 months with
    /// mean splice, in total and by category. With fewer than 2 comparable months there are no
    /// figures, and `overview.status` says so.
    #[oai(
        path = "/api/analytics/supply-price-index",
        method = "get",
        operation_id = "getSupplyPriceIndex"
    )]
    async fn get_supply_price_index(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<CachedResponse<SupplyPriceIndex>, ApiError> {
        let scope = caller.scope();
        let right = scope.require(PurchasingRead)?;
        let as_of = scope.as_of();
        let compute = async {
            let db = scope.rollup_db().await?;
            let read = read_price_index(&db, scope.access().organization(), as_of, &right).await?;
            let meta = Meta {
                currency: read.currency.clone().map(|currency| currency.0),
                n: Some(read.index.as_ref().map_or(0, |index| index.lines)),
                data_through: read_data_through(&db, as_of, &right).await?,
                method: Some(price_index::METHOD.to_owned()),
                ..scope.meta()
            }
            .with_exclusions(&read.exclusions);
            Ok(Envelope::with_meta(read.into(), meta))
        };
        self.answers
            .get_or_render(
                request,
                scope,
                as_of,
                CachedQuery::SupplyPriceIndex,
                compute,
            )
            .await
    }
}
