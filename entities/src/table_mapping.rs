//! A table that has a different name in the source.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "table_mapping")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Sprout's name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// The name in the source.
    pub source_name: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
