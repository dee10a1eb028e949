//! The stock location at which lines of another location count.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "location_mapping")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// A location of order lines.
    #[sea_orm(primary_key, auto_increment = false)]
    pub location: String,
    /// A location of stock rows.
    pub stock_location: String,
    /// The name of the person.
    pub updated_by: String,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
