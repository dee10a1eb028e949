//! The purchase lines that a supplier promised for a day.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_promise_supplier")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// The promised day.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Date,
    /// Empty if the lines have no supplier.
    #[sea_orm(primary_key, auto_increment = false)]
    pub supplier_id: String,
    pub promised: i64,
    /// Lines that were delivered on or before that day.
    pub on_time: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
