//! A customer's orders of a quarter by day. Returns are no orders.

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
    /// By its first month, such as `2026-04`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub quarter: String,
    /// By day, with `;` between them, each as `2026-03-31 2 5 1234 567`: the day, its orders, their
    /// lines of that day, and their amount scaled by 10^4 in two parts, the sum of the quotients
    /// and of the remainders by 10^7. Older servers write each order by itself, and no number of
    /// orders.
    #[sea_orm(column_type = "Text")]
    pub history: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
