//! How far a database table was read. An incremental sync reads the rows that changed later.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "source_watermark")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// The data source revision of that read.
    pub source_revision: Uuid,
    /// Hash of the columns, their types and the database user.
    pub read_fingerprint: String,
    /// In the clock of the source.
    pub read_until: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
