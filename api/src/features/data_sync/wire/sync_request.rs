//! Requests to start a run, and their responses.

use super::sync_status::SyncStats;
use crate::features::data_sync::run_state::RunState;
use crate::features::data_sync::store::RunOutcome;
use poem_openapi::Object;
use sea_orm::prelude::Uuid;

/// Options of a full sync.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(
    rename_all = "camelCase",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub struct FullSyncOptions {
    /// `false`: read every table completely. `true`: skip files and PostgreSQL rows that were
    /// already synced and did not change. Rows are inserted and updated, never deleted.
    #[oai(default)]
    pub incremental_sync: bool,
    /// `true`: delete rows missing from the source even if that is more than 20 % of a table. Not
    /// allowed with `incrementalSync`.
    pub confirm_deletions: Option<bool>,
}

/// A request to sync every table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct FullSyncRequest {
    /// Options of the sync.
    #[oai(default)]
    pub options: FullSyncOptions,
}

/// Options of a table sync.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(
    rename_all = "camelCase",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub struct TableSyncOptions {
    /// `true`: delete rows missing from the source even if that is more than 20 % of the table.
    pub confirm_deletions: Option<bool>,
    /// With `confirmDeletions`: the maximum number of rows to delete. If more rows are missing from
    /// the source, nothing is deleted and the deletions are withheld again. Default: no limit.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000000")))]
    pub max_deletions: Option<u64>,
}

/// A request to sync one table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct TableSyncRequest {
    /// `inventory_data`, `sales_transactions`, `market_prices`, `customer_profiles` or
    /// `supplier_data`.
    #[oai(validator(max_length = 64))]
    pub table_name: String,
    /// Options of the sync.
    #[oai(default)]
    pub options: TableSyncOptions,
}

/// Result of a finished run.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct SyncOutcome {
    /// Id of the run.
    pub run_id: Uuid,
    /// Final state.
    pub state: RunState,
    /// Row counts.
    pub stats: SyncStats,
}

/// A run that continues in the background.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct StartedRun {
    /// Id of the run. `GET /api/data-sync/runs/{id}` returns its state.
    pub run_id: Uuid,
}

impl From<RunOutcome> for SyncOutcome {
    fn from(outcome: RunOutcome) -> Self {
        Self {
            run_id: outcome.run_id,
            state: outcome.state,
            stats: outcome.counts.into(),
        }
    }
}
