//! Syncs one source table into the application database in one transaction: reads, checks, stages
//! and merges its rows.

use super::check::{BatchChecker, CheckedBatch, ItemLookup, RowSelection};
use super::run_control::RunControl;
use super::run_state::TableState;
use super::schema_drift::AcceptedSchema;
use super::target_table::build_target_table;
use super::upload_run::load_known_items;
use crate::clock::Clock;
use crate::crash_points;
use crate::db::{
    Access, CommitOutcome, CompleteRead, Database, DeletionLimit, LoadedFile, MissingRowOutcome,
    NewWatermark, RejectScope, RejectedRow, StagedBatches, StagedRows, StagingEncoder, TableCommit,
    TenantWriter,
};
use crate::features::data_sync::table_note::TableNote;
use crate::ids::RunId;
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;
use sources::{
    BatchStream, ChangeTime, ChangeTimes, FileState, Layout, MAX_BATCHES_IN_FLIGHT, ReadWindow,
    SourceError, SourceSchema, SourceTable, TableRows, Watermark,
};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

mod table_message;
mod table_sync_error;

pub(super) use table_sync_error::ErrorCategory;
pub(super) use table_sync_error::TableSyncError;

/// Maximum share of a table's rows that one read may delete without confirmation, in percent.
const MAX_DELETED_PERCENT: u64 = 20;

/// Context of syncing one table.
#[derive(Clone, Debug)]
pub(super) struct TableSync {
    pub(super) database: Database,
    pub(super) clock: Clock,
    pub(super) access: Access,
    pub(super) run: RunId,
    /// Epoch of the lease that the run holds.
    pub(super) epoch: i64,
    /// Name of the database session that writes.
    pub(super) label: String,
    /// Revision of the source.
    pub(super) revision: Uuid,
    /// Where the source has the columns, and what their values mean.
    pub(super) layout: Layout,
    /// How to treat rows missing from the source.
    pub(super) missing: MissingRowPolicy,
    /// Rows to sync in a retry. `None`: all rows.
    pub(super) selection: Option<Arc<RowSelection>>,
    /// The run whose rejects a retry reads.
    pub(super) retried_run: Option<RunId>,
    /// Whether the rows come from an upload. The state of the organization's source stays.
    pub(super) is_import: bool,
    /// Receives progress and requests cancellation.
    pub(super) control: RunControl,
}

impl TableSync {
    /// Whether rows that are older than those of the application database are rejected.
    fn rejects_older_rows(&self, skipped_files: usize) -> bool {
        let is_partial = !self.missing.is_complete();
        skipped_files > 0 || (self.is_import && is_partial)
    }

    /// Which earlier rejects those of this read replace.
    fn reject_scope(&self, skipped_files: usize) -> RejectScope {
        match self.retried_run {
            Some(run) => RejectScope::RejectsOf(run),
            None if skipped_files > 0 => RejectScope::SomeFiles,
            None => RejectScope::Table,
        }
    }
}

/// How to treat rows of the application database that are missing from a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MissingRowPolicy {
    /// Delete them unless they exceed 20 % of the table, or a row could not be identified.
    Delete,
    /// Delete them, however many.
    DeleteAll,
    /// Delete them unless they exceed the confirmed number.
    DeleteConfirmed { max: u64 },
    /// Keep them, because the read is partial. `revision` is the source revision of the last
    /// complete read, nil if there was none.
    Keep { revision: Uuid },
}

/// Result of a synced table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableOutcome {
    /// Whether rows were rejected.
    pub(super) has_rejects: bool,
    /// Whether any row changed.
    pub(super) has_changes: bool,
}

/// Stages and merges the rows of a table and updates the records of the run, in one transaction.
pub(super) async fn sync_table(
    sync: &TableSync,
    table: SourceTable,
    rows: TableRows,
    accepted: &AcceptedSchema,
) -> Result<TableOutcome, TableSyncError> {
    let (began, schema) = (sync.clock.now(), table.schema());
    let mut writer = sync
        .database
        .open_writer(&sync.access, build_target_table(schema))
        .await?;
    writer.set_session_name(&sync.label).await?;
    sync.control.set_stop_handle(writer.stop_handle());
    let since = rows.window.as_ref().and_then(ReadWindow::since);
    sync.control.begin_reading(rows.bytes, since.is_some());
    let StagingInput {
        read,
        bytes,
        rejected: refused,
        unidentified,
        mut change_times,
        lacks_change_times,
        rounded,
        ignored,
        ..
    } = stage_rows(sync, &mut writer, rows.batches).await?;
    // Rows without a change time are not known to be older.
    if sync.rejects_older_rows(rows.skipped_files) && !lacks_change_times {
        writer.reject_older_rows().await?;
    }
    let (merge_rows, rejected) = writer.begin_merge().await?;
    if rejected > refused {
        // Only the database knows which rows with a duplicate key were rejected.
        change_times.add_rejected(ChangeTime::Unreadable);
    }
    let merging = sync.clock.now();
    let deletion = match sync.missing.deletion_limit(unidentified) {
        Some(most) => writer.delete_missing(merging, most).await?,
        None => MissingRowOutcome::Deleted(0),
    };
    crash_points::pass_crash_point("sync.merging");
    let merged = writer.merge().await?;
    crash_points::pass_crash_point("sync.merged");
    let (deleted, withheld) = match deletion {
        MissingRowOutcome::Deleted(missing) => (missing, 0),
        MissingRowOutcome::Withheld { missing, .. } => (0, missing),
    };
    let notes = since
        .map(table_message::window_note)
        .into_iter()
        .chain(table_message::rounding_note(rounded))
        .chain(accepted.note.clone())
        .collect();
    let notes = table_message::collect_table_notes(
        &deletion,
        sync.missing,
        unidentified,
        notes,
        &ignored,
        rows.skipped_files,
    );
    let (message, notes) = (TableNote::join_texts(&notes), TableNote::to_json(&notes));
    let ended = sync.clock.now();
    let record = TableCommit {
        run: sync.run,
        epoch: sync.epoch,
        source_table: table.id(),
        source_revision: sync.missing.source_revision(sync.revision),
        state: final_state(rejected).into_str(),
        read,
        inserted: merged.inserted,
        updated: merged.updated,
        unchanged: merge_rows.saturating_sub(merged.inserted + merged.updated),
        deleted,
        rejected,
        withheld,
        complete: sync.missing.is_complete(),
        reject_scope: sync.reject_scope(rows.skipped_files),
        message: message.as_deref(),
        notes: notes.as_deref(),
        bytes_read: bytes,
        bytes_total: rows.bytes,
        read_ms: (merging - began).num_milliseconds(),
        merge_ms: (ended - merging).num_milliseconds(),
        at: ended,
    };
    require_commit(writer.finish_rows(&record).await?)?;
    crash_points::pass_crash_point("sync.rows_finished");
    let read_state = ReadState {
        deletion,
        at: merging,
        files: &rows.files,
        reached: rows
            .window
            .as_ref()
            .and_then(|window| window.next_watermark(&change_times)),
    };
    save_read_state(sync, table, &mut writer, &read_state, accepted).await?;
    require_commit(writer.commit(&record).await?)?;
    crash_points::pass_crash_point("sync.landed");
    Ok(TableOutcome {
        has_rejects: rejected > 0,
        has_changes: record.has_changes(),
    })
}

/// The state of a table that was merged.
fn final_state(rejected: u64) -> TableState {
    if rejected > 0 {
        TableState::SucceededWithRejects
    } else {
        TableState::Succeeded
    }
}

/// Checks the rows of a source and stages the good ones.
async fn stage_rows<'a>(
    sync: &'a TableSync,
    writer: &mut TenantWriter,
    batches: BatchStream,
) -> Result<StagingInput<'a>, TableSyncError> {
    let zone = sync.access.organization().time_zone;
    let rules = BatchChecker::new(sync.layout.clone(), zone)
        .with_selection(sync.selection.clone())
        .with_items(look_up_items(sync));
    let checked = check_batches(rules, sync.layout.shape, batches, writer.staging_encoder());
    let mut input = StagingInput {
        checked,
        control: &sync.control,
        read: 0,
        bytes: 0,
        rejected: 0,
        unidentified: 0,
        lacks_change_times: false,
        rounded: 0,
        change_times: ChangeTimes::default(),
        ignored: Vec::new(),
    };
    writer.stage_batches(&mut input).await?;
    crash_points::pass_crash_point("sync.staged");
    Ok(input)
}

/// The state of a source table after a read.
struct ReadState<'a> {
    /// What happened to missing rows, and when.
    deletion: MissingRowOutcome,
    at: DateTime<Utc>,
    files: &'a [FileState],
    /// Where the next incremental read starts.
    reached: Option<Watermark>,
}

async fn save_read_state(
    sync: &TableSync,
    table: SourceTable,
    writer: &mut TenantWriter,
    read: &ReadState<'_>,
    accepted: &AcceptedSchema,
) -> Result<(), TableSyncError> {
    let complete = sync.missing.is_complete();
    if complete {
        writer
            .save_withheld_deletion(&to_complete_read(sync, table, read.at), read.deletion)
            .await?;
    }
    // A retry syncs only some rows, so it does not mark files as loaded. An import reads no source.
    if sync.selection.is_some() || sync.is_import {
        return Ok(());
    }
    let files: Vec<LoadedFile<'_>> = read.files.iter().map(to_loaded_file).collect();
    writer
        .save_source_files(table.id(), sync.revision, &files, complete)
        .await?;
    writer
        .save_watermark(
            table.id(),
            sync.revision,
            read.reached.as_ref().map(to_new_watermark),
        )
        .await?;
    let columns = accepted.snapshot.to_json();
    writer
        .save_schema_snapshot(table.id(), sync.revision, &columns, sync.clock.now())
        .await?;
    Ok(())
}

fn require_commit(outcome: CommitOutcome) -> Result<(), TableSyncError> {
    match outcome {
        CommitOutcome::Committed => Ok(()),
        CommitOutcome::LeaseLost => Err(TableSyncError::LeaseLost),
        CommitOutcome::LimitExceeded { most, rows } => Err(TableSyncError::LimitExceeded {
            limit: most,
            total: rows,
        }),
        CommitOutcome::RowCountMismatch { live, least, most } => {
            Err(TableSyncError::RowCountMismatch {
                live,
                min: least,
                max: most,
            })
        }
    }
}

impl MissingRowPolicy {
    /// Whether the read is complete, so that missing rows are known.
    fn is_complete(self) -> bool {
        !matches!(self, Self::Keep { .. })
    }

    /// Revision of the source of the last complete read after this one.
    fn source_revision(self, current: Uuid) -> Uuid {
        match self {
            Self::Keep { revision } => revision,
            Self::Delete | Self::DeleteAll | Self::DeleteConfirmed { .. } => current,
        }
    }

    /// Maximum number of deletions. `None` for a partial read. A row that cannot be identified may
    /// be any of the missing ones, so it needs a confirmation to delete them.
    fn deletion_limit(self, unidentified: u64) -> Option<DeletionLimit> {
        match self {
            Self::Delete if unidentified > 0 => Some(DeletionLimit::Rows(0)),
            Self::Delete => Some(DeletionLimit::Percent(MAX_DELETED_PERCENT)),
            Self::DeleteAll => Some(DeletionLimit::Unlimited),
            Self::DeleteConfirmed { max } => Some(DeletionLimit::Rows(max)),
            Self::Keep { .. } => None,
        }
    }
}

fn to_complete_read(
    sync: &TableSync,
    table: SourceTable,
    at: DateTime<Utc>,
) -> CompleteRead<'static> {
    CompleteRead {
        run: sync.run,
        source_table: table.id(),
        source_revision: sync.revision,
        label: table.schema().label,
        at,
    }
}

fn to_loaded_file(file: &FileState) -> LoadedFile<'_> {
    LoadedFile {
        name: &file.name,
        bytes: file.bytes,
        modified_at: file.modified_at,
        hash: &file.hash,
    }
}

fn to_new_watermark(watermark: &Watermark) -> NewWatermark<'_> {
    NewWatermark {
        read_fingerprint: &watermark.form,
        read_until: watermark.until,
    }
}

type CheckedResult = Result<Option<ReadyBatch>, TableSyncError>;

/// A checked batch.
struct ReadyBatch {
    batch: CheckedBatch,
    /// Encoded rows for staging.
    rows: StagedRows,
    /// Unknown columns of the source.
    unknown: Arc<[String]>,
}

/// The packs of the organization's items, loaded if a row names a package.
fn look_up_items(sync: &TableSync) -> ItemLookup {
    let (database, access) = (sync.database.clone(), sync.access.clone());
    let runtime = Handle::current();
    ItemLookup::new(move || {
        let items = async {
            let db = database.begin_read(&access).await?;
            load_known_items(&db).await
        };
        runtime.block_on(items).map_err(Into::into)
    })
}

/// Checks and encodes batches on a blocking thread. Ends with `Ok(None)` only after the source
/// reported the end of the table.
fn check_batches(
    mut checker: BatchChecker,
    schema: &'static SourceSchema,
    mut batches: BatchStream,
    staging: StagingEncoder,
) -> mpsc::Receiver<CheckedResult> {
    let (sender, receiver) = mpsc::channel(MAX_BATCHES_IN_FLIGHT);
    spawn_blocking(move || {
        loop {
            let Some(next) = batches.blocking_next_until(sender.closed()) else {
                return;
            };
            let next = next.map_err(TableSyncError::from).and_then(|batch| {
                let Some(batch) = batch else { return Ok(None) };
                let unknown = Arc::clone(&batch.ignored);
                let batch = checker
                    .check_batch(&batch)
                    .map_err(|error| unreadable_table_error(schema, &error))?;
                Ok(Some(ReadyBatch {
                    rows: staging.encode_batch(batch.rows.clone(), batch.file.clone())?,
                    batch,
                    unknown,
                }))
            });
            let last = !matches!(next, Ok(Some(_)));
            if sender.blocking_send(next).is_err() || last {
                return;
            }
        }
    });
    receiver
}

/// Checked batches for staging, with running totals.
struct StagingInput<'a> {
    checked: mpsc::Receiver<CheckedResult>,
    control: &'a RunControl,
    read: u64,
    bytes: u64,
    rejected: u64,
    unidentified: u64,
    change_times: ChangeTimes,
    lacks_change_times: bool,
    /// Values that had more than 4 decimals.
    rounded: u64,
    /// Unknown columns of the source.
    ignored: Vec<String>,
}

impl StagedBatches<TableSyncError> for StagingInput<'_> {
    async fn next(&mut self) -> Result<Option<(StagedRows, Vec<RejectedRow>)>, TableSyncError> {
        let ReadyBatch {
            batch,
            rows,
            unknown,
        } = match self.checked.recv().await {
            Some(Ok(Some(ready))) => ready,
            Some(Ok(None)) => return Ok(None),
            Some(Err(fault)) => return Err(fault),
            None => return Err(TableSyncError::interrupted()),
        };
        // The previous batch is staged at this point.
        if self.read > 0 {
            crash_points::pass_crash_point("sync.staged");
        }
        self.read += batch.read;
        self.bytes += batch.bytes;
        self.rejected += batch.rejects.len() as u64;
        self.unidentified += batch.unidentified;
        self.change_times.merge(&batch.change_times);
        self.lacks_change_times |= batch.lacks_change_times;
        self.rounded += batch.rounded;
        self.control.add_progress(batch.read, batch.bytes);
        for name in unknown.iter() {
            if !self.ignored.contains(name) {
                self.ignored.push(name.clone());
            }
        }
        Ok(Some((rows, batch.rejects)))
    }
}

fn unreadable_table_error(
    schema: &SourceSchema,
    error: &arrow_schema::ArrowError,
) -> TableSyncError {
    SourceError::Unusable(format!(
        "The source table {} cannot be read: {error}.",
        schema.id
    ))
    .into()
}
