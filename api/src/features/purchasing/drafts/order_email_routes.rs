//! Operations that send orders to suppliers, and those with which suppliers answer.

use super::draft_sending::{SendDraftError, send_draft};
use super::order_acknowledgment::{AnswerRule, find_linked_order, lock_linked_order, store_answer};
use super::order_email::order_subject;
use super::store::{Draft, read_draft};
use crate::auth::permission::{OrdersSend, PurchasingRead};
use crate::auth::{Signed, Vault, address_bucket, hash_token};
use crate::clock::Clock;
use crate::db::{Database, LookupError, OrderEmail};
use crate::entropy::Entropy;
use crate::features::purchasing::approval_limit::read_order_limit;
use crate::features::purchasing::supplier_contact_store::{
    find_supplier_contact, parse_order_language,
};
use crate::features::purchasing::wire::draft_types::DraftOrder;
use crate::features::purchasing::wire::order_email_types::{
    LinkedOrder, OrderAcknowledgment, OrderEmailInput, OrderEmailPreview, OrderLinkToken,
};
use crate::http::{ApiError, Envelope, LinkLimit, Tag};
use chrono::{Days, NaiveDate};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use sea_orm::prelude::Uuid;

/// What an address, and a link, can do at once. Then each once in 2 seconds.
const USES_OF_ADDRESS: LinkLimit = LinkLimit {
    max: 30,
    refill_ms: 2_000,
};
const USES_OF_LINK: LinkLimit = LinkLimit {
    max: 60,
    refill_ms: 2_000,
};
/// What an organization can send at once. Then one every 5 minutes.
const SENDINGS: LinkLimit = LinkLimit {
    max: 50,
    refill_ms: 300_000,
};

/// Orders sent to suppliers.
pub struct OrderEmailsApi {
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids and tokens.
    pub entropy: Entropy,
    /// Encrypts tokens until they are sent.
    pub vault: Vault,
    /// Whether the server sends email.
    pub email_enabled: bool,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl OrderEmailsApi {
    /// Preview the email of a draft order
    ///
    /// Where the order would be sent, with which subject, and where replies go.
    #[oai(
        path = "/api/purchasing/drafts/:id/email",
        method = "get",
        operation_id = "getOrderEmailPreview"
    )]
    async fn get_order_email_preview(
        &self,
        signed: Signed,
        /// Id of the draft.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<OrderEmailPreview>>, ApiError> {
        let scope = signed.scope();
        let (right, may) = (scope.require(PurchasingRead)?, scope.require(OrdersSend)?);
        let (_, person) = scope.require_person()?;
        let db = scope.read_db().await?;
        let draft = read_draft(&db, id.0, &right).await?;
        let contact = match &draft.row.supplier_id {
            Some(supplier) => find_supplier_contact(&db, supplier, &may).await?,
            None => None,
        };
        let longest = draft.lines.iter().map(|line| line.lead_time_days).max();
        let days = Days::new(
            longest
                .and_then(|days| u64::try_from(days).ok())
                .unwrap_or(0),
        );
        let today = scope.as_of();
        let language = parse_order_language(contact.as_ref());
        let (recipient, contact_name) = contact
            .map(|contact| (contact.email, contact.contact_name))
            .unzip();
        Ok(Json(Envelope::new(OrderEmailPreview {
            email_enabled: self.email_enabled,
            recipient,
            contact_name: contact_name.flatten(),
            language: language.into(),
            subject: order_subject(&scope.access().organization().name, id.0, language),
            reply_to: person.email.clone(),
            usual_delivery_on: today.checked_add_days(days).unwrap_or(today),
        })))
    }

    /// Send a draft order to its supplier
    ///
    /// Queues an email with the order and a link with which the supplier confirms quantities and
    /// days. Once it is sent, the draft is ordered. 409 `order_already_sent` if it was sent to this
    /// address, `approval_required` if its total is above the caller's limit and it is not approved,
    /// `no_supplier_contact` if the supplier has no address, `email_disabled` if the server sends no
    /// email.
    #[oai(
        path = "/api/purchasing/drafts/:id/send",
        method = "post",
        operation_id = "sendDraftOrder"
    )]
    async fn send_draft_order(
        &self,
        signed: Signed,
        /// Id of the draft.
        id: Path<Uuid>,
        body: Json<OrderEmailInput>,
    ) -> Result<Json<Envelope<DraftOrder>>, ApiError> {
        let scope = signed.scope();
        let (right, may) = (scope.require(PurchasingRead)?, scope.require(OrdersSend)?);
        let (_, person) = scope.require_person()?;
        let db = scope.read_db().await?;
        read_draft(&db, id.0, &right).await?;
        let limit = read_order_limit(&db, scope, &right).await?;
        drop(db);
        let organization = scope.access().organization();
        scope.refuse_demo()?;
        if !self.email_enabled {
            return Err(ApiError::conflict(
                "email_disabled",
                "Email isn't set up on this server. Ask its operator to set SPROUT_SMTP_URL.",
            ));
        }
        let sending = body.0.to_sending(scope.as_of())?;
        let bucket = format!("order-emails:{}", organization.id.0);
        SENDINGS
            .consume(&bucket, &self.database, &self.clock)
            .await?;
        let tools = (&self.clock, &self.entropy, &self.vault);
        let sender = (person, &limit);
        let draft = send_draft(scope, id.0, sending, sender, tools, (&right, &may)).await?;
        Ok(Json(Envelope::new(DraftOrder::new(draft, &limit))))
    }

    /// Open the link of an order
    ///
    /// The lines of one order. Needs the token of the link in its email, but no sign-in. Links that
    /// have ended, and those of discarded orders, do not exist.
    #[oai(
        path = "/api/order-acknowledgments/open",
        method = "post",
        operation_id = "openOrderLink"
    )]
    async fn open_order_link(
        &self,
        request: &Request,
        body: Json<OrderLinkToken>,
    ) -> Result<Response<Json<Envelope<LinkedOrder>>>, ApiError> {
        let (order, draft) = self.open_link(request, &body.0.token).await?;
        Ok(self.to_response(&order, draft)?)
    }

    /// Acknowledge an order
    ///
    /// Sets the quantities and days that the supplier confirms. It can be changed until the link
    /// ends.
    #[oai(
        path = "/api/order-acknowledgments",
        method = "post",
        operation_id = "acknowledgeOrder"
    )]
    async fn acknowledge_order(
        &self,
        request: &Request,
        body: Json<OrderAcknowledgment>,
    ) -> Result<Response<Json<Envelope<LinkedOrder>>>, ApiError> {
        let (order, _) = self.open_link(request, &body.0.token).await?;
        let note = body.0.check_note()?;
        let (db, draft) = lock_linked_order(&self.database, &order, &self.clock).await?;
        let rule = AnswerRule {
            today: self.today(&order),
        };
        let lines = body.0.to_lines(&draft.lines, rule)?;
        let answered = store_answer(&order, db, &draft, (lines, note), &self.clock).await?;
        Ok(self.to_response(&order, answered)?)
    }
}

impl OrderEmailsApi {
    /// The order of a token, if it may be opened now.
    async fn open_link(
        &self,
        request: &Request,
        token: &str,
    ) -> Result<(OrderEmail, Draft), ApiError> {
        let bucket = address_bucket("order-link", request);
        USES_OF_ADDRESS
            .consume(&bucket, &self.database, &self.clock)
            .await?;
        let hash = hash_token(token);
        let found = find_linked_order(&self.database, &hash, &self.clock).await?;
        let bucket = format!("order-link:{hash}");
        USES_OF_LINK
            .consume(&bucket, &self.database, &self.clock)
            .await?;
        Ok(found)
    }

    fn today(&self, order: &OrderEmail) -> NaiveDate {
        self.clock.today(order.access.organization().time_zone)
    }

    fn to_response(
        &self,
        order: &OrderEmail,
        mut draft: Draft,
    ) -> Result<Response<Json<Envelope<LinkedOrder>>>, LookupError> {
        let email = draft.email.take().ok_or(LookupError::NotFound)?;
        let name = order.access.organization().name.clone();
        let content = LinkedOrder::new(name, self.today(order), draft, email);
        let response = Response::new(Json(Envelope::new(content)));
        Ok(response.header("X-Robots-Tag", "noindex"))
    }
}

impl From<SendDraftError> for ApiError {
    fn from(error: SendDraftError) -> Self {
        let message = error.to_string();
        match error {
            SendDraftError::Discarded => Self::conflict("draft_discarded", message),
            SendDraftError::ApprovalRequired(error) => error.into(),
            SendDraftError::AlreadySent(_) => Self::conflict("order_already_sent", message),
            SendDraftError::NoAddress => Self::conflict("no_supplier_contact", message),
            SendDraftError::AddressChanged => Self::conflict("supplier_contact_changed", message),
            SendDraftError::Lookup(error) => error.into(),
            SendDraftError::Entropy(error) => error.into(),
            SendDraftError::Vault(error) => Self::internal(&error),
        }
    }
}
