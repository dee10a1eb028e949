//! What was bought and sold of an item on a day, by unit, currency and location.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_item_day")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub direction: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Date,
    #[sea_orm(primary_key, auto_increment = false)]
    pub item_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub unit: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub currency: String,
    /// Empty where the line does not say.
    #[sea_orm(primary_key, auto_increment = false)]
    pub location: String,
    /// Of lines whose quantity is not positive.
    #[sea_orm(primary_key, auto_increment = false)]
    pub is_return: bool,
    pub lines: i64,
    /// Sum of the quotients by 10^7 of the quantities scaled by 10^4.
    pub quantity_high: i64,
    /// Sum of the remainders.
    pub quantity_low: i64,
    /// As `quantity_high`, of the amounts.
    pub amount_high: i64,
    /// Sum of the remainders.
    pub amount_low: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
