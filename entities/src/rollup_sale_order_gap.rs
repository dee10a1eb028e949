//! The sale orders of each day, and those that continue on a later day. Both together count
//! distinct orders in any range of days.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_sale_order_gap")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub currency: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Date,
    /// `day` itself, or the next day on which an order of `day` has lines in the same currency.
    #[sea_orm(primary_key, auto_increment = false)]
    pub next_day: Date,
    /// Distinct orders of the day, or orders that continue on `next_day`.
    pub orders: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
