//! Keeps the public harvest records up to date, until the server is told to stop.

use crate::features::crop_yield::yield_refresh::YieldRefresher;
use std::time::Duration;
use tokio::sync::watch;

/// How often is looked whether there is something to learn, from the source or from another server.
const LOOK: Duration = Duration::from_mins(5);

pub(super) async fn keep(mut refresh: YieldRefresher, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = stopped.changed() => return,
            looked = refresh.refresh_if_stale() => if let Err(error) = looked {
                tracing::warn!(error = &error as &dyn std::error::Error,
                    "nothing new was learned of harvests: the yields of before stay in force");
            },
        }
        tokio::select! {
            _ = stopped.changed() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}
