//! The content of an audit log entry: the action, its target and the changed values.

use super::AuditAction;
use serde_json::{Value, json};

/// Longer values are omitted.
const MAX_VALUE_BYTES: usize = 4_000;
/// Longer names are truncated.
const MAX_NAME_CHARS: usize = 200;

/// An action to record in the audit log. It must not contain secrets.
///
/// ```
/// use api::db::{AuditAction, NewAuditEntry};
/// use serde_json::json;
///
/// let entry = NewAuditEntry::new(AuditAction::PurchasingSettingsUpdated)
///     .with_before(&json!({"orderCost": 75}))
///     .with_after(&json!({"orderCost": 60}));
/// ```
#[derive(Clone, Debug)]
pub struct NewAuditEntry {
    pub(super) action: AuditAction,
    pub(super) target: Option<AuditTarget>,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

/// The target of an action.
#[derive(Clone, Debug)]
pub(super) struct AuditTarget {
    pub(super) kind: &'static str,
    pub(super) id: String,
    pub(super) name: Option<String>,
}

impl NewAuditEntry {
    /// An entry without target and values.
    pub fn new(action: AuditAction) -> Self {
        Self {
            action,
            target: None,
            before: None,
            after: None,
        }
    }

    /// Sets the target, such as `("order_draft", id)`.
    #[must_use]
    pub fn with_target(self, kind: &'static str, id: impl std::fmt::Display) -> Self {
        let id = id.to_string().chars().take(MAX_NAME_CHARS).collect();
        Self {
            target: Some(AuditTarget {
                kind,
                id,
                name: None,
            }),
            ..self
        }
    }

    /// Sets the name of the target.
    #[must_use]
    pub fn with_target_name(mut self, name: &str) -> Self {
        if let Some(target) = &mut self.target {
            target.name = Some(name.chars().take(MAX_NAME_CHARS).collect());
        }
        self
    }

    /// Sets the values before the change.
    #[must_use]
    pub fn with_before(self, value: &Value) -> Self {
        Self {
            before: Some(to_bounded_json(value)),
            ..self
        }
    }

    /// Sets the values after the change.
    #[must_use]
    pub fn with_after(self, value: &Value) -> Self {
        Self {
            after: Some(to_bounded_json(value)),
            ..self
        }
    }
}

fn to_bounded_json(value: &Value) -> String {
    let text = value.to_string();
    if text.len() > MAX_VALUE_BYTES {
        json!({"omitted": format!("{} bytes", text.len())}).to_string()
    } else {
        text
    }
}
