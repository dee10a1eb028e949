//! Suggestions and health of the assistant.

use poem_openapi::{Enum, Object};

/// Priority of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Enum)]
#[oai(rename_all = "lowercase")]
pub enum SuggestionPriority {
    /// Act now: money or trust is at stake.
    High,
    /// Act soon.
    Medium,
    /// For information.
    Low,
}

/// An exception in the organization's data.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(example)]
pub struct Suggestion {
    /// Id; stays the same as long as the exception lasts.
    pub id: String,
    /// Title. To get the figures, ask `Tell me more about: {title}`.
    pub title: String,
    /// Description of the exception.
    pub message: String,
    /// Recommended action.
    pub action: String,
    /// Priority of the suggestion.
    pub priority: SuggestionPriority,
    /// Affected items, customers or tables, most important first.
    pub items: Vec<String>,
}

/// Current suggestions.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(example)]
pub struct Suggestions {
    /// Suggestions, highest priority first; at most 8.
    pub suggestions: Vec<Suggestion>,
}

/// Whether the assistant is fully working.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum AssistantStatus {
    /// The assistant understands its test questions and can read the data.
    Healthy,
    /// Some questions may fail; `reason` says which.
    Degraded,
}

/// Health of the assistant.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(skip_serializing_if_is_none, example)]
pub struct AssistantHealth {
    /// `healthy` or `degraded`.
    pub status: AssistantStatus,
    /// What is wrong and what still works; absent if healthy.
    pub reason: Option<String>,
}
