//! Sends the mails that are due, until the server is told to stop.

use crate::features::notifications::NotificationEmailSender;
use std::time::Duration;
use tokio::sync::watch;

/// How often due mails are looked for.
const LOOK: Duration = Duration::from_secs(5);

pub(super) async fn keep(mails: NotificationEmailSender, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = stopped.changed() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
        // Outside of the choice above: a mail that was begun is also noted. Between two mails there
        // is time to stop.
        while !*stopped.borrow() {
            match mails.send_next().await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "due mails could not be looked for: the next look is in 5 seconds"
                    );
                    break;
                }
            }
        }
    }
}
