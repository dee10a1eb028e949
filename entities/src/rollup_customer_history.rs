//! A customer's orders by day in a quarter, without returns.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_customer_history")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub currency: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub customer_id: String,
    /// The first month, such as `2026-04`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub quarter: String,
    /// The days, separated by `;`, each as `2026-03-31 2 5 1234 567`: the day, the number of
    /// orders, the number of lines, and the amount scaled by 10^4 as high and low parts (sums of
    /// quotients and remainders by 10^7).
    #[sea_orm(column_type = "Text")]
    pub history: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
