//! What a customer's orders by day of `rollup_customer_history` lack for distinct orders of any
//! range of days: days on which an order has returns alone, and orders that go on to a later day.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_customer_span")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub currency: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Date,
    /// `day` itself, or the next day on which an order of the customer's on `day` has lines in the
    /// same currency.
    #[sea_orm(primary_key, auto_increment = false)]
    pub next_day: Date,
    #[sea_orm(primary_key, auto_increment = false)]
    pub customer_id: String,
    /// Orders with returns alone on the day, or those that go on from the one day to the other.
    pub orders: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
