//! Starts and cancels runs. An organization has at most one run at a time, and a run continues when
//! its caller disconnects.

use super::DataSync;
use super::run_lease::{self, LeaseOutcome};
use super::run_message::SyncMessage;
use super::run_plan::RunPlan;
use super::run_state::RunTrigger;
use super::store::{RunOutcome, RunRecord};
use super::table_sync::TableSyncError;
use crate::auth::permission::SyncRun;
use crate::auth::{Proof, refuse_suspended};
use crate::crash_points;
use crate::db::{Access, AuditAction, DbError, IdempotentRequest, NewAuditEntry};
use crate::ids::RunId;
use crate::telemetry::in_current_trace;
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};
use sources::Warehouse;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

mod executor;
mod outage_retry;
mod outcome;
mod progress_reporter;
mod replay;
mod run_error;
mod run_records;
mod run_takeover;
pub(super) mod sync_jobs;

use executor::RunExecutor;
pub(super) use replay::ReplayError;
pub(super) use run_error::CancelRunError;
pub(super) use run_error::{RunError, StartRunError};
pub use run_takeover::HeartbeatMonitor;
use sync_jobs::SyncJobPayload;

/// Maximum number of polls for the end of a cancelled run.
const MAX_CANCEL_POLLS: u32 = 20;
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Handle of a run in progress. Dropping it does not stop the run.
pub(super) struct RunHandle {
    id: RunId,
    task: JoinHandle<Result<RunOutcome, RunError>>,
}

impl RunHandle {
    /// Id of the run.
    pub(super) fn id(&self) -> RunId {
        self.id
    }

    /// Waits for the run to finish. The error names the tables that failed.
    pub(super) async fn wait_for_outcome(self) -> Result<RunOutcome, RunError> {
        self.task.await?
    }
}

/// The source of a run.
pub(super) struct RunSource {
    /// Revision of the source.
    pub(super) revision: Uuid,
    /// The source, or why it cannot be opened.
    pub(super) warehouse: Result<Arc<dyn Warehouse>, TableSyncError>,
}

impl DataSync {
    /// Starts a run from the organization's source.
    pub(super) async fn start_run(
        &self,
        access: &Access,
        _permission: &Proof<SyncRun>,
        plan: RunPlan,
    ) -> Result<RunHandle, StartRunError> {
        let source = self.open_run_source(access).await?;
        self.launch_run(access, RunTrigger::Person, plan, source)
            .await
    }

    /// Starts a run, unless another run is in progress.
    pub(super) async fn launch_run(
        &self,
        access: &Access,
        trigger: RunTrigger,
        plan: RunPlan,
        source: RunSource,
    ) -> Result<RunHandle, StartRunError> {
        let (sync, access, idempotency) =
            (self.clone(), access.clone(), IdempotentRequest::current());
        // Start in a separate task: a caller that disconnects must not leave a lease without a run.
        // The run belongs to the caller's trace.
        let launch = async move {
            let (id, epoch) = IdempotentRequest::run_in_scope(
                idempotency,
                sync.begin_run(&access, trigger, &plan, source.revision),
            )
            .await?;
            crash_points::pass_crash_point("sync.begun");
            let control = sync.active_runs.register_run(id, access.clone(), epoch);
            let executor = RunExecutor {
                sync,
                access,
                plan,
                run: id,
                epoch,
                control,
            };
            let end = tokio::spawn(in_current_trace(executor.execute_run(source)));
            Ok::<_, StartRunError>(RunHandle { id, task: end })
        };
        tokio::spawn(in_current_trace(launch)).await?
    }

    /// Cancels a run and waits up to two seconds for its end. Discards the table in progress;
    /// tables already synced are kept. 409 if the run has already ended.
    pub(super) async fn cancel_run(
        &self,
        access: &Access,
        _permission: &Proof<SyncRun>,
        id: RunId,
    ) -> Result<RunRecord, CancelRunError> {
        let run = self
            .load_run(&self.database.begin_read(access).await?, id)
            .await?;
        if !run.is_active() {
            return Err(CancelRunError::AlreadyEnded);
        }
        match self.active_runs.find_control(id) {
            Some(control) => {
                // Cancel first: on SQLite the audit log can only be written after the merge
                // stopped.
                control.cancel().await;
                let db = self.database.begin_write(access).await?;
                db.append_audit_entry(
                    self.clock.now(),
                    NewAuditEntry::new(AuditAction::SyncCancelled).with_target("sync_run", id),
                )
                .await?;
                db.commit_for_run(id).await?;
            }
            // Another server executes the run and polls once per second.
            None => {
                run_records::request_cancel(
                    self.database.begin_write(access).await?,
                    id,
                    self.clock.now(),
                )
                .await?;
            }
        }
        for _ in 0..MAX_CANCEL_POLLS {
            let run = self
                .load_run(&self.database.begin_read(access).await?, id)
                .await?;
            if !run.is_active() {
                return Ok(run);
            }
            tokio::time::sleep(CANCEL_POLL_INTERVAL).await;
        }
        Ok(self
            .load_run(&self.database.begin_read(access).await?, id)
            .await?)
    }

    async fn begin_run(
        &self,
        access: &Access,
        trigger: RunTrigger,
        plan: &RunPlan,
        revision: Uuid,
    ) -> Result<(RunId, i64), StartRunError> {
        let now = self.clock.now();
        let db = self.database.begin_write(access).await?;
        // Check the suspension again: commands and schedules may hold outdated access.
        refuse_suspended(
            &access.organization().name,
            db.load_suspension().await?.as_ref(),
        )?;
        let id = run_records::next_run_id(&db, &self.entropy, now).await?;
        let taken =
            match run_lease::acquire_lease(&db, id, now, self.heartbeat.lease_lifetime()).await {
                // A concurrent first run was faster.
                Err(DbError::Duplicate(_)) => return Err(StartRunError::InProgress(None)),
                other => other?,
            };
        let epoch = match taken {
            LeaseOutcome::Acquired { epoch } => epoch,
            LeaseOutcome::Busy(other) => return Err(StartRunError::InProgress(Some(other))),
        };
        let abandoned = run_records::list_open_runs(&db).await?;
        let why = SyncMessage::interrupted();
        run_records::end_abandoned_runs(&db, None, false, &why, now).await?;
        for run in abandoned {
            outcome::enqueue_run_end(&db, run).await?;
        }
        run_records::insert_run(&db, id, trigger, plan, now).await?;
        sync_jobs::insert_job(
            &db,
            id,
            epoch,
            &SyncJobPayload::from_plan(plan, revision),
            now,
        )
        .await?;
        // Scheduled runs are recorded by the schedule, not in the audit log.
        if trigger != RunTrigger::Schedule {
            db.append_audit_entry(
                now,
                NewAuditEntry::new(AuditAction::SyncStarted)
                    .with_target("sync_run", id)
                    .with_after(&to_audit_json(plan)),
            )
            .await?;
        }
        db.commit_for_run(id).await?;
        Ok((id, epoch))
    }
}

/// The plan of a run for the audit log.
fn to_audit_json(plan: &RunPlan) -> Value {
    let tables: Vec<&str> = plan.tables.iter().map(|table| table.id()).collect();
    json!({
        "kind": plan.kind.into_str(),
        "tables": tables,
        "confirmDeletions": plan.confirm_deletions,
        "maxDeletions": plan.max_deletions,
    })
}
