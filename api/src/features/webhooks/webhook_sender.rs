//! Sends due deliveries: several at a time, few of each organization, in fair turns.

use super::channel_message::{ComposeError, MessageChannelKind};
use super::delivery_claim::{ClaimedDelivery, claim_delivery};
use super::delivery_error::{DeliveryError, DeliveryErrorCode};
use super::delivery_outcome::{Attempt, record_attempt};
use crate::auth::{SealContext, Vault};
use crate::clock::Clock;
use crate::db::{Database, DbError, DueWebhookDelivery};
use crate::entropy::Entropy;
use crate::features::notifications::Notifier;
use bytes::Bytes;
use chrono::TimeDelta;
use outbound::{CallLimits, OutboundClient, OutboundError, OutboundRequest};
use reqwest::Url;
use sea_orm::prelude::Uuid;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::task::{Id, JoinSet};
use webhooks::{SigningSecret, sign_message};

/// How long deliveries are kept.
const RETENTION: TimeDelta = TimeDelta::days(30);
/// From name resolution to the end of the response. Receivers should answer at once.
const ATTEMPT_LIMITS: CallLimits = CallLimits {
    timeout: Duration::from_secs(15),
    max_bytes: 64 * 1024,
};
/// Attempts of one server at a time.
const MAX_RUNNING: usize = 16;
/// Attempts of one server for one organization at a time.
const MAX_RUNNING_PER_TENANT: usize = 4;
/// Due deliveries in one query.
const BATCH_SIZE: u32 = 64;

/// Sends deliveries. Cloning is cheap.
#[derive(Clone)]
pub struct WebhookSender {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    vault: Vault,
    outbound: OutboundClient,
    notifier: Notifier,
    public_url: String,
}

/// A response, and what it says about a failure.
struct EndpointResponse {
    status: u16,
    detail: Option<String>,
}

/// Why an attempt was not recorded.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct WebhookError(#[from] DbError);

impl WebhookSender {
    /// A sender within the network policy of `outbound`. `notifier` reports disabled webhooks. Links
    /// in messages start with `public_url`.
    pub fn new(
        database: Database,
        clock: Clock,
        entropy: Entropy,
        vault: Vault,
        outbound: OutboundClient,
        notifier: Notifier,
        public_url: String,
    ) -> Self {
        Self {
            database,
            clock,
            entropy,
            vault,
            outbound,
            notifier,
            public_url,
        }
    }

    /// The client, which checks URLs.
    pub(super) fn outbound(&self) -> &OutboundClient {
        &self.outbound
    }

    /// Reports disabled webhooks.
    pub(super) fn notifier(&self) -> &Notifier {
        &self.notifier
    }

    /// Encrypts secrets.
    pub(super) fn vault(&self) -> &Vault {
        &self.vault
    }

    /// Deletes deliveries after [`RETENTION`].
    pub async fn delete_old_deliveries(&self) -> Result<(), DbError> {
        let before = self.clock.now() - RETENTION;
        self.database
            .platform()
            .delete_old_webhook_deliveries(before)
            .await?;
        Ok(())
    }

    async fn attempt(&self, due: DueWebhookDelivery) -> Result<(), DbError> {
        let Some(claimed) = claim_delivery(&self.database, due, self.clock.now()).await? else {
            return Ok(());
        };
        let started = Instant::now();
        let response = self.send(&claimed).await;
        let duration_ms = i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX);
        let (status, error) = match response {
            Ok(EndpointResponse {
                status: status @ 200..300,
                ..
            }) => (Some(status), None),
            Ok(EndpointResponse { status, detail }) => (
                Some(status),
                Some(DeliveryError::from_status(status, detail)),
            ),
            Err(error) => (None, Some(error)),
        };
        let jitter = self.entropy.random_bytes::<1>().map_or(128, |[byte]| byte);
        let attempt = Attempt {
            status,
            error,
            duration_ms,
            finished_at: self.clock.now(),
            jitter,
        };
        record_attempt(&self.database, &self.notifier, &claimed, attempt).await
    }

    async fn send(&self, claimed: &ClaimedDelivery) -> Result<EndpointResponse, DeliveryError> {
        match claimed.endpoint.kind.parse::<MessageChannelKind>() {
            Ok(kind) => self.send_to_channel(kind, claimed).await,
            Err(_) => self.send_to_webhook(claimed).await,
        }
    }

    async fn send_to_webhook(
        &self,
        claimed: &ClaimedDelivery,
    ) -> Result<EndpointResponse, DeliveryError> {
        let (endpoint, delivery) = (&claimed.endpoint, &claimed.delivery);
        let secrets = self.open_secrets(claimed).ok_or_else(|| {
            let text = "The signing secret cannot be read. Rotate it.";
            DeliveryError::new(DeliveryErrorCode::SecretUnreadable, text)
        })?;
        let (id, timestamp) = (delivery.id.to_string(), self.clock.now().timestamp());
        let signature = sign_message(&secrets, &id, timestamp, &delivery.body).map_err(|_| {
            DeliveryError::new(DeliveryErrorCode::NotSigned, "The event cannot be signed.")
        })?;
        let timestamp = timestamp.to_string();
        let headers = [
            ("webhook-id", id.as_str()),
            ("webhook-timestamp", &timestamp),
            ("webhook-signature", &signature),
        ];
        self.post(&endpoint.url, &headers, delivery.body.clone())
            .await
    }

    async fn send_to_channel(
        &self,
        kind: MessageChannelKind,
        claimed: &ClaimedDelivery,
    ) -> Result<EndpointResponse, DeliveryError> {
        let context = SealContext::Webhook(claimed.access.tenant(), claimed.endpoint.id);
        let url = self
            .vault
            .open_text(context, &claimed.endpoint.sealed_secret)
            .map_err(|_| {
                let text = "The URL cannot be read. Remove the channel and add it again.";
                DeliveryError::new(DeliveryErrorCode::UrlUnreadable, text)
            })?;
        let body = kind
            .compose_body(&self.database, claimed, &self.public_url)
            .await
            .map_err(|error| match error {
                ComposeError::Withdrawn => DeliveryError::new(
                    DeliveryErrorCode::Withdrawn,
                    "The owner of the rule may no longer see the figures, or the message was \
                     deleted.",
                ),
                ComposeError::Db(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error,
                        tenant = %claimed.access.tenant(), "a channel message could not be read");
                    let text = "The message could not be read from the database.";
                    DeliveryError::new(DeliveryErrorCode::MessageUnreadable, text)
                }
            })?;
        self.post(&url, &[], body).await
    }

    async fn post(
        &self,
        url: &str,
        headers: &[(&'static str, &str)],
        body: String,
    ) -> Result<EndpointResponse, DeliveryError> {
        let url = Url::parse(url).map_err(|_| OutboundError::InvalidUrl)?;
        let body = Bytes::from(body);
        let request = OutboundRequest {
            url: &url,
            bearer: None,
            headers,
            body: Some(("application/json", &body)),
            idle_timeout: ATTEMPT_LIMITS.timeout,
        };
        let response = self.outbound.send_request(request, ATTEMPT_LIMITS).await?;
        Ok(EndpointResponse {
            status: response.status,
            detail: read_error_code(&response.body),
        })
    }

    /// The secrets that sign now: the current one, and during a rotation the one before.
    fn open_secrets(&self, claimed: &ClaimedDelivery) -> Option<Vec<SigningSecret>> {
        let endpoint = &claimed.endpoint;
        let now = self.clock.now();
        let previous = endpoint.sealed_previous_secret.as_ref().filter(|_| {
            endpoint
                .previous_secret_expires_at
                .is_some_and(|end| now < end)
        });
        let context = SealContext::Webhook(claimed.access.tenant(), endpoint.id);
        [&endpoint.sealed_secret]
            .into_iter()
            .chain(previous)
            .map(|sealed| {
                let text = self.vault.open_text(context, sealed).ok()?;
                SigningSecret::parse(&text).ok()
            })
            .collect()
    }
}

/// The error code that Slack sends as the whole body, such as `no_service`. Other bodies are not
/// shown, because they can have any content.
fn read_error_code(body: &[u8]) -> Option<String> {
    let text = str::from_utf8(body).ok()?;
    let is_code =
        (1..=60).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    is_code.then(|| text.to_owned())
}

/// The running attempts of one server.
pub struct WebhookWorker {
    sender: WebhookSender,
    running: JoinSet<Result<(), DbError>>,
    tenants: HashMap<Id, Uuid>,
}

impl WebhookWorker {
    /// Without running attempts.
    pub fn new(sender: WebhookSender) -> Self {
        Self {
            sender,
            running: JoinSet::new(),
            tenants: HashMap::new(),
        }
    }

    /// Starts due attempts as long as there is room. Returns how many were started.
    pub async fn start_due(&mut self) -> Result<usize, WebhookError> {
        if self.running.len() >= MAX_RUNNING {
            return Ok(0);
        }
        let per_tenant = u32::try_from(MAX_RUNNING_PER_TENANT).unwrap_or(u32::MAX);
        let due = self
            .sender
            .database
            .platform()
            .list_due_webhook_deliveries(self.sender.clock.now(), per_tenant, BATCH_SIZE)
            .await?;
        let mut started = 0;
        for delivery in due {
            let tenant = delivery.access.tenant().0;
            let of_tenant = self
                .tenants
                .values()
                .filter(|running| **running == tenant)
                .count();
            if of_tenant >= MAX_RUNNING_PER_TENANT {
                continue;
            }
            if self.running.len() >= MAX_RUNNING {
                break;
            }
            let sender = self.sender.clone();
            let task = self
                .running
                .spawn(async move { sender.attempt(delivery).await });
            self.tenants.insert(task.id(), tenant);
            started += 1;
        }
        Ok(started)
    }

    /// Waits until one attempt has ended. `None` without running attempts.
    pub async fn join_next(&mut self) -> Option<Result<(), WebhookError>> {
        let (id, result) = match self.running.join_next_with_id().await? {
            Ok((id, result)) => (id, result),
            // A panic was logged. The delivery is due again after its claim.
            Err(error) => (error.id(), Ok(())),
        };
        self.tenants.remove(&id);
        Some(result.map_err(WebhookError))
    }

    /// Sends everything that is due now.
    pub async fn send_due(&mut self) -> Result<(), WebhookError> {
        while self.start_due().await? > 0 {
            while let Some(result) = self.join_next().await {
                result?;
            }
        }
        Ok(())
    }
}
