//! The events, and the JSON that receivers get.

use aws_lc_rs::digest;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value, json};
use uuid::Uuid;

macro_rules! event_types {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)+) => {
        /// The type of an event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum EventType { $($(#[$doc])* $variant,)+ }

        impl EventType {
            /// All types.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in the body and in the API. No name contains another.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The type with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|event| event.name() == name)
            }
        }
    };
}

event_types! {
    /// A sync run has ended.
    SyncFinished = "sync.finished";
    /// An order draft was created.
    OrderDrafted = "order.drafted";
    /// An alert has started.
    AlertStarted = "alert.started";
    /// An alert has ended.
    AlertEnded = "alert.ended";
    /// A member joined, left or has another role.
    MemberChanged = "member.changed";
    /// A test that a person requested. Endpoints cannot subscribe to it.
    Test = "webhook.test";
}

impl EventType {
    /// Whether endpoints can subscribe to the type.
    pub fn is_subscribable(self) -> bool {
        self != Self::Test
    }
}

/// How a member changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberChange {
    /// Joined with this role.
    Joined {
        /// The role.
        role: String,
    },
    /// Has another role.
    RoleChanged {
        /// The new role.
        role: String,
        /// The role before.
        previous_role: String,
    },
    /// Left or was removed.
    Removed {
        /// The role before.
        previous_role: String,
    },
}

/// A sync run that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncFinishedData {
    /// The run.
    pub run_id: Uuid,
    /// `full`, `incremental`, `table` or another kind of run.
    pub kind: String,
    /// `succeeded`, `succeeded_with_rejects`, `failed` or `cancelled`.
    pub state: String,
    /// The start.
    pub started_at: DateTime<Utc>,
    /// The end.
    pub finished_at: DateTime<Utc>,
    /// The rows that were inserted, updated and deleted.
    pub changed_rows: u64,
    /// The rows that were rejected.
    pub rejected_rows: u64,
}

/// An alert that has started or ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlertData {
    /// The rule.
    pub rule_id: Uuid,
    /// The name of the rule.
    pub rule_name: String,
    /// The severity.
    pub severity: String,
    /// How many members of the breakdown started or ended.
    pub member_count: usize,
    /// The path of the page with the figure.
    pub path: String,
}

/// An event with its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A sync run has ended.
    SyncFinished(SyncFinishedData),
    /// An order draft was created.
    OrderDrafted {
        /// The draft.
        draft_id: Uuid,
        /// The supplier, if known.
        supplier_id: Option<String>,
        /// The number of lines.
        lines: usize,
    },
    /// An alert has started.
    AlertStarted(AlertData),
    /// An alert has ended.
    AlertEnded(AlertData),
    /// A member has changed.
    MemberChanged {
        /// The person.
        member_id: Uuid,
        /// The change.
        change: MemberChange,
    },
    /// A test of an endpoint.
    Test {
        /// The endpoint.
        endpoint_id: Uuid,
    },
}

impl Event {
    /// The type.
    pub fn event_type(&self) -> EventType {
        match self {
            Self::SyncFinished(_) => EventType::SyncFinished,
            Self::OrderDrafted { .. } => EventType::OrderDrafted,
            Self::AlertStarted(_) => EventType::AlertStarted,
            Self::AlertEnded(_) => EventType::AlertEnded,
            Self::MemberChanged { .. } => EventType::MemberChanged,
            Self::Test { .. } => EventType::Test,
        }
    }

    /// The body of the request: type, timestamp and data.
    pub fn to_body(&self, at: DateTime<Utc>) -> String {
        json!({
            "type": self.event_type().name(),
            "timestamp": format_time(at),
            "data": self.data(),
        })
        .to_string()
    }

    fn data(&self) -> Value {
        match self {
            Self::SyncFinished(run) => json!({
                "runId": run.run_id,
                "kind": run.kind,
                "state": run.state,
                "startedAt": format_time(run.started_at),
                "finishedAt": format_time(run.finished_at),
                "changedRows": run.changed_rows,
                "rejectedRows": run.rejected_rows,
            }),
            Self::OrderDrafted {
                draft_id,
                supplier_id,
                lines,
            } => {
                let mut data = Map::new();
                data.insert("draftId".to_owned(), json!(draft_id));
                if let Some(supplier) = supplier_id {
                    data.insert("supplierId".to_owned(), json!(supplier));
                }
                data.insert("lines".to_owned(), json!(lines));
                Value::Object(data)
            }
            Self::AlertStarted(alert) | Self::AlertEnded(alert) => json!({
                "ruleId": alert.rule_id,
                "ruleName": alert.rule_name,
                "severity": alert.severity,
                "memberCount": alert.member_count,
                "path": alert.path,
            }),
            Self::MemberChanged { member_id, change } => match change {
                MemberChange::Joined { role } => {
                    json!({"memberId": member_id, "change": "joined", "role": role})
                }
                MemberChange::RoleChanged {
                    role,
                    previous_role,
                } => json!({
                    "memberId": member_id,
                    "change": "role_changed",
                    "role": role,
                    "previousRole": previous_role,
                }),
                MemberChange::Removed { previous_role } => json!({
                    "memberId": member_id,
                    "change": "removed",
                    "previousRole": previous_role,
                }),
            },
            Self::Test { endpoint_id } => json!({"webhookId": endpoint_id}),
        }
    }

    /// The id of the delivery at a position of an endpoint's sequence, as a version 8 UUID. It is
    /// derived, so that database code without a source of randomness can assign it.
    pub fn delivery_id(endpoint: Uuid, position: i64) -> Uuid {
        let input = [
            b"sprout webhook delivery 1".as_slice(),
            endpoint.as_bytes(),
            &position.to_be_bytes(),
        ]
        .concat();
        let hash = digest::digest(&digest::SHA256, &input);
        let mut bytes = [0; 16];
        for (byte, hashed) in bytes.iter_mut().zip(hash.as_ref()) {
            *byte = *hashed;
        }
        uuid::Builder::from_custom_bytes(bytes).into_uuid()
    }
}

fn format_time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_have_type_timestamp_and_data() {
        let at = "2026-06-16T15:00:00.25Z".parse().unwrap();
        let event = Event::MemberChanged {
            member_id: Uuid::from_u128(7),
            change: MemberChange::RoleChanged {
                role: "admin".to_owned(),
                previous_role: "viewer".to_owned(),
            },
        };
        let body: Value = serde_json::from_str(&event.to_body(at)).unwrap();
        assert_eq!(
            body,
            json!({
                "type": "member.changed",
                "timestamp": "2026-06-16T15:00:00.250Z",
                "data": {
                    "memberId": "00000000-0000-0000-0000-000000000007",
                    "change": "role_changed",
                    "role": "admin",
                    "previousRole": "viewer",
                },
            })
        );
    }

    #[test]
    fn names_are_unambiguous() {
        for one in EventType::ALL {
            assert_eq!(EventType::from_name(one.name()), Some(*one));
            for other in EventType::ALL.iter().filter(|other| *other != one) {
                assert!(!one.name().contains(other.name()));
            }
        }
    }

    #[test]
    fn delivery_ids_differ_by_endpoint_and_position() {
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let id = Event::delivery_id(one, 1);
        assert_eq!(id, Event::delivery_id(one, 1));
        assert_ne!(id, Event::delivery_id(one, 2));
        assert_ne!(id, Event::delivery_id(other, 1));
        assert_eq!(id.get_version_num(), 8);
    }
}
