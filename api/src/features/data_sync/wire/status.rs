//! How Data Sync stands, for its page.

use super::state::{RunState, TableState};
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use sea_orm::prelude::Uuid;

/// What a run did, in rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct SyncStats {
    /// Rows read from the source.
    pub total_records: u64,
    /// Rows that are now in the application database as the source has them: inserted, updated or
    /// unchanged.
    pub successful_upserts: u64,
    /// Rows that could not land.
    pub errors: u64,
    /// Rows that were not there before.
    pub inserted: u64,
    /// Rows that differed, or came back after they had been removed.
    pub updated: u64,
    /// Rows that were there already, to the letter.
    pub unchanged: u64,
    /// Rows removed because a complete read of the source no longer had them.
    pub deleted: u64,
}

/// Something that went wrong in the latest run.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct SyncError {
    /// The source table, such as `sales_transactions`.
    pub table: String,
    /// What went wrong, in words: the row and column where it is one row's fault.
    pub error: String,
    /// When it was found.
    pub timestamp: DateTime<Utc>,
}

/// One of the tables that can be synced.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncableTable {
    /// The table's name at the source; what `POST /api/data-sync/table` takes.
    pub source_table: String,
    /// The table's name in the application database.
    pub target_table: String,
    /// When a read of it landed last, or its files were found unchanged.
    pub last_synced_at: Option<DateTime<Utc>>,
    /// Whether its rows are older than they should be: two times of the schedule have passed since
    /// then or, where no schedule is on, two days. Never true of a table that has never landed.
    pub overdue: bool,
    /// How its latest sync stands.
    pub state: Option<TableState>,
    /// Rows in the application database after the last read that landed.
    pub rows: Option<u64>,
    /// Rows that the source no longer has but that are kept until the removal is confirmed; `GET
    /// /api/data-sync/removals` says which.
    pub held_back: Option<u64>,
    /// What is to be known about its latest sync.
    pub message: Option<String>,
}

/// How Data Sync stands.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncStatus {
    /// Whether a run goes on right now.
    pub is_running: bool,
    /// When rows landed last; absent where none ever did.
    pub last_sync_time: Option<DateTime<Utc>>,
    /// The latest run's figures, whatever its kind.
    pub stats: SyncStats,
    /// The latest run's failures, tables first, then rows; at most 20.
    pub recent_errors: Vec<SyncError>,
    /// Every table that can be synced.
    pub tables: Vec<SyncableTable>,
    /// The latest run.
    pub run_id: Option<Uuid>,
    /// How the latest run stands.
    pub state: Option<RunState>,
}

/// Whether a sync can work.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncHealth {
    /// Whether the source answers, of whatever kind it is.
    pub big_query: bool,
    /// Whether the application database answers.
    pub supabase: bool,
    /// Both of them.
    pub overall: bool,
    /// Why the source does not answer, and what to do.
    pub source_reason: Option<String>,
    /// Why the application database does not answer, and what to do.
    pub target_reason: Option<String>,
}
