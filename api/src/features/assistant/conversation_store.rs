//! A person's conversations with the assistant, as rows: what was asked, what ran, what went out,
//! what its reader thought.

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

/// Questions of a conversation that a follow-up is read against.
const MAX_CONTEXT_TURNS: u64 = 6;
/// Questions of a conversation that are shown.
const MAX_LISTED_MESSAGES: u64 = 100;
/// Characters of a first question that name its conversation.
const MAX_TITLE_CHARS: usize = 80;

/// An exchange on its way into its row.
pub(super) struct NewConversationMessage<'a> {
    pub(super) question: &'a str,
    pub(super) calls: &'a [ToolCall],
    /// The calls behind the options, in their order.
    pub(super) options: &'a [ToolCall],
    pub(super) answer: &'a AssistantAnswer,
}

/// One's own conversation; another's is as good as none.
pub(super) async fn find_own_conversation(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<conversation::Model, ApiError> {
    let mine = Condition::all()
        .add(conversation::Column::Id.eq(id))
        .add(conversation::Column::PersonId.eq(person.0));
    db.find::<conversation::Entity>()
        .filter(mine)
        .one()
        .await?
        .ok_or_else(ApiError::not_found)
}

/// What was asked before, oldest first.
pub(super) async fn load_turns(db: &TenantDb, conversation: Uuid) -> Result<Vec<Turn>, DbError> {
    let mut rows = load_newest_messages(db, conversation, MAX_CONTEXT_TURNS).await?;
    rows.reverse();
    Ok(rows
        .into_iter()
        .map(|row| Turn {
            calls: parse_calls(&row.calls),
            question: row.question,
        })
        .collect())
}

/// The call behind an option of an answer to this person.
pub(super) async fn find_option_call(
    db: &TenantDb,
    person: PersonId,
    message: Uuid,
    place: u32,
) -> Result<ToolCall, ApiError> {
    let row = find_own_message(db, person, message).await?;
    let place = usize::try_from(place).unwrap_or(usize::MAX);
    parse_calls(&row.options)
        .into_iter()
        .nth(place)
        .ok_or_else(ApiError::not_found)
}

/// Keeps an exchange; the first one of a conversation makes it.
pub(super) async fn save_message(
    db: &TenantDb,
    person: PersonId,
    new: &NewConversationMessage<'_>,
) -> Result<(), DbError> {
    let (id, at) = (new.answer.conversation_id, new.answer.asked_at);
    let mine = Condition::all()
        .add(conversation::Column::Id.eq(id))
        .add(conversation::Column::PersonId.eq(person.0));
    let touched = db
        .update::<conversation::Entity>()
        .set(conversation::Column::UpdatedAt, at)
        .filter(mine)
        .exec()
        .await?;
    if touched == 0 {
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
        calls: Set(calls_to_json(new.calls)),
        options: Set(calls_to_json(new.options)),
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

/// A page of one's own conversations, the newest first.
pub(super) async fn list_conversations(
    db: &TenantDb,
    person: PersonId,
    limit: u32,
    before: Option<Uuid>,
) -> Result<Conversations, DbError> {
    let mut mine = Condition::all().add(conversation::Column::PersonId.eq(person.0));
    if let Some(before) = before {
        mine = mine.add(conversation::Column::Id.lt(before));
    }
    let newest = db
        .find::<conversation::Entity>()
        .filter(mine)
        .order_by_desc(conversation::Column::Id);
    let (rows, next_cursor) = newest.page(limit, |last| last.id.to_string()).await?;
    Ok(Conversations {
        items: rows.into_iter().map(Into::into).collect(),
        next_cursor,
    })
}

/// The newest exchanges of a conversation, oldest first.
pub(super) async fn list_messages(
    db: &TenantDb,
    conversation: Uuid,
) -> Result<Vec<ConversationMessage>, ApiError> {
    let mut rows = load_newest_messages(db, conversation, MAX_LISTED_MESSAGES).await?;
    rows.reverse();
    rows.into_iter().map(message_from_row).collect()
}

/// One exchange of this person.
pub(super) async fn load_own_message(
    db: &TenantDb,
    person: PersonId,
    message: Uuid,
) -> Result<ConversationMessage, ApiError> {
    message_from_row(find_own_message(db, person, message).await?)
}

/// Gives a conversation another title.
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

/// Removes a conversation with all that was asked in it.
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

/// Keeps what the reader thought of an answer.
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
    let of_it = conversation_message::Column::ConversationId.eq(conversation);
    db.find::<conversation_message::Entity>()
        .filter(of_it)
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

/// Calls that an older version wrote and this one no longer has are passed over.
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
