//! A manual correction of an item at a location. It applies while the row's unit is the same.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "stock_correction")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub item_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub location: String,
    /// The unit of the quantities.
    pub unit: String,
    /// The name at that time.
    pub item_name: String,
    pub lead_time_days: Option<i32>,
    /// Scaled by 10^4, in `unit`.
    pub reorder_point_e4: Option<i64>,
    /// Scaled by 10^4, in `unit`.
    pub min_order_quantity_e4: Option<i64>,
    /// Scaled by 10^4, in `unit`.
    pub pack_size_e4: Option<i64>,
    /// The name of the person.
    pub updated_by: String,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
