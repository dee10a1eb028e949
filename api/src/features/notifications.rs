//! What is wrong and what works again: told once for each change, in the app and, where the
//! operator set it up, by mail.
//!
//! Rooms hand in what they see, in the transaction in which they write it down. This room knows
//! what was seen before, so only changes are told.

use crate::clock::Clock;
use crate::db::DbError;
use crate::entropy::Entropy;
use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use sea_orm::prelude::Uuid;

mod email;
mod observation;
mod routes;
mod state_change;
mod store;
mod time_text;
mod wire;

pub use email::NotificationEmailSender;
pub use observation::{Observation, ObservedStatus};
pub use routes::NotificationsApi;

/// The room's door for rooms that see something.
#[derive(Clone)]
pub struct Notifier {
    clock: Clock,
    entropy: Entropy,
    email_enabled: bool,
}

impl Notifier {
    /// `by_mail` where a server sends what is put up for sending.
    pub fn new(clock: Clock, entropy: Entropy, email_enabled: bool) -> Self {
        Self {
            clock,
            entropy,
            email_enabled,
        }
    }

    /// An id that sorts by its time. Without randomness nothing is written down: whoever saw
    /// something sees it again.
    fn next_id(&self, now: DateTime<Utc>) -> Result<Uuid, DbError> {
        self.entropy
            .uuid_v7(now)
            .map_err(|error| DbError::Failed(DbErr::Custom(error.to_string())))
    }

    /// Whether people are told by mail too.
    pub fn sends_email(&self) -> bool {
        self.email_enabled
    }
}
