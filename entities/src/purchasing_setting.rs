//! What ordering costs an organization, as it says itself: at most one row a tenant. What is absent
//! is taken as usual.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchasing_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Raised with every change of settings, corrections and drafts: part of the key under which
    /// recommendations are kept, and what writers wait for.
    pub edition: i64,
    /// Percent of the stock's cost a year. Scaled by 10^4.
    pub holding_cost_percent_e4: Option<i64>,
    /// Times the margin of a unit. Scaled by 10^4.
    pub shortage_cost_multiple_e4: Option<i64>,
    /// Of one order, in the organization's currency. Scaled by 10^4.
    pub order_cost_e4: Option<i64>,
    pub default_lead_time_days: Option<i32>,
    /// The name of whoever set the costs last.
    pub set_by: Option<String>,
    pub set_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
