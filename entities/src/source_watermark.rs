//! Up to where a table of a database was read: rows that changed later have not landed yet.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "source_watermark")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// The setting of the source under which it was read.
    pub source_revision: Uuid,
    /// How it was read: columns, their types and who asked, as a hash.
    pub form: String,
    /// A moment of the source's own: of its rows and its clock.
    pub read_until: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
