//! A recipient of a scheduled report, and when the next email is due.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "report_recipient")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub schedule_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub person_id: Uuid,
    /// None while the schedule is paused.
    pub due_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
