//! Executes a run: syncs its tables one by one and always closes its records.

use super::outage_retry::OutageRetries;
use super::progress_reporter::ProgressReporter;
use super::{RunError, RunSource};
use crate::crash_points;
use crate::db::Access;
use crate::features::data_sync::DataSync;
use crate::features::data_sync::run_control::RunControl;
use crate::features::data_sync::run_lease::Heartbeat;
use crate::features::data_sync::run_message::SyncMessage;
use crate::features::data_sync::run_plan::RunPlan;
use crate::features::data_sync::run_state::{RunState, TableState};
use crate::features::data_sync::schema_drift::SchemaBaseline;
use crate::features::data_sync::store::RunOutcome;
use crate::features::data_sync::table_sync::{
    MissingRowPolicy, TableOutcome, TableSync, TableSyncError, sync_table,
};
use crate::ids::RunId;
use crate::telemetry::in_current_trace;
use fair_queue::QueueFull;
use sea_orm::prelude::Uuid;
use sources::{Layouts, ReadOutcome, ReadRequest, SourceTable, Warehouse};
use std::sync::Arc;
use tokio::time::Instant;

/// A run that holds the lease.
pub(super) struct RunExecutor {
    pub(super) sync: DataSync,
    pub(super) access: Access,
    pub(super) plan: RunPlan,
    pub(super) run: RunId,
    /// Epoch of the lease that the run holds.
    pub(super) epoch: i64,
    pub(super) control: RunControl,
}

/// Results of the tables so far.
#[derive(Default)]
struct RunTally {
    failures: Vec<(SourceTable, TableSyncError)>,
    absent: usize,
}

/// Result of one table.
enum TableResult {
    Synced(TableOutcome),
    Absent,
    Unchanged,
}

impl RunExecutor {
    /// Syncs every table, then closes the records.
    pub(super) async fn execute_run(self, source: RunSource) -> Result<RunOutcome, RunError> {
        let heartbeat = Heartbeat::start(
            self.sync.clone(),
            self.access.clone(),
            self.run,
            self.epoch,
            self.control.clone(),
        );
        let reporter = ProgressReporter::start(&self);
        let failure = match source.warehouse {
            Ok(warehouse) => self.sync_in_turn(&warehouse, source.revision).await,
            Err(fault) => {
                for table in &self.plan.tables {
                    self.set_table_state(*table, TableState::Failed, fault.message())
                        .await;
                }
                Some(fault.into())
            }
        };
        drop(reporter);
        self.sync.counters.add_run(match &failure {
            None => "succeeded",
            Some(RunError::Cancelled) => "cancelled",
            Some(_) => "failed",
        });
        self.sync.database.spawn_log_truncation();
        crash_points::pass_crash_point("sync.closing");
        let outcome = self
            .close_run(failure.as_ref().map(RunError::message).as_ref())
            .await;
        drop(heartbeat);
        if let (
            Some(upload),
            Ok(RunOutcome {
                state: RunState::Succeeded,
                ..
            }),
        ) = (self.plan.upload, &outcome)
        {
            self.sync.discard_uploaded_files(&self.access, upload).await;
        }
        self.sync.active_runs.remove_run(self.run);
        let outcome = outcome?;
        failure.map_or(Ok(outcome), Err)
    }

    /// Waits until the run may read, then syncs the tables.
    async fn sync_in_turn(
        &self,
        warehouse: &Arc<dyn Warehouse>,
        revision: Uuid,
    ) -> Option<RunError> {
        let turns = &self.sync.limits.turns;
        let _permit = tokio::select! {
            permit = turns.acquire(self.access.tenant()) => permit,
            // Without a turn, the tables are only marked as canceled.
            () = self.control.cancelled() => Err(QueueFull),
        };
        let deadline = Instant::now() + self.sync.limits.time;
        self.sync_tables(warehouse, revision, deadline).await
    }

    /// Returns `None` if every table was synced, unchanged or absent.
    async fn sync_tables(
        &self,
        warehouse: &Arc<dyn Warehouse>,
        revision: Uuid,
        deadline: Instant,
    ) -> Option<RunError> {
        let mut tally = RunTally::default();
        for table in self.plan.reading_order() {
            if self.control.is_cancelled() {
                let message = SyncMessage::not_started();
                self.set_table_state(table, TableState::Cancelled, message)
                    .await;
                continue;
            }
            self.control.begin_table();
            self.mark_table_started(table).await;
            match self
                .sync_with_retries(warehouse, revision, table, deadline)
                .await
            {
                Ok(TableResult::Synced(outcome)) => {
                    let rows = self.control.progress().rows;
                    self.sync.counters.add_rows(table.id(), rows);
                    if let Some(authority) =
                        self.sync.authority.as_ref().filter(|_| outcome.has_changes)
                    {
                        authority.clear_lookups();
                    }
                }
                Ok(TableResult::Absent) => {
                    tally.absent += 1;
                    if table.is_optional() && self.plan.tables.len() > 1 {
                        self.forget_table(table).await;
                    } else {
                        let message = SyncMessage::table_absent();
                        self.set_table_state(table, TableState::Skipped, message)
                            .await;
                    }
                }
                Ok(TableResult::Unchanged) => {
                    self.mark_table_unchanged(table).await;
                }
                Err(fault @ TableSyncError::Cancelled) => {
                    self.set_table_state(table, TableState::Cancelled, fault.message())
                        .await;
                }
                Err(fault) => {
                    tracing::warn!(run = %self.run, table = table.id(), error = %fault,
                        "a table failed to sync");
                    self.set_table_state(table, TableState::Failed, fault.message())
                        .await;
                    tally.failures.push((table, fault));
                }
            }
        }
        if self.control.is_cancelled() {
            return Some(RunError::Cancelled);
        }
        let is_source_empty = self.plan.tables.len() > 1
            && tally.absent == self.plan.tables.len()
            // A resumed run plans the remaining tables only.
            && !self.has_synced_tables().await.unwrap_or(false);
        if is_source_empty {
            return Some(RunError::NothingToSync);
        }
        tally.into_error()
    }

    /// Name of the database sessions that write for a run under this epoch.
    pub(super) fn session_label(run: RunId, epoch: i64) -> String {
        format!("sprout sync {run} {epoch}")
    }

    /// Calls [`Self::sync_one_table`] and retries while the application database is unavailable.
    async fn sync_with_retries(
        &self,
        warehouse: &Arc<dyn Warehouse>,
        revision: Uuid,
        table: SourceTable,
        deadline: Instant,
    ) -> Result<TableResult, TableSyncError> {
        let mut outages = OutageRetries::default();
        loop {
            match self
                .sync_one_table(Arc::clone(warehouse), revision, table, deadline)
                .await
            {
                Err(fault)
                    if fault.is_transient() && outages.wait_for_retry(&self.control).await =>
                {
                    // The commit may have succeeded although its response was lost.
                    if self.is_table_synced(table).await.unwrap_or(false) {
                        return Ok(TableResult::Synced(TableOutcome {
                            has_rejects: false,
                            has_changes: true,
                        }));
                    }
                    tracing::warn!(run = %self.run, table = table.id(), error = %fault,
                        "retrying a table");
                    self.control.begin_table();
                }
                ended => return ended,
            }
        }
    }

    /// Syncs one table.
    async fn sync_one_table(
        &self,
        warehouse: Arc<dyn Warehouse>,
        revision: Uuid,
        table: SourceTable,
        deadline: Instant,
    ) -> Result<TableResult, TableSyncError> {
        let before = self.load_table_baseline(table, revision).await?;
        let missing = match (before.source_revision, self.plan.max_deletions) {
            (read_under, _) if self.plan.is_partial() => MissingRowPolicy::Keep {
                revision: read_under.unwrap_or_default(),
            },
            // The confirmed number also limits the first read of a different source.
            (_, Some(max)) => MissingRowPolicy::DeleteConfirmed { max },
            (Some(read_under), None) if read_under == revision && !self.plan.confirm_deletions => {
                MissingRowPolicy::Delete
            }
            _ => MissingRowPolicy::DeleteAll,
        };
        let revision = if self.plan.upload.is_some() {
            // The next complete read of the organization's source must not count as its first one.
            before.source_revision.unwrap_or_default()
        } else {
            revision
        };
        // Imports have Sprout's columns, and are not compared with the organization's source.
        let (layout, baseline) = if self.plan.upload.is_some() {
            (
                Layouts::default().for_table(table),
                SchemaBaseline::default(),
            )
        } else {
            (before.layout, before.schema)
        };
        let sync_context = TableSync {
            database: self.sync.database.clone(),
            clock: self.sync.clock.clone(),
            access: self.access.clone(),
            run: self.run,
            epoch: self.epoch,
            label: Self::session_label(self.run, self.epoch),
            revision,
            layout: layout.clone(),
            missing,
            selection: self
                .plan
                .retry
                .as_ref()
                .and_then(|only| only.rows.get(&table).cloned()),
            retried_run: self.plan.retry.as_ref().map(|only| only.run),
            is_import: self.plan.upload.is_some(),
            control: self.control.clone(),
        };
        let sync = self.sync.clone();
        let request = ReadRequest {
            table,
            layout: layout.clone(),
            checkpoint: self.plan.is_incremental().then_some(before.checkpoint),
        };
        let reader = Arc::clone(&warehouse);
        // Run in a separate task, so that a panic ends neither the run nor its record.
        let read = async move {
            match reader.read_table(request).await? {
                ReadOutcome::Absent => Ok(TableResult::Absent),
                ReadOutcome::Unchanged => Ok(TableResult::Unchanged),
                ReadOutcome::Rows(rows) => {
                    let accepted = sync
                        .check_schema(
                            &sync_context.access,
                            sync_context.run,
                            table,
                            &baseline,
                            &layout,
                            &rows.columns,
                        )
                        .await?;
                    sync_table(&sync_context, table, rows, &accepted)
                        .await
                        .map(TableResult::Synced)
                }
            }
        };
        let mut task = tokio::spawn(in_current_trace(read));
        let mut is_late = false;
        let ended = tokio::select! {
            ended = &mut task => ended,
            () = self.control.cancelled() => {
                // Aborting drops the writer at its next await, which rolls back its transaction.
                // Its current statement has already been cancelled.
                task.abort();
                task.await
            }
            () = tokio::time::sleep_until(deadline) => {
                is_late = true;
                self.control.stop_statement().await;
                task.abort();
                task.await
            }
        };
        if let Some(bytes) = warehouse.bytes_billed(table) {
            self.record_billed_bytes(table, bytes).await;
        }
        match ended {
            // A table committed before the cancellation stays synced.
            Ok(Ok(outcome)) => Ok(outcome),
            _ if self.control.is_cancelled() => Err(TableSyncError::Cancelled),
            _ if is_late => Err(TableSyncError::TimeLimitExceeded {
                limit: self.sync.limits.time,
            }),
            Ok(fault) => fault,
            Err(_) => Err(TableSyncError::Interrupted),
        }
    }
}

impl RunTally {
    /// The error of failed tables. The most severe failure decides the status.
    fn into_error(self) -> Option<RunError> {
        let message: Vec<String> = self
            .failures
            .iter()
            .map(|(table, fault)| format!("{}: {}", table.id(), fault.user_message()))
            .collect();
        let (_, most_severe) = self
            .failures
            .into_iter()
            .max_by_key(|(_, fault)| fault.category())?;
        Some(RunError::TablesFailed {
            most_severe,
            message: message.join(" "),
        })
    }
}
