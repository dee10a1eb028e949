//! The organization's keys: listed, made within bounds, and taken back.

use super::wire::{ApiKey, ApiKeys, NewApiKey};
use crate::auth::permission::{KeysManage, Permission, Permissions};
use crate::auth::{ApiKeyToken, Proof, Scope};
use crate::db::{Action, NewAuditEntry, TenantDb};
use crate::http::{ApiError, ErrorDetail};
use chrono::{DateTime, Utc};
use entities::api_key::{Column, Entity, Model};
use entities::membership;
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, IntoActiveModel};
use serde_json::json;
use std::collections::HashSet;

/// Keys of an organization.
pub(super) const MAX_API_KEYS: u64 = 50;

/// The keys, the newest first.
pub(super) async fn list_api_keys(
    db: &TenantDb,
    permissions: Permissions,
    now: DateTime<Utc>,
    _may: &Proof<KeysManage>,
) -> Result<ApiKeys, ApiError> {
    let rows = db
        .find::<Entity>()
        .order_by_desc(Column::Id)
        .limit(MAX_API_KEYS)
        .all()
        .await?;
    let makers: HashSet<Uuid> = rows.iter().map(|row| row.made_by).collect();
    let here = db
        .find::<membership::Entity>()
        .filter(membership::Column::PersonId.is_in(makers))
        .all()
        .await?;
    let here: HashSet<Uuid> = here.into_iter().map(|member| member.person_id).collect();
    let items = rows
        .into_iter()
        .map(|row| ApiKey::from_row(row.clone(), here.contains(&row.made_by), now))
        .collect();
    Ok(ApiKeys {
        items,
        most: MAX_API_KEYS,
        grantable: permissions
            .grantable_to_api_keys()
            .names()
            .into_iter()
            .map(str::to_owned)
            .collect(),
    })
}

/// Keeps a new key of whoever asks, whose token is this.
pub(super) async fn create_api_key(
    scope: &Scope,
    new: &NewApiKey,
    token: &ApiKeyToken,
    now: DateTime<Utc>,
    _may: &Proof<KeysManage>,
) -> Result<ApiKey, ApiError> {
    let (_, maker) = scope.require_person()?;
    let (name, permissions) = validate_new_key(new, scope.permissions(), now)?;
    let db = scope.write_db().await?;
    let row = Model {
        tenant_id: db.tenant().0,
        id: token.id(),
        name,
        token_hash: token.token_hash(),
        permissions: permissions.names().join(" "),
        made_by: maker.id,
        made_by_name: maker.name.clone(),
        created_at: now,
        expires_at: new.expires_at,
        last_used_at: None,
    };
    db.insert(row.clone().into_active_model().reset_all())
        .await?;
    let told = json!({"permissions": permissions.names(), "expiresAt": row.expires_at});
    // Whoever else makes a key waits here, so that those at once are counted one after the other.
    db.append_audit_entry(
        now,
        NewAuditEntry::new(Action::KeyCreated)
            .with_target("api_key", row.id)
            .with_target_name(&row.name)
            .with_after(&told),
    )
    .await?;
    if db.find::<Entity>().count().await? > MAX_API_KEYS {
        let words = format!(
            "An organization has at most {MAX_API_KEYS} API keys: take one back that is not needed any \
                more."
        );
        return Err(ApiError::conflict("too_many_keys", words));
    }
    db.commit().await?;
    Ok(ApiKey::from_row(row, true, now))
}

/// Takes a key back; 404 where the organization has none of this id.
pub(super) async fn revoke_api_key(
    db: TenantDb,
    id: Uuid,
    now: DateTime<Utc>,
    _may: &Proof<KeysManage>,
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
    let told = json!({"permissions": row.permissions.split(' ').collect::<Vec<_>>(), "madeBy": row.made_by_name, "lastUsedAt": row.last_used_at});
    db.append_audit_entry(
        now,
        NewAuditEntry::new(Action::KeyRevoked)
            .with_target("api_key", id)
            .with_target_name(&row.name)
            .with_before(&told),
    )
    .await?;
    Ok(db.commit().await?)
}

/// The name and the permissions, or everything that is wrong with them.
fn validate_new_key(
    new: &NewApiKey,
    makers: Permissions,
    now: DateTime<Utc>,
) -> Result<(String, Permissions), ApiError> {
    let mut wrong = Vec::new();
    let mut refuse = |path: &str, message: String| {
        wrong.push(ErrorDetail {
            path: path.to_owned(),
            message,
        });
    };
    let name = new.name.trim();
    if name.is_empty() || name.chars().count() > 120 || name.chars().any(char::is_control) {
        refuse(
            "name",
            "Give the key's name in 1 to 120 characters.".to_owned(),
        );
    }
    let asked = Permissions::from_names(new.permissions.iter().map(String::as_str));
    for name in &new.permissions {
        match Permission::named(name) {
            None => refuse("permissions", format!("There is no permission \"{name}\".")),
            Some(permission) if !permission.is_grantable_to_api_keys() => refuse(
                "permissions",
                format!("{name} is for people only: no key may have it."),
            ),
            Some(permission) if !makers.contains(permission) => refuse(
                "permissions",
                format!("You do not have the permission {name} yourself."),
            ),
            Some(_) => {}
        }
    }
    if new.expires_at.is_some_and(|end| end <= now) {
        refuse(
            "expiresAt",
            "Give an end that is still to come, or none.".to_owned(),
        );
    }
    if wrong.is_empty() {
        Ok((name.to_owned(), asked))
    } else {
        Err(ApiError::invalid_values(wrong))
    }
}
