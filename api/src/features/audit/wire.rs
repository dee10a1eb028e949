//! Response types of the audit log.

use crate::db::{AuditAction, Page};
use crate::http::{NameSet, StoredName};
use chrono::{DateTime, Utc};
use entities::audit_entry::Model;
use poem_openapi::types::{Any, Example};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};

/// The actions of the audit log.
pub(super) struct AuditActions;

impl NameSet for AuditActions {
    const SCHEMA: &'static str = "AuditAction";
    const DESCRIPTION: &'static str = "An action that the audit log records.";

    fn names() -> Vec<&'static str> {
        AuditAction::ALL
            .iter()
            .map(|action| action.name())
            .collect()
    }
}

/// The kind of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum AuditActorKind {
    /// A signed-in person.
    Person,
    /// A program with an API key.
    ApiKey,
    /// An operator of the installation.
    Operator,
    /// The server itself, or its command line.
    System,
}

/// The actor of an action.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct AuditActor {
    /// The kind of actor.
    pub kind: AuditActorKind,
    /// The id of the person or of the API key.
    pub id: Option<Uuid>,
    /// The actor's name at that time.
    pub name: String,
}

/// The target of an action.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct AuditTarget {
    /// The kind of target, such as `order_draft`.
    pub kind: String,
    /// The target's id.
    pub id: String,
    /// The target's name at that time.
    pub name: Option<String>,
}

/// An entry of the audit log.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct AuditEntry {
    /// The sequence number in the organization's log: 1, 2, 3 and so on.
    pub seq: i64,
    /// When the action happened.
    pub occurred_at: DateTime<Utc>,
    /// Who acted.
    pub actor: AuditActor,
    /// What was done.
    pub action: StoredName<AuditActions>,
    /// What was changed, if it was one thing.
    pub target: Option<AuditTarget>,
    /// The relevant values before the action.
    pub before: Option<Any<Value>>,
    /// The relevant values after the action.
    pub after: Option<Any<Value>>,
    /// The caller's IP address.
    pub ip_address: Option<String>,
    /// The caller's user agent.
    pub user_agent: Option<String>,
    /// The request id, as in the response and the server log.
    pub request_id: Option<String>,
    /// SHA-256 over this entry and the hash of the previous entry, so that any change breaks all
    /// following hashes.
    pub hash: String,
}

/// A page of the audit log, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(super) struct AuditEntries {
    /// The entries.
    pub items: Vec<AuditEntry>,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

impl From<Page<Model>> for AuditEntries {
    fn from(page: Page<Model>) -> Self {
        let (items, next_cursor) = page.into_parts();
        Self { items, next_cursor }
    }
}

impl From<Model> for AuditEntry {
    fn from(row: Model) -> Self {
        let kind = match row.actor_kind.as_str() {
            "person" => AuditActorKind::Person,
            "api_key" => AuditActorKind::ApiKey,
            "operator" => AuditActorKind::Operator,
            _ => AuditActorKind::System,
        };
        let json = |text: Option<String>| {
            text.map(|text| Any(serde_json::from_str(&text).unwrap_or(Value::String(text))))
        };
        let name = row.target_name;
        Self {
            seq: row.seq,
            occurred_at: row.occurred_at,
            actor: AuditActor {
                kind,
                id: row.actor_id,
                name: row.actor_name,
            },
            action: StoredName::new(row.action),
            target: row
                .target_kind
                .zip(row.target_id)
                .map(|(kind, id)| AuditTarget { kind, id, name }),
            before: json(row.before),
            after: json(row.after),
            ip_address: row.ip_address,
            user_agent: row.user_agent,
            request_id: row.request_id,
            hash: row.hash,
        }
    }
}

impl Example for AuditEntries {
    fn example() -> Self {
        let entry = AuditEntry {
            seq: 41,
            occurred_at: DateTime::UNIX_EPOCH + chrono::TimeDelta::seconds(1_781_622_000),
            actor: AuditActor {
                kind: AuditActorKind::Person,
                id: Some(Uuid::from_u128(0x0197_a000_0000_7000_8000_0000_0000_0001)),
                name: "Ada Larsen".to_owned(),
            },
            action: StoredName::new("purchasing_settings.updated"),
            target: None,
            before: Some(Any(json!({"orderCost": 75.0}))),
            after: Some(Any(json!({"orderCost": 60.0}))),
            ip_address: Some("192.0.2.17".to_owned()),
            user_agent: Some("curl/8.5.0".to_owned()),
            request_id: Some("0197a000-0000-7000-8000-000000000002".to_owned()),
            hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".to_owned(),
        };
        Self {
            items: vec![entry],
            next_cursor: None,
        }
    }
}
