//! One of the first withheld rows of a table, by key.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "withheld_deletion_row")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// The order by key, from 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    /// Key columns, joined by ` / `.
    pub key: String,
    /// The display name, if the table has one.
    pub label: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
