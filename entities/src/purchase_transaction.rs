//! An order line: a sale to a customer or a purchase from a supplier.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchase_transactions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub transaction_id: String,
    pub order_id: String,
    /// `sale` or `purchase`.
    pub direction: String,
    pub transaction_date: Date,
    pub customer_id: Option<String>,
    pub supplier_id: Option<String>,
    pub item_id: String,
    /// Negative for a return. Scaled by 10^4, in `unit`.
    pub quantity_e4: i64,
    pub unit: String,
    /// Scaled by 10^4, `currency` per `unit`.
    pub unit_price_e4: i64,
    /// Quantity times unit price, scaled by 10^4, rounded half to even.
    pub amount_e4: i64,
    pub currency: String,
    pub promised_date: Option<Date>,
    pub delivered_date: Option<Date>,
    pub location: Option<String>,
    pub updated_at: DateTimeUtc,
    /// When a complete read of the source no longer found the row. Deleted rows are not part of any
    /// figure.
    pub deleted_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
