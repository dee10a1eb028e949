//! A file of a source table as it was when its rows landed.

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
    /// The setting of the source under which it was read.
    pub source_revision: Uuid,
    pub bytes: i64,
    /// When its file system says that it was written last.
    pub modified_at: DateTimeUtc,
    /// SHA-256 of its bytes, base64url.
    pub hash: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
