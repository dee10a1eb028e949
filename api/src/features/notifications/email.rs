//! Notifications by email: queued in the transaction of the notification, sent once to each
//! recipient.

mod email_queue;
mod email_sender;
mod notification_email;

pub use email_sender::NotificationEmailSender;

use sea_orm::prelude::Uuid;
use serde::{Deserialize, Serialize};

/// The payload of an email job. It has only ids, so that people who lose access meanwhile get
/// nothing.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EmailJob {
    notifications: Vec<Uuid>,
    person: Uuid,
    /// The permissions that the recipient must still have. Empty for `sync.run`.
    #[serde(default)]
    required: Vec<String>,
}
