//! The operations about draft orders over HTTP.

use super::draft_acceptance::accept_lines;
use super::draft_csv::DraftResponse;
use super::draft_transitions::{mark_discarded, mark_ordered};
use super::store::{list_drafts, read_draft};
use crate::auth::Signed;
use crate::auth::permission::{InventoryRead, PurchasingOrder, PurchasingRead, SalesRead};
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::features::purchasing::wire::draft_types::{
    AcceptedDrafts, DraftAcceptance, DraftOrder, DraftOrders, DraftState,
};
use crate::http::{ApiError, Envelope, Tag, page_size};
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// Recommendations that somebody accepted.
pub struct DraftOrdersApi {
    /// Says when.
    pub clock: Clock,
    /// Makes ids.
    pub entropy: Entropy,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl DraftOrdersApi {
    /// List draft orders
    ///
    /// With their lines, the newest first: those of one state, or all.
    #[oai(
        path = "/api/purchasing/drafts",
        method = "get",
        operation_id = "listDraftOrders"
    )]
    async fn list_draft_orders(
        &self,
        signed: Signed,
        /// Only those that stand like this.
        state: Query<Option<DraftState>>,
        /// How many drafts a page holds.
        #[oai(
            default = "page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the page before.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<DraftOrders>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(PurchasingRead)?;
        Ok(Json(Envelope::new(
            list_drafts(
                &scope.read_db().await?,
                state.0,
                limit.0,
                cursor.0.as_deref(),
                &right,
            )
            .await?,
        )))
    }

    /// Accept recommendations
    ///
    /// Writes a draft order for each supplier of the lines; nothing is sent to anybody. All lines
    /// are drafted or none: 409 `already_drafted` where one waits in a draft, 409
    /// `no_longer_recommended` where one is not recommended any more. The same `requestId` again
    /// gives the same drafts.
    #[oai(
        path = "/api/purchasing/drafts",
        method = "post",
        operation_id = "acceptRecommendations"
    )]
    async fn accept_recommendations(
        &self,
        signed: Signed,
        body: Json<DraftAcceptance>,
    ) -> Result<Json<Envelope<AcceptedDrafts>>, ApiError> {
        let scope = signed.scope();
        let may = scope.require(PurchasingOrder)?;
        let (right, stock, sales) = (
            scope.require(PurchasingRead)?,
            scope.require(InventoryRead)?,
            scope.require(SalesRead)?,
        );
        let lines = body.0.to_quantities()?;
        let items = accept_lines(
            scope,
            body.0.request_id,
            &lines,
            (&self.clock, &self.entropy),
            (&right, &stock, &sales, &may),
        )
        .await?;
        Ok(Json(Envelope::new(AcceptedDrafts { items })))
    }

    /// See a draft order
    ///
    /// With `Accept: text/csv` as a file with a line for each item.
    #[oai(
        path = "/api/purchasing/drafts/:id",
        method = "get",
        operation_id = "getDraftOrder"
    )]
    async fn get_draft_order(
        &self,
        signed: Signed,
        /// The draft.
        id: Path<Uuid>,
        /// `text/csv` for a file.
        #[oai(name = "Accept")]
        accept: Header<Option<String>>,
    ) -> Result<DraftResponse, ApiError> {
        let scope = signed.scope();
        let right = scope.require(PurchasingRead)?;
        let draft = Box::new(read_draft(&scope.read_db().await?, id.0, &right).await?);
        let as_file = accept
            .0
            .as_deref()
            .is_some_and(|accept| accept.contains("text/csv"));
        Ok(if as_file {
            DraftResponse::File(draft)
        } else {
            DraftResponse::Data(draft)
        })
    }

    /// Say that a draft was ordered
    ///
    /// From now on its quantities count as ordered until the warehouse shows them, at the latest
    /// until lead time and a review have passed.
    #[oai(
        path = "/api/purchasing/drafts/:id/order",
        method = "post",
        operation_id = "markDraftOrdered"
    )]
    async fn mark_draft_ordered(
        &self,
        signed: Signed,
        /// The draft.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<DraftOrder>>, ApiError> {
        let scope = signed.scope();
        let (may, right) = (
            scope.require(PurchasingOrder)?,
            scope.require(PurchasingRead)?,
        );
        Ok(Json(Envelope::new(
            mark_ordered(scope, id.0, &self.clock, (&right, &may)).await?,
        )))
    }

    /// Discard a draft
    ///
    /// Or an order that will not come: its quantities count no more, and what is short is
    /// recommended again.
    #[oai(
        path = "/api/purchasing/drafts/:id/discard",
        method = "post",
        operation_id = "discardDraft"
    )]
    async fn discard_draft(
        &self,
        signed: Signed,
        /// The draft.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<DraftOrder>>, ApiError> {
        let scope = signed.scope();
        let (may, right) = (
            scope.require(PurchasingOrder)?,
            scope.require(PurchasingRead)?,
        );
        Ok(Json(Envelope::new(
            mark_discarded(scope, id.0, &self.clock, (&right, &may)).await?,
        )))
    }
}
