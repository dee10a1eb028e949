//! Responses to repeated requests with an idempotency key: they return the result of the original
//! run and start no new run.

use crate::auth::Proof;
use crate::auth::permission::SyncRun;
use crate::db::Access;
use crate::features::data_sync::DataSync;
use crate::features::data_sync::run_state::RunState;
use crate::features::data_sync::store::{RunOutcome, RunRecord};
use crate::http::ApiError;
use crate::ids::RunId;

impl DataSync {
    /// Returns the outcome of a run. 409 while it is in progress.
    pub(in crate::features::data_sync) async fn replay_outcome(
        &self,
        access: &Access,
        _permission: &Proof<SyncRun>,
        id: RunId,
    ) -> Result<RunOutcome, ApiError> {
        let run = self
            .load_run(&self.database.begin_read(access).await?, id)
            .await?;
        let counts = run.counts();
        let message = run.error.unwrap_or_default();
        match run.state {
            RunState::Queued | RunState::Running => {
                let message = format!(
                    "The run that this request started is in progress ({id}). Get that run, or send \
                        the request again later."
                );
                Err(ApiError::conflict("idempotency_in_progress", message))
            }
            RunState::Failed => Err(ApiError::unprocessable("sync_failed", message)),
            RunState::Cancelled => Err(ApiError::conflict("sync_cancelled", message)),
            RunState::Succeeded | RunState::SucceededWithRejects => Ok(RunOutcome {
                run_id: run.row.id,
                state: run.state,
                counts,
            }),
        }
    }

    /// Returns the run that the original request cancelled.
    pub(in crate::features::data_sync) async fn replay_cancellation(
        &self,
        access: &Access,
        _permission: &Proof<SyncRun>,
        id: RunId,
    ) -> Result<RunRecord, ApiError> {
        Ok(self
            .load_run(&self.database.begin_read(access).await?, id)
            .await?)
    }
}
