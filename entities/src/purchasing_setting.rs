//! The purchasing settings of an organization: at most one row per tenant. Null means the default.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchasing_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Incremented with every change of settings, corrections and drafts. Part of the cache key of
    /// recommendations, and the row lock that serializes writers.
    pub version: i64,
    /// In percent of the stock's cost per year. Scaled by 10^4.
    pub holding_cost_percent_e4: Option<i64>,
    /// As a multiple of a unit's margin. Scaled by 10^4.
    pub shortage_cost_multiple_e4: Option<i64>,
    /// Per order, in the organization's currency. Scaled by 10^4.
    pub order_cost_e4: Option<i64>,
    pub default_lead_time_days: Option<i32>,
    /// Of customers for whom an item is missing, in percent. Scaled by 10^4.
    pub substitute_acceptance_percent_e4: Option<i64>,
    /// The name of the person who last changed the costs.
    pub updated_by: Option<String>,
    pub updated_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
