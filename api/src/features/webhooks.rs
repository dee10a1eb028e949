//! Webhooks: events that are sent to other software, signed, retried and logged. Channels of Slack
//! and Teams get messages in the same way.
//!
//! Features queue an event in the transaction of what it reports. Each server claims due deliveries
//! and sends them within the network policy.

mod channel_message;
mod channel_routes;
mod channel_store;
mod channel_wire;
mod delivery_claim;
mod delivery_error;
mod delivery_outcome;
mod delivery_store;
mod endpoint_store;
mod routes;
mod validation;
mod webhook_sender;
mod wire;

pub use channel_message::enqueue_channel_messages;
pub use channel_routes::MessageChannelsApi;
pub use channel_store::{MAX_CHANNELS, find_channel_ids};
pub use routes::WebhooksApi;
pub use webhook_sender::{WebhookSender, WebhookWorker};

use crate::db::{DbError, TenantDb};
use chrono::{DateTime, Utc};
use webhooks::Event;

/// Queues an event for the organization's webhooks that subscribe to it. They receive it only if
/// the transaction commits. Call it before writing the audit entry, which is last.
pub async fn enqueue_event(db: &TenantDb, at: DateTime<Utc>, event: &Event) -> Result<(), DbError> {
    db.enqueue_webhook_event(at, event).await
}
