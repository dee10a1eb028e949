//! Purchase lines of a quarter that were delivered, by the day on which they were ordered and the
//! day on which they came. Returns are no deliveries.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_delivery_history")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Empty where the lines do not say.
    #[sea_orm(primary_key, auto_increment = false)]
    pub supplier_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub item_id: String,
    /// Of the orders, by its first month, such as `2026-04`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub quarter: String,
    /// By both days, with `;` between them, each as `2026-03-31 2026-04-09 2`: ordered, delivered,
    /// and the number of lines.
    #[sea_orm(column_type = "Text")]
    pub history: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
