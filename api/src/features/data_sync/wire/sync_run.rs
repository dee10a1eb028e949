//! Sync runs and rejected rows.

use super::reject_code::RejectCode;
use super::sync_status::SyncStats;
use crate::db::Page;
use crate::features::data_sync::run_message::SyncMessageCode;
use crate::features::data_sync::run_state::{RunKind, RunState, RunTrigger, TableState};
use crate::features::data_sync::store::{ReadProgress, RunRecord, TableRecord};
use crate::features::data_sync::table_note::TableNote;
use chrono::{DateTime, Utc};
use entities::sync_reject;
use poem_openapi::Object;
use sea_orm::prelude::Uuid;
use sources::SourceTable;

/// Timings of a table, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct TableTimings {
    /// Reading, checking and staging.
    pub read_ms: u64,
    /// Merging staged rows.
    pub merge_ms: u64,
}

/// Row counts and state of one table of a run. `read` = `inserted` + `updated` + `unchanged` +
/// `rejected`.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RunTable {
    /// The source table.
    pub table: String,
    /// The table in the application database.
    pub target_table: String,
    /// State of the table.
    pub state: TableState,
    /// Rows read from the source.
    pub read: u64,
    /// New rows.
    pub inserted: u64,
    /// Rows that changed, or were restored after a deletion.
    pub updated: u64,
    /// Rows that were already identical.
    pub unchanged: u64,
    /// Rows deleted because they are missing from the source.
    pub deleted: u64,
    /// Rejected rows.
    pub rejected: u64,
    /// Rows missing from the source that are kept until the deletion is confirmed.
    pub withheld: Option<u64>,
    /// Bytes billed by the source for the read. Absent if nothing is billed or the amount is
    /// unknown.
    pub bytes_billed: Option<u64>,
    /// Bytes read from files, or sent by the database. Absent before the read starts.
    pub bytes_read: Option<u64>,
    /// Total bytes to read. Absent if the source does not report them in advance.
    pub bytes_total: Option<u64>,
    /// Message about the table.
    pub message: Option<String>,
    /// What the message says. Absent for a table that was synced.
    pub message_code: Option<SyncMessageCode>,
    /// The parts of the message about a table that was synced.
    pub notes: Vec<TableNote>,
    /// Timings.
    pub timings: TableTimings,
    /// Progress. Present only while the table is read.
    pub progress: Option<TableProgress>,
}

/// Progress of reading a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TableProgress {
    /// When the read started.
    pub started_at: DateTime<Utc>,
    /// Average rows read per second.
    pub rows_per_second: Option<u64>,
    /// Rows that the table had after the previous read, as an estimate.
    pub rows_expected: Option<u64>,
    /// Estimated seconds until the read ends, from bytes if their total is known, otherwise from
    /// expected rows. 0 while the rows are merged.
    pub seconds_left: Option<u64>,
}

/// A sync run.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncRun {
    /// Id of the run. Ids sort by start time.
    pub id: Uuid,
    /// Kind of the run.
    pub kind: RunKind,
    /// What started the run.
    pub trigger: Option<RunTrigger>,
    /// State of the run.
    pub state: RunState,
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// Totals over all tables.
    pub stats: SyncStats,
    /// Tables in the order of the run.
    pub tables: Vec<RunTable>,
    /// Error message of a failed run.
    pub error: Option<String>,
    /// What the error message says. If several tables failed, the most severe reason.
    pub error_code: Option<SyncMessageCode>,
}

/// A page of runs, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SyncRuns {
    /// The runs.
    pub items: Vec<SyncRun>,
    /// Cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

/// A rejected row of the source.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct Reject {
    /// The source table.
    pub table: String,
    /// CSV: physical line where the row starts; the header is line 1. Parquet: row number, starting
    /// at 1. Absent if the source is a database.
    pub line: Option<u64>,
    /// The file, relative to the source folder.
    pub file: Option<String>,
    /// Key of the row, if it has one. Multiple key columns are joined by ` / `.
    pub key: Option<String>,
    /// The invalid column. Absent if the whole row is invalid.
    pub column: Option<String>,
    /// The invalid value, truncated to 200 characters.
    pub value: Option<String>,
    /// What is wrong.
    pub code: Option<RejectCode>,
    /// Why the row was rejected and what is expected.
    pub reason: String,
}

/// A page of rejected rows, in the order of the source.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Rejects {
    /// The rows.
    pub items: Vec<Reject>,
    /// Cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

impl From<RunRecord> for SyncRun {
    fn from(run: RunRecord) -> Self {
        Self {
            id: run.row.id,
            kind: RunKind::from_stored(&run.row.kind),
            trigger: run.row.trigger.as_deref().map(RunTrigger::from_stored),
            state: run.state,
            started_at: run.row.started_at,
            finished_at: run.row.finished_at,
            stats: run.counts().into(),
            tables: run.tables.into_iter().map(RunTable::from).collect(),
            error: run.error,
            error_code: run.error_code,
        }
    }
}

impl From<Page<RunRecord>> for SyncRuns {
    fn from(page: Page<RunRecord>) -> Self {
        let (items, next_cursor) = page.into_parts();
        Self { items, next_cursor }
    }
}

impl From<TableRecord> for RunTable {
    fn from(table: TableRecord) -> Self {
        let row = table.row;
        Self {
            target_table: SourceTable::from_id(&row.source_table)
                .map_or_else(String::new, |table| table.target().to_owned()),
            table: row.source_table,
            state: table.state,
            progress: table.progress.map(TableProgress::from),
            read: row.rows_read.unsigned_abs(),
            inserted: row.inserted.unsigned_abs(),
            updated: row.updated.unsigned_abs(),
            unchanged: row.unchanged.unsigned_abs(),
            deleted: row.deleted.unsigned_abs(),
            rejected: row.rejected.unsigned_abs(),
            withheld: (row.withheld > 0).then_some(row.withheld.unsigned_abs()),
            bytes_billed: row.bytes_billed.map(i64::unsigned_abs),
            bytes_read: row.bytes_read.map(i64::unsigned_abs),
            bytes_total: row.bytes_total.map(i64::unsigned_abs),
            message: table.message,
            message_code: table.message_code,
            notes: table.notes,
            timings: TableTimings {
                read_ms: row.read_ms.unsigned_abs(),
                merge_ms: row.merge_ms.unsigned_abs(),
            },
        }
    }
}

impl From<ReadProgress> for TableProgress {
    fn from(progress: ReadProgress) -> Self {
        Self {
            started_at: progress.started_at,
            rows_per_second: progress.rows_per_second,
            rows_expected: progress.rows_expected,
            seconds_left: progress.seconds_left,
        }
    }
}

impl From<sync_reject::Model> for Reject {
    fn from(row: sync_reject::Model) -> Self {
        Self {
            table: row.source_table,
            line: row.line.map(i64::unsigned_abs),
            file: row.file,
            key: row.key,
            column: row.column,
            value: row.value,
            code: sources::RejectCode::from_stored(&row.code).map(RejectCode::from),
            reason: row.reason,
        }
    }
}

impl From<Page<sync_reject::Model>> for Rejects {
    fn from(page: Page<sync_reject::Model>) -> Self {
        let (items, next_cursor) = page.into_parts();
        Self { items, next_cursor }
    }
}
