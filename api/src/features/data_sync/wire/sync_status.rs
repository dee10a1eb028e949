//! Status and health of Data Sync.

use super::sync_run::Reject;
use crate::features::data_sync::IncompleteTable;
use crate::features::data_sync::run_message::SyncMessageCode;
use crate::features::data_sync::run_state::{RunState, TableState};
use crate::features::data_sync::store::{
    RowCounts, RunRecord, SyncFailure, SyncOverview, TableStatus,
};
use crate::features::data_sync::table_note::TableNote;
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use sea_orm::prelude::Uuid;

/// Row counts of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct SyncStats {
    /// Rows read from the source.
    pub total_records: u64,
    /// Rows that match the source after the run: inserted, updated or unchanged.
    pub successful_upserts: u64,
    /// Rejected rows.
    pub errors: u64,
    /// New rows.
    pub inserted: u64,
    /// Rows that changed, or were restored after a deletion.
    pub updated: u64,
    /// Rows that were already identical.
    pub unchanged: u64,
    /// Rows deleted because a complete read of the source no longer contained them.
    pub deleted: u64,
}

/// A failure in the latest run.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncError {
    /// The source table, such as `sales_transactions`.
    pub table: String,
    /// Error message. For a rejected row, it names the row and the column.
    pub error: String,
    /// What the message says about the table.
    pub code: Option<SyncMessageCode>,
    /// The row, if one was rejected.
    pub reject: Option<Reject>,
    /// Time of the failure.
    pub timestamp: DateTime<Utc>,
}

/// A table that can be synced.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncableTable {
    /// Name of the table in the source, as `POST /api/data-sync/table` accepts it.
    pub source_table: String,
    /// Name of the table in the application database.
    pub target_table: String,
    /// Last successful sync, or last time its files were found unchanged.
    pub last_synced_at: Option<DateTime<Utc>>,
    /// Whether the rows are stale: two scheduled runs were missed or, without a schedule, the last
    /// sync is over two days old. Always false for a table that was never synced.
    pub overdue: bool,
    /// State of its latest sync.
    pub state: Option<TableState>,
    /// Rows in the application database after the last successful sync.
    pub rows: Option<u64>,
    /// Rows missing from the source that are kept until the deletion is confirmed. `GET
    /// /api/data-sync/withheld-deletions` lists them.
    pub withheld: Option<u64>,
    /// Its rejected rows, if they are more than 0.1 % of its rows.
    pub rejects: Option<TableRejects>,
    /// Message about its latest sync.
    pub message: Option<String>,
    /// What the message says. Absent for a table that was synced.
    pub message_code: Option<SyncMessageCode>,
    /// The parts of the message about a table that was synced.
    pub notes: Vec<TableNote>,
}

/// The rejected rows of the last load of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct TableRejects {
    /// Rejected rows.
    pub rejected: u64,
    /// Rows of the table in the source.
    pub rows: u64,
    /// Id of the run that lists them.
    pub run_id: Uuid,
}

/// Why figures of a table cannot be trusted.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct SyncIssue {
    /// The source table, such as `sales_transactions`.
    pub table: String,
    /// The reason.
    pub message: String,
    /// The rejected rows.
    pub rejects: TableRejects,
}

/// Status of Data Sync.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncStatus {
    /// Whether a run is in progress.
    pub is_running: bool,
    /// Last successful sync of any table. Absent before the first one.
    pub last_sync_time: Option<DateTime<Utc>>,
    /// Row counts of the latest run of any kind.
    pub stats: SyncStats,
    /// Failures of the latest run: tables first, then rows. At most 20.
    pub recent_errors: Vec<SyncError>,
    /// Every table that can be synced.
    pub tables: Vec<SyncableTable>,
    /// Id of the latest run.
    pub run_id: Option<Uuid>,
    /// State of the latest run.
    pub state: Option<RunState>,
}

/// Health of the source and of the application database.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncHealth {
    /// Whether the source responds, whatever its kind.
    pub big_query: bool,
    /// Whether the application database responds.
    pub supabase: bool,
    /// Whether both respond, which a sync needs. `issues` do not change it.
    pub overall: bool,
    /// Why the source does not respond, and what to do.
    pub source_reason: Option<String>,
    /// What the reason of the source says.
    pub source_reason_code: Option<SyncMessageCode>,
    /// Why the application database does not respond, and what to do.
    pub target_reason: Option<String>,
    /// What the reason of the application database says.
    pub target_reason_code: Option<SyncMessageCode>,
    /// The tables of which more than 0.1 % of the rows were rejected.
    pub issues: Vec<SyncIssue>,
}

impl From<RowCounts> for SyncStats {
    fn from(counts: RowCounts) -> Self {
        Self {
            total_records: counts.read,
            successful_upserts: counts.inserted + counts.updated + counts.unchanged,
            errors: counts.rejected,
            inserted: counts.inserted,
            updated: counts.updated,
            unchanged: counts.unchanged,
            deleted: counts.deleted,
        }
    }
}

impl From<SyncFailure> for SyncError {
    fn from(failure: SyncFailure) -> Self {
        Self {
            table: failure.table,
            error: failure.message,
            code: failure.message_code,
            reject: failure.rejected.map(Reject::from),
            timestamp: failure.failed_at,
        }
    }
}

impl From<IncompleteTable> for TableRejects {
    fn from(table: IncompleteTable) -> Self {
        Self {
            rejected: table.rejected,
            rows: table.rows,
            run_id: table.run,
        }
    }
}

impl From<IncompleteTable> for SyncIssue {
    fn from(table: IncompleteTable) -> Self {
        Self {
            table: table.table.id().to_owned(),
            message: table.message(),
            rejects: table.into(),
        }
    }
}

impl From<TableStatus> for SyncableTable {
    fn from(status: TableStatus) -> Self {
        Self {
            source_table: status.table.id().to_owned(),
            target_table: status.table.target().to_owned(),
            last_synced_at: status.last_synced_at,
            overdue: status.is_overdue,
            state: status.state,
            rows: status.rows,
            withheld: status.withheld,
            rejects: status.incomplete.map(TableRejects::from),
            message: status.message,
            message_code: status.message_code,
            notes: status.notes,
        }
    }
}

impl From<SyncOverview> for SyncStatus {
    fn from(overview: SyncOverview) -> Self {
        Self {
            is_running: overview.latest.as_ref().is_some_and(RunRecord::is_active),
            last_sync_time: overview.last_synced_at,
            stats: overview.counts().into(),
            run_id: overview.latest.as_ref().map(|run| run.row.id),
            state: overview.state(),
            recent_errors: overview
                .recent_failures
                .into_iter()
                .map(SyncError::from)
                .collect(),
            tables: overview
                .tables
                .into_iter()
                .map(SyncableTable::from)
                .collect(),
        }
    }
}
