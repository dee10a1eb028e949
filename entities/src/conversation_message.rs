//! A question to the assistant with its answer.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "conversation_message")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Time-ordered.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub conversation_id: Uuid,
    pub question: String,
    /// The tool calls behind the answer, as JSON `[{tool, args}]`. Empty for a follow-up question
    /// or a refusal.
    pub tool_calls: String,
    /// The tool calls behind the offered options, in their order, as JSON.
    pub option_calls: String,
    /// The answer that was sent, as JSON.
    pub answer: String,
    pub asked_at: DateTimeUtc,
    /// `up` or `down`.
    pub rating: Option<String>,
    pub rating_reason: Option<String>,
    pub rating_comment: Option<String>,
    pub rated_at: Option<DateTimeUtc>,
    /// What a reviewer did with an answer that was rated down: `dismissed` or `case`. None while it
    /// is open.
    pub review: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
