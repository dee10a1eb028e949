//! How Data Sync stands, as its page shows it.

use super::attach_tables;
use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{DbError, TenantDb};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::schedule::{self, TableFreshness};
use crate::features::data_sync::source_table::SourceTable;
use crate::features::data_sync::wire::{
    RunState, SyncError, SyncRun, SyncStats, SyncStatus, SyncableTable, TableState,
};
use crate::http::ApiError;
use chrono_tz::Tz;
use entities::{sync_reject, sync_run, sync_run_table};
use sea_orm::ColumnTrait;

/// The most failures that the status carries; all of them are among the run's rejects.
const MAX_RECENT_ERRORS: u64 = 20;

impl DataSync {
    /// How Data Sync stands, as its page and the assistant tell it; the schedule is that of `zone`.
    pub async fn load_status(
        &self,
        db: &TenantDb,
        zone: Tz,
        _permission: &Proof<SyncRead>,
    ) -> Result<SyncStatus, ApiError> {
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
            tables.push(SyncableTable {
                withheld,
                ..load_syncable_table(db, table, landed, latest.as_ref()).await?
            });
        }
        Ok(SyncStatus {
            is_running: latest
                .as_ref()
                .is_some_and(|run| matches!(run.state, RunState::Queued | RunState::Running)),
            last_sync_time: landed
                .iter()
                .map(|landed| landed.sync_state.synced_at)
                .max(),
            stats: latest
                .as_ref()
                .map_or_else(SyncStats::default, |run| run.stats.clone()),
            recent_errors: match &latest {
                Some(run) => load_recent_errors(db, run).await?,
                None => Vec::new(),
            },
            tables,
            run_id: latest.as_ref().map(|run| run.id),
            state: latest.as_ref().map(|run| run.state),
        })
    }
}

async fn load_syncable_table(
    db: &TenantDb,
    table: SourceTable,
    landed: Option<&TableFreshness>,
    latest: Option<&SyncRun>,
) -> Result<SyncableTable, DbError> {
    let runs = db
        .find::<sync_run_table::Entity>()
        .filter(sync_run_table::Column::SourceTable.eq(table.id()));
    let last = runs
        .order_by_desc(sync_run_table::Column::RunId)
        .limit(1)
        .one()
        .await?;
    // A table of the latest run is shown as that run shows it: it may have been cut off.
    let shown = latest.and_then(|run| run.tables.iter().find(|shown| shown.table == table.id()));
    Ok(SyncableTable {
        source_table: table.id().to_owned(),
        target_table: table.target().to_owned(),
        last_synced_at: landed.map(|landed| landed.sync_state.synced_at),
        overdue: landed.is_some_and(|landed| landed.is_overdue),
        state: shown.map(|shown| shown.state).or_else(|| {
            last.as_ref()
                .map(|last| TableState::from_stored(&last.state))
        }),
        // Nothing but a sync writes these tables, so what its end counted is what is there.
        rows: landed.map(|landed| landed.sync_state.live_rows.unsigned_abs()),
        withheld: None,
        message: shown.map_or_else(
            || last.and_then(|last| last.message),
            |shown| shown.message.clone(),
        ),
    })
}

async fn load_recent_errors(db: &TenantDb, run: &SyncRun) -> Result<Vec<SyncError>, DbError> {
    let at = run.finished_at.unwrap_or(run.started_at);
    let failed = run
        .tables
        .iter()
        .filter(|table| table.state == TableState::Failed);
    let mut errors: Vec<SyncError> = failed
        .map(|table| SyncError {
            table: table.table.clone(),
            error: table.message.clone().unwrap_or_default(),
            timestamp: at,
        })
        .collect();
    let rejects = db
        .find::<sync_reject::Entity>()
        .filter(sync_reject::Column::RunId.eq(run.id));
    let rows = rejects
        .order_by_asc(sync_reject::Column::SourceTable)
        .order_by_asc(sync_reject::Column::Seq)
        .limit(MAX_RECENT_ERRORS)
        .all()
        .await?;
    errors.extend(rows.into_iter().map(|row| SyncError {
        timestamp: row.rejected_at,
        error: format_reject(&row),
        table: row.source_table,
    }));
    errors.truncate(usize::try_from(MAX_RECENT_ERRORS).unwrap_or(usize::MAX));
    Ok(errors)
}

/// A reject in one sentence: where, what is wrong, what stands there.
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
