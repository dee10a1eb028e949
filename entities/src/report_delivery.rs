//! An email with a report to one recipient, waiting or done.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "report_delivery")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Time-ordered.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub schedule_id: Uuid,
    pub person_id: Uuid,
    /// `pending`, `sent`, `failed` or `cancelled`.
    pub state: String,
    pub attempts: i32,
    /// Incremented by the server that claims it, so that only one sends it.
    pub epoch: i64,
    pub created_at: DateTimeUtc,
    /// When the next attempt is due.
    pub due_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
    /// The rows of the report that was sent.
    pub row_count: Option<i64>,
    /// Why it was not sent.
    pub reason: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
