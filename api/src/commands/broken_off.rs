//! Goes on with syncs whose server has died, until this one is told to stop.

use crate::features::data_sync::{DataSync, Silences};
use std::time::Instant;
use tokio::sync::watch;

pub(super) async fn keep(sync: DataSync, mut stopped: watch::Receiver<bool>) {
    let mut silences = Silences::default();
    loop {
        // Outside of the choice below: a run that was taken over is also gone on with.
        if let Err(error) = sync.resume_silent(&mut silences, Instant::now()).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "syncs that were broken off could not be looked for: the next look is soon"
            );
        }
        tokio::select! {
            _ = stopped.changed() => return,
            () = tokio::time::sleep(sync.rhythm().look()) => {}
        }
    }
}
