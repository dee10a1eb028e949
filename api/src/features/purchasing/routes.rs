//! Operations on dashboard cards and recommendations.

use super::purchasing_settings::read_edition;
use super::wire::{PurchaseRecommendations, PurchasingSummary};
use super::{dashboard_cards, read_cards, read_figure_day, read_recommendations, recommend};
use crate::auth::Public;
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::cache::{CachedQuery, ResponseCache};
use crate::exclusion::{ExclusionReason, Exclusions};
use crate::http::{ApiError, CachedResponse, Envelope, Meta, Tag};
use poem::Request;
use poem_openapi::OpenApi;

/// Dashboard cards and purchase recommendations.
pub struct PurchasingApi {
    /// Cached responses.
    pub answers: ResponseCache,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl PurchasingApi {
    /// Get the dashboard summary
    ///
    /// Total spend, average order value, delivery rate and active suppliers, each with its change,
    /// calculated from the organization's purchase lines.
    #[oai(
        path = "/api/purchasing/summary",
        method = "get",
        operation_id = "getPurchasingSummary"
    )]
    async fn get_summary(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<CachedResponse<PurchasingSummary>, ApiError> {
        let scope = caller.scope();
        let right = scope.require(PurchasingRead)?;
        let today = scope.as_of();
        let compute = async {
            let db = scope.rollup_db().await?;
            let day = read_figure_day(&db, today, &right).await?;
            let read = read_cards(&db, scope.access().organization(), day.as_of, &right).await?;
            let meta = Meta {
                currency: read.currency.map(|currency| currency.0),
                n: Some(read.cards.lines),
                as_of: Some(day.as_of),
                data_through: day.data_through,
                method: Some(dashboard_cards::METHOD.to_owned()),
                ..scope.meta()
            }
            .with_exclusions(&Exclusions::from_count(
                ExclusionReason::OtherCurrency,
                read.excluded,
            ));
            Ok(Envelope::with_meta(read.cards.into(), meta))
        };
        self.answers
            .get_or_render(
                request,
                scope,
                today,
                CachedQuery::PurchasingSummary,
                compute,
            )
            .await
    }

    /// Get purchase recommendations
    ///
    /// Every item and location whose position is at or below its reorder point, with the quantity
    /// to order, its cost and each term of the calculation. The reorder point comes from seasonal
    /// sales and ordering costs, or from the warehouse.
    #[oai(
        path = "/api/purchasing/recommendations",
        method = "get",
        operation_id = "getPurchaseRecommendations"
    )]
    async fn get_recommendations(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<CachedResponse<PurchaseRecommendations>, ApiError> {
        let scope = caller.scope();
        let (right, stock, sales) = (
            scope.require(PurchasingRead)?,
            scope.require(InventoryRead)?,
            scope.require(SalesRead)?,
        );
        let today = scope.as_of();
        let compute = async {
            let db = scope.rollup_db().await?;
            let day = read_figure_day(&db, today, &right).await?;
            let read = read_recommendations(
                &db,
                scope.access().organization(),
                day.as_of,
                None,
                (&right, &stock, &sales),
            )
            .await?;
            let meta = Meta {
                currency: read.currency.map(|currency| currency.0),
                n: Some(read.recommendations.rows as u64),
                as_of: Some(day.as_of),
                data_through: day.data_through,
                method: Some(recommend::METHOD.to_owned()),
                ..scope.meta()
            }
            .with_exclusions(
                &read
                    .unused_sales
                    .with(ExclusionReason::OtherCurrency, read.excluded)
                    .with(
                        ExclusionReason::OutOfRange,
                        read.recommendations.out_of_range as u64,
                    ),
            );
            let data = PurchaseRecommendations {
                items: read
                    .recommendations
                    .items
                    .into_iter()
                    .map(Into::into)
                    .collect(),
                without_reorder_point: read.recommendations.without_reorder_point as u64,
                items_without_reorder_point: read
                    .recommendations
                    .without_levels
                    .into_iter()
                    .map(Into::into)
                    .collect(),
                in_open_drafts: read.recommendations.waiting as u64,
            };
            Ok(Envelope::with_meta(data, meta))
        };
        // Read for every request, so that a response never predates the last draft, order or
        // setting.
        let edition = read_edition(&scope.read_db().await?).await?;
        Box::pin(self.answers.get_or_render(
            request,
            scope,
            today,
            CachedQuery::PurchasingRecommendations { edition },
            compute,
        ))
        .await
    }
}
