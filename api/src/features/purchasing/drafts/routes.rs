//! Operations on draft orders.

use super::DraftState;
use super::draft_acceptance::{AcceptanceError, accept_lines};
use super::draft_approval::ApprovalRequired;
use super::draft_pdf::{Buyer, render_pdf};
use super::draft_response::{DraftFormat, DraftResponse};
use super::draft_transitions::{OrderDraftError, approve_draft, mark_discarded, mark_ordered};
use super::store::{list_drafts, read_draft};
use crate::auth::permission::{InventoryRead, PurchasingOrder, PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope, Signed};
use crate::clock::Clock;
use crate::db::DbError;
use crate::entropy::Entropy;
use crate::features::notifications::Notifier;
use crate::features::purchasing::PurchasePlans;
use crate::features::purchasing::approval_limit::{OrderLimit, read_order_limit};
use crate::features::purchasing::supplier_contact_store::find_order_language;
use crate::features::purchasing::wire::draft_types::{
    AcceptedDrafts, DraftAcceptance, DraftOrder, DraftOrders,
};
use crate::http::{ApiError, Envelope, Tag, default_page_size, parse_id_cursor};
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// Draft orders made from accepted recommendations.
pub struct DraftOrdersApi {
    /// Time of changes.
    pub clock: Clock,
    /// Source of ids.
    pub entropy: Entropy,
    /// Cached plans, which drafts are made from.
    pub plans: PurchasePlans,
    /// Tells of drafts that need approval.
    pub notifier: Notifier,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl DraftOrdersApi {
    /// List draft orders
    ///
    /// With their lines, newest first.
    #[oai(
        path = "/api/purchasing/drafts",
        method = "get",
        operation_id = "listDraftOrders"
    )]
    async fn list_draft_orders(
        &self,
        signed: Signed,
        /// Only drafts in this state.
        state: Query<Option<DraftState>>,
        /// Number of drafts per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<DraftOrders>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(PurchasingRead)?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let db = scope.read_db().await?;
        let page = list_drafts(&db, state.0, limit.0, before, &right).await?;
        let limit = read_order_limit(&db, scope, &right).await?;
        Ok(Json(Envelope::new(DraftOrders::new(page, &limit))))
    }

    /// Accept recommendations
    ///
    /// Creates one draft order per supplier. Nothing is sent to suppliers. Either all lines are
    /// drafted or none: 409 `already_drafted` if a line is in an open draft, 409
    /// `no_longer_recommended` if a line is not recommended anymore. Repeating a `requestId`
    /// returns the same drafts.
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
        let limit = find_limit(scope, &right).await?;
        let drafts = accept_lines(
            scope,
            body.0.request_id,
            &lines,
            (&self.plans, &limit),
            (&self.clock, &self.entropy, &self.notifier),
            (&right, &stock, &sales, &may),
        )
        .await?;
        let to_order = |draft| DraftOrder::new(draft, &limit);
        Ok(Json(Envelope::new(AcceptedDrafts {
            items: drafts.into_iter().map(to_order).collect(),
        })))
    }

    /// Get a draft order
    ///
    /// With `Accept: text/csv`, the response is a file with one line per item; with
    /// `Accept: application/pdf`, a document for the supplier.
    #[oai(
        path = "/api/purchasing/drafts/:id",
        method = "get",
        operation_id = "getDraftOrder"
    )]
    async fn get_draft_order(
        &self,
        signed: Signed,
        /// Id of the draft.
        id: Path<Uuid>,
        /// `text/csv` for a CSV file, `application/pdf` for a PDF file.
        #[oai(name = "Accept")]
        accept: Header<Option<String>>,
    ) -> Result<DraftResponse, ApiError> {
        let scope = signed.scope();
        let right = scope.require(PurchasingRead)?;
        let db = scope.read_db().await?;
        let draft = read_draft(&db, id.0, &right).await?;
        let limit = read_order_limit(&db, scope, &right).await?;
        let to_order = |draft| Box::new(DraftOrder::new(draft, &limit));
        match DraftFormat::from_accept(accept.0.as_deref()) {
            DraftFormat::Json => Ok(DraftResponse::Data(to_order(draft))),
            DraftFormat::Csv => Ok(DraftResponse::Csv(to_order(draft))),
            DraftFormat::Pdf => {
                let organization = scope.access().organization();
                let supplier = draft.row.supplier_id.as_deref();
                let buyer = Buyer {
                    name: organization.name.clone(),
                    time_zone: organization.time_zone,
                    language: find_order_language(&db, supplier, &right).await?,
                };
                let now = self.clock.now();
                let bytes =
                    tokio::task::spawn_blocking(move || render_pdf(&draft, &buyer, now)).await;
                let bytes = bytes.map_err(|error| ApiError::internal(&error))?;
                Ok(DraftResponse::Pdf {
                    id: id.0,
                    bytes: bytes.map_err(|error| ApiError::internal(&error))?,
                })
            }
        }
    }

    /// Approve a draft order
    ///
    /// Then users whose limit is below its total may order it. 409 `approval_required` if it is
    /// above the caller's own limit.
    #[oai(
        path = "/api/purchasing/drafts/:id/approve",
        method = "post",
        operation_id = "approveDraftOrder"
    )]
    async fn approve_draft_order(
        &self,
        signed: Signed,
        /// Id of the draft.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<DraftOrder>>, ApiError> {
        let scope = signed.scope();
        let (may, right) = (
            scope.require(PurchasingOrder)?,
            scope.require(PurchasingRead)?,
        );
        scope.require_person()?;
        let limit = find_limit(scope, &right).await?;
        let tools = (&self.clock, &self.notifier);
        let draft = approve_draft(scope, id.0, &limit, tools, (&right, &may)).await?;
        Ok(Json(Envelope::new(DraftOrder::new(draft, &limit))))
    }

    /// Mark a draft order as ordered
    ///
    /// Its quantities count as ordered until the warehouse shows them, but at most for the lead
    /// time and one review. 409 `approval_required` if its total is above the caller's limit and it
    /// is not approved.
    #[oai(
        path = "/api/purchasing/drafts/:id/order",
        method = "post",
        operation_id = "markDraftOrdered"
    )]
    async fn mark_draft_ordered(
        &self,
        signed: Signed,
        /// Id of the draft.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<DraftOrder>>, ApiError> {
        let scope = signed.scope();
        let (may, right) = (
            scope.require(PurchasingOrder)?,
            scope.require(PurchasingRead)?,
        );
        let limit = find_limit(scope, &right).await?;
        let draft = mark_ordered(scope, id.0, &limit, &self.clock, (&right, &may)).await?;
        Ok(Json(Envelope::new(DraftOrder::new(draft, &limit))))
    }

    /// Discard a draft order
    ///
    /// Also for an order that will not arrive. Its quantities no longer count, and items that are
    /// short are recommended again.
    #[oai(
        path = "/api/purchasing/drafts/:id/discard",
        method = "post",
        operation_id = "discardDraft"
    )]
    async fn discard_draft(
        &self,
        signed: Signed,
        /// Id of the draft.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<DraftOrder>>, ApiError> {
        let scope = signed.scope();
        let (may, right) = (
            scope.require(PurchasingOrder)?,
            scope.require(PurchasingRead)?,
        );
        let limit = find_limit(scope, &right).await?;
        let draft = mark_discarded(scope, id.0, &self.clock, (&right, &may)).await?;
        Ok(Json(Envelope::new(DraftOrder::new(draft, &limit))))
    }
}

/// The limit of the caller, before a change takes a connection for itself.
async fn find_limit(scope: &Scope, right: &Proof<PurchasingRead>) -> Result<OrderLimit, DbError> {
    read_order_limit(&scope.read_db().await?, scope, right).await
}

impl From<AcceptanceError> for ApiError {
    fn from(error: AcceptanceError) -> Self {
        let message = error.to_string();
        match error {
            AcceptanceError::RequestIdReused => Self::conflict("request_id_reused", message),
            AcceptanceError::ConcurrentChanges => Self::conflict("draft_conflict", message),
            AcceptanceError::AlreadyDrafted(_) => Self::conflict("already_drafted", message),
            AcceptanceError::NoLongerRecommended(_) => {
                Self::conflict("no_longer_recommended", message)
            }
            AcceptanceError::CostOutOfRange(_) => Self::unprocessable("invalid_values", message),
            AcceptanceError::Entropy(error) => error.into(),
            AcceptanceError::Db(error) => error.into(),
        }
    }
}

impl From<ApprovalRequired> for ApiError {
    fn from(error: ApprovalRequired) -> Self {
        Self::conflict("approval_required", error.to_string())
    }
}

impl From<OrderDraftError> for ApiError {
    fn from(error: OrderDraftError) -> Self {
        match error {
            OrderDraftError::Discarded => Self::conflict("draft_discarded", error.to_string()),
            OrderDraftError::ApprovalRequired(error) => error.into(),
            OrderDraftError::Lookup(error) => error.into(),
        }
    }
}
