//! One run of Data Sync.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sync_run")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// `full` or `table`.
    pub kind: String,
    /// `running`, `succeeded`, `succeeded_with_rejects`, `failed` or `cancelled`.
    pub state: String,
    pub started_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
    /// What failed, in words for the page.
    pub error: Option<String>,
    /// When somebody wished that the run end.
    pub cancel_requested_at: Option<DateTimeUtc>,
    /// `person`, `schedule` or `command`; absent for runs from before this was written down.
    pub trigger: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
