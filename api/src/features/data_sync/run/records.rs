//! The records of a run: opened with it, kept up to date, and always closed.

use super::Going;
use crate::db::{DbError, TenantDb};
use crate::entropy::Entropy;
use crate::features::data_sync::catalogue::SourceTable;
use crate::features::data_sync::drift::Remembered;
use crate::features::data_sync::lease;
use crate::features::data_sync::plan::Plan;
use crate::features::data_sync::source::{FileState, Layout};
use crate::features::data_sync::wire::{RunState, RunTrigger, SyncOutcome, SyncStats, TableState};
use crate::http::ApiError;
use crate::ids::RunId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::{source_file, sync_run, sync_run_table, synced_table};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};

/// What is known of a table before it is read.
pub(super) struct Before {
    /// The setting of the source under which it was read completely last.
    pub(super) read_under: Option<Uuid>,
    /// The files of the current setting whose rows have landed.
    pub(super) files: Vec<FileState>,
    /// How the source names its columns.
    pub(super) layout: Layout,
    /// Which columns it had.
    pub(super) remembered: Remembered,
}

/// What a run that was broken off says about itself.
pub(in crate::features::data_sync) const INTERRUPTED: &str = "The run was interrupted. Tables that had landed keep their rows; sync again to go on.";

/// An id that sorts after those of all earlier runs, even of one in the same millisecond.
pub(super) async fn next_run_id(db: &TenantDb, entropy: &Entropy, now: DateTime<Utc>) -> Result<RunId, ApiError> {
    let latest = db.find::<sync_run::Entity>().order_by_desc(sync_run::Column::Id).limit(1).one().await?;
    let after = latest.and_then(|run| began(run.id)).map(|began| began + TimeDelta::milliseconds(1));
    Ok(RunId(entropy.uuid_v7(after.map_or(now, |after| after.max(now)))?))
}

fn began(id: Uuid) -> Option<DateTime<Utc>> {
    let (seconds, nanos) = id.get_timestamp()?.to_unix();
    DateTime::from_timestamp(i64::try_from(seconds).ok()?, nanos)
}

/// Ends the records of runs that nobody goes on with. Only for the holder of the lease: while it is held, no other run goes on.
pub(super) async fn end_interrupted(db: &TenantDb, now: DateTime<Utc>) -> Result<(), DbError> {
    let going_on = [RunState::Queued.word(), RunState::Running.word()];
    db.update::<sync_run_table::Entity>()
        .set(sync_run_table::Column::State, TableState::Failed.word())
        .set(sync_run_table::Column::Message, INTERRUPTED)
        .filter(sync_run_table::Column::State.is_in(going_on))
        .exec()
        .await?;
    db.update::<sync_run::Entity>()
        .set(sync_run::Column::State, RunState::Failed.word())
        .set(sync_run::Column::FinishedAt, now)
        .set(sync_run::Column::Error, INTERRUPTED)
        .filter(sync_run::Column::State.is_in(going_on))
        .exec()
        .await?;
    Ok(())
}

/// Opens the records of a run.
pub(super) async fn open(db: &TenantDb, id: RunId, trigger: RunTrigger, plan: &Plan, now: DateTime<Utc>) -> Result<(), DbError> {
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
    let read: Vec<synced_table::Model> = db.find::<synced_table::Entity>().all().await?;
    let expected = |table: &SourceTable| read.iter().find(|known| known.source_table == table.id()).map(|known| known.live_rows);
    let tables = plan.tables.iter().zip(0..).map(|(table, position)| sync_run_table::ActiveModel {
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
        ..Default::default()
    });
    db.insert_many(tables.collect()).await
}

/// Leaves the wish that a run end, for the server that has it.
pub(super) async fn wish_end(db: TenantDb, id: RunId, now: DateTime<Utc>) -> Result<(), DbError> {
    let of_run = db.update::<sync_run::Entity>().filter(sync_run::Column::Id.eq(id.0));
    of_run.set(sync_run::Column::CancelRequestedAt, Some(now)).exec().await?;
    db.commit().await
}

impl Going {
    /// Notes how a table stands. A note that cannot be written is logged: the rows matter more, and the end of the run is noted again.
    pub(super) async fn note(&self, table: SourceTable, state: TableState, message: Option<&str>) {
        let noted = async {
            let db = self.sync.database.write(&self.access).await?;
            db.update::<sync_run_table::Entity>()
                .set(sync_run_table::Column::State, state.word())
                .set(sync_run_table::Column::Message, message.map(str::to_owned))
                .filter(sync_run_table::Column::RunId.eq(self.run.0))
                .filter(sync_run_table::Column::SourceTable.eq(table.id()))
                .exec()
                .await?;
            db.commit().await
        };
        if let Err(error) = noted.await {
            tracing::error!(%error, run = %self.run, table = table.id(), "how a table stands could not be noted");
        }
    }

    /// Notes that a table is begun.
    pub(super) async fn note_begun(&self, table: SourceTable) {
        let noted = async {
            let db = self.sync.database.write(&self.access).await?;
            db.update::<sync_run_table::Entity>()
                .set(sync_run_table::Column::State, TableState::Running.word())
                .set(sync_run_table::Column::StartedAt, Some(self.sync.clock.now()))
                .filter(sync_run_table::Column::RunId.eq(self.run.0))
                .filter(sync_run_table::Column::SourceTable.eq(table.id()))
                .exec()
                .await?;
            db.commit().await
        };
        if let Err(error) = noted.await {
            tracing::error!(%error, run = %self.run, table = table.id(), "that a table is begun could not be noted");
        }
    }

    /// Notes what the source bills for the read of a table, whatever became of it.
    pub(super) async fn note_bill(&self, table: SourceTable, bytes: u64) {
        let noted = async {
            let db = self.sync.database.write(&self.access).await?;
            db.update::<sync_run_table::Entity>()
                .set(sync_run_table::Column::BytesBilled, Some(i64::try_from(bytes).unwrap_or(i64::MAX)))
                .filter(sync_run_table::Column::RunId.eq(self.run.0))
                .filter(sync_run_table::Column::SourceTable.eq(table.id()))
                .exec()
                .await?;
            db.commit().await
        };
        if let Err(error) = noted.await {
            tracing::error!(%error, run = %self.run, table = table.id(), bytes, "what the read of a table is billed for could not be noted");
        }
    }

    /// Closes the records of the run and gives the lease back. `error` is why the run failed, in words.
    pub(super) async fn close(&self, error: Option<&str>) -> Result<SyncOutcome, ApiError> {
        let now = self.sync.clock.now();
        let db = self.sync.database.write(&self.access).await?;
        let rows = db.find::<sync_run_table::Entity>().filter(sync_run_table::Column::RunId.eq(self.run.0)).all().await?;
        let stats = SyncStats::of_tables(&rows);
        let end = match error {
            Some(_) if self.watch.is_cancelled() => RunState::Cancelled,
            Some(_) => RunState::Failed,
            None if stats.errors > 0 => RunState::SucceededWithRejects,
            None => RunState::Succeeded,
        };
        db.update::<sync_run::Entity>()
            .set(sync_run::Column::State, end.word())
            .set(sync_run::Column::FinishedAt, now)
            .set(sync_run::Column::Error, error.map(str::to_owned))
            .filter(sync_run::Column::Id.eq(self.run.0))
            .filter(sync_run::Column::State.eq(RunState::Running.word()))
            .exec()
            .await?;
        lease::give_back(&db, self.run, self.epoch, now).await?;
        db.commit().await?;
        Ok(SyncOutcome { run_id: self.run.0, state: end, stats })
    }

    /// Notes that a table is still as it was read: what is here is what the source has now.
    pub(super) async fn note_unchanged(&self, table: SourceTable, message: &str) {
        self.note(table, TableState::Skipped, Some(message)).await;
        let noted = async {
            let db = self.sync.database.write(&self.access).await?;
            let now = self.sync.clock.now();
            let of_table =
                || db.update::<synced_table::Entity>().filter(synced_table::Column::SourceTable.eq(table.id())).set(synced_table::Column::SyncedAt, now);
            // Rollups that stand for this read stand for the next one too: left behind, they would all be counted again for nothing.
            let stands = sea_orm::ExprTrait::eq(synced_table::Column::RolledUpAt.into_expr(), synced_table::Column::SyncedAt.into_expr());
            if of_table().set(synced_table::Column::RolledUpAt, Some(now)).filter(stands).exec().await? == 0 {
                of_table().exec().await?;
            }
            db.commit().await
        };
        if let Err(error) = noted.await {
            tracing::error!(%error, run = %self.run, table = table.id(), "that a table has not changed could not be noted");
        }
    }

    /// What is known of a table before it is read under `revision`.
    pub(super) async fn before(&self, table: SourceTable, revision: Uuid) -> Result<Before, DbError> {
        let db = self.sync.database.read(&self.access).await?;
        let known = db.find::<synced_table::Entity>().filter(synced_table::Column::SourceTable.eq(table.id())).one().await?;
        let landed = db.find::<source_file::Entity>().filter(source_file::Column::SourceTable.eq(table.id()));
        let landed = landed.filter(source_file::Column::SourceRevision.eq(revision)).all().await?;
        let files = landed.into_iter().map(|file| FileState {
            name: file.file.into(),
            bytes: file.bytes.unsigned_abs(),
            modified_at: file.modified_at,
            hash: file.hash,
        });
        let layout = self.sync.layouts(&db).await?.of(table);
        let remembered = self.sync.remembered(&db, table, revision).await?;
        Ok(Before { read_under: known.map(|known| known.source_revision), files: files.collect(), layout, remembered })
    }
}
