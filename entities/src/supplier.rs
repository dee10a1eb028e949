//! A supplier of the tenant.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "suppliers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub supplier_id: String,
    pub supplier_name: String,
    pub categories: Option<String>,
    pub lead_time_days: Option<i32>,
    pub active: bool,
    pub updated_at: DateTimeUtc,
    /// When a complete read of the source no longer found the row. Deleted rows are not part of any
    /// figure.
    pub deleted_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
