//! What was done, and to what: everything that the log says beside who and when.

use super::Action;
use serde_json::{Value, json};

/// Longer values are left out of the log: it tells what changed, and is no second place to keep it.
const MAX_VALUE_BYTES: usize = 4_000;
/// Longer names are cut.
const MAX_NAME_CHARS: usize = 200;

/// Something that was done. Never put a secret into it.
///
/// ```
/// use api::db::{Act, Action};
/// let act = Act::of(Action::CostsSet).before(&serde_json::json!({"orderCost": 75})).after(&serde_json::json!({"orderCost": 60}));
/// ```
#[derive(Clone, Debug)]
pub struct NewAuditEntry {
    pub(super) action: Action,
    pub(super) target: Option<AuditTarget>,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

/// What it was done to.
#[derive(Clone, Debug)]
pub(super) struct AuditTarget {
    pub(super) kind: &'static str,
    pub(super) id: String,
    pub(super) name: Option<String>,
}

impl NewAuditEntry {
    /// An action.
    pub fn new(action: Action) -> Self {
        Self {
            action,
            target: None,
            before: None,
            after: None,
        }
    }

    /// What it was done to, such as `("draft", id)`.
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

    /// What that is called.
    #[must_use]
    pub fn with_target_name(mut self, name: &str) -> Self {
        if let Some(target) = &mut self.target {
            target.name = Some(name.chars().take(MAX_NAME_CHARS).collect());
        }
        self
    }

    /// What was there before.
    #[must_use]
    pub fn with_before(self, value: &Value) -> Self {
        Self {
            before: Some(to_bounded_json(value)),
            ..self
        }
    }

    /// What is there since.
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
        json!({"leftOut": format!("{} bytes", text.len())}).to_string()
    } else {
        text
    }
}
