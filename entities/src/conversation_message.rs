//! One question to the assistant with its answer.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "exchange")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Later exchanges sort after earlier ones.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub conversation_id: Uuid,
    pub question: String,
    /// JSON: the calls that answered it, `[{tool, args}]`; empty where it was asked back or
    /// refused.
    pub calls: String,
    /// JSON: the calls behind the options that were offered, in their order.
    pub options: String,
    /// JSON: the answer as it went out.
    pub answer: String,
    pub asked_at: DateTimeUtc,
    /// `up` or `down`.
    pub rating: Option<String>,
    pub rating_reason: Option<String>,
    pub rating_comment: Option<String>,
    pub rated_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
