//! Queries and changes of webhooks.

use super::validation::WebhookSettings;
use crate::auth::permission::WebhooksManage;
use crate::auth::{Proof, SealContext, Vault, VaultError};
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry, Page, TenantDb};
use chrono::{DateTime, TimeDelta, Utc};
use entities::webhook_endpoint::{Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, Condition, IntoActiveModel};
use serde_json::{Value, json};
use webhooks::SigningSecret;

/// The maximum number of webhooks of an organization.
pub(super) const MAX_WEBHOOKS: u64 = 20;
/// The kind of an endpoint that is not a channel.
pub(super) const WEBHOOK_KIND: &str = "webhook";
/// How long the secret before a rotation still signs.
pub(super) const ROTATION_OVERLAP: TimeDelta = TimeDelta::hours(24);

/// Why a webhook was not created or changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum SaveWebhookError {
    /// The organization has [`MAX_WEBHOOKS`] webhooks.
    #[error("the organization has the maximum number of webhooks")]
    TooManyWebhooks,
    /// The secret cannot be encrypted.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The webhook does not exist, or the database failed.
    #[error(transparent)]
    Lookup(#[from] LookupError),
}

impl From<DbError> for SaveWebhookError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}

/// The endpoints that are not channels.
fn is_webhook() -> Condition {
    Condition::all().add(Column::Kind.eq(WEBHOOK_KIND))
}

/// A page of webhooks, newest first.
pub(super) async fn list_webhooks(
    db: &TenantDb,
    limit: u32,
    before: Option<Uuid>,
    _permission: &Proof<WebhooksManage>,
) -> Result<Page<Model>, DbError> {
    db.find::<Entity>()
        .filter(is_webhook().add_option(before.map(|before| Column::Id.lt(before))))
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await
}

/// A webhook.
pub(super) async fn find_webhook(
    db: &TenantDb,
    id: Uuid,
    _permission: &Proof<WebhooksManage>,
) -> Result<Model, LookupError> {
    db.find::<Entity>()
        .filter(is_webhook().add(Column::Id.eq(id)))
        .one()
        .await?
        .ok_or(LookupError::NotFound)
}

/// Stores a new webhook.
pub(super) async fn create_webhook(
    db: TenantDb,
    (id, creator_name, now): (Uuid, &str, DateTime<Utc>),
    settings: &WebhookSettings,
    secret: &SigningSecret,
    vault: &Vault,
    _permission: &Proof<WebhooksManage>,
) -> Result<Model, SaveWebhookError> {
    let row = Model {
        tenant_id: db.tenant().0,
        id,
        kind: WEBHOOK_KIND.to_owned(),
        name: settings.name.clone(),
        url: settings.url.clone(),
        event_types: settings.event_names(),
        is_ordered: settings.is_ordered,
        state: state_name(settings.is_enabled).to_owned(),
        disabled_reason: disabled_reason(settings.is_enabled),
        sealed_secret: vault.seal_text(SealContext::Webhook(db.tenant(), id), secret.as_text())?,
        sealed_previous_secret: None,
        previous_secret_expires_at: None,
        last_position: 0,
        last_success_at: None,
        created_at: now,
        created_by_name: creator_name.to_owned(),
    };
    db.insert(row.clone().into_active_model().reset_all())
        .await?;
    append_entry(
        &db,
        now,
        NewAuditEntry::new(AuditAction::WebhookCreated).with_after(&describe(&row)),
        &row,
    )
    .await?;
    // Appending takes the audit log's lock, so concurrent creations are counted one by one.
    if db.find::<Entity>().filter(is_webhook()).count().await? > MAX_WEBHOOKS {
        return Err(SaveWebhookError::TooManyWebhooks);
    }
    db.commit().await?;
    Ok(row)
}

/// Replaces the settings of a webhook. Returns it before and after, in an open transaction.
pub(super) async fn replace_webhook(
    db: &TenantDb,
    id: Uuid,
    settings: &WebhookSettings,
    now: DateTime<Utc>,
    permission: &Proof<WebhooksManage>,
) -> Result<(Model, Model), LookupError> {
    let before = find_webhook(db, id, permission).await?;
    let reason = match (settings.is_enabled, before.disabled_reason.clone()) {
        (false, Some(reason)) => Some(reason),
        (is_enabled, _) => disabled_reason(is_enabled),
    };
    db.update::<Entity>()
        .set(Column::Name, &settings.name)
        .set(Column::Url, &settings.url)
        .set(Column::EventTypes, settings.event_names())
        .set(Column::IsOrdered, settings.is_ordered)
        .set(Column::State, state_name(settings.is_enabled))
        .set(Column::DisabledReason, reason)
        .filter(Column::Id.eq(id))
        .exec()
        .await?;
    let after = find_webhook(db, id, permission).await?;
    append_entry(
        db,
        now,
        NewAuditEntry::new(AuditAction::WebhookUpdated)
            .with_before(&describe(&before))
            .with_after(&describe(&after)),
        &after,
    )
    .await?;
    Ok((before, after))
}

/// Deletes a webhook with its deliveries, in an open transaction.
pub(super) async fn delete_webhook(
    db: &TenantDb,
    id: Uuid,
    now: DateTime<Utc>,
    permission: &Proof<WebhooksManage>,
) -> Result<(), LookupError> {
    let row = find_webhook(db, id, permission).await?;
    if db
        .delete::<Entity>()
        .filter(Column::Id.eq(id))
        .exec()
        .await?
        == 0
    {
        return Err(LookupError::NotFound);
    }
    append_entry(
        db,
        now,
        NewAuditEntry::new(AuditAction::WebhookDeleted).with_before(&describe(&row)),
        &row,
    )
    .await?;
    Ok(())
}

/// Replaces the secret. The previous one signs too during [`ROTATION_OVERLAP`].
pub(super) async fn rotate_secret(
    db: TenantDb,
    id: Uuid,
    secret: &SigningSecret,
    vault: &Vault,
    now: DateTime<Utc>,
    permission: &Proof<WebhooksManage>,
) -> Result<Model, SaveWebhookError> {
    let before = find_webhook(&db, id, permission).await?;
    let sealed = vault.seal_text(SealContext::Webhook(db.tenant(), id), secret.as_text())?;
    db.update::<Entity>()
        .set(Column::SealedSecret, sealed)
        .set(Column::SealedPreviousSecret, before.sealed_secret)
        .set(Column::PreviousSecretExpiresAt, now + ROTATION_OVERLAP)
        .filter(Column::Id.eq(id))
        .exec()
        .await?;
    let after = find_webhook(&db, id, permission).await?;
    append_entry(
        &db,
        now,
        NewAuditEntry::new(AuditAction::WebhookSecretRotated),
        &after,
    )
    .await?;
    db.commit().await?;
    Ok(after)
}

/// Appends an entry about a webhook or channel to the audit log.
pub(super) async fn append_entry(
    db: &TenantDb,
    now: DateTime<Utc>,
    entry: NewAuditEntry,
    webhook: &Model,
) -> Result<(), DbError> {
    let target = if webhook.kind == WEBHOOK_KIND {
        "webhook"
    } else {
        "message_channel"
    };
    let entry = entry
        .with_target(target, webhook.id)
        .with_target_name(&webhook.name);
    db.append_audit_entry(now, entry).await
}

/// The settings in the audit log. URLs may contain tokens, so only the host is there.
fn describe(row: &Model) -> Value {
    let host = reqwest::Url::parse(&row.url)
        .ok()
        .and_then(|url| url.host_str().map(str::to_owned));
    json!({
        "host": host,
        "eventTypes": row.event_types.split(' ').collect::<Vec<_>>(),
        "isOrdered": row.is_ordered,
        "state": row.state,
    })
}

fn state_name(is_enabled: bool) -> &'static str {
    if is_enabled { "enabled" } else { "disabled" }
}

fn disabled_reason(is_enabled: bool) -> Option<String> {
    (!is_enabled).then(|| "manual".to_owned())
}
