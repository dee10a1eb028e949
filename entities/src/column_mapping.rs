//! A column that has another name at the source.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "source_column")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// Our name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub column_name: String,
    /// The source's.
    pub source_name: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
