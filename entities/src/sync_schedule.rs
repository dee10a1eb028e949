//! When a tenant's rows are synced by themselves: at most one schedule a tenant.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sync_schedule")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Five fields, in the organization's time zone.
    pub cron: String,
    /// `full` or `incremental`.
    pub mode: String,
    pub enabled: bool,
    /// When the next run is due; absent while the schedule is off. Whoever moves it from the value
    /// it had may start the run.
    pub next_at: Option<DateTimeUtc>,
    /// The latest run that the schedule started.
    pub last_run_id: Option<Uuid>,
    /// What became of the latest due time, where that needs saying.
    pub message: Option<String>,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
