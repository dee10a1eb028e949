//! Sales of an item in a quarter that were delivered on another day than their date, or not yet.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_sale_delivery")]
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
    /// The first month of the quarter of the dates, such as `2026-04`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub quarter: String,
    /// The pairs of days, separated by `;`, each as `2025-12-31 2026-04-09 2 0 250000`: date,
    /// delivered (`9999-12-31` if promised and not delivered), lines, and the two parts of the
    /// quantity, with returns subtracted.
    #[sea_orm(column_type = "Text")]
    pub history: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
