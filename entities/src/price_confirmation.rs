//! A confirmation that an unusual purchase price is right. It applies to the lines of an item from
//! a supplier on a day at this price.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "price_confirmation")]
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
    /// The name of the user or API key.
    pub confirmed_by: String,
    pub confirmed_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
