//! The phase of a member of an alert rule's breakdown. A member without a row is quiet.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "alert_rule_member")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub rule_id: Uuid,
    /// The name. Empty for a rule without a breakdown.
    #[sea_orm(primary_key, auto_increment = false)]
    pub member: String,
    /// `pending`, `firing` or `ending`.
    pub phase: String,
    /// The last figure that met the condition.
    pub figure: Option<f64>,
    /// Whether the start was sent.
    pub is_announced: bool,
    /// When the condition first held.
    pub since: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
