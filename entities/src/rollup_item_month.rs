//! The purchases and sales of an item in a month.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_item_month")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub direction: String,
    /// Such as `2026-03`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub month: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub item_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub unit: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub currency: String,
    /// Empty if the line has no location.
    #[sea_orm(primary_key, auto_increment = false)]
    pub location: String,
    /// Whether these are lines without a positive quantity.
    #[sea_orm(primary_key, auto_increment = false)]
    pub is_return: bool,
    pub lines: i64,
    /// The sum of the quotients of the scaled quantities by 10^7.
    pub quantity_high: i64,
    /// The sum of the remainders.
    pub quantity_low: i64,
    /// The sum of the quotients of the scaled amounts by 10^7.
    pub amount_high: i64,
    /// The sum of the remainders.
    pub amount_low: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
