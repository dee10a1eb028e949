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
    /// What fails and why, as observed last, like the event of a notification. JSON.
    pub event: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
