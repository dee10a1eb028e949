//! Class, brand and pack of an item.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "item_catalogue")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub item_id: String,
    /// Finer than the category, such as `herbicide`.
    pub item_class: Option<String>,
    pub brand: Option<String>,
    /// In `pack_unit`.
    pub pack_size_e4: Option<i64>,
    pub pack_unit: Option<String>,
    /// In pounds per gallon.
    pub density_e4: Option<i64>,
    pub active_ingredient: Option<String>,
    pub epa_number: Option<String>,
    pub restricted_use: Option<bool>,
    pub updated_at: DateTimeUtc,
    /// When a complete read of the source no longer found the row. Deleted rows are not part of any
    /// figure.
    pub deleted_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
