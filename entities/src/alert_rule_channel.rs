//! A channel that gets the messages of an alert rule.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "alert_rule_channel")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub rule_id: Uuid,
    /// The endpoint.
    #[sea_orm(primary_key, auto_increment = false)]
    pub channel_id: Uuid,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
