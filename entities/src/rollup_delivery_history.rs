//! Delivered purchase lines of a quarter by order and delivery day, without returns.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_delivery_history")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Empty if the lines have no supplier.
    #[sea_orm(primary_key, auto_increment = false)]
    pub supplier_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub item_id: String,
    /// The first month of the quarter of the orders, such as `2026-04`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub quarter: String,
    /// The pairs of days, separated by `;`, each as `2026-03-31 2026-04-09 2`: ordered, delivered,
    /// and the number of lines.
    #[sea_orm(column_type = "Text")]
    pub history: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
