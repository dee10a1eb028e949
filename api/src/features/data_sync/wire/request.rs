//! What a run is asked for, and what whoever asked is told.

use super::state::RunState;
use super::status::SyncStats;
use poem_openapi::Object;
use sea_orm::prelude::Uuid;

/// How to sync everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(
    rename_all = "camelCase",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub struct FullSyncOptions {
    /// `false`: read every table completely. `true`: leave out files, and of PostgreSQL rows, that
    /// have landed already and are still the same; rows are added and changed, never removed.
    #[oai(default)]
    pub incremental_sync: bool,
    /// `true`: remove rows that the source no longer has even where that takes away more than 20 %
    /// of a table. Only with complete reads.
    pub confirm_removals: Option<bool>,
}

/// A request to sync everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct FullSync {
    /// How to do it.
    #[oai(default)]
    pub options: FullSyncOptions,
}

/// How to sync one table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(
    rename_all = "camelCase",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub struct TableSyncOptions {
    /// `true`: remove rows that the source no longer has even where that takes away more than 20 %
    /// of the table.
    pub confirm_removals: Option<bool>,
    /// With `confirmRemovals`: how many rows were looked at and may go. Where the source lacks more
    /// of them by now, nothing is removed and the run holds them back again, whatever their share.
    /// Absent: however many.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000000")))]
    pub confirmed_removals: Option<u64>,
}

/// A request to sync one table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct TableSync {
    /// `inventory_data`, `sales_transactions`, `market_prices`, `customer_profiles` or
    /// `supplier_data`.
    #[oai(validator(max_length = 64))]
    pub table_name: String,
    /// How to do it.
    #[oai(default)]
    pub options: TableSyncOptions,
}

/// What a run that has ended did.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct SyncOutcome {
    /// The run.
    pub run_id: Uuid,
    /// How it ended.
    pub state: RunState,
    /// What it did.
    pub stats: SyncStats,
}

/// A run that goes on while the caller does something else.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct SyncStarted {
    /// The run; `GET /api/data-sync/runs/{id}` says how it stands.
    pub run_id: Uuid,
}
