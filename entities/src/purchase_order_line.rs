//! A line of a purchase order draft. It keeps the item's data at the time of drafting.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchase_order_line")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub draft_id: Uuid,
    /// 1, 2, 3 and so on.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    pub item_id: String,
    pub item_name: String,
    pub category: String,
    /// `bag`, `gal`, `ton`, `lb` or `unit`.
    pub unit: String,
    pub location: String,
    /// The quantity to order. Scaled by 10^4, in `unit`.
    pub quantity_e4: i64,
    /// The recommended quantity. Scaled by 10^4, in `unit`.
    pub recommended_e4: i64,
    /// Scaled by 10^4, the draft's currency per `unit`.
    pub unit_cost_e4: i64,
    /// The lead time behind the recommendation.
    pub lead_time_days: i32,
    /// The date of the draft in the organization's time zone.
    pub drafted_on: Date,
    /// The warehouse's quantity on order at the time of drafting. Scaled by 10^4, in `unit`.
    pub on_order_at_draft_e4: i64,
    /// The quantity of the warehouse's purchase lines from `drafted_on` on, at the time of
    /// drafting. Scaled by 10^4, in `unit`.
    pub purchased_at_draft_e4: i64,
    /// The last day on which the line counts as on order although the warehouse does not show it.
    /// Set when the draft is marked as ordered.
    pub on_order_through: Option<Date>,
    /// What the supplier confirmed; 0 if it declined. Scaled by 10^4, in `unit`.
    pub confirmed_e4: Option<i64>,
    /// The delivery day that the supplier named.
    pub expected_on: Option<Date>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
