//! A line of an order that the tenant placed with a supplier, as its business system has it.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchase_orders")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub po_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub line: String,
    pub supplier_id: String,
    pub item_id: String,
    pub location: String,
    pub quantity_e4: i64,
    pub unit: String,
    pub unit_price_e4: Option<i64>,
    pub currency: String,
    pub order_date: Date,
    pub expected_date: Option<Date>,
    /// Zero if absent.
    pub received_quantity_e4: Option<i64>,
    /// `open`, `received` or `canceled`.
    pub status: String,
    pub updated_at: DateTimeUtc,
    /// When a complete read of the source no longer found the row. Deleted rows are not part of any
    /// figure.
    pub deleted_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
