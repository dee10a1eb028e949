//! What a customer brought back on a day: lines without a positive quantity, which its history
//! leaves out.

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
    /// Amounts in two parts: quotients by 10,000,000, and remainders.
    pub amount_high: i64,
    pub amount_low: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
