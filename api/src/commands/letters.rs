//! Sends the letters that are due, where there is a mail server, and forgets those that are of no
//! use, until the server is told to stop.

use crate::email::{Outbox, SmtpSender};
use std::time::Duration;
use tokio::sync::watch;

/// How often due letters are looked for: somebody sits before a page and waits for one.
const LOOK: Duration = Duration::from_secs(3);

pub(super) async fn keep(
    outbox: Outbox,
    post: Option<SmtpSender>,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        tokio::select! {
            _ = stopped.changed() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
        if let Err(error) = outbox.purge_expired().await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "old letters could not be cleared away: the next look is in 3 seconds"
            );
        }
        let Some(post) = &post else { continue };
        // Outside of the choice above: a letter that was begun is also noted. Between two letters
        // there is time to stop.
        while !*stopped.borrow() {
            match outbox.send_next(post).await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "due letters could not be looked for: the next look is in 3 seconds"
                    );
                    break;
                }
            }
        }
    }
}
