//! What is worth a look without being asked for, and whether the assistant is well.

use poem_openapi::{Enum, Object};

/// How pressing a suggestion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Enum)]
#[oai(rename_all = "lowercase")]
pub enum SuggestionPriority {
    /// Money or trust is at stake now.
    High,
    /// Worth acting on soon.
    Medium,
    /// Good to know.
    Low,
}

/// Something in the organization's own rows that is worth a look.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(example)]
pub struct Suggestion {
    /// Stays the same while the matter does.
    pub id: String,
    /// Its name; ask `Tell me more about: {title}` for the figures behind it.
    pub title: String,
    /// What is the matter.
    pub message: String,
    /// What could be done.
    pub action: String,
    /// How pressing it is.
    pub priority: SuggestionPriority,
    /// What it concerns, dearest first.
    pub items: Vec<String>,
}

/// What is worth a look.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(example)]
pub struct Suggestions {
    /// Most pressing first; at most 8.
    pub suggestions: Vec<Suggestion>,
}

/// Whether the assistant can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum AssistantStatus {
    /// It understands and reaches the rows.
    Healthy,
    /// Something is missing; `reason` says what, and what still works.
    Degraded,
}

/// How the assistant is.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(skip_serializing_if_is_none, example)]
pub struct AssistantHealth {
    /// `healthy` or `degraded`.
    pub status: AssistantStatus,
    /// What is wrong and what still works.
    pub reason: Option<String>,
}
