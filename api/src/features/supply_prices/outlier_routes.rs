//! Operations on unusual purchase prices.

use super::outlier_store::{
    FoundOutliers, UnusualPrice, read_confirmations, read_details, set_confirmation,
};
use super::wire::outlier_types::{PriceConfirmationInput, PriceOutlierItem, PriceOutlierList};
use crate::auth::permission::{PurchasingOrder, PurchasingRead};
use crate::auth::{Authority, Signed};
use crate::clock::Clock;
use crate::http::{Acknowledgment, ApiError, Envelope, Meta, Tag, default_page_size, parse_cursor};
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use std::sync::Arc;

/// Unusual purchase prices and their confirmations.
pub struct PriceOutliersApi {
    /// Session lookups, which contain the version of the organization's data.
    pub authority: Arc<Authority>,
    /// Time of a confirmation.
    pub clock: Clock,
    /// Prices that several pages show.
    pub outliers: FoundOutliers,
}

#[OpenApi(tag = "Tag::SupplyPrices")]
impl PriceOutliersApi {
    /// List unusual prices
    ///
    /// Purchase prices that are at least three times the item's usual price, or a third of it,
    /// newest first, with their lines. The price index, price trends and last prices leave them out
    /// until someone confirms them; sums such as the total spend include them.
    #[oai(
        path = "/api/supply-prices/outliers",
        method = "get",
        operation_id = "listPriceOutliers"
    )]
    async fn list_price_outliers(
        &self,
        signed: Signed,
        /// The page size.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<PriceOutlierList>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(PurchasingRead)?;
        let start: usize = parse_cursor(cursor.0.as_deref())?.unwrap_or(0);
        let limit = usize::try_from(limit.0).unwrap_or(usize::MAX);
        let available = self.outliers.load_available(scope, &right).await?;
        let found = available.figures;
        let Some(currency) = found.currency.clone() else {
            let nothing = PriceOutlierList {
                items: Vec::new(),
                unconfirmed: 0,
                next_cursor: None,
            };
            return Ok(Json(Envelope::with_meta(nothing, scope.meta())));
        };
        let db = scope.rollup_db().await?;
        // Read every time, so that a confirmation shows at once.
        let confirmations = read_confirmations(&db, &currency).await?;
        let page = found.prices.iter().skip(start).take(limit);
        let page: Vec<_> = page
            .map(|(outlier, sums)| UnusualPrice::new(outlier.clone(), *sums, &confirmations))
            .collect();
        let next = start.saturating_add(page.len());
        let details = read_details(&db, &currency, page, &right).await?;
        let list = PriceOutlierList {
            items: details
                .into_iter()
                .map(|details| PriceOutlierItem::from_details(details, &currency.0))
                .collect(),
            unconfirmed: found.count_unconfirmed(&confirmations) as u64,
            next_cursor: (next < found.prices.len()).then(|| next.to_string()),
        };
        let meta = Meta {
            as_of: Some(found.as_of),
            data_through: found.data_through,
            currency: Some(currency.0),
            is_updating: available.is_updating,
            ..scope.meta()
        };
        Ok(Json(Envelope::with_meta(list, meta)))
    }

    /// Confirm an unusual price
    ///
    /// Confirms that a price is right, so that all figures include its lines, or withdraws the
    /// confirmation. It applies to the lines of an item from a supplier on a day at this price, and
    /// ends if the source changes the price.
    #[oai(
        path = "/api/supply-prices/outliers",
        method = "put",
        operation_id = "setPriceConfirmation"
    )]
    async fn set_price_confirmation(
        &self,
        signed: Signed,
        body: Json<PriceConfirmationInput>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let may = scope.require(PurchasingOrder)?;
        let change = body
            .0
            .into_confirmation(scope.caller_name(), self.clock.now())?;
        let db = scope.write_db().await?;
        set_confirmation(&db, &change, &may).await?;
        db.commit().await?;
        self.authority.clear_lookups();
        Ok(Json(Acknowledgment::in_envelope()))
    }
}
