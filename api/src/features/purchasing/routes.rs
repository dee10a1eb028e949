//! The purchasing operations over HTTP.

use super::settings::edition;
use super::wire::{PurchaseRecommendations, PurchasingSummary};
use super::{read_cards, read_recommendations, recommend, summary};
use crate::auth::Public;
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::cache::{AnswerCache, Question};
use crate::http::{Answer, ApiError, Envelope, Meta, Tag};
use poem::Request;
use poem_openapi::OpenApi;

/// The dashboard's cards and what to order now.
pub struct PurchasingApi {
    /// Kept answers.
    pub answers: AnswerCache,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl PurchasingApi {
    /// The dashboard's four cards
    ///
    /// Total spend, average order value, delivery rate and active suppliers, each with its change,
    /// from the organization's own purchase lines.
    #[oai(
        path = "/api/purchasing/summary",
        method = "get",
        operation_id = "getPurchasingSummary"
    )]
    async fn summary(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<Answer<PurchasingSummary>, ApiError> {
        let scope = caller.scope();
        let right = scope.require(PurchasingRead)?;
        let as_of = scope.as_of();
        let compute = async {
            let read = read_cards(
                &scope.rolled_up_db().await?,
                scope.access().organization(),
                as_of,
                &right,
            )
            .await?;
            let meta = Meta {
                currency: read.currency.map(|currency| currency.0),
                n: Some(read.cards.lines),
                excluded: Some(read.excluded),
                method: Some(summary::METHOD.to_owned()),
                ..scope.meta()
            };
            Ok(Envelope::with_meta(read.cards.into(), meta))
        };
        self.answers
            .answer(request, scope, as_of, Question::PurchasingSummary, compute)
            .await
    }

    /// What to order now
    ///
    /// Every item and location whose position has come down to its reorder point, which the seasons
    /// of its sales and the ordering costs give, or the warehouse, with the quantity to order, its
    /// cost, and each term of the arithmetic.
    #[oai(
        path = "/api/purchasing/recommendations",
        method = "get",
        operation_id = "getPurchaseRecommendations"
    )]
    async fn recommendations(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<Answer<PurchaseRecommendations>, ApiError> {
        let scope = caller.scope();
        let (right, stock, sales) = (
            scope.require(PurchasingRead)?,
            scope.require(InventoryRead)?,
            scope.require(SalesRead)?,
        );
        let as_of = scope.as_of();
        let compute = async {
            let read = read_recommendations(
                &scope.rolled_up_db().await?,
                scope.access().organization(),
                as_of,
                None,
                (&right, &stock, &sales),
            )
            .await?;
            let meta = Meta {
                currency: read.currency.map(|currency| currency.0),
                n: Some(read.recommendations.rows as u64),
                excluded: Some(read.excluded + read.recommendations.out_of_range as u64),
                method: Some(recommend::METHOD.to_owned()),
                ..scope.meta()
            };
            let data = PurchaseRecommendations {
                items: read
                    .recommendations
                    .items
                    .into_iter()
                    .map(Into::into)
                    .collect(),
                without_reorder_point: read.recommendations.without_reorder_point as u64,
                to_set: read
                    .recommendations
                    .to_set
                    .into_iter()
                    .map(Into::into)
                    .collect(),
                waiting_in_drafts: read.recommendations.waiting as u64,
            };
            Ok(Envelope::with_meta(data, meta))
        };
        // Looked up at every question: what was just drafted, ordered or set must not be answered
        // from before.
        let edition = edition(&scope.db().await?).await?;
        Box::pin(self.answers.answer(
            request,
            scope,
            as_of,
            Question::PurchasingRecommendations { edition },
            compute,
        ))
        .await
    }
}
