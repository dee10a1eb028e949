//! The current state of a monitored topic.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "alert_state")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// What is monitored, such as `sync:sales_transactions`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub topic: String,
    /// `ok` or `firing`. Every change creates a notification in the same transaction.
    pub state: String,
    /// When the state last changed.
    pub changed_at: DateTimeUtc,
    /// One line that says what is wrong; the last one while the state is `ok`.
    pub title: String,
    /// The cause, as observed last.
    pub message: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
