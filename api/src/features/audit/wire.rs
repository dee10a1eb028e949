//! The JSON of the audit log.

use chrono::{DateTime, Utc};
use entities::audit_entry::Model;
use poem_openapi::types::{Any, Example};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};

/// What sort of author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum AuditActorKind {
    /// Somebody who was signed in.
    Person,
    /// A program with an API key.
    ApiKey,
    /// Somebody who runs the installation, and decided something about the organization.
    Operator,
    /// The server by itself, or its operator's command line.
    Sprout,
}

/// Who did it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct AuditActor {
    /// Which sort of author.
    pub kind: AuditActorKind,
    /// The person, or the key.
    pub id: Option<Uuid>,
    /// As they were called then.
    pub name: String,
}

/// What it was done to.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct AuditTarget {
    /// What it is, such as `draft`.
    pub kind: String,
    /// Which one.
    pub id: String,
    /// As it was called then.
    pub name: Option<String>,
}

/// Something that was done.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct AuditEntry {
    /// Numbers the rows of the organization's log: 1, 2, 3 and so on.
    pub seq: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Who did it.
    pub author: AuditActor,
    /// What was done, such as `source.set`. New actions may come.
    pub action: String,
    /// What it was done to, where it was one thing.
    pub target: Option<AuditTarget>,
    /// What was there before, where that matters.
    pub before: Option<Any<Value>>,
    /// What is there since, where that matters.
    pub after: Option<Any<Value>>,
    /// The network address of the caller.
    pub address: Option<String>,
    /// What the caller's program says of itself.
    pub user_agent: Option<String>,
    /// The request, as its answer and the server's log name it.
    pub request_id: Option<String>,
    /// SHA-256 of the row and the hash of the row before it: whoever changes a row changes all that
    /// follow.
    pub hash: String,
}

/// A page of the log, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(super) struct AuditEntries {
    /// What was done.
    pub items: Vec<AuditEntry>,
    /// Where the next page begins; absent on the last one.
    pub next_cursor: Option<String>,
}

impl AuditEntry {
    pub(super) fn from_row(row: Model) -> Self {
        let kind = match row.author_kind.as_str() {
            "person" => AuditActorKind::Person,
            "api_key" => AuditActorKind::ApiKey,
            "operator" => AuditActorKind::Operator,
            _ => AuditActorKind::Sprout,
        };
        let json = |text: Option<String>| {
            text.map(|text| Any(serde_json::from_str(&text).unwrap_or(Value::String(text))))
        };
        let name = row.target_name;
        Self {
            seq: row.seq,
            at: row.at,
            author: AuditActor {
                kind,
                id: row.author_id,
                name: row.author_name,
            },
            action: row.action,
            target: row
                .target_kind
                .zip(row.target_id)
                .map(|(kind, id)| AuditTarget { kind, id, name }),
            before: json(row.before),
            after: json(row.after),
            address: row.address,
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
            at: DateTime::UNIX_EPOCH + chrono::TimeDelta::seconds(1_781_622_000),
            author: AuditActor {
                kind: AuditActorKind::Person,
                id: Some(Uuid::from_u128(0x0197_a000_0000_7000_8000_0000_0000_0001)),
                name: "Ada Larsen".to_owned(),
            },
            action: "purchasing.costs_set".to_owned(),
            target: None,
            before: Some(Any(json!({"orderCost": 75.0}))),
            after: Some(Any(json!({"orderCost": 60.0}))),
            address: Some("192.0.2.17".to_owned()),
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
