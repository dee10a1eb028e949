//! HTTP operations on webhooks.

use super::WebhookSender;
use super::delivery_outcome::recovered;
use super::delivery_store::{QueueDeliveryError, enqueue_test, list_deliveries, replay_delivery};
use super::endpoint_store::{
    MAX_WEBHOOKS, SaveWebhookError, create_webhook, delete_webhook, find_webhook, list_webhooks,
    replace_webhook, rotate_secret,
};
use super::validation::{InvalidWebhook, validate_webhook};
use super::wire::{
    Webhook, WebhookDeliveries, WebhookDelivery, WebhookDeliveryState, WebhookInput,
    WebhookWithSecret, Webhooks,
};
use crate::auth::Signed;
use crate::auth::permission::WebhooksManage;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::http::{
    Acknowledgment, ApiError, Envelope, Tag, default_page_size, parse_cursor, parse_id_cursor,
};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use webhooks::SigningSecret;

/// Webhooks.
pub struct WebhooksApi {
    /// Checks URLs, encrypts secrets and reports disabled webhooks.
    pub sender: WebhookSender,
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids and secrets.
    pub entropy: Entropy,
}

#[OpenApi(tag = "Tag::Webhooks")]
impl WebhooksApi {
    /// List webhooks
    ///
    /// Newest first. Signing secrets are stored encrypted and not returned.
    #[oai(path = "/api/webhooks", method = "get", operation_id = "listWebhooks")]
    async fn list_webhooks(
        &self,
        signed: Signed,
        /// Webhooks per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<Webhooks>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let page = list_webhooks(&scope.read_db().await?, limit.0, before, &proof).await?;
        let now = self.clock.now();
        Ok(Json(Envelope::new(Webhooks {
            items: page
                .items
                .into_iter()
                .map(|row| Webhook::from_row(row, now))
                .collect(),
            next_cursor: page.next_cursor,
            max: MAX_WEBHOOKS,
        })))
    }

    /// Create a webhook
    ///
    /// Requests follow Standard Webhooks: headers `webhook-id`, `webhook-timestamp` and
    /// `webhook-signature`, and a JSON body with `type`, `timestamp` and `data`. `secret` is not
    /// returned again.
    #[oai(
        path = "/api/webhooks",
        method = "post",
        operation_id = "createWebhook"
    )]
    async fn create_webhook(
        &self,
        signed: Signed,
        body: Json<WebhookInput>,
    ) -> Result<Json<Envelope<WebhookWithSecret>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        scope.refuse_demo()?;
        let settings = validate_webhook(&body.0, self.sender.outbound())?;
        let now = self.clock.now();
        let (id, secret) = (self.entropy.uuid_v7(now)?, self.generate_secret()?);
        let db = scope.write_db().await?;
        let creator = (id, scope.caller_name(), now);
        let vault = self.sender.vault();
        let row = create_webhook(db, creator, &settings, &secret, vault, &proof).await?;
        Ok(Json(Envelope::new(WebhookWithSecret {
            webhook: Webhook::from_row(row, now),
            secret: secret.as_text().to_owned(),
        })))
    }

    /// Get a webhook
    ///
    /// Its settings, its state, and when a delivery last succeeded.
    #[oai(
        path = "/api/webhooks/:id",
        method = "get",
        operation_id = "getWebhook"
    )]
    async fn get_webhook(
        &self,
        signed: Signed,
        /// The webhook's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Webhook>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        let row = find_webhook(&scope.read_db().await?, id.0, &proof).await?;
        Ok(Json(Envelope::new(Webhook::from_row(
            row,
            self.clock.now(),
        ))))
    }

    /// Replace the settings of a webhook
    ///
    /// The secret stays. Events that happen while the webhook is disabled are not recorded for it.
    #[oai(
        path = "/api/webhooks/:id",
        method = "put",
        operation_id = "replaceWebhook"
    )]
    async fn replace_webhook(
        &self,
        signed: Signed,
        /// The webhook's id.
        id: Path<Uuid>,
        body: Json<WebhookInput>,
    ) -> Result<Json<Envelope<Webhook>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        scope.refuse_demo()?;
        let settings = validate_webhook(&body.0, self.sender.outbound())?;
        let now = self.clock.now();
        let db = scope.write_db().await?;
        let (before, after) = replace_webhook(&db, id.0, &settings, now, &proof).await?;
        if before.state != after.state && settings.is_enabled {
            self.sender
                .notifier()
                .record_observations(&db, scope.access(), &[recovered(&after)])
                .await?;
        }
        db.commit().await?;
        Ok(Json(Envelope::new(Webhook::from_row(after, now))))
    }

    /// Delete a webhook
    ///
    /// Also deletes its deliveries.
    #[oai(
        path = "/api/webhooks/:id",
        method = "delete",
        operation_id = "deleteWebhook"
    )]
    async fn delete_webhook(
        &self,
        signed: Signed,
        /// The webhook's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        let db = scope.write_db().await?;
        let row = find_webhook(&db, id.0, &proof).await?;
        self.sender
            .notifier()
            .record_observations(&db, scope.access(), &[recovered(&row)])
            .await?;
        delete_webhook(&db, id.0, self.clock.now(), &proof).await?;
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// Rotate the signing secret
    ///
    /// For 24 hours, requests are signed with both the new and the previous secret. `secret` is
    /// not returned again.
    #[oai(
        path = "/api/webhooks/:id/rotate-secret",
        method = "post",
        operation_id = "rotateWebhookSecret"
    )]
    async fn rotate_webhook_secret(
        &self,
        signed: Signed,
        /// The webhook's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<WebhookWithSecret>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        let (now, secret) = (self.clock.now(), self.generate_secret()?);
        let db = scope.write_db().await?;
        let row = rotate_secret(db, id.0, &secret, self.sender.vault(), now, &proof).await?;
        Ok(Json(Envelope::new(WebhookWithSecret {
            webhook: Webhook::from_row(row, now),
            secret: secret.as_text().to_owned(),
        })))
    }

    /// Send a test event
    ///
    /// Queues an event of type `webhook.test`. The result is in the delivery log.
    #[oai(
        path = "/api/webhooks/:id/test",
        method = "post",
        operation_id = "testWebhook"
    )]
    async fn test_webhook(
        &self,
        signed: Signed,
        /// The webhook's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<WebhookDelivery>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        let db = scope.write_db().await?;
        let row = enqueue_test(db, id.0, self.clock.now(), &proof).await?;
        Ok(Json(Envelope::new(WebhookDelivery::from_row(row))))
    }

    /// List the deliveries of a webhook
    ///
    /// Newest first. They are kept for 30 days.
    #[oai(
        path = "/api/webhooks/:id/deliveries",
        method = "get",
        operation_id = "listWebhookDeliveries"
    )]
    async fn list_webhook_deliveries(
        &self,
        signed: Signed,
        /// The webhook's id.
        id: Path<Uuid>,
        /// Only deliveries in this state.
        state: Query<Option<WebhookDeliveryState>>,
        /// Deliveries per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<WebhookDeliveries>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        let page = (limit.0, parse_cursor::<i64>(cursor.0.as_deref())?);
        let state = state.0.map(WebhookDeliveryState::name);
        let page = list_deliveries(&scope.read_db().await?, id.0, state, page, &proof).await?;
        Ok(Json(Envelope::new(WebhookDeliveries {
            items: page
                .items
                .into_iter()
                .map(WebhookDelivery::from_row)
                .collect(),
            next_cursor: page.next_cursor,
        })))
    }

    /// Send a delivery again
    ///
    /// With the same `webhook-id` and body, and retries for another three days.
    #[oai(
        path = "/api/webhooks/:id/deliveries/:delivery/replay",
        method = "post",
        operation_id = "replayWebhookDelivery"
    )]
    async fn replay_webhook_delivery(
        &self,
        signed: Signed,
        /// The webhook's id.
        id: Path<Uuid>,
        /// The delivery's id.
        delivery: Path<Uuid>,
    ) -> Result<Json<Envelope<WebhookDelivery>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        let db = scope.write_db().await?;
        let row = replay_delivery(db, id.0, delivery.0, self.clock.now(), &proof).await?;
        Ok(Json(Envelope::new(WebhookDelivery::from_row(row))))
    }

    fn generate_secret(&self) -> Result<SigningSecret, ApiError> {
        Ok(SigningSecret::from_key(&self.entropy.random_bytes::<32>()?))
    }
}

impl From<InvalidWebhook> for ApiError {
    fn from(InvalidWebhook(errors): InvalidWebhook) -> Self {
        Self::invalid_values(errors)
    }
}

impl From<SaveWebhookError> for ApiError {
    fn from(error: SaveWebhookError) -> Self {
        match error {
            SaveWebhookError::TooManyWebhooks => Self::conflict(
                "too_many_webhooks",
                format!("The organization has {MAX_WEBHOOKS} webhooks. Delete one first."),
            ),
            SaveWebhookError::Vault(error) => Self::internal(&error),
            SaveWebhookError::Lookup(error) => error.into(),
        }
    }
}

impl From<QueueDeliveryError> for ApiError {
    fn from(error: QueueDeliveryError) -> Self {
        match error {
            QueueDeliveryError::Disabled => Self::conflict(
                "webhook_disabled",
                "This webhook is disabled. Enable it first.",
            ),
            QueueDeliveryError::Lookup(error) => error.into(),
        }
    }
}
