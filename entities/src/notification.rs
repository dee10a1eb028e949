//! Something that people were told.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "notice")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Later ones sort after earlier ones.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// What it is about, such as `sync:sales_transactions`.
    pub topic: String,
    /// `raised` or `recovered`.
    pub kind: String,
    pub title: String,
    pub body: String,
    pub at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
