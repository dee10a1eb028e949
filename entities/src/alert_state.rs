//! Whether something is well, and since when.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "condition")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// What it is about, such as `sync:sales_transactions`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub topic: String,
    /// `good` or `bad`. Whoever changes it tells people of the change, in the same transaction.
    pub state: String,
    /// When the state became what it is.
    pub since: DateTimeUtc,
    /// What is wrong, in a line; the line of the last time where nothing is.
    pub title: String,
    /// Why, as it was seen last.
    pub words: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
