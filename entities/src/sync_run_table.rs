//! The result of a run for one table.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sync_run_table")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: Uuid,
    /// The source id, such as `inventory_data`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// Order within the run.
    pub position: i32,
    /// `queued`, `running`, `succeeded`, `succeeded_with_rejects`, `failed`, `cancelled` or
    /// `skipped`.
    pub state: String,
    pub rows_read: i64,
    pub inserted: i64,
    pub updated: i64,
    pub unchanged: i64,
    pub deleted: i64,
    pub rejected: i64,
    /// Missing rows that were not deleted and await confirmation.
    pub withheld: i64,
    pub message: Option<String>,
    /// What `message` says: a name of `SyncMessageCode`. Null for a table that was synced.
    pub message_code: Option<String>,
    /// What is noted about a synced table: a list of `TableNote` as JSON. `message` has their texts.
    pub notes: Option<String>,
    /// Milliseconds spent reading, checking and staging.
    pub read_ms: i64,
    /// Milliseconds spent merging.
    pub merge_ms: i64,
    /// Null while the table waits.
    pub started_at: Option<DateTimeUtc>,
    /// Live rows after the previous read, as an estimate. Null before the first read.
    pub rows_expected: Option<i64>,
    /// Bytes that the source bills for the read. Null if unknown or not billed.
    pub bytes_billed: Option<i64>,
    /// Bytes read so far. Null before the read starts.
    pub bytes_read: Option<i64>,
    /// Bytes to read. Null if the source does not report them.
    pub bytes_total: Option<i64>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
