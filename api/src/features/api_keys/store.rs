//! Queries and changes of API keys.

use crate::auth::permission::{KeysManage, Permissions};
use crate::auth::{ApiKeyToken, Proof};
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry, TenantDb};
use chrono::{DateTime, Utc};
use entities::api_key::{Column, Entity, Model};
use entities::{membership, person};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, IntoActiveModel};
use serde_json::json;
use std::collections::HashSet;

/// The maximum number of keys of an organization.
pub(super) const MAX_API_KEYS: u64 = 50;

/// A key, and whether the person who created it is still a member.
pub(super) struct ApiKeyRow {
    pub(super) key: Model,
    pub(super) creator_is_member: bool,
}

/// A valid new key.
pub(super) struct ApiKeySpec {
    pub(super) name: String,
    pub(super) permissions: Permissions,
    pub(super) expires_at: Option<DateTime<Utc>>,
}

/// Why a key was not created.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreateKeyError {
    /// The organization has [`MAX_API_KEYS`] keys.
    #[error("the organization has the maximum number of API keys")]
    TooManyKeys,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The keys, newest first.
pub(super) async fn list_api_keys(
    db: &TenantDb,
    _permission: &Proof<KeysManage>,
) -> Result<Vec<ApiKeyRow>, DbError> {
    let rows = db
        .find::<Entity>()
        .order_by_desc(Column::Id)
        .limit(MAX_API_KEYS)
        .all()
        .await?;
    let creators: HashSet<Uuid> = rows.iter().map(|row| row.created_by).collect();
    let members = db
        .find::<membership::Entity>()
        .filter(membership::Column::PersonId.is_in(creators))
        .all()
        .await?;
    let members: HashSet<Uuid> = members.into_iter().map(|member| member.person_id).collect();
    Ok(rows
        .into_iter()
        .map(|key| ApiKeyRow {
            creator_is_member: members.contains(&key.created_by),
            key,
        })
        .collect())
}

/// Stores a new key of this person with this token.
pub(super) async fn create_api_key(
    db: TenantDb,
    creator: &person::Model,
    new: ApiKeySpec,
    token: &ApiKeyToken,
    now: DateTime<Utc>,
    _permission: &Proof<KeysManage>,
) -> Result<Model, CreateKeyError> {
    let row = Model {
        tenant_id: db.tenant().0,
        id: token.id(),
        name: new.name,
        token_hash: token.token_hash(),
        permissions: new.permissions.names().join(" "),
        created_by: creator.id,
        created_by_name: creator.name.clone(),
        created_at: now,
        expires_at: new.expires_at,
        last_used_at: None,
    };
    db.insert(row.clone().into_active_model().reset_all())
        .await?;
    let details = json!({"permissions": new.permissions.names(), "expiresAt": row.expires_at});
    // Appending takes the audit log's lock, so concurrent creations are counted one by one.
    db.append_audit_entry(
        now,
        NewAuditEntry::new(AuditAction::ApiKeyCreated)
            .with_target("api_key", row.id)
            .with_target_name(&row.name)
            .with_after(&details),
    )
    .await?;
    if db.find::<Entity>().count().await? > MAX_API_KEYS {
        return Err(CreateKeyError::TooManyKeys);
    }
    db.commit().await?;
    Ok(row)
}

/// Revokes a key of the organization.
pub(super) async fn revoke_api_key(
    db: TenantDb,
    id: Uuid,
    now: DateTime<Utc>,
    _permission: &Proof<KeysManage>,
) -> Result<(), LookupError> {
    let row = db
        .find::<Entity>()
        .filter(Column::Id.eq(id))
        .one()
        .await?
        .ok_or(LookupError::NotFound)?;
    if db
        .delete::<Entity>()
        .filter(Column::Id.eq(id))
        .exec()
        .await?
        == 0
    {
        return Err(LookupError::NotFound);
    }
    let details = json!({
        "permissions": row.permissions.split(' ').collect::<Vec<_>>(),
        "createdBy": row.created_by_name,
        "lastUsedAt": row.last_used_at,
    });
    db.append_audit_entry(
        now,
        NewAuditEntry::new(AuditAction::ApiKeyRevoked)
            .with_target("api_key", id)
            .with_target_name(&row.name)
            .with_before(&details),
    )
    .await?;
    Ok(db.commit().await?)
}
