//! A line of a draft order, as the item was when it was accepted; a sync does not change it.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchase_order_line")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub draft_id: Uuid,
    /// Counts the lines of a draft from 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    pub item_id: String,
    pub item_name: String,
    pub category: String,
    /// `bag`, `gal`, `ton`, `lb` or `unit`.
    pub unit: String,
    pub location: String,
    /// What is to be ordered. Scaled by 10^4, in `unit`.
    pub quantity_e4: i64,
    /// What was recommended. Scaled by 10^4, in `unit`.
    pub recommended_e4: i64,
    /// Scaled by 10^4, the draft's currency per `unit`.
    pub unit_cost_e4: i64,
    /// As it was reckoned with.
    pub lead_time_days: i32,
    /// The day of the acceptance in the organization's time zone.
    pub drafted_on: Date,
    /// What the warehouse had on order when the line was drafted. Scaled by 10^4, in `unit`.
    pub on_order_then_e4: i64,
    /// What the warehouse's purchase lines of `drafted_on` and later came to then. Scaled by 10^4,
    /// in `unit`.
    pub bought_then_e4: i64,
    /// The last day on which the line counts as on its way though the warehouse does not show it;
    /// set when it is ordered.
    pub counts_through: Option<Date>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
