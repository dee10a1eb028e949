//! The latest run as it changes, for whoever follows it. Read from its records, so that any server
//! can tell of any other's run.

use crate::auth::permission::SyncRead;
use crate::auth::{Proof, Scope};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::wire::{RunState, SyncRun};
use crate::http::ApiError;
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, unfold};
use std::time::Duration;

const LOOK: Duration = Duration::from_secs(1);
/// Looks of one stream: five minutes, less than a token lives.
const LOOKS: u32 = 300;

/// A follower between two looks.
struct Following {
    sync: DataSync,
    scope: Scope,
    proof: Proof<SyncRead>,
    told: Option<SyncRun>,
    looks: u32,
}

impl DataSync {
    /// The latest run now, then whenever it has changed; ends with the run. Nothing is held between
    /// two looks.
    pub(in crate::features::data_sync) fn followed(
        self,
        scope: Scope,
        proof: Proof<SyncRead>,
    ) -> BoxStream<'static, SyncRun> {
        let following = Following {
            sync: self,
            scope,
            proof,
            told: None,
            looks: 0,
        };
        unfold(following, Following::next).boxed()
    }
}

impl Following {
    async fn next(mut self) -> Option<(SyncRun, Self)> {
        while self.looks < LOOKS && self.told.as_ref().is_none_or(goes_on) {
            if self.looks > 0 {
                tokio::time::sleep(LOOK).await;
            }
            self.looks += 1;
            if !self.may_still().await {
                return None;
            }
            match self.latest().await {
                Ok(Some(run)) if self.told.as_ref() != Some(&run) => {
                    self.told = Some(run.clone());
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
    async fn may_still(&self) -> bool {
        match &self.sync.authority {
            Some(authority) => authority.is_scope_current(&self.scope).await,
            None => true,
        }
    }

    async fn latest(&self) -> Result<Option<SyncRun>, ApiError> {
        let db = self.scope.read_db().await?;
        Ok(self
            .sync
            .runs(&db, &self.proof, 1, None)
            .await?
            .items
            .into_iter()
            .next())
    }
}

fn goes_on(run: &SyncRun) -> bool {
    matches!(run.state, RunState::Queued | RunState::Running)
}
