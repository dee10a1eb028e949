//! Goes on with the removal of organizations that were deleted, until the server is told to stop.

use crate::features::organizations::PurgeWorker;
use std::time::Duration;
use tokio::sync::watch;

/// How often organizations that were deleted are looked for.
const LOOK: Duration = Duration::from_secs(2);

pub(super) async fn keep(endings: PurgeWorker, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = stopped.changed() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
        // Outside of the choice above: a transaction that was begun is also ended.
        if let Err(error) = endings.purge_pending(|| !*stopped.borrow()).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "rows of deleted organizations could not be removed yet: the next look is in 2 \
                    seconds"
            );
        }
    }
}
