//! A question that a reviewer keeps as a test of the assistant. Holds no rows of the organization.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "evaluation_case")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// The message that was rated down.
    #[sea_orm(primary_key, auto_increment = false)]
    pub message_id: Uuid,
    pub question: String,
    /// The earlier questions of the conversation, as JSON `[{question, calls}]`.
    pub history: String,
    /// What the assistant did: `answer`, `clarify` or `refuse`.
    pub disposition: String,
    /// The tool calls behind the answer, as JSON `[{tool, args}]`.
    pub calls: String,
    /// The reader's reason.
    pub reason: Option<String>,
    pub asked_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
