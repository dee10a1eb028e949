//! Responses to repeated requests with an idempotency key: they return the result of the original
//! run and start no new run.

use crate::auth::Proof;
use crate::auth::permission::SyncRun;
use crate::db::{Access, DbError, LookupError};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::run_state::RunState;
use crate::features::data_sync::store::{RunOutcome, RunRecord};
use crate::ids::RunId;

/// Why the result of the original run cannot be returned.
#[derive(Debug, thiserror::Error)]
pub(in crate::features::data_sync) enum ReplayError {
    /// The run is in progress.
    #[error(
        "The run that this request started is in progress ({0}). Get that run, or send the request \
            again later."
    )]
    InProgress(RunId),
    /// The run failed. The message is for users.
    #[error("{0}")]
    Failed(String),
    /// The run was cancelled. The message is for users.
    #[error("{0}")]
    Cancelled(String),
    /// The run does not exist, or the database failed.
    #[error(transparent)]
    Lookup(#[from] LookupError),
}

impl From<DbError> for ReplayError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}

impl DataSync {
    /// Returns the outcome of a finished run.
    pub(in crate::features::data_sync) async fn replay_outcome(
        &self,
        access: &Access,
        _permission: &Proof<SyncRun>,
        id: RunId,
    ) -> Result<RunOutcome, ReplayError> {
        let run = self
            .load_run(&self.database.begin_read(access).await?, id)
            .await?;
        let counts = run.counts();
        let message = run.error.unwrap_or_default();
        match run.state {
            RunState::Queued | RunState::Running => Err(ReplayError::InProgress(id)),
            RunState::Failed => Err(ReplayError::Failed(message)),
            RunState::Cancelled => Err(ReplayError::Cancelled(message)),
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
    ) -> Result<RunRecord, LookupError> {
        self.load_run(&self.database.begin_read(access).await?, id)
            .await
    }
}
