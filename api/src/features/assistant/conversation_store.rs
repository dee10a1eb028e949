//! Stores conversations with the assistant: questions, tool calls, answers and ratings.

use super::answer_rating::{AnswerRating, Rating};
use super::answered_plan::AnsweredPlan;
use super::question_planner::Turn;
use super::tool_registry::{ToolCall, ToolName};
use crate::db::{DbError, LookupError, Page, TenantDb};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::{conversation, conversation_message, shared_feedback};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition, Set};
use serde_json::{Value, json};

/// Number of earlier questions that a follow-up question can refer to.
pub(super) const MAX_CONTEXT_TURNS: u64 = 6;
/// Maximum number of messages in a conversation listing.
const MAX_LISTED_MESSAGES: u64 = 100;
/// Maximum length of a conversation title taken from its first question, in characters.
const MAX_TITLE_CHARS: usize = 80;

/// What an option of a clarifying question does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OptionAction {
    /// Runs a call.
    Call(ToolCall),
    /// Asks a question.
    Question(String),
}

/// Name under which questions are stored among the calls of options.
const QUESTION_ACTION: &str = "ask_question";

/// A message to store.
pub(super) struct NewConversationMessage<'a> {
    pub(super) id: Uuid,
    pub(super) conversation: Uuid,
    pub(super) asked_at: DateTime<Utc>,
    pub(super) question: &'a str,
    pub(super) calls: &'a [ToolCall],
    /// What the answer's options do, in their order.
    pub(super) options: &'a [OptionAction],
    /// The answer as JSON.
    pub(super) answer: String,
}

/// Finds a conversation of this person; returns not found for other people's conversations.
pub(super) async fn find_own_conversation(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<conversation::Model, LookupError> {
    let own = Condition::all()
        .add(conversation::Column::Id.eq(id))
        .add(conversation::Column::PersonId.eq(person.0));
    db.find::<conversation::Entity>()
        .filter(own)
        .one()
        .await?
        .ok_or(LookupError::NotFound)
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

/// Finds what an option of an answer that this person received does.
pub(super) async fn find_option_action(
    db: &TenantDb,
    person: PersonId,
    message: Uuid,
    index: u32,
) -> Result<OptionAction, LookupError> {
    let row = find_own_message(db, person, message).await?;
    let index = usize::try_from(index).unwrap_or(usize::MAX);
    parse_options(&row.option_calls)
        .into_iter()
        .nth(index)
        .ok_or(LookupError::NotFound)
}

/// Stores a message and creates its conversation if it is the first one.
pub(super) async fn save_message(
    db: &TenantDb,
    person: PersonId,
    new: NewConversationMessage<'_>,
) -> Result<(), DbError> {
    let (id, at) = (new.conversation, new.asked_at);
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
        id: Set(new.id),
        conversation_id: Set(id),
        question: Set(new.question.to_owned()),
        tool_calls: Set(calls_to_json(new.calls)),
        option_calls: Set(options_to_json(new.options)),
        answer: Set(new.answer),
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
) -> Result<Page<conversation::Model>, DbError> {
    let mut own = Condition::all().add(conversation::Column::PersonId.eq(person.0));
    if let Some(before) = before {
        own = own.add(conversation::Column::Id.lt(before));
    }
    let newest = db
        .find::<conversation::Entity>()
        .filter(own)
        .order_by_desc(conversation::Column::Id);
    newest.page(limit, |last| last.id.to_string()).await
}

/// Lists the newest messages of a conversation, oldest first.
pub(super) async fn list_messages(
    db: &TenantDb,
    conversation: Uuid,
) -> Result<Vec<conversation_message::Model>, DbError> {
    let mut rows = load_newest_messages(db, conversation, MAX_LISTED_MESSAGES).await?;
    rows.reverse();
    Ok(rows)
}

/// Changes the title of a conversation.
pub(super) async fn rename_conversation(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
    title: &str,
) -> Result<conversation::Model, LookupError> {
    let row = find_own_conversation(db, person, id).await?;
    db.update::<conversation::Entity>()
        .set(conversation::Column::Title, title)
        .filter(conversation::Column::Id.eq(id))
        .exec()
        .await?;
    Ok(conversation::Model {
        title: title.to_owned(),
        ..row
    })
}

/// Deletes a conversation and its messages.
pub(super) async fn delete_conversation(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<(), LookupError> {
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
    rating: &AnswerRating,
    at: DateTime<Utc>,
) -> Result<(), LookupError> {
    let row = find_own_message(db, person, message).await?;
    let comment = rating
        .comment
        .as_deref()
        .map(str::trim)
        .filter(|comment| !comment.is_empty())
        .map(str::to_owned);
    let update = db
        .update::<conversation_message::Entity>()
        .set(
            conversation_message::Column::Rating,
            rating.rating.into_str(),
        )
        .set(
            conversation_message::Column::RatingReason,
            rating.reason.map(|reason| reason.into_str()),
        )
        .set(conversation_message::Column::RatingComment, comment.clone())
        .set(conversation_message::Column::RatedAt, Some(at));
    update
        .filter(conversation_message::Column::Id.eq(message))
        .exec()
        .await?;
    db.delete::<shared_feedback::Entity>()
        .filter(shared_feedback::Column::MessageId.eq(message))
        .exec()
        .await?;
    if rating.shared && rating.rating == Rating::Down {
        let plan = AnsweredPlan::from_answer(&row.answer);
        db.insert(shared_feedback::ActiveModel {
            message_id: Set(message),
            question: Set(row.question),
            disposition: Set(plan.disposition),
            calls: Set(plan.calls.to_string()),
            reason: Set(rating.reason.map(|reason| reason.into_str().to_owned())),
            comment: Set(comment),
            shared_at: Set(at),
            ..Default::default()
        })
        .await?;
    }
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

/// Finds a message in a conversation of this person.
pub(super) async fn find_own_message(
    db: &TenantDb,
    person: PersonId,
    message: Uuid,
) -> Result<conversation_message::Model, LookupError> {
    let row = db
        .find::<conversation_message::Entity>()
        .filter(conversation_message::Column::Id.eq(message))
        .one()
        .await?
        .ok_or(LookupError::NotFound)?;
    find_own_conversation(db, person, row.conversation_id).await?;
    Ok(row)
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

fn options_to_json(options: &[OptionAction]) -> String {
    let to_json = |option: &OptionAction| match option {
        OptionAction::Call(call) => {
            json!({"tool": call.tool.as_str(), "args": call.args_to_json()})
        }
        OptionAction::Question(question) => {
            json!({"tool": QUESTION_ACTION, "args": {"question": question}})
        }
    };
    Value::from(options.iter().map(to_json).collect::<Vec<_>>()).to_string()
}

fn parse_options(text: &str) -> Vec<OptionAction> {
    let Ok(Value::Array(options)) = serde_json::from_str(text) else {
        return Vec::new();
    };
    let read = |option: &Value| {
        let tool = option.get("tool")?.as_str()?;
        let args = option.get("args")?;
        if tool == QUESTION_ACTION {
            let question = args.get("question")?.as_str()?.to_owned();
            return Some(OptionAction::Question(question));
        }
        ToolCall::from_json(ToolName::parse(tool)?, args)
            .ok()
            .map(OptionAction::Call)
    };
    options.iter().filter_map(read).collect()
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
