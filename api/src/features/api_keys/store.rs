//! Queries and changes of API keys.

use super::wire::{ApiKey, ApiKeys, NewApiKey};
use crate::auth::permission::{KeysManage, Permissions};
use crate::auth::{ApiKeyToken, Proof, Scope};
use crate::db::{AuditAction, NewAuditEntry, TenantDb};
use crate::http::{ApiError, ErrorDetail};
use chrono::{DateTime, Utc};
use entities::api_key::{Column, Entity, Model};
use entities::membership;
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, IntoActiveModel};
use serde_json::json;
use std::collections::HashSet;

/// The maximum number of keys of an organization.
pub(super) const MAX_API_KEYS: u64 = 50;

/// The keys, newest first.
pub(super) async fn list_api_keys(
    db: &TenantDb,
    permissions: Permissions,
    now: DateTime<Utc>,
    _permission: &Proof<KeysManage>,
) -> Result<ApiKeys, ApiError> {
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
    let items = rows
        .into_iter()
        .map(|row| ApiKey::from_row(row.clone(), members.contains(&row.created_by), now))
        .collect();
    Ok(ApiKeys {
        items,
        max: MAX_API_KEYS,
        grantable_permissions: permissions.grantable_to_api_keys().to_vec(),
    })
}

/// Stores a new key of the caller with this token.
pub(super) async fn create_api_key(
    scope: &Scope,
    new: &NewApiKey,
    token: &ApiKeyToken,
    now: DateTime<Utc>,
    _permission: &Proof<KeysManage>,
) -> Result<ApiKey, ApiError> {
    let (_, creator) = scope.require_person()?;
    let (name, permissions) = validate_new_key(new, scope.permissions(), now)?;
    let db = scope.write_db().await?;
    let row = Model {
        tenant_id: db.tenant().0,
        id: token.id(),
        name,
        token_hash: token.token_hash(),
        permissions: permissions.names().join(" "),
        created_by: creator.id,
        created_by_name: creator.name.clone(),
        created_at: now,
        expires_at: new.expires_at,
        last_used_at: None,
    };
    db.insert(row.clone().into_active_model().reset_all())
        .await?;
    let details = json!({"permissions": permissions.names(), "expiresAt": row.expires_at});
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
        let message = format!(
            "The organization has {MAX_API_KEYS} API keys, which is the maximum. Revoke one first."
        );
        return Err(ApiError::conflict("too_many_keys", message));
    }
    db.commit().await?;
    Ok(ApiKey::from_row(row, true, now))
}

/// Revokes a key. 404 if the organization has no key with this id.
pub(super) async fn revoke_api_key(
    db: TenantDb,
    id: Uuid,
    now: DateTime<Utc>,
    _permission: &Proof<KeysManage>,
) -> Result<(), ApiError> {
    let row = db
        .find::<Entity>()
        .filter(Column::Id.eq(id))
        .one()
        .await?
        .ok_or_else(ApiError::not_found)?;
    if db
        .delete::<Entity>()
        .filter(Column::Id.eq(id))
        .exec()
        .await?
        == 0
    {
        return Err(ApiError::not_found());
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

/// The name and the permissions, or all validation errors.
fn validate_new_key(
    new: &NewApiKey,
    creator_permissions: Permissions,
    now: DateTime<Utc>,
) -> Result<(String, Permissions), ApiError> {
    let mut errors = Vec::new();
    let mut reject = |path: &str, message: String| {
        errors.push(ErrorDetail {
            path: path.to_owned(),
            message,
        });
    };
    let name = new.name.trim();
    if name.is_empty() || name.chars().count() > 120 || name.chars().any(char::is_control) {
        reject("name", "Enter a name with 1 to 120 characters.".to_owned());
    }
    let permissions = Permissions::from_permissions(&new.permissions);
    for permission in &new.permissions {
        let name = permission.name();
        if !permission.is_grantable_to_api_keys() {
            reject(
                "permissions",
                format!("API keys can't have the permission {name}."),
            );
        } else if !creator_permissions.contains(*permission) {
            reject(
                "permissions",
                format!("You don't have the permission {name}, so you can't grant it."),
            );
        }
    }
    if new.expires_at.is_some_and(|end| end <= now) {
        reject(
            "expiresAt",
            "Enter an expiry in the future, or none.".to_owned(),
        );
    }
    if errors.is_empty() {
        Ok((name.to_owned(), permissions))
    } else {
        Err(ApiError::invalid_values(errors))
    }
}
