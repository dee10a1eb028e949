//! The last successful sync of a source table.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "table_sync_state")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    pub source_revision: Uuid,
    pub synced_at: DateTimeUtc,
    /// Rows that are not deleted, counted at the end of that sync.
    pub live_rows: i64,
    /// The `synced_at` that the rollups include. If it is null or differs from `synced_at`, the
    /// rollups are out of date.
    pub rolled_up_at: Option<DateTimeUtc>,
    /// The same for `rollup_sale_delivery`, which servers without it don't update.
    pub sale_deliveries_at: Option<DateTimeUtc>,
    /// Rows read by the load that `rejected_rows` describes.
    pub read_rows: i64,
    /// Rows of the source that are not loaded because they were rejected.
    pub rejected_rows: i64,
    /// The run that recorded those rejects.
    pub rejects_run_id: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
