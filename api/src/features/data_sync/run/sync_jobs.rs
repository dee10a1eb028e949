//! The job of a run: what another server needs to take the run over, the number of attempts, and
//! the heartbeat of its worker.

use crate::db::{DbError, TenantDb, encode_json};
use crate::features::data_sync::run_message::SyncMessage;
use crate::features::data_sync::run_plan::RunPlan;
use crate::features::data_sync::run_state::RunKind;
use crate::ids::{RunId, UploadId};
use chrono::{DateTime, Utc};
use entities::job::{ActiveModel, Column, Entity};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};
use serde::{Deserialize, Serialize};

/// Kind of the jobs.
pub(super) const JOB_KIND: &str = "sync";
/// State of a job that a worker executes.
pub(super) const RUNNING_STATE: &str = "running";
/// Heartbeat value of a worker that stopped on purpose. Other servers take the run over without
/// waiting for the timeout.
pub(super) const RELEASED_HEARTBEAT: i64 = -1;

/// Settings of a run that its records do not contain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SyncJobPayload {
    kind: String,
    confirm_deletions: bool,
    /// Maximum number of rows to delete, if one was confirmed.
    #[serde(default)]
    max_deletions: Option<u64>,
    /// Revision of the source.
    pub(super) revision: Uuid,
    /// The run whose rejects are retried.
    pub(super) retry_of: Option<Uuid>,
    /// The upload that an import reads.
    #[serde(default)]
    pub(super) upload: Option<Uuid>,
    /// Whether the import is undone.
    #[serde(default)]
    pub(super) undo: bool,
}

impl SyncJobPayload {
    pub(super) fn from_plan(plan: &RunPlan, revision: Uuid) -> Self {
        let retry_of = plan.retry.as_ref().map(|retry| retry.run.0);
        Self {
            kind: plan.kind.into_str().to_owned(),
            confirm_deletions: plan.confirm_deletions,
            max_deletions: plan.max_deletions,
            revision,
            retry_of,
            upload: plan.upload.map(|upload| upload.0),
            undo: plan.undo,
        }
    }

    /// The plan for all tables. The caller adds the rows of a retry.
    pub(super) fn to_plan(&self) -> RunPlan {
        RunPlan {
            kind: RunKind::from_stored(&self.kind),
            max_deletions: self.max_deletions,
            upload: self.upload.map(UploadId),
            undo: self.undo,
            ..RunPlan::for_all_tables(self.confirm_deletions)
        }
    }
}

/// Inserts the job of a run.
pub(super) async fn insert_job(
    db: &TenantDb,
    run: RunId,
    epoch: i64,
    payload: &SyncJobPayload,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let payload = encode_json(payload)?;
    let job = ActiveModel {
        id: Set(run.0),
        kind: Set(JOB_KIND.to_owned()),
        subject_id: Set(Some(run.0)),
        payload: Set(payload),
        state: Set(RUNNING_STATE.to_owned()),
        attempts: Set(1),
        epoch: Set(epoch),
        heartbeats: Set(0),
        last_error: Set(None),
        last_error_code: Set(None),
        created_at: Set(now),
        due_at: Set(now),
        started_at: Set(Some(now)),
        finished_at: Set(None),
        ..Default::default()
    };
    db.insert(job).await
}

/// The runs that a server executes or will take over.
pub(in crate::features::data_sync) async fn list_running_jobs(
    db: &TenantDb,
) -> Result<Vec<Uuid>, DbError> {
    let at_work = db
        .find::<Entity>()
        .filter(Column::Kind.eq(JOB_KIND))
        .filter(Column::State.eq(RUNNING_STATE))
        .all()
        .await?;
    Ok(at_work.into_iter().map(|job| job.id).collect())
}

/// Records a heartbeat of the worker with this epoch.
pub(in crate::features::data_sync) async fn record_heartbeat(
    db: &TenantDb,
    run: RunId,
    epoch: i64,
) -> Result<(), DbError> {
    let of_worker = db
        .update::<Entity>()
        .filter(Column::Id.eq(run.0))
        .filter(Column::Epoch.eq(epoch))
        .filter(Column::State.eq(RUNNING_STATE));
    of_worker.increment(Column::Heartbeats).exec().await?;
    Ok(())
}

/// Marks the job as released: the worker with this epoch stopped on purpose.
pub(super) async fn release_job(db: &TenantDb, run: RunId, epoch: i64) -> Result<(), DbError> {
    let of_worker = db
        .update::<Entity>()
        .filter(Column::Id.eq(run.0))
        .filter(Column::Epoch.eq(epoch))
        .filter(Column::State.eq(RUNNING_STATE));
    of_worker
        .set(Column::Heartbeats, RELEASED_HEARTBEAT)
        .exec()
        .await?;
    Ok(())
}

/// Starts another attempt under `epoch`, because the server of the last one is gone.
pub(super) async fn restart_job(
    db: &TenantDb,
    run: RunId,
    epoch: i64,
    attempts: i32,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let why = SyncMessage::heartbeat_lost();
    db.update::<Entity>()
        .set(Column::Epoch, epoch)
        .set(Column::Heartbeats, 0_i64)
        .set(Column::Attempts, attempts)
        .set(Column::StartedAt, Some(now))
        .set(Column::LastError, why.text)
        .set(Column::LastErrorCode, why.code.into_str())
        .filter(Column::Id.eq(run.0))
        .exec()
        .await?;
    Ok(())
}

/// Ends the running job of a run, or all running jobs. The state is `cancelled` if `cancelled` is
/// set, `failed` if there is an error, and `done` otherwise.
pub(super) async fn finish_job(
    db: &TenantDb,
    run: Option<RunId>,
    cancelled: bool,
    error: Option<&SyncMessage>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let state = match error {
        _ if cancelled => "cancelled",
        Some(_) => "failed",
        None => "done",
    };
    let mut ended = db
        .update::<Entity>()
        .filter(Column::Kind.eq(JOB_KIND))
        .filter(Column::State.eq(RUNNING_STATE));
    if let Some(run) = run {
        ended = ended.filter(Column::Id.eq(run.0));
    }
    if let Some(error) = error.filter(|_| !cancelled) {
        ended = ended
            .set(Column::LastError, error.text.as_str())
            .set(Column::LastErrorCode, error.code.into_str());
    }
    ended
        .set(Column::State, state)
        .set(Column::FinishedAt, Some(now))
        .exec()
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_server_goes_on_with_the_number_that_was_confirmed() {
        let plan = RunPlan {
            max_deletions: Some(312),
            ..RunPlan::for_table("supplier_data", true).unwrap()
        };
        let kept = serde_json::to_string(&SyncJobPayload::from_plan(&plan, Uuid::nil())).unwrap();
        let taken_over = serde_json::from_str::<SyncJobPayload>(&kept)
            .unwrap()
            .to_plan();
        assert_eq!(
            (
                taken_over.kind,
                taken_over.confirm_deletions,
                taken_over.max_deletions
            ),
            (RunKind::Table, true, Some(312))
        );
    }
}
