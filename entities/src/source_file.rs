//! A source file as it was when its rows were synced.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "source_file")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// Relative to the source's folder.
    #[sea_orm(primary_key, auto_increment = false)]
    pub file: String,
    /// The data source revision of that read.
    pub source_revision: Uuid,
    pub bytes: i64,
    /// The modification time in the file system.
    pub modified_at: DateTimeUtc,
    /// XXH3-128 of the content in base64url, and the ETag of a file from a server.
    pub hash: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
