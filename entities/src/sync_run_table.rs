//! What a run did to one table.

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
    /// Rows gone from the source that were kept, awaiting confirmation.
    pub held_back: i64,
    pub message: Option<String>,
    /// Milliseconds spent reading, checking and staging.
    pub read_ms: i64,
    /// Milliseconds spent merging.
    pub merge_ms: i64,
    /// When it was begun; none while it waits.
    pub started_at: Option<DateTimeUtc>,
    /// Live rows after the read before, which this one is likely to have again; none where there
    /// was none.
    pub rows_expected: Option<i64>,
    /// Bytes that the source bills for the read; none where it bills nothing, or it is not known.
    pub bytes_billed: Option<i64>,
    /// Bytes of the source that were read so far, and in the end; none before the read begins.
    pub bytes_read: Option<i64>,
    /// Bytes that there are to read; none where the source does not say.
    pub bytes_total: Option<i64>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
