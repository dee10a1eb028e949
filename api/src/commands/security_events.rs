//! Tells how many security events a minute had that were not written one by one, also where none
//! come any more, until the server is told to stop.

use crate::auth::SecurityLog;
use std::time::Duration;
use tokio::sync::watch;

/// How often it is looked.
const LOOK: Duration = Duration::from_mins(1);

pub(super) async fn keep(log: SecurityLog, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = stopped.changed() => return,
            () = tokio::time::sleep(LOOK) => log.log_suppressed(),
        }
    }
}
