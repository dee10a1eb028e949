//! A copy of feedback that its author shares with the operators, deleted with the message. Holds no
//! rows of the organization.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shared_feedback")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub message_id: Uuid,
    pub question: String,
    /// What the assistant did: `answer`, `clarify` or `refuse`.
    pub disposition: String,
    /// The tool calls behind the answer, as JSON `[{tool, args}]`.
    pub calls: String,
    /// The reader's reason.
    pub reason: Option<String>,
    pub comment: Option<String>,
    pub shared_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
