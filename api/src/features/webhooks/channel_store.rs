//! Queries and changes of channels.

use super::channel_message::MessageChannelKind;
use super::endpoint_store::{WEBHOOK_KIND, append_entry};
use crate::auth::permission::{AlertsManage, WebhooksManage};
use crate::auth::{Proof, SealContext, Vault, VaultError};
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry, Page, TenantDb};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::webhook_delivery;
use entities::webhook_endpoint::{Column, Entity, Model};
use reqwest::Url;
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, Condition, ExprTrait, IntoActiveModel};
use serde_json::json;
use webhooks::EventType;

/// The maximum number of channels of an organization.
pub const MAX_CHANNELS: u64 = 20;
/// The characters at the end of a URL that are shown, so that people recognize it.
const SHOWN_CHARS: usize = 4;
/// A shorter path is not shown at all, because the shown part would be much of it.
const MIN_PATH_CHARS: usize = 16;

/// Why a channel was not added.
#[derive(Debug, thiserror::Error)]
pub(super) enum AddChannelError {
    /// The organization has [`MAX_CHANNELS`] channels.
    #[error("the organization has the maximum number of channels")]
    TooManyChannels,
    /// The URL cannot be encrypted.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A valid channel to add.
pub(super) struct NewChannel {
    pub(super) id: Uuid,
    pub(super) name: String,
    pub(super) kind: MessageChannelKind,
    pub(super) url: Url,
    pub(super) creator_name: String,
}

/// A channel, and its newest message unless that was delivered.
pub(super) struct ChannelRow {
    pub(super) endpoint: Model,
    pub(super) undelivered: Option<webhook_delivery::Model>,
}

fn is_channel() -> Condition {
    Condition::all().add(Column::Kind.ne(WEBHOOK_KIND))
}

/// A page of channels, newest first.
pub(super) async fn list_channels(
    db: &TenantDb,
    limit: u32,
    before: Option<Uuid>,
    _permission: &Proof<AlertsManage>,
) -> Result<Page<ChannelRow>, DbError> {
    use webhook_delivery::Column as Delivery;
    let page = db
        .find::<Entity>()
        .filter(is_channel().add_option(before.map(|before| Column::Id.lt(before))))
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await?;
    let newest = page.items.iter().fold(Condition::any(), |any, endpoint| {
        let of_endpoint = Delivery::EndpointId.eq(endpoint.id);
        any.add(of_endpoint.and(Delivery::Position.eq(endpoint.last_position)))
    });
    let newest = if page.items.is_empty() {
        Vec::new()
    } else {
        db.find::<webhook_delivery::Entity>()
            .filter(newest)
            .filter(Delivery::State.ne("delivered"))
            .all()
            .await?
    };
    let items = page.items.into_iter().map(|endpoint| ChannelRow {
        undelivered: newest
            .iter()
            .find(|delivery| delivery.endpoint_id == endpoint.id)
            .cloned(),
        endpoint,
    });
    Ok(Page {
        items: items.collect(),
        next_cursor: page.next_cursor,
    })
}

/// Those of the ids that are channels of the organization.
pub async fn find_channel_ids(db: &TenantDb, ids: &[Uuid]) -> Result<Vec<Uuid>, DbError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found = db
        .find::<Entity>()
        .filter(is_channel().add(Column::Id.is_in(ids.iter().copied())))
        .order_by_asc(Column::Id)
        .all()
        .await?;
    Ok(found.into_iter().map(|row| row.id).collect())
}

/// A channel.
pub(super) async fn find_channel(
    db: &TenantDb,
    id: Uuid,
    _permission: &Proof<WebhooksManage>,
) -> Result<Model, LookupError> {
    db.find::<Entity>()
        .filter(is_channel().add(Column::Id.eq(id)))
        .one()
        .await?
        .ok_or(LookupError::NotFound)
}

/// Stores a new channel. Its URL is stored encrypted.
pub(super) async fn add_channel(
    db: TenantDb,
    new: NewChannel,
    now: DateTime<Utc>,
    vault: &Vault,
    _permission: &Proof<WebhooksManage>,
) -> Result<Model, AddChannelError> {
    let context = SealContext::Webhook(db.tenant(), new.id);
    let row = Model {
        tenant_id: db.tenant().0,
        id: new.id,
        kind: new.kind.into_str().to_owned(),
        name: new.name,
        url: mask_url(&new.url),
        event_types: String::new(),
        is_ordered: false,
        state: "enabled".to_owned(),
        disabled_reason: None,
        sealed_secret: vault.seal_text(context, new.url.as_str())?,
        sealed_previous_secret: None,
        previous_secret_expires_at: None,
        last_position: 0,
        last_success_at: None,
        created_at: now,
        created_by_name: new.creator_name,
    };
    db.insert(row.clone().into_active_model().reset_all())
        .await?;
    let entry = NewAuditEntry::new(AuditAction::MessageChannelCreated)
        .with_after(&json!({"kind": row.kind, "host": new.url.host_str()}));
    append_entry(&db, now, entry, &row).await?;
    // Appending takes the audit log's lock, so concurrent additions are counted one by one.
    if db.find::<Entity>().filter(is_channel()).count().await? > MAX_CHANNELS {
        return Err(AddChannelError::TooManyChannels);
    }
    db.commit().await?;
    Ok(row)
}

/// Deletes a channel with its messages, in an open transaction. Rules keep their other recipients.
pub(super) async fn delete_channel(
    db: &TenantDb,
    channel: &Model,
    now: DateTime<Utc>,
    _permission: &Proof<WebhooksManage>,
) -> Result<(), LookupError> {
    let deleted = db
        .delete::<Entity>()
        .filter(is_channel().add(Column::Id.eq(channel.id)))
        .exec()
        .await?;
    if deleted == 0 {
        return Err(LookupError::NotFound);
    }
    let entry = NewAuditEntry::new(AuditAction::MessageChannelDeleted)
        .with_before(&json!({"kind": channel.kind}));
    append_entry(db, now, entry, channel).await?;
    Ok(())
}

/// Enables a disabled channel, in an open transaction.
pub(super) async fn enable_channel(db: &TenantDb, channel: &Model) -> Result<(), DbError> {
    db.update::<Entity>()
        .set(Column::State, "enabled")
        .set(Column::DisabledReason, Option::<String>::None)
        .filter(is_channel().add(Column::Id.eq(channel.id)))
        .exec()
        .await?;
    Ok(())
}

/// Queues a test message, in an open transaction.
pub(super) async fn enqueue_test_message(
    db: &TenantDb,
    channel: &Model,
    sender: Option<PersonId>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let body = sender.map_or(String::new(), |sender| sender.0.to_string());
    db.enqueue_channel_message(channel.id, now, EventType::Test, body)
        .await?;
    Ok(())
}

/// Appends that a channel was enabled again.
pub(super) async fn record_enabled(
    db: &TenantDb,
    channel: &Model,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let entry = NewAuditEntry::new(AuditAction::MessageChannelUpdated)
        .with_before(&json!({"state": "disabled"}))
        .with_after(&json!({"state": "enabled"}));
    append_entry(db, now, entry, channel).await
}

/// The host and the last characters of a URL.
fn mask_url(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let secret = url.query().unwrap_or_else(|| url.path());
    let count = secret.chars().count();
    let shown: String = if count < MIN_PATH_CHARS {
        String::new()
    } else {
        secret.chars().skip(count - SHOWN_CHARS).collect()
    };
    format!("{host}/…{shown}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masked_urls_show_the_host_and_four_characters() {
        let mask = |text: &str| mask_url(&text.parse().unwrap());
        assert_eq!(
            mask("https://hooks.slack.com/services/T0/B0/abcdefghijklmnop"),
            "hooks.slack.com/…mnop"
        );
        assert_eq!(
            mask("https://prod.logic.azure.com:443/workflows/1?sig=abcdefghijklmnopq"),
            "prod.logic.azure.com/…nopq"
        );
        assert_eq!(mask("https://chat.example/short"), "chat.example/…");
    }
}
