//! Brings one source table into the application database: read, checked, staged and merged, all or
//! nothing.

use super::catalogue::{Shape, SourceTable};
use super::check::{CheckedBatch, Checker, WantedRows};
use super::drift::Agreed;
use super::source::{
    BatchStream, ChangeTime, ChangeTimes, FileState, MAX_BATCHES_IN_FLIGHT, ReadWindow,
    SourceError, TableRows, Watermark,
};
use super::watch::Watch;
use super::wire::TableState;
use crate::clock::Clock;
use crate::crash_points;
use crate::db::{
    Access, CommitOutcome, CompleteRead, Database, DeletionLimit, LoadedFile, MissingRowOutcome,
    NewWatermark, RejectedRow, StagedBatches, StagedRows, StagingEncoder, TableLanding,
};
use crate::ids::RunId;
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

mod fault;
mod words;

pub(super) use fault::{Blame, TableFault};

/// The share of a table's rows that one read may take away without being asked, in percent.
const MOST_REMOVED_PERCENT: u64 = 20;

/// What a table is brought in for.
#[derive(Clone, Debug)]
pub(super) struct Errand {
    pub(super) database: Database,
    pub(super) clock: Clock,
    pub(super) access: Access,
    pub(super) run: RunId,
    /// The lease that the run holds.
    pub(super) epoch: i64,
    /// What the session that writes is called.
    pub(super) label: String,
    /// Which setting of the source is read.
    pub(super) revision: Uuid,
    /// What becomes of rows that the source no longer has.
    pub(super) missing: Missing,
    /// The rows to bring in, where not all are meant.
    pub(super) only: Option<Arc<WantedRows>>,
    /// Told how far the read is.
    pub(super) watch: Watch,
}

/// What becomes of rows of the application database that a read does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// They are removed, if they are not too many.
    Removed,
    /// They are removed, however many.
    AllRemoved,
    /// They are removed, if they are at most as many as somebody has confirmed.
    ConfirmedRemoved { most: u64 },
    /// They stay: the read was not meant to be complete. Under `revision` the table was read
    /// completely last; nil where it never was.
    Kept { revision: Uuid },
}

/// What became of a table that landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrived {
    /// Whether some rows could not land.
    pub(super) rejects: bool,
    /// Whether any row is another than before.
    pub(super) changed: bool,
}

/// Brings rows into the table, with the records of it, in one transaction.
pub(super) async fn bring_in(
    errand: &Errand,
    table: SourceTable,
    rows: TableRows,
    agreed: &Agreed,
) -> Result<Arrived, TableFault> {
    let began = errand.clock.now();
    let shape = table.shape();
    let mut writer = errand
        .database
        .open_writer(&errand.access, shape.target_table())
        .await?;
    writer.set_session_name(&errand.label).await?;
    errand.watch.works_with(writer.stop_handle());
    let since = rows.window.as_ref().and_then(ReadWindow::since);
    errand.watch.begin_reading(rows.bytes, since.is_some());
    let checked = check_all(
        shape,
        rows.batches,
        errand.only.clone(),
        writer.staging_encoder(),
    );
    let mut rows_read = RowsRead {
        checked,
        watch: &errand.watch,
        read: 0,
        bytes: 0,
        refused: 0,
        moments: ChangeTimes::default(),
        ignored: Vec::new(),
    };
    writer.stage_batches(&mut rows_read).await?;
    crash_points::pass_crash_point("sync.staged");
    let RowsRead {
        read,
        bytes,
        refused,
        mut moments,
        ignored,
        ..
    } = rows_read;
    if rows.skipped_files > 0 {
        writer.reject_older_rows().await?;
    }
    let (landing, rejected) = writer.begin_merge().await?;
    if rejected > refused {
        // Which of the rows with one key were left over is known to the database alone.
        moments.add_rejected(ChangeTime::Unreadable);
    }
    let merging = errand.clock.now();
    let removal = match errand.missing.most_removed() {
        Some(most) => {
            let removal = writer.delete_missing(merging, most).await?;
            writer
                .save_withheld_deletion(&complete_read(errand, table, merging), removal)
                .await?;
            removal
        }
        None => MissingRowOutcome::Deleted(0),
    };
    crash_points::pass_crash_point("sync.merging");
    let merged = writer.merge().await?;
    crash_points::pass_crash_point("sync.merged");
    let files: Vec<LoadedFile<'_>> = rows.files.iter().map(landing_file).collect();
    let complete = errand.missing.most_removed().is_some();
    // A few rows of a file do not make it one that has landed.
    if errand.only.is_none() {
        writer
            .save_source_files(table.id(), errand.revision, &files, complete)
            .await?;
        let reached = rows
            .window
            .as_ref()
            .and_then(|window| window.next_watermark(&moments));
        writer
            .save_watermark(
                table.id(),
                errand.revision,
                reached.as_ref().map(landing_watermark),
            )
            .await?;
        writer
            .save_schema_snapshot(
                table.id(),
                errand.revision,
                &agreed.picture.to_text(),
                errand.clock.now(),
            )
            .await?;
    }
    let (deleted, held_back) = match removal {
        MissingRowOutcome::Deleted(missing) => (missing, 0),
        MissingRowOutcome::Withheld { missing, .. } => (0, missing),
    };
    let notes: Vec<String> = since
        .map(words::of_window)
        .into_iter()
        .chain(agreed.notes.iter().cloned())
        .collect();
    let message = words::of_landing(
        &removal,
        errand.missing,
        &notes,
        &ignored,
        rows.skipped_files,
    );
    let state = if rejected > 0 {
        TableState::SucceededWithRejects
    } else {
        TableState::Succeeded
    };
    let ended = errand.clock.now();
    let record = TableLanding {
        run: errand.run,
        epoch: errand.epoch,
        source_table: table.id(),
        source_revision: if let Missing::Kept { revision } = errand.missing {
            revision
        } else {
            errand.revision
        },
        state: state.word(),
        read,
        inserted: merged.inserted,
        updated: merged.updated,
        unchanged: landing.saturating_sub(merged.inserted + merged.updated),
        deleted,
        rejected,
        withheld: held_back,
        complete,
        message: message.as_deref(),
        bytes_read: bytes,
        bytes_total: rows.bytes,
        read_ms: (merging - began).num_milliseconds(),
        merge_ms: (ended - merging).num_milliseconds(),
        at: ended,
    };
    match writer.commit(&record).await? {
        CommitOutcome::Committed => {
            crash_points::pass_crash_point("sync.landed");
            Ok(Arrived {
                rejects: rejected > 0,
                changed: record.has_changes(),
            })
        }
        CommitOutcome::LeaseLost => Err(TableFault::LeaseLost),
        CommitOutcome::LimitExceeded { most, rows: would } => {
            Err(TableFault::OverPlan { most, would })
        }
        CommitOutcome::RowCountMismatch { live, least, most } => {
            Err(TableFault::Miscounted { live, least, most })
        }
    }
}

impl Missing {
    /// How many may go; `None` where the read was not meant to be complete.
    fn most_removed(self) -> Option<DeletionLimit> {
        match self {
            Self::Removed => Some(DeletionLimit::Percent(MOST_REMOVED_PERCENT)),
            Self::AllRemoved => Some(DeletionLimit::Unlimited),
            Self::ConfirmedRemoved { most } => Some(DeletionLimit::Rows(most)),
            Self::Kept { .. } => None,
        }
    }
}

fn complete_read(errand: &Errand, table: SourceTable, at: DateTime<Utc>) -> CompleteRead<'static> {
    CompleteRead {
        run: errand.run,
        source_table: table.id(),
        source_revision: errand.revision,
        label: table.shape().label,
        at,
    }
}

fn landing_file(file: &FileState) -> LoadedFile<'_> {
    LoadedFile {
        name: &file.name,
        bytes: file.bytes,
        modified_at: file.modified_at,
        hash: &file.hash,
    }
}

fn landing_watermark(watermark: &Watermark) -> NewWatermark<'_> {
    NewWatermark {
        read_fingerprint: &watermark.form,
        read_until: watermark.until,
    }
}

type Checked = Result<Option<Ready>, TableFault>;

/// A batch that was checked.
struct Ready {
    batch: CheckedBatch,
    /// Its rows, ready to be staged.
    rows: StagedRows,
    /// Columns that nobody asked for.
    unknown: Arc<[String]>,
}

/// Checks the batches off the async threads, and makes their rows ready; ends with `Ok(None)` only
/// after the source has said that this was all.
fn check_all(
    shape: &'static Shape,
    mut batches: BatchStream,
    only: Option<Arc<WantedRows>>,
    staging: StagingEncoder,
) -> mpsc::Receiver<Checked> {
    let (sender, receiver) = mpsc::channel(MAX_BATCHES_IN_FLIGHT);
    spawn_blocking(move || {
        let mut checker = Checker::new(shape).only(only);
        loop {
            let Some(next) = batches.blocking_next_until(sender.closed()) else {
                return;
            };
            let next = next.map_err(TableFault::from).and_then(|batch| {
                let Some(batch) = batch else { return Ok(None) };
                let unknown = Arc::clone(&batch.ignored);
                let batch = checker
                    .check(&batch)
                    .map_err(|error| unreadable(shape, &error))?;
                Ok(Some(Ready {
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

/// The batches of a table on their way into the stage, and what they add up to.
struct RowsRead<'a> {
    checked: mpsc::Receiver<Checked>,
    watch: &'a Watch,
    read: u64,
    bytes: u64,
    refused: u64,
    moments: ChangeTimes,
    /// Columns that nobody asked for.
    ignored: Vec<String>,
}

impl StagedBatches<TableFault> for RowsRead<'_> {
    async fn next(&mut self) -> Result<Option<(StagedRows, Vec<RejectedRow>)>, TableFault> {
        let Ready {
            batch,
            rows,
            unknown,
        } = match self.checked.recv().await {
            Some(Ok(Some(ready))) => ready,
            Some(Ok(None)) => return Ok(None),
            Some(Err(fault)) => return Err(fault),
            None => return Err(TableFault::broken_off()),
        };
        // What was given before is staged.
        if self.read > 0 {
            crash_points::pass_crash_point("sync.staged");
        }
        self.read += batch.read;
        self.bytes += batch.bytes;
        self.refused += batch.rejects.len() as u64;
        self.moments.merge(&batch.moments);
        self.watch.read(batch.read, batch.bytes);
        for name in unknown.iter() {
            if !self.ignored.contains(name) {
                self.ignored.push(name.clone());
            }
        }
        Ok(Some((rows, batch.rejects)))
    }
}

fn unreadable(shape: &Shape, error: &arrow_schema::ArrowError) -> TableFault {
    SourceError::Unusable(format!(
        "The source's table {} cannot be read: {error}.",
        shape.id
    ))
    .into()
}
