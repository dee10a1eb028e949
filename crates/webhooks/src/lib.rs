//! Webhooks after the Standard Webhooks specification (<https://www.standardwebhooks.com>): the
//! events, their signatures, and the delays between attempts.

mod event;
mod retry;
mod signature;

pub use event::{AlertData, Event, EventType, MemberChange, SyncFinishedData};
pub use retry::{RETRY_PERIOD, next_attempt_at};
pub use signature::{SecretError, SigningSecret, sign_message};
