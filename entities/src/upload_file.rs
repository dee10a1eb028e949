//! A file of an upload.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "upload_file")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub upload_id: Uuid,
    /// Order of the files, from 0.
    pub position: i32,
    /// Name without folders.
    pub name: String,
    pub size_bytes: i64,
    /// JSON list of the numbers of received parts, from 1.
    pub received_parts: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
