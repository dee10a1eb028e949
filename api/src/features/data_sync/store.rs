//! What the pages of Data Sync show, read from the records of runs.

use super::DataSync;
use super::run::{INTERRUPTED_MESSAGE, sync_jobs};
use super::run_lease;
use super::wire::{
    RunKind, RunState, RunTable, RunTrigger, SyncRun, SyncRuns, SyncStats, TableState, TableTimings,
};
use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{DbError, TenantDb};
use crate::http::{ApiError, parse_id_cursor};
use crate::ids::RunId;
use chrono::{DateTime, Utc};
use entities::{sync_lease, sync_run, sync_run_table};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition};
use std::collections::HashMap;

mod reject_retry;
mod rejects;
mod run_stream;
mod sync_status;
mod table_progress;
mod withheld_deletion_store;

/// Rejects that are read at once for a file.
pub(super) const REJECTS_PER_PAGE: u32 = 1_000;

impl DataSync {
    /// A page of runs, newest first.
    pub(super) async fn list_runs(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
        limit: u32,
        cursor: Option<&str>,
    ) -> Result<SyncRuns, ApiError> {
        let before = parse_id_cursor(cursor)?;
        let narrowed = before.map_or_else(Condition::all, |before| {
            Condition::all().add(sync_run::Column::Id.lt(before))
        });
        let newest = db
            .find::<sync_run::Entity>()
            .filter(narrowed)
            .order_by_desc(sync_run::Column::Id);
        let (rows, next_cursor) = newest.page(limit, |last| last.id.to_string()).await?;
        Ok(SyncRuns {
            items: attach_tables(db, rows, self.clock.now()).await?,
            next_cursor,
        })
    }

    /// One run.
    pub(super) async fn find_run(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
        id: RunId,
    ) -> Result<SyncRun, ApiError> {
        self.load_run(db, id).await
    }

    /// One run, for whoever has just made it.
    pub(super) async fn load_run(&self, db: &TenantDb, id: RunId) -> Result<SyncRun, ApiError> {
        let row = db
            .find::<sync_run::Entity>()
            .filter(sync_run::Column::Id.eq(id.0))
            .one()
            .await?
            .ok_or_else(ApiError::not_found)?;
        attach_tables(db, vec![row], self.clock.now())
            .await?
            .pop()
            .ok_or_else(ApiError::not_found)
    }
}

async fn attach_tables(
    db: &TenantDb,
    rows: Vec<sync_run::Model>,
    now: DateTime<Utc>,
) -> Result<Vec<SyncRun>, DbError> {
    let held = db
        .find::<sync_lease::Entity>()
        .one()
        .await?
        .filter(|lease| run_lease::is_lease_active(lease, now))
        .map(|lease| lease.run_id);
    let mut going_on = sync_jobs::list_running_jobs(db).await?;
    going_on.extend(held);
    let of_runs = sync_run_table::Column::RunId.is_in(rows.iter().map(|run| run.id));
    let mut tables: HashMap<Uuid, Vec<sync_run_table::Model>> = HashMap::new();
    for table in db
        .find::<sync_run_table::Entity>()
        .filter(of_runs)
        .order_by_asc(sync_run_table::Column::Position)
        .all()
        .await?
    {
        tables.entry(table.run_id).or_default().push(table);
    }
    Ok(rows
        .into_iter()
        .map(|row| {
            run_from_rows(
                tables.remove(&row.id).unwrap_or_default(),
                row,
                &going_on,
                now,
            )
        })
        .collect())
}

/// A run goes on while it holds the lease, and while its job is one that a server goes on with;
/// whatever else its record says, nobody was there to end it.
fn run_from_rows(
    tables: Vec<sync_run_table::Model>,
    row: sync_run::Model,
    going_on: &[Uuid],
    now: DateTime<Utc>,
) -> SyncRun {
    let stored = RunState::from_stored(&row.state);
    let abandoned =
        matches!(stored, RunState::Queued | RunState::Running) && !going_on.contains(&row.id);
    SyncRun {
        id: row.id,
        kind: RunKind::from_stored(&row.kind),
        trigger: row.trigger.as_deref().map(RunTrigger::from_stored),
        state: if abandoned { RunState::Failed } else { stored },
        started_at: row.started_at,
        finished_at: row.finished_at,
        stats: SyncStats::from_tables(&tables),
        tables: tables
            .into_iter()
            .map(|table| table_from_row(table, abandoned, now))
            .collect(),
        error: if abandoned {
            Some(INTERRUPTED_MESSAGE.to_owned())
        } else {
            row.error
        },
    }
}

fn table_from_row(row: sync_run_table::Model, abandoned: bool, now: DateTime<Utc>) -> RunTable {
    let progress = table_progress::progress_from_row(&row, now);
    let stored = TableState::from_stored(&row.state);
    let cut_off = abandoned && matches!(stored, TableState::Queued | TableState::Running);
    RunTable {
        target_table: super::source_table::SourceTable::from_id(&row.source_table)
            .map_or_else(String::new, |table| table.target().to_owned()),
        table: row.source_table,
        state: if cut_off { TableState::Failed } else { stored },
        progress: progress.filter(|_| !cut_off),
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
        message: if cut_off {
            Some(INTERRUPTED_MESSAGE.to_owned())
        } else {
            row.message
        },
        timings: TableTimings {
            read_ms: row.read_ms.unsigned_abs(),
            merge_ms: row.merge_ms.unsigned_abs(),
        },
    }
}

impl SyncStats {
    /// All tables of a run together.
    pub(super) fn from_tables(tables: &[sync_run_table::Model]) -> Self {
        let sum = |count: fn(&sync_run_table::Model) -> i64| {
            tables
                .iter()
                .map(|table| count(table).unsigned_abs())
                .sum::<u64>()
        };
        let (inserted, updated, unchanged) = (
            sum(|table| table.inserted),
            sum(|table| table.updated),
            sum(|table| table.unchanged),
        );
        Self {
            total_records: sum(|table| table.rows_read),
            successful_upserts: inserted + updated + unchanged,
            errors: sum(|table| table.rejected),
            inserted,
            updated,
            unchanged,
            deleted: sum(|table| table.deleted),
        }
    }
}
