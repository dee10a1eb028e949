//! Starts the syncs that are due, until the server is told to stop.

use crate::features::data_sync::DataSync;
use std::time::Duration;
use tokio::sync::watch;

/// How often a server looks for due schedules; a run starts at most this long after its time.
pub const LOOK: Duration = Duration::from_secs(15);

/// Looks every `look`, by the clock of `sync` for what is due. Ends once `stopped` says so.
pub async fn keep(sync: DataSync, look: Duration, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = stopped.changed() => return,
            () = tokio::time::sleep(look) => {}
        }
        // Outside of the choice above: a run that was claimed is also started.
        if let Err(error) = sync.start_due().await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "due syncs could not be looked for: the next look is soon"
            );
        }
    }
}
