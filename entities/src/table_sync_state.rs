//! The last successful read of a source table.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "synced_table")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    pub source_revision: Uuid,
    pub synced_at: DateTimeUtc,
    /// Rows of the target that were not removed, counted there at the end of that read.
    pub live_rows: i64,
    /// What servers that do not know the histories of items go by; none, so that they make the
    /// rollups anew before they read them.
    pub rolled_up_at: Option<DateTimeUtc>,
    /// What servers go by that know the histories of items and not all that came after them; none,
    /// as before.
    pub all_rolled_up_at: Option<DateTimeUtc>,
    /// The `synced_at` that all rollups stand for; another one, or none: they are to be made anew.
    /// A server that does not know all of them leaves it as it is.
    pub every_rollup_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
