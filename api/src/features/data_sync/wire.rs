//! The JSON of Data Sync: the names that programs rely on, each with its meaning and unit.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

mod examples;

/// What a run did, in rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct SyncStats {
    /// Rows read from the source.
    pub total_records: u64,
    /// Rows that are now in the application database as the source has them: inserted, updated or unchanged.
    pub successful_upserts: u64,
    /// Rows that could not land.
    pub errors: u64,
    /// Rows that were not there before, or had been removed.
    pub inserted: u64,
    /// Rows that differed.
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

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum RunState {
    /// Waits for its turn.
    Queued,
    /// Goes on right now.
    Running,
    /// Everything landed.
    Succeeded,
    /// Every table landed, some rows could not.
    SucceededWithRejects,
    /// At least one table could not be read or written; the others keep what landed.
    Failed,
    /// Stopped by a person.
    Cancelled,
}

/// How one table of a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum TableState {
    /// Waits for its turn.
    Queued,
    /// Goes on right now.
    Running,
    /// Every row landed.
    Succeeded,
    /// Some rows could not land.
    SucceededWithRejects,
    /// Nothing of this table changed; `message` says why.
    Failed,
    /// The source has no such table; what is there stays.
    Skipped,
}

/// What a run covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum RunKind {
    /// Every table, read completely.
    Full,
    /// One table, read completely.
    Table,
}

/// One of the tables that can be synced.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncableTable {
    /// The table's name at the source; what `POST /api/data-sync/table` takes.
    pub source_table: String,
    /// The table's name in the application database.
    pub target_table: String,
    /// When a read of it landed last.
    pub last_synced_at: Option<DateTime<Utc>>,
    /// How its latest sync stands.
    pub state: Option<TableState>,
    /// Rows in the application database after the last read that landed.
    pub rows: Option<u64>,
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

/// How to sync everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none, example)]
pub struct FullSyncOptions {
    /// `false`: read every table completely. Reading only what changed is not available yet.
    #[oai(default)]
    pub incremental_sync: bool,
    /// `true`: remove rows that the source no longer has even where that takes away more than 20 % of a table.
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
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none, example)]
pub struct TableSyncOptions {
    /// `true`: remove rows that the source no longer has even where that takes away more than 20 % of the table.
    pub confirm_removals: Option<bool>,
}

/// A request to sync one table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct TableSync {
    /// `inventory_data`, `sales_transactions`, `market_prices`, `customer_profiles` or `supplier_data`.
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

/// Where a table's time went, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct TableTimings {
    /// Reading, checking and staging.
    pub read_ms: u64,
    /// Merging what was staged.
    pub merge_ms: u64,
}

/// What a run did to one table, in rows. `read` = `inserted` + `updated` + `unchanged` + `rejected`.
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
    /// Rows that were not there before, or had been removed.
    pub inserted: u64,
    /// Rows that differed.
    pub updated: u64,
    /// Rows that were there already, to the letter.
    pub unchanged: u64,
    /// Rows removed because the source no longer has them.
    pub deleted: u64,
    /// Rows that could not land.
    pub rejected: u64,
    /// Rows that the source no longer has but that are kept until the removal is confirmed.
    pub held_back: Option<u64>,
    /// What is to be known about it.
    pub message: Option<String>,
    /// Where the time went.
    pub timings: TableTimings,
}

/// One run of Data Sync.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncRun {
    /// Names the run; later runs sort after earlier ones.
    pub id: Uuid,
    /// What it covers.
    pub kind: RunKind,
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
    /// The physical line of the file where the row starts; the header is line 1.
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

/// What kind of source rows come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SourceKind {
    /// No source is set yet.
    None,
    /// A folder of CSV files.
    Files,
}

/// Where rows come from.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct Source {
    /// Its kind; `none` until one is set.
    pub kind: SourceKind,
    /// For `files`: the folder, as it was given.
    pub path: Option<String>,
    /// When it was set.
    pub updated_at: Option<DateTime<Utc>>,
}

/// A source to set or to test.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct SourceInput {
    /// `files`: a folder of CSV files. Other kinds are not available yet.
    #[oai(validator(max_length = 32))]
    pub kind: String,
    /// The folder, absolute or relative to the installation's warehouse root.
    #[oai(validator(max_length = 4096))]
    pub path: String,
}

/// Whether the source has a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct SourceTablePresence {
    /// The source table.
    pub source_table: String,
    /// Whether the source has it; a table that it does not have is skipped.
    pub present: bool,
    /// How many files make it up.
    pub files: u64,
}

/// What a test of a source found.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SourceTest {
    /// Whether rows can be read from it.
    pub ok: bool,
    /// Why not, and what to do.
    pub reason: Option<String>,
    /// The tables it has and has not; empty where it cannot be read.
    pub tables: Vec<SourceTablePresence>,
}
