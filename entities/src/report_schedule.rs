//! A report that is emailed at regular times.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "report_schedule")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Time-ordered.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Who created it and is notified of failures.
    pub owner_id: Uuid,
    pub name: String,
    /// The name of a kind of report, such as `metric`.
    pub kind: String,
    /// For some kinds, what the report asks, as JSON. A copy of the query of the view that it follows.
    pub query: Option<String>,
    /// The saved view that the report follows, if any.
    pub view_id: Option<Uuid>,
    /// `daily`, `weekly` or `monthly`.
    pub cadence: String,
    /// From 1 for Monday, for weekly reports.
    pub weekday: Option<i32>,
    /// From 1 to 28, for monthly reports.
    pub month_day: Option<i32>,
    /// `HH:MM`, in the time zone of each recipient.
    pub local_time: String,
    /// `xlsx`, `pdf` or `both`.
    pub attachment: String,
    pub is_paused: bool,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
