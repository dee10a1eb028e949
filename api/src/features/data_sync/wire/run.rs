//! Runs and the rows that could not land.

use super::state::{RunKind, RunState, RunTrigger, TableState};
use super::status::SyncStats;
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use sea_orm::prelude::Uuid;

/// Where a table's time went, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct TableTimings {
    /// Reading, checking and staging.
    pub read_ms: u64,
    /// Merging what was staged.
    pub merge_ms: u64,
}

/// What a run did to one table, in rows. `read` = `inserted` + `updated` + `unchanged` +
/// `rejected`.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RunTable {
    /// The source table.
    pub table: String,
    /// The table it becomes.
    pub target_table: String,
    /// How it stands.
    pub state: TableState,
    /// Rows in the source.
    pub read: u64,
    /// Rows that were not there before.
    pub inserted: u64,
    /// Rows that differed, or came back after they had been removed.
    pub updated: u64,
    /// Rows that were there already, to the letter.
    pub unchanged: u64,
    /// Rows removed because the source no longer has them.
    pub deleted: u64,
    /// Rows that could not land.
    pub rejected: u64,
    /// Rows that the source no longer has but that are kept until the removal is confirmed.
    pub held_back: Option<u64>,
    /// Bytes that the source bills for the read; absent where it bills nothing, or does not say.
    pub bytes_billed: Option<u64>,
    /// Bytes of the source that were read: of files those of the files, of a database those that it
    /// sent; absent before the read begins.
    pub bytes_read: Option<u64>,
    /// Bytes that there are to read; absent where the source does not say beforehand.
    pub bytes_total: Option<u64>,
    /// What is to be known about it.
    pub message: Option<String>,
    /// Where the time went.
    pub timings: TableTimings,
    /// How far it is; only while it is read.
    pub progress: Option<TableProgress>,
}

/// How far the read of a table is.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TableProgress {
    /// When it was begun.
    pub started_at: DateTime<Utc>,
    /// Rows read each second so far.
    pub rows_per_second: Option<u64>,
    /// Rows that the table had after the read before, and is likely to have again.
    pub rows_expected: Option<u64>,
    /// Seconds until everything is read at this rate: by the bytes where their total is known, else
    /// by the rows that are expected; 0 while what was read is being written.
    pub seconds_left: Option<u64>,
}

/// One run of Data Sync.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncRun {
    /// Names the run; later runs sort after earlier ones.
    pub id: Uuid,
    /// What it covers.
    pub kind: RunKind,
    /// What began it; absent for runs from before this was written down.
    pub trigger: Option<RunTrigger>,
    /// How it stands.
    pub state: RunState,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// All tables together.
    pub stats: SyncStats,
    /// Each table, in the order of the run.
    pub tables: Vec<RunTable>,
    /// Why it failed, in words.
    pub error: Option<String>,
}

/// A page of runs, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SyncRuns {
    /// The runs.
    pub items: Vec<SyncRun>,
    /// Where the next page begins; absent on the last one.
    pub next_cursor: Option<String>,
}

/// A row of the source that could not land.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct Reject {
    /// The source table.
    pub table: String,
    /// Of a CSV file the physical line where the row starts, the header being line 1; of a Parquet
    /// file the row's number, the first being 1. Absent where the source is a database.
    pub line: Option<u64>,
    /// The file, relative to the source's folder.
    pub file: Option<String>,
    /// The row's key, where it has one; several key columns are joined by ` / `.
    pub key: Option<String>,
    /// The column that is wrong; absent where the whole row is.
    pub column: Option<String>,
    /// What stands there, cut to 200 characters.
    pub value: Option<String>,
    /// What is wrong and what is expected.
    pub reason: String,
}

/// A page of rejected rows, in the order of the source.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Rejects {
    /// The rows.
    pub items: Vec<Reject>,
    /// Where the next page begins; absent on the last one.
    pub next_cursor: Option<String>,
}
