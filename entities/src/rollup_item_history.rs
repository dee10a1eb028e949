//! What was sold of an item in a quarter by day, returns taken off, in all currencies.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_item_history")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub item_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub unit: String,
    /// Empty where the lines do not say.
    #[sea_orm(primary_key, auto_increment = false)]
    pub location: String,
    /// By its first month, such as `2026-04`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub quarter: String,
    /// By day, with `;` between them, each as `2026-03-31 1234 567`: the day and the quantity
    /// scaled by 10^4 in two parts, the sum of the quotients and of the remainders by 10^7.
    #[sea_orm(column_type = "Text")]
    pub history: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
