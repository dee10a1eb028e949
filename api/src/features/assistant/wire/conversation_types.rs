//! Questions and conversations.

use super::AssistantAnswer;
use crate::db::Page;
use crate::features::assistant::answer_rating::{AnswerRating, FeedbackReason, Rating};
use crate::http::ApiError;
use chrono::{DateTime, Utc};
use entities::{conversation, conversation_message};
use poem_openapi::Object;
use poem_openapi::types::ParseFromJSON;
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
    /// Whether the operators of the installation may see the question, how it was understood, and
    /// this feedback. They never see the answer. Only for thumbs down.
    pub shared: Option<bool>,
}

impl From<conversation::Model> for ConversationSummary {
    fn from(row: conversation::Model) -> Self {
        Self {
            id: row.id,
            title: row.title,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

impl From<Page<conversation::Model>> for Conversations {
    fn from(page: Page<conversation::Model>) -> Self {
        let (items, next_cursor) = page.into_parts();
        Self { items, next_cursor }
    }
}

impl TryFrom<conversation_message::Model> for ConversationMessage {
    type Error = ApiError;

    fn try_from(row: conversation_message::Model) -> Result<Self, ApiError> {
        let answer = AssistantAnswer::parse_from_json_string(&row.answer)
            .map_err(|error| ApiError::internal(&std::io::Error::other(error.into_message())))?;
        Ok(Self {
            question: row.question,
            answer,
            rating: row.rating.as_deref().and_then(|name| name.parse().ok()),
        })
    }
}

impl From<Feedback> for AnswerRating {
    fn from(feedback: Feedback) -> Self {
        Self {
            rating: feedback.rating,
            reason: feedback.reason,
            comment: feedback.comment,
            shared: feedback.shared.unwrap_or(false),
        }
    }
}
