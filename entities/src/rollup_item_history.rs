//! The sales of an item by day in a quarter, in all currencies, with returns subtracted.

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
    /// Empty if the lines have no location.
    #[sea_orm(primary_key, auto_increment = false)]
    pub location: String,
    /// The first month, such as `2026-04`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub quarter: String,
    /// The days, separated by `;`, each as `2026-03-31 1234 567`: the day, and the quantity scaled
    /// by 10^4 as high and low parts (sums of quotients and remainders by 10^7).
    #[sea_orm(column_type = "Text")]
    pub history: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
