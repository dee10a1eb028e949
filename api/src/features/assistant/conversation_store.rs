//! Stores conversations with the assistant: questions, tool calls, answers and ratings.

use super::question_planner::Turn;
use super::tool_registry::{ToolCall, ToolName};
use super::wire::{
    AssistantAnswer, ConversationMessage, ConversationSummary, Conversations, Feedback,
    FeedbackReason, Rating,
};
use crate::db::{DbError, TenantDb};
use crate::http::ApiError;
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::{conversation, conversation_message};
use poem_openapi::types::{ParseFromJSON, ToJSON};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition, Set};
use serde_json::{Value, json};

/// Number of earlier questions that a follow-up question can refer to.
const MAX_CONTEXT_TURNS: u64 = 6;
/// Maximum number of messages in a conversation listing.
const MAX_LISTED_MESSAGES: u64 = 100;
/// Maximum length of a conversation title taken from its first question, in characters.
const MAX_TITLE_CHARS: usize = 80;

/// A message to store.
pub(super) struct NewConversationMessage<'a> {
    pub(super) question: &'a str,
    pub(super) calls: &'a [ToolCall],
    /// The calls behind the answer's options, in the order of the options.
    pub(super) options: &'a [ToolCall],
    pub(super) answer: &'a AssistantAnswer,
}

/// Finds a conversation of this person; returns not found for other people's conversations.
pub(super) async fn find_own_conversation(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<conversation::Model, ApiError> {
    let own = Condition::all()
        .add(conversation::Column::Id.eq(id))
        .add(conversation::Column::PersonId.eq(person.0));
    db.find::<conversation::Entity>()
        .filter(own)
        .one()
        .await?
        .ok_or_else(ApiError::not_found)
}

/// Loads the previous questions of a conversation, oldest first.
pub(super) async fn load_turns(db: &TenantDb, conversation: Uuid) -> Result<Vec<Turn>, DbError> {
    let mut rows = load_newest_messages(db, conversation, MAX_CONTEXT_TURNS).await?;
    rows.reverse();
    Ok(rows
        .into_iter()
        .map(|row| Turn {
            calls: parse_calls(&row.tool_calls),
            question: row.question,
        })
        .collect())
}

/// Finds the call behind an option of an answer that this person received.
pub(super) async fn find_option_call(
    db: &TenantDb,
    person: PersonId,
    message: Uuid,
    index: u32,
) -> Result<ToolCall, ApiError> {
    let row = find_own_message(db, person, message).await?;
    let index = usize::try_from(index).unwrap_or(usize::MAX);
    parse_calls(&row.option_calls)
        .into_iter()
        .nth(index)
        .ok_or_else(ApiError::not_found)
}

/// Stores a message and creates its conversation if it is the first one.
pub(super) async fn save_message(
    db: &TenantDb,
    person: PersonId,
    new: &NewConversationMessage<'_>,
) -> Result<(), DbError> {
    let (id, at) = (new.answer.conversation_id, new.answer.asked_at);
    let own = Condition::all()
        .add(conversation::Column::Id.eq(id))
        .add(conversation::Column::PersonId.eq(person.0));
    let updated = db
        .update::<conversation::Entity>()
        .set(conversation::Column::UpdatedAt, at)
        .filter(own)
        .exec()
        .await?;
    if updated == 0 {
        db.insert(conversation::ActiveModel {
            id: Set(id),
            person_id: Set(person.0),
            title: Set(new.question.chars().take(MAX_TITLE_CHARS).collect()),
            created_at: Set(at),
            updated_at: Set(at),
            ..Default::default()
        })
        .await?;
    }
    db.insert(conversation_message::ActiveModel {
        id: Set(new.answer.message_id),
        conversation_id: Set(id),
        question: Set(new.question.to_owned()),
        tool_calls: Set(calls_to_json(new.calls)),
        option_calls: Set(calls_to_json(new.options)),
        answer: Set(new.answer.to_json_string()),
        asked_at: Set(at),
        rating: Set(None),
        rating_reason: Set(None),
        rating_comment: Set(None),
        rated_at: Set(None),
        ..Default::default()
    })
    .await
}

/// Lists a page of this person's conversations, newest first.
pub(super) async fn list_conversations(
    db: &TenantDb,
    person: PersonId,
    limit: u32,
    before: Option<Uuid>,
) -> Result<Conversations, DbError> {
    let mut own = Condition::all().add(conversation::Column::PersonId.eq(person.0));
    if let Some(before) = before {
        own = own.add(conversation::Column::Id.lt(before));
    }
    let newest = db
        .find::<conversation::Entity>()
        .filter(own)
        .order_by_desc(conversation::Column::Id);
    let (rows, next_cursor) = newest.page(limit, |last| last.id.to_string()).await?;
    Ok(Conversations {
        items: rows.into_iter().map(Into::into).collect(),
        next_cursor,
    })
}

/// Lists the newest messages of a conversation, oldest first.
pub(super) async fn list_messages(
    db: &TenantDb,
    conversation: Uuid,
) -> Result<Vec<ConversationMessage>, ApiError> {
    let mut rows = load_newest_messages(db, conversation, MAX_LISTED_MESSAGES).await?;
    rows.reverse();
    rows.into_iter().map(message_from_row).collect()
}

/// Loads one message of this person.
pub(super) async fn load_own_message(
    db: &TenantDb,
    person: PersonId,
    message: Uuid,
) -> Result<ConversationMessage, ApiError> {
    message_from_row(find_own_message(db, person, message).await?)
}

/// Changes the title of a conversation.
pub(super) async fn rename_conversation(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
    title: &str,
) -> Result<ConversationSummary, ApiError> {
    let row = find_own_conversation(db, person, id).await?;
    db.update::<conversation::Entity>()
        .set(conversation::Column::Title, title)
        .filter(conversation::Column::Id.eq(id))
        .exec()
        .await?;
    Ok(conversation::Model {
        title: title.to_owned(),
        ..row
    }
    .into())
}

/// Deletes a conversation and its messages.
pub(super) async fn delete_conversation(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<(), ApiError> {
    find_own_conversation(db, person, id).await?;
    db.delete::<conversation_message::Entity>()
        .filter(conversation_message::Column::ConversationId.eq(id))
        .exec()
        .await?;
    db.delete::<conversation::Entity>()
        .filter(conversation::Column::Id.eq(id))
        .exec()
        .await?;
    Ok(())
}

/// Stores the reader's rating of an answer; replaces an earlier rating.
pub(super) async fn rate_answer(
    db: &TenantDb,
    person: PersonId,
    message: Uuid,
    feedback: &Feedback,
    at: DateTime<Utc>,
) -> Result<(), ApiError> {
    find_own_message(db, person, message).await?;
    let comment = feedback
        .comment
        .as_deref()
        .map(str::trim)
        .filter(|comment| !comment.is_empty())
        .map(str::to_owned);
    let update = db
        .update::<conversation_message::Entity>()
        .set(
            conversation_message::Column::Rating,
            feedback.rating.as_str(),
        )
        .set(
            conversation_message::Column::RatingReason,
            feedback.reason.map(FeedbackReason::to_stored_string),
        )
        .set(conversation_message::Column::RatingComment, comment)
        .set(conversation_message::Column::RatedAt, Some(at));
    update
        .filter(conversation_message::Column::Id.eq(message))
        .exec()
        .await?;
    Ok(())
}

async fn load_newest_messages(
    db: &TenantDb,
    conversation: Uuid,
    count: u64,
) -> Result<Vec<conversation_message::Model>, DbError> {
    let in_conversation = conversation_message::Column::ConversationId.eq(conversation);
    db.find::<conversation_message::Entity>()
        .filter(in_conversation)
        .order_by_desc(conversation_message::Column::Id)
        .limit(count)
        .all()
        .await
}

async fn find_own_message(
    db: &TenantDb,
    person: PersonId,
    message: Uuid,
) -> Result<conversation_message::Model, ApiError> {
    let row = db
        .find::<conversation_message::Entity>()
        .filter(conversation_message::Column::Id.eq(message))
        .one()
        .await?
        .ok_or_else(ApiError::not_found)?;
    find_own_conversation(db, person, row.conversation_id).await?;
    Ok(row)
}

fn message_from_row(row: conversation_message::Model) -> Result<ConversationMessage, ApiError> {
    let answer = AssistantAnswer::parse_from_json_string(&row.answer)
        .map_err(|error| ApiError::internal(&std::io::Error::other(error.into_message())))?;
    Ok(ConversationMessage {
        question: row.question,
        answer,
        rating: row.rating.as_deref().and_then(Rating::parse),
    })
}

fn calls_to_json(calls: &[ToolCall]) -> String {
    Value::from(
        calls
            .iter()
            .map(|call| json!({"tool": call.tool.as_str(), "args": call.args_to_json()}))
            .collect::<Vec<_>>(),
    )
    .to_string()
}

/// Parses stored calls. Skips calls that the current tool registry does not accept.
fn parse_calls(text: &str) -> Vec<ToolCall> {
    let Ok(Value::Array(calls)) = serde_json::from_str(text) else {
        return Vec::new();
    };
    let read = |call: &Value| {
        ToolCall::from_json(
            ToolName::parse(call.get("tool")?.as_str()?)?,
            call.get("args")?,
        )
        .ok()
    };
    calls.iter().filter_map(read).collect()
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

impl Rating {
    fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        [Self::Up, Self::Down]
            .into_iter()
            .find(|rating| rating.as_str() == word)
    }
}

impl FeedbackReason {
    fn to_stored_string(self) -> String {
        self.to_json()
            .and_then(|word| word.as_str().map(str::to_owned))
            .unwrap_or_default()
    }
}
