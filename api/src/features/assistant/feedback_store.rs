//! Stores the review of answers that were rated down. Reviewers see questions, plans and feedback;
//! never answers, which are private to their readers.

use super::answer_rating::{Rating, ReviewState};
use super::answered_plan::AnsweredPlan;
use super::conversation_store::MAX_CONTEXT_TURNS;
use crate::auth::Proof;
use crate::auth::permission::AssistantReview;
use crate::db::{DbError, LookupError, Page, TenantDb};
use chrono::{DateTime, Utc};
use entities::conversation_message::{Column, Entity, Model};
use entities::evaluation_case;
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition, Set};
use serde_json::{Value, json};

/// Maximum number of evaluation cases in a file.
const MAX_CASES: u64 = 1_000;

/// Lists a page of answers that were rated down, newest first.
pub(super) async fn list_rated_down(
    db: &TenantDb,
    _permission: &Proof<AssistantReview>,
    state: Option<ReviewState>,
    limit: u32,
    before: Option<Uuid>,
) -> Result<Page<Model>, DbError> {
    let in_state = state.map(|state| match state {
        ReviewState::Open => Column::Review.is_null(),
        ReviewState::Dismissed | ReviewState::Case => Column::Review.eq(state.into_str()),
    });
    let filter = is_rated_down()
        .add_option(in_state)
        .add_option(before.map(|before| Column::Id.lt(before)));
    db.find::<Entity>()
        .filter(filter)
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await
}

/// Changes the review of an answer that was rated down. Creates or deletes its evaluation case.
pub(super) async fn set_review_state(
    db: &TenantDb,
    _permission: &Proof<AssistantReview>,
    message: Uuid,
    state: ReviewState,
    now: DateTime<Utc>,
) -> Result<Model, LookupError> {
    let row = db
        .find::<Entity>()
        .filter(is_rated_down().add(Column::Id.eq(message)))
        .one()
        .await?
        .ok_or(LookupError::NotFound)?;
    let stored = (state != ReviewState::Open).then(|| state.into_str().to_owned());
    db.update::<Entity>()
        .set(Column::Review, stored.clone())
        .filter(Column::Id.eq(message))
        .exec()
        .await?;
    db.delete::<evaluation_case::Entity>()
        .filter(evaluation_case::Column::MessageId.eq(message))
        .exec()
        .await?;
    if state == ReviewState::Case {
        let plan = AnsweredPlan::from_answer(&row.answer);
        db.insert(evaluation_case::ActiveModel {
            message_id: Set(message),
            question: Set(row.question.clone()),
            history: Set(load_history(db, &row).await?.to_string()),
            disposition: Set(plan.disposition),
            calls: Set(plan.calls.to_string()),
            reason: Set(row.rating_reason.clone()),
            asked_at: Set(row.asked_at),
            created_at: Set(now),
            ..Default::default()
        })
        .await?;
    }
    Ok(Model {
        review: stored,
        ..row
    })
}

/// Lists the newest evaluation cases.
pub(super) async fn list_evaluation_cases(
    db: &TenantDb,
    _permission: &Proof<AssistantReview>,
) -> Result<Vec<evaluation_case::Model>, DbError> {
    db.find::<evaluation_case::Entity>()
        .order_by_desc(evaluation_case::Column::MessageId)
        .limit(MAX_CASES)
        .all()
        .await
}

fn is_rated_down() -> Condition {
    Condition::all().add(Column::Rating.eq(Rating::Down.into_str()))
}

/// The questions before a message in its conversation, oldest first.
async fn load_history(db: &TenantDb, message: &Model) -> Result<Value, DbError> {
    let earlier = Condition::all()
        .add(Column::ConversationId.eq(message.conversation_id))
        .add(Column::Id.lt(message.id));
    let mut rows = db
        .find::<Entity>()
        .filter(earlier)
        .order_by_desc(Column::Id)
        .limit(MAX_CONTEXT_TURNS)
        .all()
        .await?;
    rows.reverse();
    Ok(rows
        .into_iter()
        .map(|row| {
            let calls = AnsweredPlan::from_answer(&row.answer).calls;
            json!({"question": row.question, "calls": calls})
        })
        .collect())
}
