//! Forgets answers to requests with an idempotency key that are not given again any more, until the
//! server is told to stop.

use crate::clock::Clock;
use crate::db::Database;
use std::time::Duration;
use tokio::sync::watch;

/// How often old ones are looked for: they are of no harm, only in the way.
const LOOK: Duration = Duration::from_mins(10);

pub(super) async fn keep(database: Database, clock: Clock, mut stopped: watch::Receiver<bool>) {
    loop {
        if let Err(error) = database
            .platform()
            .delete_expired_idempotent_requests(clock.now())
            .await
        {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "old answers could not be cleared away: the next look is in 10 minutes"
            );
        }
        tokio::select! {
            _ = stopped.changed() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}
