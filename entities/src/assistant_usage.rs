//! The number of questions that an organization asked the assistant in a month.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "assistant_usage")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// In the organization's time zone, such as `2026-06`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub month: String,
    pub questions: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
