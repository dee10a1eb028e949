//! Alerts and notifications: one when something fails and one when it recovers, in the app and, if
//! SMTP is configured, by email. Other features send the same texts to chat channels.
//!
//! Features report what they observe in the transaction that records it. This module stores the
//! state of each topic and notifies only about changes.

use crate::clock::Clock;
use crate::db::DbError;
use crate::entropy::Entropy;
use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use sea_orm::prelude::Uuid;

mod email;
mod event;
mod event_text;
mod message;
mod notification_text;
mod observation;
mod opt_out_routes;
mod opt_out_store;
mod routes;
mod state_change;
mod store;
mod wire;

pub use email::NotificationEmailSender;
pub use event::{EndpointError, FailureReason, NotificationEvent, ObservedSubject, OrderApproval};
pub use message::{Message, parse_access, stored_access, visible_access};
pub use notification_text::{NotificationText, SentNotification, load_text_for};
pub use observation::{Observation, ObservedStatus};
pub use opt_out_routes::EmailOptOutsApi;
pub use opt_out_store::is_opted_out;
pub use routes::NotificationsApi;

/// Records observations and creates notifications.
#[derive(Clone)]
pub struct Notifier {
    clock: Clock,
    entropy: Entropy,
    email_enabled: bool,
}

impl Notifier {
    /// A notifier. `email_enabled` is whether an SMTP server is configured.
    pub fn new(clock: Clock, entropy: Entropy, email_enabled: bool) -> Self {
        Self {
            clock,
            entropy,
            email_enabled,
        }
    }

    /// An id that sorts by time. Without randomness nothing is recorded; the observation repeats
    /// later.
    fn next_id(&self, now: DateTime<Utc>) -> Result<Uuid, DbError> {
        self.entropy
            .uuid_v7(now)
            .map_err(|error| DbError::Failed(DbErr::Custom(error.to_string())))
    }

    /// Whether notifications are also sent by email.
    pub fn sends_email(&self) -> bool {
        self.email_enabled
    }
}
