//! Runs with their tables, as their records and the lease describe them.

use super::table_progress::{ReadProgress, progress_from_row};
use crate::features::data_sync::run_message::{SyncMessage, SyncMessageCode};
use crate::features::data_sync::run_state::{RunState, TableState};
use crate::features::data_sync::table_note::TableNote;
use chrono::{DateTime, Utc};
use entities::{sync_run, sync_run_table};
use sea_orm::prelude::Uuid;

/// A run. If no server continues it, it counts as failed, whatever its row says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRecord {
    /// The row of the run.
    pub row: sync_run::Model,
    /// State of the run.
    pub state: RunState,
    /// Error message of a failed run.
    pub error: Option<String>,
    /// What it says.
    pub error_code: Option<SyncMessageCode>,
    /// Tables in the order of the run.
    pub tables: Vec<TableRecord>,
}

/// A table of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRecord {
    /// The row of the table.
    pub row: sync_run_table::Model,
    /// State of the table.
    pub state: TableState,
    /// Message about the table.
    pub message: Option<String>,
    /// What it says. None for a table that was synced.
    pub message_code: Option<SyncMessageCode>,
    /// The parts of the message about a table that was synced.
    pub notes: Vec<TableNote>,
    /// Progress of the read. None unless the table is being read.
    pub progress: Option<ReadProgress>,
}

/// Row counts of a run, over all its tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowCounts {
    /// Rows read from the source.
    pub read: u64,
    /// New rows.
    pub inserted: u64,
    /// Changed rows.
    pub updated: u64,
    /// Rows that were already identical.
    pub unchanged: u64,
    /// Deleted rows.
    pub deleted: u64,
    /// Rejected rows.
    pub rejected: u64,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOutcome {
    /// Id of the run.
    pub run_id: Uuid,
    /// Final state.
    pub state: RunState,
    /// Row counts.
    pub counts: RowCounts,
}

impl RunRecord {
    /// A run, as of `now`. It continues while it holds the lease, or while its job is one that a
    /// server continues: it is then in `active`.
    pub(super) fn from_rows(
        row: sync_run::Model,
        tables: Vec<sync_run_table::Model>,
        active: &[Uuid],
        now: DateTime<Utc>,
    ) -> Self {
        let stored = RunState::from_stored(&row.state);
        let abandoned =
            matches!(stored, RunState::Queued | RunState::Running) && !active.contains(&row.id);
        let (state, error, error_code) = if abandoned {
            let SyncMessage { code, text } = SyncMessage::interrupted();
            (RunState::Failed, Some(text), Some(code))
        } else {
            let code = SyncMessageCode::from_stored(row.error_code.as_deref());
            (stored, row.error.clone(), code)
        };
        Self {
            state,
            error,
            error_code,
            tables: tables
                .into_iter()
                .map(|table| TableRecord::from_row(table, abandoned, now))
                .collect(),
            row,
        }
    }

    /// Whether the run has not ended.
    pub fn is_active(&self) -> bool {
        matches!(self.state, RunState::Queued | RunState::Running)
    }

    /// Row counts of the run.
    pub fn counts(&self) -> RowCounts {
        RowCounts::from_tables(self.tables.iter().map(|table| &table.row))
    }
}

impl TableRecord {
    pub(super) fn from_row(
        row: sync_run_table::Model,
        abandoned: bool,
        now: DateTime<Utc>,
    ) -> Self {
        let stored = TableState::from_stored(&row.state);
        if abandoned && matches!(stored, TableState::Queued | TableState::Running) {
            let SyncMessage { code, text } = SyncMessage::interrupted();
            return Self {
                row,
                state: TableState::Failed,
                message: Some(text),
                message_code: Some(code),
                notes: Vec::new(),
                progress: None,
            };
        }
        Self {
            state: stored,
            message: row.message.clone(),
            message_code: SyncMessageCode::from_stored(row.message_code.as_deref()),
            notes: TableNote::from_json(row.notes.as_deref()),
            progress: progress_from_row(&row, now),
            row,
        }
    }
}

impl RowCounts {
    /// The counts of all tables of a run.
    pub fn from_tables<'a>(tables: impl IntoIterator<Item = &'a sync_run_table::Model>) -> Self {
        let mut counts = Self::default();
        for table in tables {
            counts.read += table.rows_read.unsigned_abs();
            counts.inserted += table.inserted.unsigned_abs();
            counts.updated += table.updated.unsigned_abs();
            counts.unchanged += table.unchanged.unsigned_abs();
            counts.deleted += table.deleted.unsigned_abs();
            counts.rejected += table.rejected.unsigned_abs();
        }
        counts
    }
}
