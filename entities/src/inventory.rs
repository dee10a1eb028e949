//! The stock of an item at a location, as the tenant's warehouse reports it.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "inventory")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub item_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub location: String,
    pub item_name: String,
    /// `seed`, `fertilizer`, `pesticide` or `other`.
    pub category: String,
    /// The organization's own word for the category, where it has another one.
    pub item_class: Option<String>,
    /// `bag`, `gal`, `ton`, `lb` or `unit`.
    pub unit: String,
    /// Scaled by 10^4, in `unit`.
    pub on_hand_e4: i64,
    /// Scaled by 10^4, in `unit`.
    pub on_order_e4: i64,
    /// Promised to customers and not yet delivered. Scaled by 10^4, in `unit`.
    pub booked_e4: i64,
    /// Scaled by 10^4, in `unit`.
    pub reorder_point_e4: Option<i64>,
    /// Scaled by 10^4, in `unit`.
    pub pack_size_e4: Option<i64>,
    /// Scaled by 10^4, in `unit`.
    pub min_order_quantity_e4: Option<i64>,
    pub lead_time_days: Option<i32>,
    /// Scaled by 10^4, `currency` per `unit`.
    pub unit_cost_e4: i64,
    pub currency: String,
    pub supplier_id: Option<String>,
    pub updated_at: DateTimeUtc,
    /// When a complete read of the source no longer found the row. Deleted rows are not part of any
    /// figure.
    pub deleted_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
