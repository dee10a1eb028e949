//! Rows that the last complete read of a table no longer found. They are kept until a user
//! confirms their deletion.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "withheld_deletion")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// The data source revision that no longer has the rows.
    pub source_revision: Uuid,
    /// The run that last counted them.
    pub run_id: Uuid,
    /// The number of rows to delete.
    pub missing_rows: i64,
    /// The number of rows before the deletion.
    pub live_rows: i64,
    pub withheld_at: DateTimeUtc,
    /// The first run of this source in an unbroken series that withheld rows of the table.
    pub first_run_id: Uuid,
    pub first_withheld_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
