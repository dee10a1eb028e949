//! Queries of the delivery log, and replays.

use super::endpoint_store::{append_entry, find_webhook};
use crate::auth::Proof;
use crate::auth::permission::WebhooksManage;
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry, Page, TenantDb};
use chrono::{DateTime, Utc};
use entities::webhook_delivery::{Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition};
use serde_json::json;
use webhooks::Event;

/// Why a delivery was not queued.
#[derive(Debug, thiserror::Error)]
pub(super) enum QueueDeliveryError {
    /// The webhook is disabled.
    #[error("the webhook is disabled")]
    Disabled,
    /// The webhook or the delivery does not exist, or the database failed.
    #[error(transparent)]
    Lookup(#[from] LookupError),
}

impl From<DbError> for QueueDeliveryError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}

/// A page of the deliveries of a webhook, newest first.
pub(super) async fn list_deliveries(
    db: &TenantDb,
    endpoint: Uuid,
    state: Option<&str>,
    (limit, before): (u32, Option<i64>),
    permission: &Proof<WebhooksManage>,
) -> Result<Page<Model>, LookupError> {
    find_webhook(db, endpoint, permission).await?;
    let filter = Condition::all()
        .add(Column::EndpointId.eq(endpoint))
        .add_option(state.map(|state| Column::State.eq(state)))
        .add_option(before.map(|before| Column::Position.lt(before)));
    Ok(db
        .find::<Entity>()
        .filter(filter)
        .order_by_desc(Column::Position)
        .page(limit, |last| last.position.to_string())
        .await?)
}

/// Queues a delivery again with the same id, for another three days.
pub(super) async fn replay_delivery(
    db: TenantDb,
    endpoint: Uuid,
    delivery: Uuid,
    now: DateTime<Utc>,
    permission: &Proof<WebhooksManage>,
) -> Result<Model, QueueDeliveryError> {
    let webhook = find_webhook(&db, endpoint, permission).await?;
    let found = find_delivery(&db, endpoint, delivery).await?;
    if webhook.state != "enabled" {
        return Err(QueueDeliveryError::Disabled);
    }
    db.update::<Entity>()
        .set(Column::State, "pending")
        .set(Column::Attempts, 0)
        // A server that still sends the previous attempt no longer changes the delivery.
        .set(Column::Epoch, found.epoch + 1)
        .set(Column::DueAt, now)
        .set(Column::RetrySince, now)
        .set(Column::FinishedAt, Option::<DateTime<Utc>>::None)
        .filter(Column::EndpointId.eq(endpoint))
        .filter(Column::Id.eq(delivery))
        .exec()
        .await?;
    let replayed = find_delivery(&db, endpoint, delivery).await?;
    let entry = NewAuditEntry::new(AuditAction::WebhookDeliveryReplayed)
        .with_after(&json!({"deliveryId": delivery, "eventType": replayed.event_type}));
    append_entry(&db, now, entry, &webhook).await?;
    db.commit().await?;
    Ok(replayed)
}

/// Queues a test event.
pub(super) async fn enqueue_test(
    db: TenantDb,
    endpoint: Uuid,
    now: DateTime<Utc>,
    permission: &Proof<WebhooksManage>,
) -> Result<Model, QueueDeliveryError> {
    find_webhook(&db, endpoint, permission).await?;
    let event = Event::Test {
        endpoint_id: endpoint,
    };
    let id = db
        .enqueue_webhook_event_for(endpoint, now, &event)
        .await?
        .ok_or(QueueDeliveryError::Disabled)?;
    let queued = find_delivery(&db, endpoint, id).await?;
    db.commit().await?;
    Ok(queued)
}

async fn find_delivery(
    db: &TenantDb,
    endpoint: Uuid,
    delivery: Uuid,
) -> Result<Model, LookupError> {
    db.find::<Entity>()
        .filter(Column::EndpointId.eq(endpoint))
        .filter(Column::Id.eq(delivery))
        .one()
        .await?
        .ok_or(LookupError::NotFound)
}
