//! Database records of runs: created, updated and closed.

use super::outage_retry::OutageRetries;
use super::{RunError, RunExecutor, StartRunError, sync_jobs};
use crate::db::{AuditAction, DbError, NewAuditEntry, TenantDb, TenantUpdate};
use crate::entropy::Entropy;
use crate::features::data_sync::run_control::RunControl;
use crate::features::data_sync::run_lease;
use crate::features::data_sync::run_message::SyncMessage;
use crate::features::data_sync::run_plan::RunPlan;
use crate::features::data_sync::run_state::{RunState, RunTrigger, TableState};
use crate::features::data_sync::schema_drift::SchemaBaseline;
use crate::features::data_sync::store::{RowCounts, RunOutcome};
use crate::features::data_sync::table_sync::TableSyncError;
use crate::ids::RunId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::{source_file, source_watermark, sync_run, sync_run_table, table_sync_state};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition, ExprTrait, Set};
use sources::{FileState, Layout, ReadCheckpoint, SourceTable, Watermark};

/// The record of one table of a run, to be changed.
type TableUpdate<'a> = TenantUpdate<'a, sync_run_table::Entity>;

/// Stored state of a table before it is read.
pub(super) struct TableBaseline {
    /// Source revision of the last complete read.
    pub(super) source_revision: Option<Uuid>,
    /// Files and rows already synced from the current source.
    pub(super) checkpoint: ReadCheckpoint,
    /// Column mapping of the source.
    pub(super) layout: Layout,
    /// Columns at the last read, with the drift policy.
    pub(super) schema: SchemaBaseline,
}

/// Generates a run id that sorts after all earlier ids, even within the same millisecond.
pub(super) async fn next_run_id(
    db: &TenantDb,
    entropy: &Entropy,
    now: DateTime<Utc>,
) -> Result<RunId, StartRunError> {
    let latest = db
        .find::<sync_run::Entity>()
        .order_by_desc(sync_run::Column::Id)
        .limit(1)
        .one()
        .await?;
    let after = latest
        .and_then(|run| run_id_timestamp(run.id))
        .map(|began| began + TimeDelta::milliseconds(1));
    Ok(RunId(entropy.uuid_v7(
        after.map_or(now, |after| Ord::max(after, now)),
    )?))
}

fn run_id_timestamp(id: Uuid) -> Option<DateTime<Utc>> {
    let (seconds, nanos) = id.get_timestamp()?.to_unix();
    DateTime::from_timestamp(i64::try_from(seconds).ok()?, nanos)
}

/// The runs that are not closed.
pub(super) async fn list_open_runs(db: &TenantDb) -> Result<Vec<RunId>, DbError> {
    let open =
        sync_run::Column::State.is_in([RunState::Queued.into_str(), RunState::Running.into_str()]);
    let runs = db.find::<sync_run::Entity>().filter(open).all().await?;
    Ok(runs.into_iter().map(|run| RunId(run.id)).collect())
}

/// Closes the records of abandoned runs: of one run, or of all runs, which requires the lease.
pub(super) async fn end_abandoned_runs(
    db: &TenantDb,
    run: Option<RunId>,
    cancelled: bool,
    why: &SyncMessage,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (table_end, run_end) = if cancelled {
        (TableState::Cancelled, RunState::Cancelled)
    } else {
        (TableState::Failed, RunState::Failed)
    };
    let active_states = [RunState::Queued.into_str(), RunState::Running.into_str()];
    db.update::<sync_run_table::Entity>()
        .set(sync_run_table::Column::State, table_end.into_str())
        .set(sync_run_table::Column::Message, why.text.as_str())
        .set(sync_run_table::Column::MessageCode, why.code.into_str())
        .filter(Condition::all().add_option(run.map(|run| sync_run_table::Column::RunId.eq(run.0))))
        .filter(sync_run_table::Column::State.is_in([
            TableState::Queued.into_str(),
            TableState::Running.into_str(),
        ]))
        .exec()
        .await?;
    db.update::<sync_run::Entity>()
        .set(sync_run::Column::State, run_end.into_str())
        .set(sync_run::Column::FinishedAt, now)
        .set(sync_run::Column::Error, why.text.as_str())
        .set(sync_run::Column::ErrorCode, why.code.into_str())
        .filter(Condition::all().add_option(run.map(|run| sync_run::Column::Id.eq(run.0))))
        .filter(sync_run::Column::State.is_in(active_states))
        .exec()
        .await?;
    sync_jobs::finish_job(db, run, cancelled, Some(why), now).await
}

/// Resets the unfinished tables of a run to queued and returns them in the order of the run.
pub(super) async fn reopen_tables(db: &TenantDb, run: RunId) -> Result<Vec<SourceTable>, DbError> {
    let not_done =
        [TableState::Queued, TableState::Running, TableState::Failed].map(|state| state.into_str());
    let of_run = sync_run_table::Column::RunId
        .eq(run.0)
        .and(sync_run_table::Column::State.is_in(not_done));
    let left = db
        .find::<sync_run_table::Entity>()
        .filter(of_run.clone())
        .order_by_asc(sync_run_table::Column::Position)
        .all()
        .await?;
    db.update::<sync_run_table::Entity>()
        .set(sync_run_table::Column::State, TableState::Queued.into_str())
        .set(sync_run_table::Column::Message, None::<String>)
        .set(sync_run_table::Column::MessageCode, None::<String>)
        .set(sync_run_table::Column::Notes, None::<String>)
        .set(sync_run_table::Column::StartedAt, None::<DateTime<Utc>>)
        .set(sync_run_table::Column::RowsRead, 0_i64)
        .set(sync_run_table::Column::BytesRead, None::<i64>)
        .set(sync_run_table::Column::BytesTotal, None::<i64>)
        .filter(of_run)
        .exec()
        .await?;
    Ok(left
        .iter()
        .filter_map(|table| SourceTable::from_id(&table.source_table))
        .collect())
}

/// Whether cancellation of the run was requested.
pub(super) async fn is_cancel_requested(db: &TenantDb, run: RunId) -> Result<bool, DbError> {
    let row = db
        .find::<sync_run::Entity>()
        .filter(sync_run::Column::Id.eq(run.0))
        .one()
        .await?;
    Ok(row.is_some_and(|row| row.cancel_requested_at.is_some()))
}

/// Inserts the records of a run.
pub(super) async fn insert_run(
    db: &TenantDb,
    id: RunId,
    trigger: RunTrigger,
    plan: &RunPlan,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let run = sync_run::ActiveModel {
        id: Set(id.0),
        kind: Set(plan.kind.into_str().to_owned()),
        state: Set(RunState::Running.into_str().to_owned()),
        started_at: Set(now),
        finished_at: Set(None),
        error: Set(None),
        error_code: Set(None),
        cancel_requested_at: Set(None),
        trigger: Set(Some(trigger.into_str().to_owned())),
        ..Default::default()
    };
    db.insert(run).await?;
    let read: Vec<table_sync_state::Model> = db.find::<table_sync_state::Entity>().all().await?;
    let expected = |table: &SourceTable| {
        read.iter()
            .find(|known| known.source_table == table.id())
            .map(|known| known.live_rows)
    };
    let tables = plan
        .tables
        .iter()
        .zip(0..)
        .map(|(table, position)| sync_run_table::ActiveModel {
            run_id: Set(id.0),
            source_table: Set(table.id().to_owned()),
            position: Set(position),
            state: Set(TableState::Queued.into_str().to_owned()),
            rows_read: Set(0),
            inserted: Set(0),
            updated: Set(0),
            unchanged: Set(0),
            deleted: Set(0),
            rejected: Set(0),
            withheld: Set(0),
            message: Set(None),
            message_code: Set(None),
            notes: Set(None),
            read_ms: Set(0),
            merge_ms: Set(0),
            started_at: Set(None),
            rows_expected: Set(expected(table)),
            bytes_billed: Set(None),
            bytes_read: Set(None),
            bytes_total: Set(None),
            ..Default::default()
        });
    db.insert_many(tables.collect()).await
}

/// Requests cancellation from the server that executes the run.
pub(super) async fn request_cancel(
    db: TenantDb,
    id: RunId,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let of_run = db
        .update::<sync_run::Entity>()
        .filter(sync_run::Column::Id.eq(id.0));
    of_run
        .set(sync_run::Column::CancelRequestedAt, Some(now))
        .exec()
        .await?;
    db.append_audit_entry(
        now,
        NewAuditEntry::new(AuditAction::SyncCancelled).with_target("sync_run", id),
    )
    .await?;
    db.commit_for_run(id).await
}

impl RunExecutor {
    /// Begins a transaction for the records of this run. `None` if another server took the run
    /// over.
    async fn open_records(&self) -> Result<Option<TenantDb>, DbError> {
        let db = self.sync.database.begin_write(&self.access).await?;
        let ours = run_lease::holds_lease(&db, self.run, self.epoch).await?;
        Ok(ours.then_some(db))
    }

    /// Updates the record of a table. Failures are only logged, because the end of the run is
    /// recorded again.
    async fn update_table(
        &self,
        table: SourceTable,
        what: &str,
        set: impl for<'a> FnOnce(TableUpdate<'a>) -> TableUpdate<'a>,
    ) {
        let result = async {
            let Some(db) = self.open_records().await? else {
                return Ok(());
            };
            let of_run = db
                .update::<sync_run_table::Entity>()
                .filter(sync_run_table::Column::RunId.eq(self.run.0));
            set(of_run.filter(sync_run_table::Column::SourceTable.eq(table.id())))
                .exec()
                .await?;
            db.commit().await
        };
        if let Err(error) = result.await {
            let error: DbError = error;
            tracing::error!(%error, run = %self.run, table = table.id(), "{what} could not be recorded");
        }
    }

    /// Records the state of a table that is not synced.
    pub(super) async fn set_table_state(
        &self,
        table: SourceTable,
        state: TableState,
        message: SyncMessage,
    ) {
        self.update_table(table, "the state of a table", |row| {
            row.set(sync_run_table::Column::State, state.into_str())
                .set(sync_run_table::Column::Message, message.text)
                .set(sync_run_table::Column::MessageCode, message.code.into_str())
                .set(sync_run_table::Column::Notes, None::<String>)
        })
        .await;
    }

    /// Removes the record of a table that is not part of this source.
    pub(super) async fn forget_table(&self, table: SourceTable) {
        let result = async {
            let Some(db) = self.open_records().await? else {
                return Ok(());
            };
            db.delete::<sync_run_table::Entity>()
                .filter(sync_run_table::Column::RunId.eq(self.run.0))
                .filter(sync_run_table::Column::SourceTable.eq(table.id()))
                .exec()
                .await?;
            db.commit().await
        };
        if let Err(error) = result.await {
            let error: DbError = error;
            tracing::error!(%error, run = %self.run, table = table.id(),
                "the record of an absent table could not be removed");
        }
    }

    /// Records the start of a table.
    pub(super) async fn mark_table_started(&self, table: SourceTable) {
        let now = self.sync.clock.now();
        self.update_table(table, "the start of a table", |row| {
            row.set(
                sync_run_table::Column::State,
                TableState::Running.into_str(),
            )
            .set(sync_run_table::Column::StartedAt, Some(now))
        })
        .await;
    }

    /// Records the bytes billed for reading a table, whatever its result.
    pub(super) async fn record_billed_bytes(&self, table: SourceTable, bytes: u64) {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.update_table(table, "the billed bytes of a table", |row| {
            row.set(sync_run_table::Column::BytesBilled, Some(bytes))
        })
        .await;
    }

    /// Closes the records of the run and releases the lease. `error` is the message of a failed
    /// run.
    pub(super) async fn close_run(
        &self,
        error: Option<&SyncMessage>,
    ) -> Result<RunOutcome, RunError> {
        let mut outages = OutageRetries::default();
        loop {
            match self.try_close_run(error).await {
                // An open run would be taken over later, so retry here first.
                Err(DbError::Unavailable(_) | DbError::Busy(_))
                    if outages.wait_for_retry(&RunControl::default()).await => {}
                ended => return ended?.ok_or_else(|| TableSyncError::LeaseLost.into()),
            }
        }
    }

    /// Returns `None` if another server took the run over.
    async fn try_close_run(
        &self,
        error: Option<&SyncMessage>,
    ) -> Result<Option<RunOutcome>, DbError> {
        let now = self.sync.clock.now();
        let Some(db) = self.open_records().await? else {
            return Ok(None);
        };
        let rows = db
            .find::<sync_run_table::Entity>()
            .filter(sync_run_table::Column::RunId.eq(self.run.0))
            .all()
            .await?;
        let counts = RowCounts::from_tables(&rows);
        let end = match error {
            Some(_) if self.control.is_cancelled() => RunState::Cancelled,
            Some(_) => RunState::Failed,
            None if counts.rejected > 0 => RunState::SucceededWithRejects,
            None => RunState::Succeeded,
        };
        let closed = db
            .update::<sync_run::Entity>()
            .set(sync_run::Column::State, end.into_str())
            .set(sync_run::Column::FinishedAt, now)
            .set(
                sync_run::Column::Error,
                error.map(|error| error.text.clone()),
            )
            .set(
                sync_run::Column::ErrorCode,
                error.map(|error| error.code.into_str()),
            )
            .filter(sync_run::Column::Id.eq(self.run.0))
            .filter(sync_run::Column::State.eq(RunState::Running.into_str()))
            .exec()
            .await?;
        // Only the server that closes the records sends notifications.
        if closed == 1 {
            self.sync
                .notify_run_end(&db, &self.access, self.run)
                .await?;
        }
        let is_cancelled = end == RunState::Cancelled;
        sync_jobs::finish_job(&db, Some(self.run), is_cancelled, error, now).await?;
        run_lease::release_lease(&db, self.run, self.epoch).await?;
        db.commit().await?;
        Ok(Some(RunOutcome {
            run_id: self.run.0,
            state: end,
            counts,
        }))
    }

    /// Records that a table has not changed, and updates its sync time.
    pub(super) async fn mark_table_unchanged(&self, table: SourceTable) {
        self.set_table_state(table, TableState::Skipped, SyncMessage::table_unchanged())
            .await;
        let result = async {
            let Some(db) = self.open_records().await? else {
                return Ok(());
            };
            let now = self.sync.clock.now();
            let of_table = || {
                db.update::<table_sync_state::Entity>()
                    .filter(table_sync_state::Column::SourceTable.eq(table.id()))
                    .set(table_sync_state::Column::SyncedAt, now)
            };
            // Rollups that are current for the last sync stay current, so move their time too.
            let is_current = |rolled_up: table_sync_state::Column| {
                ExprTrait::eq(
                    rolled_up.into_expr(),
                    table_sync_state::Column::SyncedAt.into_expr(),
                )
            };
            if of_table()
                .set(table_sync_state::Column::RolledUpAt, Some(now))
                .set(table_sync_state::Column::SaleDeliveriesAt, Some(now))
                .filter(is_current(table_sync_state::Column::RolledUpAt))
                .filter(is_current(table_sync_state::Column::SaleDeliveriesAt))
                .exec()
                .await?
                == 0
            {
                of_table().exec().await?;
            }
            db.commit().await
        };
        if let Err(error) = result.await {
            let error: DbError = error;
            tracing::error!(%error, run = %self.run, table = table.id(),
                "an unchanged table could not be recorded");
        }
    }

    /// Whether the table was synced in this run, according to the records.
    pub(super) async fn is_table_synced(&self, table: SourceTable) -> Result<bool, DbError> {
        let db = self.sync.database.begin_read(&self.access).await?;
        let of_run = db
            .find::<sync_run_table::Entity>()
            .filter(sync_run_table::Column::RunId.eq(self.run.0));
        let row = of_run
            .filter(sync_run_table::Column::SourceTable.eq(table.id()))
            .one()
            .await?;
        Ok(row.is_some_and(|row| {
            matches!(
                TableState::from_stored(&row.state),
                TableState::Succeeded | TableState::SucceededWithRejects
            )
        }))
    }

    /// Whether any table of the run was synced, also before the run was resumed.
    pub(super) async fn has_synced_tables(&self) -> Result<bool, DbError> {
        let db = self.sync.database.begin_read(&self.access).await?;
        let synced = [TableState::Succeeded, TableState::SucceededWithRejects];
        let table = db
            .find::<sync_run_table::Entity>()
            .filter(sync_run_table::Column::RunId.eq(self.run.0))
            .filter(sync_run_table::Column::State.is_in(synced.map(|state| state.into_str())))
            .one()
            .await?;
        Ok(table.is_some())
    }

    /// Loads the stored state of a table before it is read under `revision`.
    pub(super) async fn load_table_baseline(
        &self,
        table: SourceTable,
        revision: Uuid,
    ) -> Result<TableBaseline, DbError> {
        let db = self.sync.database.begin_read(&self.access).await?;
        let known = db
            .find::<table_sync_state::Entity>()
            .filter(table_sync_state::Column::SourceTable.eq(table.id()))
            .one()
            .await?;
        let loaded = db
            .find::<source_file::Entity>()
            .filter(source_file::Column::SourceTable.eq(table.id()));
        let loaded = loaded
            .filter(source_file::Column::SourceRevision.eq(revision))
            .all()
            .await?;
        let files = loaded.into_iter().map(|file| FileState {
            name: file.file.into(),
            bytes: file.bytes.unsigned_abs(),
            modified_at: file.modified_at,
            hash: file.hash,
        });
        let watermark = db
            .find::<source_watermark::Entity>()
            .filter(source_watermark::Column::SourceTable.eq(table.id()));
        let watermark = watermark
            .filter(source_watermark::Column::SourceRevision.eq(revision))
            .one()
            .await?;
        let watermark = watermark.map(|row| Watermark {
            until: row.read_until,
            form: row.read_fingerprint,
        });
        let layout = self.sync.load_layouts(&db).await?.for_table(table);
        let baseline = self.sync.load_baseline(&db, table, revision).await?;
        Ok(TableBaseline {
            source_revision: known.map(|known| known.source_revision),
            checkpoint: ReadCheckpoint {
                files: files.collect(),
                watermark,
            },
            layout,
            schema: baseline,
        })
    }
}
