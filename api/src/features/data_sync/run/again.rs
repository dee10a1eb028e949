//! Requests that are sent again with the same idempotency key after their run was begun: they are
//! told what became of it, and begin no other.

use crate::auth::Proof;
use crate::auth::permission::SyncRun;
use crate::db::Access;
use crate::features::data_sync::DataSync;
use crate::features::data_sync::wire::{RunState, SyncOutcome, SyncRun as SyncRunView};
use crate::http::ApiError;
use crate::ids::RunId;

impl DataSync {
    /// How a run ended; 409 while it goes on.
    pub(in crate::features::data_sync) async fn outcome_of(
        &self,
        access: &Access,
        _may: &Proof<SyncRun>,
        id: RunId,
    ) -> Result<SyncOutcome, ApiError> {
        let run = self
            .run_of(&self.database.begin_read(access).await?, id)
            .await?;
        let words = run.error.unwrap_or_default();
        match run.state {
            RunState::Queued | RunState::Running => {
                let words = format!(
                    "The sync that this request has started goes on ({id}): look at that run, or \
                        send the request again later."
                );
                Err(ApiError::conflict("idempotency_in_progress", words))
            }
            RunState::Failed => Err(ApiError::unprocessable("sync_failed", words)),
            RunState::Cancelled => Err(ApiError::conflict("sync_cancelled", words)),
            RunState::Succeeded | RunState::SucceededWithRejects => Ok(SyncOutcome {
                run_id: run.id,
                state: run.state,
                stats: run.stats,
            }),
        }
    }

    /// How a run stands that the same request has cancelled before.
    pub(in crate::features::data_sync) async fn cancelled(
        &self,
        access: &Access,
        _may: &Proof<SyncRun>,
        id: RunId,
    ) -> Result<SyncRunView, ApiError> {
        self.run_of(&self.database.begin_read(access).await?, id)
            .await
    }
}
