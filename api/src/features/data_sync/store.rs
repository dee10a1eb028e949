//! Queries of runs for the pages of Data Sync.

use super::DataSync;
use super::run::sync_jobs;
use super::run_lease;
use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{DbError, LookupError, Page, TenantDb};
use crate::ids::RunId;
use chrono::{DateTime, Utc};
use entities::{sync_lease, sync_run, sync_run_table};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition};
use std::collections::HashMap;

mod reject_counts;
mod reject_retry;
mod rejects;
mod run_record;
mod sync_status;
mod table_progress;
mod withheld_deletion_store;

pub(super) use reject_counts::{RejectCount, RejectCounts};
pub(super) use reject_retry::RetryPlanError;
pub(super) use rejects::RejectListError;
pub(super) use run_record::{RowCounts, RunOutcome, RunRecord, TableRecord};
pub(super) use sync_status::SyncFailure;
pub use sync_status::{SyncOverview, TableStatus};
pub(super) use table_progress::ReadProgress;
pub(super) use withheld_deletion_store::WithheldTable;

/// Page size for the download of rejects.
pub(super) const REJECTS_PER_PAGE: u32 = 1_000;

impl DataSync {
    /// A page of runs, newest first, older than `before`.
    pub(super) async fn list_runs(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
        limit: u32,
        before: Option<Uuid>,
    ) -> Result<Page<RunRecord>, DbError> {
        let narrowed = before.map_or_else(Condition::all, |before| {
            Condition::all().add(sync_run::Column::Id.lt(before))
        });
        let newest = db
            .find::<sync_run::Entity>()
            .filter(narrowed)
            .order_by_desc(sync_run::Column::Id);
        let page = newest.page(limit, |last| last.id.to_string()).await?;
        Ok(Page {
            items: attach_tables(db, page.items, self.clock.now()).await?,
            next_cursor: page.next_cursor,
        })
    }

    /// One run.
    pub(super) async fn find_run(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
        id: RunId,
    ) -> Result<RunRecord, LookupError> {
        self.load_run(db, id).await
    }

    /// One run, without a permission check, for a caller that has just started it.
    pub(super) async fn load_run(
        &self,
        db: &TenantDb,
        id: RunId,
    ) -> Result<RunRecord, LookupError> {
        let row = db
            .find::<sync_run::Entity>()
            .filter(sync_run::Column::Id.eq(id.0))
            .one()
            .await?
            .ok_or(LookupError::NotFound)?;
        attach_tables(db, vec![row], self.clock.now())
            .await?
            .pop()
            .ok_or(LookupError::NotFound)
    }
}

async fn attach_tables(
    db: &TenantDb,
    rows: Vec<sync_run::Model>,
    now: DateTime<Utc>,
) -> Result<Vec<RunRecord>, DbError> {
    let held = db
        .find::<sync_lease::Entity>()
        .one()
        .await?
        .filter(|lease| run_lease::is_lease_active(lease, now))
        .map(|lease| lease.run_id);
    let mut active = sync_jobs::list_running_jobs(db).await?;
    active.extend(held);
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
            let tables = tables.remove(&row.id).unwrap_or_default();
            RunRecord::from_rows(row, tables, &active, now)
        })
        .collect())
}
