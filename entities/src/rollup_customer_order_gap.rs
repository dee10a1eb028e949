//! The order counts of a customer that `rollup_customer_history` lacks to count distinct orders in
//! a range of days: days with returns only, and orders that continue on a later day.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_customer_order_gap")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub currency: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Date,
    /// `day` itself, or the next day on which an order of the customer has lines in the same
    /// currency.
    #[sea_orm(primary_key, auto_increment = false)]
    pub next_day: Date,
    #[sea_orm(primary_key, auto_increment = false)]
    pub customer_id: String,
    /// Orders with returns only on the day, or orders that continue on `next_day`.
    pub orders: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
