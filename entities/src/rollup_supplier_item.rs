//! The purchases of an item from a supplier on a day, by price. Returns are separate.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_supplier_item")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Date,
    #[sea_orm(primary_key, auto_increment = false)]
    pub item_id: String,
    /// Empty if the lines have no supplier.
    #[sea_orm(primary_key, auto_increment = false)]
    pub supplier_id: String,
    /// Scaled by 10^4.
    #[sea_orm(primary_key, auto_increment = false)]
    pub unit_price_e4: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub unit: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub currency: String,
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
