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
    /// `full`, `incremental`, `table` or `retry`.
    pub kind: String,
    /// `running`, `succeeded`, `succeeded_with_rejects`, `failed` or `cancelled`.
    pub state: String,
    pub started_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
    /// Why the run failed, shown to people.
    pub error: Option<String>,
    /// What `error` says: a name of `SyncMessageCode`.
    pub error_code: Option<String>,
    /// When cancellation was requested.
    pub cancel_requested_at: Option<DateTimeUtc>,
    /// `person`, `schedule` or `command`.
    pub trigger: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
