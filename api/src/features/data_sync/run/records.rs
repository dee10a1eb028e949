//! The records of a run: opened with it, kept up to date, and always closed.

use super::outages::Outages;
use super::{Going, jobs};
use crate::db::{Action, DbError, NewAuditEntry, TenantDb, TenantUpdate};
use crate::entropy::Entropy;
use crate::features::data_sync::catalogue::SourceTable;
use crate::features::data_sync::drift::Remembered;
use crate::features::data_sync::lease;
use crate::features::data_sync::plan::Plan;
use crate::features::data_sync::source::{FileState, Layout, ReadCheckpoint, Watermark};
use crate::features::data_sync::target::TableFault;
use crate::features::data_sync::watch::Watch;
use crate::features::data_sync::wire::{RunState, RunTrigger, SyncOutcome, SyncStats, TableState};
use crate::http::ApiError;
use crate::ids::RunId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::{source_file, source_watermark, sync_run, sync_run_table, table_sync_state};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition, ExprTrait, Set};

/// The record of one table of a run, to be changed.
type TableNote<'a> = TenantUpdate<'a, sync_run_table::Entity>;

/// What is known of a table before it is read.
pub(super) struct Before {
    /// The setting of the source under which it was read completely last.
    pub(super) read_under: Option<Uuid>,
    /// What of the current setting's has landed.
    pub(super) landed: ReadCheckpoint,
    /// How the source names its columns.
    pub(super) layout: Layout,
    /// Which columns it had.
    pub(super) remembered: Remembered,
}

/// What a run that was broken off says about itself.
pub(in crate::features::data_sync) const INTERRUPTED: &str =
    "The run was interrupted. Tables that had landed keep their rows; sync again to go on.";

/// An id that sorts after those of all earlier runs, even of one in the same millisecond.
pub(super) async fn next_run_id(
    db: &TenantDb,
    entropy: &Entropy,
    now: DateTime<Utc>,
) -> Result<RunId, ApiError> {
    let latest = db
        .find::<sync_run::Entity>()
        .order_by_desc(sync_run::Column::Id)
        .limit(1)
        .one()
        .await?;
    let after = latest
        .and_then(|run| began(run.id))
        .map(|began| began + TimeDelta::milliseconds(1));
    Ok(RunId(entropy.uuid_v7(
        after.map_or(now, |after| Ord::max(after, now)),
    )?))
}

fn began(id: Uuid) -> Option<DateTime<Utc>> {
    let (seconds, nanos) = id.get_timestamp()?.to_unix();
    DateTime::from_timestamp(i64::try_from(seconds).ok()?, nanos)
}

/// Ends the records of runs that nobody goes on with: of all of them, which only the holder of the
/// lease may say, or of one.
pub(super) async fn break_off(
    db: &TenantDb,
    run: Option<RunId>,
    cancelled: bool,
    why: &str,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (table_end, run_end) = if cancelled {
        (TableState::Cancelled, RunState::Cancelled)
    } else {
        (TableState::Failed, RunState::Failed)
    };
    let going_on = [RunState::Queued.word(), RunState::Running.word()];
    db.update::<sync_run_table::Entity>()
        .set(sync_run_table::Column::State, table_end.word())
        .set(sync_run_table::Column::Message, why)
        .filter(Condition::all().add_option(run.map(|run| sync_run_table::Column::RunId.eq(run.0))))
        .filter(
            sync_run_table::Column::State
                .is_in([TableState::Queued.word(), TableState::Running.word()]),
        )
        .exec()
        .await?;
    db.update::<sync_run::Entity>()
        .set(sync_run::Column::State, run_end.word())
        .set(sync_run::Column::FinishedAt, now)
        .set(sync_run::Column::Error, why)
        .filter(Condition::all().add_option(run.map(|run| sync_run::Column::Id.eq(run.0))))
        .filter(sync_run::Column::State.is_in(going_on))
        .exec()
        .await?;
    jobs::end(db, run, cancelled, Some(why), now).await
}

/// Opens the tables of a run that are not done once more, and says which they are, in the order of
/// the run.
pub(super) async fn reopen(db: &TenantDb, run: RunId) -> Result<Vec<SourceTable>, DbError> {
    let not_done =
        [TableState::Queued, TableState::Running, TableState::Failed].map(TableState::word);
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
        .set(sync_run_table::Column::State, TableState::Queued.word())
        .set(sync_run_table::Column::Message, None::<String>)
        .set(sync_run_table::Column::StartedAt, None::<DateTime<Utc>>)
        .set(sync_run_table::Column::RowsRead, 0_i64)
        .set(sync_run_table::Column::BytesRead, None::<i64>)
        .set(sync_run_table::Column::BytesTotal, None::<i64>)
        .filter(of_run)
        .exec()
        .await?;
    Ok(left
        .iter()
        .filter_map(|table| SourceTable::named(&table.source_table))
        .collect())
}

/// Whether somebody wished that the run end.
pub(super) async fn is_wished_to_end(db: &TenantDb, run: RunId) -> Result<bool, DbError> {
    let row = db
        .find::<sync_run::Entity>()
        .filter(sync_run::Column::Id.eq(run.0))
        .one()
        .await?;
    Ok(row.is_some_and(|row| row.cancel_requested_at.is_some()))
}

/// Opens the records of a run.
pub(super) async fn open(
    db: &TenantDb,
    id: RunId,
    trigger: RunTrigger,
    plan: &Plan,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let run = sync_run::ActiveModel {
        id: Set(id.0),
        kind: Set(plan.kind.word().to_owned()),
        state: Set(RunState::Running.word().to_owned()),
        started_at: Set(now),
        finished_at: Set(None),
        error: Set(None),
        cancel_requested_at: Set(None),
        trigger: Set(Some(trigger.word().to_owned())),
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
            state: Set(TableState::Queued.word().to_owned()),
            rows_read: Set(0),
            inserted: Set(0),
            updated: Set(0),
            unchanged: Set(0),
            deleted: Set(0),
            rejected: Set(0),
            held_back: Set(0),
            message: Set(None),
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

/// Leaves the wish that a run end, for the server that has it.
pub(super) async fn wish_end(db: TenantDb, id: RunId, now: DateTime<Utc>) -> Result<(), DbError> {
    let of_run = db
        .update::<sync_run::Entity>()
        .filter(sync_run::Column::Id.eq(id.0));
    of_run
        .set(sync_run::Column::CancelRequestedAt, Some(now))
        .exec()
        .await?;
    db.append_audit_entry(
        now,
        NewAuditEntry::new(Action::SyncCancelled).with_target("run", id),
    )
    .await?;
    db.commit_for_run(id).await
}

impl Going {
    /// A transaction for the records of this run; `None` where another server has taken it over,
    /// and they are no longer ours.
    async fn records(&self) -> Result<Option<TenantDb>, DbError> {
        let db = self.sync.database.begin_write(&self.access).await?;
        let ours = lease::is_ours(&db, self.run, self.epoch).await?;
        Ok(ours.then_some(db))
    }

    /// Notes something about a table. A note that cannot be written is logged: the rows matter
    /// more, and the end of the run is noted again.
    async fn note_of(
        &self,
        table: SourceTable,
        what: &str,
        set: impl for<'a> FnOnce(TableNote<'a>) -> TableNote<'a>,
    ) {
        let noted = async {
            let Some(db) = self.records().await? else {
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
        if let Err(error) = noted.await {
            let error: DbError = error;
            tracing::error!(%error, run = %self.run, table = table.id(), "{what} could not be noted");
        }
    }

    /// Notes how a table stands.
    pub(super) async fn note(&self, table: SourceTable, state: TableState, message: Option<&str>) {
        let message = message.map(str::to_owned);
        self.note_of(table, "how a table stands", |row| {
            row.set(sync_run_table::Column::State, state.word())
                .set(sync_run_table::Column::Message, message)
        })
        .await;
    }

    /// Notes that a table is begun.
    pub(super) async fn note_begun(&self, table: SourceTable) {
        let now = self.sync.clock.now();
        self.note_of(table, "that a table is begun", |row| {
            row.set(sync_run_table::Column::State, TableState::Running.word())
                .set(sync_run_table::Column::StartedAt, Some(now))
        })
        .await;
    }

    /// Notes what the source bills for the read of a table, whatever became of it.
    pub(super) async fn note_bill(&self, table: SourceTable, bytes: u64) {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.note_of(table, "what the read of a table is billed for", |row| {
            row.set(sync_run_table::Column::BytesBilled, Some(bytes))
        })
        .await;
    }

    /// Closes the records of the run and gives the lease back. `error` is why the run failed, in
    /// words.
    pub(super) async fn close(&self, error: Option<&str>) -> Result<SyncOutcome, ApiError> {
        let mut outages = Outages::default();
        loop {
            match self.try_close(error).await {
                // Left open, the run would be taken for broken off and gone on with: right too, but
                // later.
                Err(DbError::Unavailable(_) | DbError::Busy(_))
                    if outages.wait(&Watch::default()).await => {}
                Ok(None) => {
                    return Err(ApiError::unavailable(
                        "source_unavailable",
                        TableFault::LeaseLost.words(),
                    ));
                }
                ended => return ended?.ok_or_else(ApiError::not_found),
            }
        }
    }

    /// `None` where another server has taken the run over.
    async fn try_close(&self, error: Option<&str>) -> Result<Option<SyncOutcome>, DbError> {
        let now = self.sync.clock.now();
        let Some(db) = self.records().await? else {
            return Ok(None);
        };
        let rows = db
            .find::<sync_run_table::Entity>()
            .filter(sync_run_table::Column::RunId.eq(self.run.0))
            .all()
            .await?;
        let stats = SyncStats::of_tables(&rows);
        let end = match error {
            Some(_) if self.watch.is_cancelled() => RunState::Cancelled,
            Some(_) => RunState::Failed,
            None if stats.errors > 0 => RunState::SucceededWithRejects,
            None => RunState::Succeeded,
        };
        let closed = db
            .update::<sync_run::Entity>()
            .set(sync_run::Column::State, end.word())
            .set(sync_run::Column::FinishedAt, now)
            .set(sync_run::Column::Error, error.map(str::to_owned))
            .filter(sync_run::Column::Id.eq(self.run.0))
            .filter(sync_run::Column::State.eq(RunState::Running.word()))
            .exec()
            .await?;
        // Whoever closes the records tells of them: a run that another server has ended already was
        // told of there.
        if closed == 1 {
            self.sync.tell_end(&db, &self.access, self.run).await?;
        }
        jobs::end(&db, Some(self.run), end == RunState::Cancelled, error, now).await?;
        lease::give_back(&db, self.run, self.epoch, now).await?;
        db.commit().await?;
        Ok(Some(SyncOutcome {
            run_id: self.run.0,
            state: end,
            stats,
        }))
    }

    /// Notes that a table is still as it was read: what is here is what the source has now.
    pub(super) async fn note_unchanged(&self, table: SourceTable, message: &str) {
        self.note(table, TableState::Skipped, Some(message)).await;
        let noted = async {
            let Some(db) = self.records().await? else {
                return Ok(());
            };
            let now = self.sync.clock.now();
            let of_table = || {
                db.update::<table_sync_state::Entity>()
                    .filter(table_sync_state::Column::SourceTable.eq(table.id()))
                    .set(table_sync_state::Column::SyncedAt, now)
            };
            // Rollups that stand for this read stand for the next one too: left behind, they would
            // all be counted again for nothing.
            let stands = ExprTrait::eq(
                table_sync_state::Column::EveryRollupAt.into_expr(),
                table_sync_state::Column::SyncedAt.into_expr(),
            );
            if of_table()
                .set(table_sync_state::Column::EveryRollupAt, Some(now))
                .filter(stands)
                .exec()
                .await?
                == 0
            {
                of_table().exec().await?;
            }
            db.commit().await
        };
        if let Err(error) = noted.await {
            let error: DbError = error;
            tracing::error!(%error, run = %self.run, table = table.id(),
                "that a table has not changed could not be noted");
        }
    }

    /// Whether the records say that the table has landed in this run.
    pub(super) async fn has_landed(&self, table: SourceTable) -> Result<bool, DbError> {
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
                TableState::of_word(&row.state),
                TableState::Succeeded | TableState::SucceededWithRejects
            )
        }))
    }

    /// What is known of a table before it is read under `revision`.
    pub(super) async fn before(
        &self,
        table: SourceTable,
        revision: Uuid,
    ) -> Result<Before, DbError> {
        let db = self.sync.database.begin_read(&self.access).await?;
        let known = db
            .find::<table_sync_state::Entity>()
            .filter(table_sync_state::Column::SourceTable.eq(table.id()))
            .one()
            .await?;
        let landed = db
            .find::<source_file::Entity>()
            .filter(source_file::Column::SourceTable.eq(table.id()));
        let landed = landed
            .filter(source_file::Column::SourceRevision.eq(revision))
            .all()
            .await?;
        let files = landed.into_iter().map(|file| FileState {
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
            form: row.form,
        });
        let layout = self.sync.layouts(&db).await?.for_table(table);
        let remembered = self.sync.remembered(&db, table, revision).await?;
        Ok(Before {
            read_under: known.map(|known| known.source_revision),
            landed: ReadCheckpoint {
                files: files.collect(),
                watermark,
            },
            layout,
            remembered,
        })
    }
}
