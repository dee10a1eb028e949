//! The latest run as it changes, for whoever follows it. Read from its records, so that any server
//! can tell of any other's run.

use super::SyncRun;
use crate::auth::permission::SyncRead;
use crate::auth::{Proof, Scope};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::run_state::RunState;
use crate::http::ApiError;
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, unfold};
use std::time::Duration;

const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Looks of one stream: five minutes, less than a token lives.
const MAX_POLLS: u32 = 300;

/// A follower between two looks.
struct RunStream {
    sync: DataSync,
    scope: Scope,
    proof: Proof<SyncRead>,
    last_sent: Option<SyncRun>,
    polls: u32,
}

/// The latest run now, then whenever it has changed; ends with the run. Nothing is held between
/// two looks.
pub fn stream_runs(
    sync: DataSync,
    scope: Scope,
    proof: Proof<SyncRead>,
) -> BoxStream<'static, SyncRun> {
    let following = RunStream {
        sync,
        scope,
        proof,
        last_sent: None,
        polls: 0,
    };
    unfold(following, RunStream::next).boxed()
}

impl RunStream {
    async fn next(mut self) -> Option<(SyncRun, Self)> {
        while self.polls < MAX_POLLS && self.last_sent.as_ref().is_none_or(is_active) {
            if self.polls > 0 {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            self.polls += 1;
            if !self.is_still_authorized().await {
                return None;
            }
            match self.load_latest_run().await {
                Ok(Some(run)) if self.last_sent.as_ref() != Some(&run) => {
                    self.last_sent = Some(run.clone());
                    return Some((run, self));
                }
                Ok(Some(_)) => {}
                // Nothing was ever synced, or the records cannot be read: whoever follows asks
                // again.
                Ok(None) | Err(_) => return None,
            }
        }
        None
    }

    /// Whoever has signed out, was let go of, or works elsewhere by now is told nothing more.
    async fn is_still_authorized(&self) -> bool {
        match &self.sync.authority {
            Some(authority) => authority.is_scope_current(&self.scope).await,
            None => true,
        }
    }

    async fn load_latest_run(&self) -> Result<Option<SyncRun>, ApiError> {
        let db = self.scope.read_db().await?;
        Ok(self
            .sync
            .list_runs(&db, &self.proof, 1, None)
            .await?
            .items
            .pop()
            .map(SyncRun::from))
    }
}

fn is_active(run: &SyncRun) -> bool {
    matches!(run.state, RunState::Queued | RunState::Running)
}
