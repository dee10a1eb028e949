//! A condition on a figure, of which people are notified.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "alert_rule")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Time-ordered.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The person whose permissions the evaluation has.
    pub owner_id: Uuid,
    pub name: String,
    /// `metric`, or a ready-made rule.
    pub kind: String,
    /// The metric query as JSON, for the kind `metric`.
    pub query: Option<String>,
    /// `above`, `below`, `rises`, `falls` or `changes`.
    pub condition_kind: Option<String>,
    /// In the unit of the measure, or in percent.
    pub limit_value: Option<f64>,
    /// `info`, `warning` or `critical`.
    pub severity: String,
    /// `owner` or `members`.
    pub recipients: String,
    /// The permissions that the figures need, separated by spaces.
    pub required_access: String,
    pub muted_until: Option<DateTimeUtc>,
    /// Why the last evaluation was not possible.
    pub paused_reason: Option<String>,
    /// The earliest time of the next evaluation.
    pub due_at: DateTimeUtc,
    /// The day of the last evaluation, in the organization's time zone.
    pub evaluated_on: Option<Date>,
    /// The data version of the last evaluation.
    pub evaluated_version: Option<i64>,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
