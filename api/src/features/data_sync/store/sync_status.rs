//! The status of Data Sync for its page and the assistant.

use super::{RowCounts, RunRecord, TableRecord, attach_tables};
use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{DbError, TenantDb};
use crate::features::data_sync::run_message::SyncMessageCode;
use crate::features::data_sync::run_state::{RunState, TableState};
use crate::features::data_sync::schedule::{self, TableFreshness};
use crate::features::data_sync::table_note::TableNote;
use crate::features::data_sync::{DataSync, IncompleteTable};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::{sync_reject, sync_run, sync_run_table};
use sea_orm::ColumnTrait;
use sources::SourceTable;

/// Maximum number of failures in the status. The rejects of the run list all rejected rows.
const MAX_RECENT_FAILURES: u64 = 20;

/// How up to date the data is, and the latest run.
#[derive(Clone, Debug)]
pub struct SyncOverview {
    /// Every table that can be synced.
    pub tables: Vec<TableStatus>,
    /// Last successful sync of any table.
    pub last_synced_at: Option<DateTime<Utc>>,
    /// The latest run.
    pub latest: Option<RunRecord>,
    /// Failures of the latest run: tables first, then rows.
    pub recent_failures: Vec<SyncFailure>,
}

/// A table that can be synced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStatus {
    /// The table.
    pub table: SourceTable,
    /// Last successful sync, or last time its files were found unchanged.
    pub last_synced_at: Option<DateTime<Utc>>,
    /// Whether newer rows are overdue. Never true for a table that was never synced.
    pub is_overdue: bool,
    /// State of its latest sync.
    pub state: Option<TableState>,
    /// Rows in the application database after the last successful sync.
    pub rows: Option<u64>,
    /// Rows missing from the source that are kept until the deletion is confirmed.
    pub withheld: Option<u64>,
    /// Set if more than 0.1 % of its rows were rejected.
    pub incomplete: Option<IncompleteTable>,
    /// Message about its latest sync.
    pub message: Option<String>,
    /// What it says. None for a table that was synced.
    pub message_code: Option<SyncMessageCode>,
    /// The parts of the message about a table that was synced.
    pub notes: Vec<TableNote>,
}

/// A failure of a table or of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncFailure {
    /// Id of the source table.
    pub table: String,
    /// What failed. For a rejected row, it names the row and the column.
    pub message: String,
    /// What it says about a table.
    pub message_code: Option<SyncMessageCode>,
    /// The row, if one was rejected.
    pub rejected: Option<sync_reject::Model>,
    /// When it failed.
    pub failed_at: DateTime<Utc>,
}

impl SyncOverview {
    /// State of the latest run.
    pub fn state(&self) -> Option<RunState> {
        self.latest.as_ref().map(|run| run.state)
    }

    /// Row counts of the latest run.
    pub fn counts(&self) -> RowCounts {
        self.latest
            .as_ref()
            .map_or_else(RowCounts::default, RunRecord::counts)
    }
}

impl DataSync {
    /// Loads the status. The schedule is evaluated in time zone `zone`.
    pub async fn load_status(
        &self,
        db: &TenantDb,
        zone: Tz,
        _permission: &Proof<SyncRead>,
    ) -> Result<SyncOverview, DbError> {
        let now = self.clock.now();
        let rows = db
            .find::<sync_run::Entity>()
            .order_by_desc(sync_run::Column::Id)
            .limit(1)
            .all()
            .await?;
        let latest = attach_tables(db, rows, now).await?.pop();
        let landed = schedule::load_table_freshness(db, zone, now).await?;
        let held = super::withheld_deletion_store::load_withheld_deletions(db).await?;
        let mut tables = Vec::with_capacity(SourceTable::ALL.len());
        for table in SourceTable::ALL {
            let landed = landed.iter().find(|landed| landed.is_for_table(table));
            let withheld = held
                .iter()
                .find(|held| held.source_table == table.id())
                .map(|held| held.missing_rows.unsigned_abs());
            tables.push(TableStatus {
                withheld,
                ..load_table_status(db, table, landed, latest.as_ref(), now).await?
            });
        }
        Ok(SyncOverview {
            tables,
            last_synced_at: landed
                .iter()
                .map(|landed| landed.sync_state.synced_at)
                .max(),
            recent_failures: match &latest {
                Some(run) => load_recent_failures(db, run).await?,
                None => Vec::new(),
            },
            latest,
        })
    }
}

async fn load_table_status(
    db: &TenantDb,
    table: SourceTable,
    landed: Option<&TableFreshness>,
    latest: Option<&RunRecord>,
    now: DateTime<Utc>,
) -> Result<TableStatus, DbError> {
    // For a table of the latest run, use the state from that run, which accounts for interrupted
    // runs.
    let shown = latest.and_then(|run| {
        run.tables
            .iter()
            .find(|shown| shown.row.source_table == table.id())
    });
    let shown = if let Some(shown) = shown.cloned() {
        Some(shown)
    } else {
        let runs = db
            .find::<sync_run_table::Entity>()
            .filter(sync_run_table::Column::SourceTable.eq(table.id()));
        let last = runs
            .order_by_desc(sync_run_table::Column::RunId)
            .limit(1)
            .one()
            .await?;
        last.map(|last| TableRecord::from_row(last, false, now))
    };
    let state = shown.as_ref().map(|shown| shown.state);
    let (message, message_code, notes) = shown
        .map(|shown| (shown.message, shown.message_code, shown.notes))
        .unwrap_or_default();
    Ok(TableStatus {
        table,
        last_synced_at: landed.map(|landed| landed.sync_state.synced_at),
        is_overdue: landed.is_some_and(|landed| landed.is_overdue),
        state,
        // Only syncs change these tables, so the count of the last sync is current.
        rows: landed.map(|landed| landed.sync_state.live_rows.unsigned_abs()),
        withheld: None,
        incomplete: landed.and_then(|landed| IncompleteTable::from_sync_state(&landed.sync_state)),
        message,
        message_code,
        notes,
    })
}

async fn load_recent_failures(db: &TenantDb, run: &RunRecord) -> Result<Vec<SyncFailure>, DbError> {
    let failed_at = run.row.finished_at.unwrap_or(run.row.started_at);
    let failed = run
        .tables
        .iter()
        .filter(|table| table.state == TableState::Failed);
    let mut failures: Vec<SyncFailure> = failed
        .map(|table| SyncFailure {
            table: table.row.source_table.clone(),
            message: table.message.clone().unwrap_or_default(),
            message_code: table.message_code,
            rejected: None,
            failed_at,
        })
        .collect();
    let rejects = db
        .find::<sync_reject::Entity>()
        .filter(sync_reject::Column::RunId.eq(run.row.id));
    let rows = rejects
        .order_by_asc(sync_reject::Column::SourceTable)
        .order_by_asc(sync_reject::Column::Seq)
        .limit(MAX_RECENT_FAILURES)
        .all()
        .await?;
    failures.extend(rows.into_iter().map(|row| SyncFailure {
        failed_at: row.rejected_at,
        message: format_reject(&row),
        message_code: None,
        table: row.source_table.clone(),
        rejected: Some(row),
    }));
    failures.truncate(usize::try_from(MAX_RECENT_FAILURES).unwrap_or(usize::MAX));
    Ok(failures)
}

/// A reject in one sentence: location, reason and value.
fn format_reject(row: &sync_reject::Model) -> String {
    let place = match (row.line, &row.file) {
        (Some(row), Some(file)) if file.ends_with(".parquet") => format!("{file}, row {row}: "),
        (Some(line), Some(file)) => format!("{file}, line {line}: "),
        (Some(line), None) => format!("Line {line}: "),
        (None, _) => row
            .key
            .as_ref()
            .map_or_else(String::new, |key| format!("{key}: ")),
    };
    match row.value.as_deref().filter(|value| !value.is_empty()) {
        Some(value) => format!("{place}{} (found \"{value}\")", row.reason),
        None => format!("{place}{}", row.reason),
    }
}
