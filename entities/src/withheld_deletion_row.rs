//! One of the first rows that are held back of a table, by its key.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "held_row")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// Order by key, from 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    /// Several key columns are joined by ` / `.
    pub key: String,
    /// What people call it, where the table says so.
    pub label: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
