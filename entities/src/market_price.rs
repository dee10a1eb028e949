//! The price of a commodity on a market and day.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "market_data")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub price_date: Date,
    /// `corn`, `soybeans`, `wheat` or `fertilizer`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub commodity: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub market: String,
    /// Scaled by 10^4, in `unit`.
    pub price_e4: i64,
    /// `usd_per_bu` or `usd_per_ton`.
    pub unit: String,
    /// Scaled by 10^4.
    pub volume_e4: Option<i64>,
    pub updated_at: DateTimeUtc,
    /// When a complete read of the source no longer found the row. Deleted rows are not part of any
    /// figure.
    pub deleted_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
