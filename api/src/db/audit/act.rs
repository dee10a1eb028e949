//! What was done, and to what: everything that the log says beside who and when.

use super::Action;
use serde_json::{Value, json};

/// Longer values are left out of the log: it tells what changed, and is no second place to keep it.
const LONGEST: usize = 4_000;
/// Longer names are cut.
const LONGEST_NAME: usize = 200;

/// Something that was done. Never put a secret into it.
///
/// ```
/// use api::db::{Act, Action};
/// let act = Act::of(Action::CostsSet).before(&serde_json::json!({"orderCost": 75})).after(&serde_json::json!({"orderCost": 60}));
/// ```
#[derive(Clone, Debug)]
pub struct Act {
    pub(super) action: Action,
    pub(super) target: Option<Target>,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

/// What it was done to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) kind: &'static str,
    pub(super) id: String,
    pub(super) name: Option<String>,
}

impl Act {
    /// An action.
    pub fn of(action: Action) -> Self {
        Self {
            action,
            target: None,
            before: None,
            after: None,
        }
    }

    /// What it was done to, such as `("draft", id)`.
    #[must_use]
    pub fn on(self, kind: &'static str, id: impl std::fmt::Display) -> Self {
        let id = id.to_string().chars().take(LONGEST_NAME).collect();
        Self {
            target: Some(Target {
                kind,
                id,
                name: None,
            }),
            ..self
        }
    }

    /// What that is called.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        if let Some(target) = &mut self.target {
            target.name = Some(name.chars().take(LONGEST_NAME).collect());
        }
        self
    }

    /// What was there before.
    #[must_use]
    pub fn before(self, value: &Value) -> Self {
        Self {
            before: Some(text(value)),
            ..self
        }
    }

    /// What is there since.
    #[must_use]
    pub fn after(self, value: &Value) -> Self {
        Self {
            after: Some(text(value)),
            ..self
        }
    }
}

fn text(value: &Value) -> String {
    let text = value.to_string();
    if text.len() > LONGEST {
        json!({"leftOut": format!("{} bytes", text.len())}).to_string()
    } else {
        text
    }
}
