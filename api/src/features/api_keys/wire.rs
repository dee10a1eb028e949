//! The JSON of API keys.

use chrono::{DateTime, Utc};
use entities::api_key::Model;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// How a key stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum ApiKeyState {
    /// It is accepted.
    Active,
    /// Its end has come.
    Expired,
    /// Whoever made it is no member of the organization any more.
    MakerGone,
}

/// A key by which a program uses the API.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct ApiKey {
    /// Names the key; it stands in its token too.
    pub id: Uuid,
    /// What it is called.
    pub name: String,
    /// What it was made for. It may do no more than whoever made it may at that moment.
    pub permissions: Vec<String>,
    /// How it stands.
    pub state: ApiKeyState,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// The name of whoever made it.
    pub created_by: String,
    /// When it ends by itself.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was used last, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// The organization's keys, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub(super) struct ApiKeys {
    /// All of them: an organization has at most `most`.
    pub items: Vec<ApiKey>,
    /// How many keys an organization may have.
    pub most: u64,
    /// What a key may be made for by whoever asks.
    pub grantable: Vec<String>,
}

/// A key that is to be made.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct NewApiKey {
    /// What it is called, in 1 to 120 characters.
    pub name: String,
    /// What it is for, such as `sales.read`: something that you may do yourself. Managing keys,
    /// members and sources, and whatever is about a person, is for people only.
    #[oai(validator(min_items = 1, max_items = 50))]
    pub permissions: Vec<String>,
    /// When it ends by itself; never where it is left out.
    pub expires_at: Option<DateTime<Utc>>,
}

/// A key that was just made.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub(super) struct CreatedApiKey {
    /// The key.
    pub key: ApiKey,
    /// What the program sends as `Authorization: Bearer`. It is shown this once and cannot be shown
    /// again.
    pub token: String,
}

impl ApiKey {
    pub(super) fn from_row(row: Model, maker_is_here: bool, now: DateTime<Utc>) -> Self {
        let state = match row.expires_at {
            Some(end) if end <= now => ApiKeyState::Expired,
            _ if maker_is_here => ApiKeyState::Active,
            _ => ApiKeyState::MakerGone,
        };
        Self {
            id: row.id,
            name: row.name,
            permissions: row.permissions.split(' ').map(str::to_owned).collect(),
            state,
            created_at: row.created_at,
            created_by: row.made_by_name,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
        }
    }

    fn example() -> Self {
        let at = |seconds| DateTime::UNIX_EPOCH + chrono::TimeDelta::seconds(seconds);
        Self {
            id: Uuid::from_u128(0x0197_a000_0000_7000_8000_0000_0000_0001),
            name: "Nightly stock export".to_owned(),
            permissions: vec!["inventory.read".to_owned()],
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
            most: super::store::MAX_API_KEYS,
            grantable: vec!["inventory.read".to_owned(), "sales.read".to_owned()],
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
