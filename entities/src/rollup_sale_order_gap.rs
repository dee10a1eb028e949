//! The sale orders of each day, and those that go on to a later one, so that distinct orders can be
//! counted over any range of days.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_sale_span")]
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
    /// Distinct orders of the day, or those that go on from the one day to the other.
    pub orders: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
