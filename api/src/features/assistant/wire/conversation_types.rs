//! Questions and conversations.

use super::AssistantAnswer;
use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// A question to Sprout AI.
#[derive(Clone, Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub struct AssistantQuery {
    /// Text of the question.
    #[oai(validator(max_length = 2000))]
    pub query: String,
    /// Conversation that the question belongs to; starts a new conversation if absent.
    pub conversation_id: Option<Uuid>,
    /// Option of a previous answer that the user chose.
    pub option: Option<OptionChoice>,
}

/// An option that the user chose.
#[derive(Clone, Copy, Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub struct OptionChoice {
    /// Id of the answer with the options.
    pub message_id: Uuid,
    /// Zero-based index of the option.
    #[oai(validator(maximum(value = "20")))]
    pub index: u32,
}

/// Summary of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct ConversationSummary {
    /// Id of the conversation.
    pub id: Uuid,
    /// First question, or the title that its owner gave.
    pub title: String,
    /// When the conversation started.
    pub created_at: DateTime<Utc>,
    /// When the last question was asked.
    pub updated_at: DateTime<Utc>,
}

/// A page of conversations, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Conversations {
    /// Conversations of the page.
    pub items: Vec<ConversationSummary>,
    /// Cursor of the next page; absent on the last page.
    pub next_cursor: Option<String>,
}

/// Changes to a conversation.
#[derive(Clone, Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub struct ConversationPatch {
    /// New title.
    #[oai(validator(max_length = 200))]
    pub title: String,
}

/// A question with its answer.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ConversationMessage {
    /// Text of the question.
    pub question: String,
    /// Original answer to the question.
    pub answer: AssistantAnswer,
    /// The reader's rating of the answer.
    pub rating: Option<Rating>,
}

/// The newest messages of a conversation, oldest first; at most 100.
#[derive(Clone, Debug, Object)]
pub struct ConversationMessages {
    /// Summary of the conversation.
    pub conversation: ConversationSummary,
    /// Messages of the conversation.
    pub items: Vec<ConversationMessage>,
}

/// Rating of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum Rating {
    /// The answer helped.
    Up,
    /// The answer did not help.
    Down,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum FeedbackReason {
    /// A figure is wrong.
    WrongFigure,
    /// The answer is about something else.
    Misunderstood,
    /// Something is missing.
    Incomplete,
    /// The data is out of date.
    OutOfDate,
    /// Another reason.
    Other,
}

/// Rating of an answer; replaces the previous one.
#[derive(Clone, Debug, Object)]
#[oai(
    deny_unknown_fields,
    rename_all = "camelCase",
    skip_serializing_if_is_none,
    example
)]
pub struct Feedback {
    /// Thumbs up or down.
    pub rating: Rating,
    /// What is wrong with the answer.
    pub reason: Option<FeedbackReason>,
    /// Comment of the reader.
    #[oai(validator(max_length = 1000))]
    pub comment: Option<String>,
}
