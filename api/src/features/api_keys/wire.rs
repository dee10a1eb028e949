//! Request and response types of the API key operations.

use super::store::ApiKeyRow;
use crate::auth::permission::{Permission, Permissions};
use chrono::{DateTime, Utc};
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// The state of an API key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum ApiKeyState {
    /// The key works.
    Active,
    /// The key has expired.
    Expired,
    /// The person who created the key is no longer a member of the organization.
    CreatorRemoved,
}

/// An API key.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct ApiKey {
    /// The key's id, which is also part of its token.
    pub id: Uuid,
    /// The key's name.
    pub name: String,
    /// The granted permissions. The key can't do more than the current permissions of the person
    /// who created it.
    pub permissions: Vec<Permission>,
    /// The key's state.
    pub state: ApiKeyState,
    /// When the key was created.
    pub created_at: DateTime<Utc>,
    /// The name of the person who created the key.
    pub created_by: String,
    /// When the key expires. Absent if it does not expire.
    pub expires_at: Option<DateTime<Utc>>,
    /// When the key was last used, to the minute. Absent if never.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// The organization's API keys.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub(super) struct ApiKeys {
    /// All keys, newest first.
    pub items: Vec<ApiKey>,
    /// The maximum number of keys of an organization.
    pub max: u64,
    /// The permissions that the caller may grant to a key.
    pub grantable_permissions: Vec<Permission>,
}

/// A new API key.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct NewApiKey {
    /// The key's name, 1 to 120 characters.
    pub name: String,
    /// The permissions to grant. You can only grant permissions that you have. Permissions to
    /// manage keys, members and data sources can't be granted to keys.
    #[oai(validator(min_items = 1, max_items = 50))]
    pub permissions: Vec<Permission>,
    /// When the key expires. Defaults to never.
    pub expires_at: Option<DateTime<Utc>>,
}

/// A newly created API key.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub(super) struct CreatedApiKey {
    /// The key.
    pub key: ApiKey,
    /// The token to send as `Authorization: Bearer`. It is not shown again.
    pub token: String,
}

impl ApiKey {
    pub(super) fn from_row(row: ApiKeyRow, now: DateTime<Utc>) -> Self {
        let ApiKeyRow {
            key: row,
            creator_is_member,
        } = row;
        let state = match row.expires_at {
            Some(end) if end <= now => ApiKeyState::Expired,
            _ if creator_is_member => ApiKeyState::Active,
            _ => ApiKeyState::CreatorRemoved,
        };
        Self {
            id: row.id,
            name: row.name,
            permissions: Permissions::from_names(row.permissions.split(' ')).to_vec(),
            state,
            created_at: row.created_at,
            created_by: row.created_by_name,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
        }
    }

    fn example() -> Self {
        let at = |seconds| DateTime::UNIX_EPOCH + chrono::TimeDelta::seconds(seconds);
        Self {
            id: Uuid::from_u128(0x0197_a000_0000_7000_8000_0000_0000_0001),
            name: "Nightly stock export".to_owned(),
            permissions: vec![Permission::InventoryRead],
            state: ApiKeyState::Active,
            created_at: at(1_781_622_000),
            created_by: "Ada Larsen".to_owned(),
            expires_at: Some(at(4_102_444_800)),
            last_used_at: Some(at(1_781_625_600)),
        }
    }
}

impl Example for ApiKeys {
    fn example() -> Self {
        Self {
            items: vec![ApiKey::example()],
            max: super::store::MAX_API_KEYS,
            grantable_permissions: vec![Permission::InventoryRead, Permission::SalesRead],
        }
    }
}

impl Example for NewApiKey {
    fn example() -> Self {
        let ApiKey {
            name,
            permissions,
            expires_at,
            ..
        } = ApiKey::example();
        Self {
            name,
            permissions,
            expires_at,
        }
    }
}

impl Example for CreatedApiKey {
    fn example() -> Self {
        let key = ApiKey {
            last_used_at: None,
            ..ApiKey::example()
        };
        Self {
            token: format!(
                "sprout_{}_JLkx2mYb7qk0F3yq0pG4H1n8tVw5sZ6eR9uC2aD7iX0",
                key.id.simple()
            ),
            key,
        }
    }
}
