//! Records the result of an attempt: delivered, to be tried again, or given up.

use super::delivery_claim::ClaimedDelivery;
use super::delivery_error::{DeliveryError, DeliveryErrorCode};
use super::endpoint_store::{WEBHOOK_KIND, append_entry};
use crate::db::{AuditAction, Database, DbError, NewAuditEntry, TenantDb, TenantUpdate};
use crate::features::notifications::{
    EndpointError, FailureReason, Notifier, Observation, ObservedStatus, ObservedSubject,
};
use chrono::{DateTime, Utc};
use entities::{webhook_delivery, webhook_endpoint};
use sea_orm::ColumnTrait;
use sea_orm::prelude::Uuid;
use serde_json::json;
use webhooks::{RETRY_PERIOD, next_attempt_at};

/// The status with which a receiver says that it wants no more events.
const GONE: u16 = 410;
/// Slack and Teams respond so if the URL of a channel was revoked.
const NOT_FOUND: u16 = 404;

/// An attempt that has ended.
pub(super) struct Attempt {
    /// The HTTP status, if there was a response.
    pub(super) status: Option<u16>,
    /// Why the attempt failed.
    pub(super) error: Option<DeliveryError>,
    pub(super) duration_ms: i64,
    pub(super) finished_at: DateTime<Utc>,
    /// A random byte for the next delay.
    pub(super) jitter: u8,
}

/// Records an attempt, unless another server or a replay has taken the delivery over.
pub(super) async fn record_attempt(
    database: &Database,
    notifier: &Notifier,
    claimed: &ClaimedDelivery,
    attempt: Attempt,
) -> Result<(), DbError> {
    use webhook_delivery::Column;
    let (now, delivery) = (attempt.finished_at, &claimed.delivery);
    let retry_until = delivery.retry_since + RETRY_PERIOD;
    let next = next_attempt_at(
        delivery.attempts.unsigned_abs(),
        now,
        retry_until,
        attempt.jitter,
    );
    let is_delivered = attempt.error.is_none();
    let error_code = attempt.error.as_ref().map(|error| error.code);
    // No further attempt makes sense, although the endpoint is fine.
    let is_withdrawn = error_code == Some(DeliveryErrorCode::Withdrawn);
    let is_gone = match attempt.status {
        Some(GONE) => true,
        Some(NOT_FOUND) => is_channel(&claimed.endpoint),
        _ => false,
    };
    let may_retry = !is_delivered && !is_gone && !is_withdrawn;
    let db = database.begin_write(&claimed.access).await?;
    let update = update_claimed(&db, claimed)
        .set(Column::LastStatus, attempt.status.map(i32::from))
        .set(
            Column::LastError,
            attempt.error.as_ref().map(|error| error.text.clone()),
        )
        .set(
            Column::LastErrorCode,
            error_code.map(|code| code.into_str()),
        )
        .set(
            Column::LastErrorValue,
            attempt.error.as_ref().and_then(|error| error.value.clone()),
        )
        .set(Column::LastDurationMs, attempt.duration_ms);
    let update = match next.filter(|_| may_retry) {
        Some(due_at) => update.set(Column::DueAt, due_at),
        None => update
            .set(
                Column::State,
                if is_delivered { "delivered" } else { "failed" },
            )
            .set(Column::FinishedAt, now),
    };
    if update.exec().await? == 0 {
        return Ok(());
    }
    if is_delivered {
        db.update::<webhook_endpoint::Entity>()
            .set(webhook_endpoint::Column::LastSuccessAt, now)
            .filter(webhook_endpoint::Column::Id.eq(claimed.endpoint.id))
            .exec()
            .await?;
        return db.commit().await;
    }
    let error = attempt.error.map(|error| EndpointError {
        text: error.text,
        code: Some(error.code.into_str().to_owned()),
        value: error.value,
    });
    let error = error.unwrap_or_default();
    if is_gone {
        let reason = FailureReason::Gone { error };
        disable_endpoint(&db, notifier, claimed, ("gone", reason), now).await?;
    } else if next.is_none() && may_retry && !has_succeeded_since(&db, claimed).await? {
        let reason = FailureReason::NoDelivery { error };
        disable_endpoint(&db, notifier, claimed, ("failing", reason), now).await?;
    }
    db.commit().await
}

/// The observation of a webhook that was enabled again or deleted.
pub(super) fn recovered(endpoint: &webhook_endpoint::Model) -> Observation {
    Observation {
        topic: topic(endpoint.id),
        subject: subject(endpoint),
        status: ObservedStatus::Healthy,
    }
}

fn topic(endpoint: Uuid) -> String {
    format!("webhook:{endpoint}")
}

fn subject(endpoint: &webhook_endpoint::Model) -> ObservedSubject {
    let name = endpoint.name.clone();
    if is_channel(endpoint) {
        ObservedSubject::Channel { name }
    } else {
        ObservedSubject::Webhook { name }
    }
}

fn is_channel(endpoint: &webhook_endpoint::Model) -> bool {
    endpoint.kind != WEBHOOK_KIND
}

fn update_claimed<'a>(
    db: &'a TenantDb,
    claimed: &ClaimedDelivery,
) -> TenantUpdate<'a, webhook_delivery::Entity> {
    use webhook_delivery::Column;
    db.update::<webhook_delivery::Entity>()
        .filter(Column::EndpointId.eq(claimed.endpoint.id))
        .filter(Column::Position.eq(claimed.delivery.position))
        .filter(Column::Epoch.eq(claimed.delivery.epoch))
}

/// Whether any delivery of the endpoint succeeded since the attempts of this one began.
async fn has_succeeded_since(db: &TenantDb, claimed: &ClaimedDelivery) -> Result<bool, DbError> {
    let recent = webhook_endpoint::Column::LastSuccessAt.gte(claimed.delivery.retry_since);
    let found = db
        .find::<webhook_endpoint::Entity>()
        .filter(webhook_endpoint::Column::Id.eq(claimed.endpoint.id))
        .filter(recent)
        .one()
        .await?;
    Ok(found.is_some())
}

async fn disable_endpoint(
    db: &TenantDb,
    notifier: &Notifier,
    claimed: &ClaimedDelivery,
    (name, reason): (&str, FailureReason),
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    use webhook_endpoint::Column;
    let disabled = db
        .update::<webhook_endpoint::Entity>()
        .set(Column::State, "disabled")
        .set(Column::DisabledReason, name)
        .filter(Column::Id.eq(claimed.endpoint.id))
        .filter(Column::State.eq("enabled"))
        .exec()
        .await?;
    if disabled == 0 {
        return Ok(());
    }
    let action = if is_channel(&claimed.endpoint) {
        AuditAction::MessageChannelUpdated
    } else {
        AuditAction::WebhookDisabled
    };
    let observation = Observation {
        topic: topic(claimed.endpoint.id),
        subject: subject(&claimed.endpoint),
        status: ObservedStatus::Failing(reason),
    };
    notifier
        .record_observations(db, &claimed.access, &[observation])
        .await?;
    let after = json!({"state": "disabled", "reason": name});
    let entry = NewAuditEntry::new(action).with_after(&after);
    append_entry(db, now, entry, &claimed.endpoint).await
}
