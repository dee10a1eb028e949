//! Questions, and the conversations that they stand in.

use super::AssistantAnswer;
use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// A question.
#[derive(Clone, Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub struct AssistantQuery {
    /// The question in words.
    #[oai(validator(max_length = 2000))]
    pub query: String,
    /// The conversation that the question goes on with; a new one where it is left out.
    pub conversation_id: Option<Uuid>,
    /// One of the options that an answer offered.
    pub option: Option<OptionChoice>,
}

/// An option that was chosen.
#[derive(Clone, Copy, Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub struct OptionChoice {
    /// The answer that offered it.
    pub message_id: Uuid,
    /// Its place among the options; the first is 0.
    #[oai(validator(maximum(value = "20")))]
    pub place: u32,
}

/// A conversation in a list.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct ConversationSummary {
    /// Names the conversation.
    pub id: Uuid,
    /// Its first question, or what its owner calls it.
    pub title: String,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it went on last.
    pub updated_at: DateTime<Utc>,
}

/// A page of one's own conversations, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Conversations {
    /// The conversations.
    pub items: Vec<ConversationSummary>,
    /// Where the next page begins; absent on the last one.
    pub next_cursor: Option<String>,
}

/// What to change of a conversation.
#[derive(Clone, Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub struct ConversationPatch {
    /// What to call it.
    #[oai(validator(max_length = 200))]
    pub title: String,
}

/// A question with its answer.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ConversationMessage {
    /// The question as it was asked.
    pub question: String,
    /// What was answered, as it was then.
    pub answer: AssistantAnswer,
    /// What its reader thought of it.
    pub rating: Option<Rating>,
}

/// The newest questions of a conversation with their answers, oldest first; at most 100.
#[derive(Clone, Debug, Object)]
pub struct ConversationMessages {
    /// The conversation.
    pub conversation: ConversationSummary,
    /// The questions and answers.
    pub items: Vec<ConversationMessage>,
}

/// A thumb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum Rating {
    /// It helped.
    Up,
    /// It did not.
    Down,
}

/// What was wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum FeedbackReason {
    /// A figure is wrong.
    WrongFigure,
    /// It answers another question.
    Misunderstood,
    /// Something is missing.
    Incomplete,
    /// The data behind it are old.
    OutOfDate,
    /// Something else.
    Other,
}

/// What a reader thinks of an answer; a later one replaces an earlier one.
#[derive(Clone, Debug, Object)]
#[oai(
    deny_unknown_fields,
    rename_all = "camelCase",
    skip_serializing_if_is_none,
    example
)]
pub struct Feedback {
    /// The thumb.
    pub rating: Rating,
    /// What was wrong.
    pub reason: Option<FeedbackReason>,
    /// In the reader's own words.
    #[oai(validator(max_length = 1000))]
    pub comment: Option<String>,
}
