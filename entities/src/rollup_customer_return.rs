//! The returns of a customer on a day: lines without a positive quantity.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_customer_return")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub currency: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Date,
    #[sea_orm(primary_key, auto_increment = false)]
    pub customer_id: String,
    pub lines: i64,
    /// The sum of the quotients of the scaled amounts by 10^7.
    pub amount_high: i64,
    /// The sum of the remainders.
    pub amount_low: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
