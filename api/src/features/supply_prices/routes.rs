//! Price index operations.

use super::wire::SupplyPriceIndex;
use super::{PriceIndexes, ReadPriceIndex, price_index};
use crate::auth::Public;
use crate::auth::permission::PurchasingRead;
use crate::cache::{CachedQuery, ResponseCache};
use crate::features::purchasing::read_figure_day;
use crate::http::{ApiError, CachedResponse, Envelope, Meta, Tag};
use poem::Request;
use poem_openapi::OpenApi;

/// Price index of the organization's purchases.
pub struct SupplyPricesApi {
    /// Cached responses.
    pub answers: ResponseCache,
    /// Cached indexes, shared with the assistant.
    pub prices: PriceIndexes,
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
        let today = scope.as_of();
        let compute = async {
            let db = scope.rollup_db().await?;
            let day = read_figure_day(&db, today, &right).await?;
            drop(db);
            let read = self.prices.load(scope, &right).await?;
            let meta = Meta {
                currency: read.currency.clone().map(|currency| currency.0),
                n: Some(read.index.as_ref().map_or(0, |index| index.lines)),
                as_of: Some(day.as_of),
                data_through: day.data_through,
                method: Some(price_index::METHOD.to_owned()),
                ..scope.meta()
            }
            .with_exclusions(&read.exclusions);
            Ok(Envelope::with_meta(
                ReadPriceIndex::clone(&read).into(),
                meta,
            ))
        };
        self.answers
            .get_or_render(
                request,
                scope,
                today,
                CachedQuery::SupplyPriceIndex,
                compute,
            )
            .await
    }
}
