//! The sync schedule of a tenant: at most one row per tenant.

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
    /// When the next run is due; null while the schedule is off. The server whose update changes
    /// the value starts the run.
    pub next_run_at: Option<DateTimeUtc>,
    /// The last run that the schedule started.
    pub last_run_id: Option<Uuid>,
    /// Why no run started at the last due time, or started late: a `StartIssue` as JSON. Null if one
    /// started on time.
    pub issue: Option<String>,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
