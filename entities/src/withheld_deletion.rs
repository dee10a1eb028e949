//! Rows that the last complete read of a table no longer found, but that are kept until somebody
//! confirms the removal.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "held_removal")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// The setting of the source that no longer has them.
    pub source_revision: Uuid,
    /// The run that counted them last.
    pub run_id: Uuid,
    /// Rows that would have been removed.
    pub missing: i64,
    /// Rows that were not removed, these included.
    pub live: i64,
    pub held_at: DateTimeUtc,
    /// The run since which every complete read of this source has held rows of the table back.
    pub since_run_id: Uuid,
    pub since: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
