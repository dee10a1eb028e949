//! Webhooks after the Standard Webhooks specification (<https://www.standardwebhooks.com>): the
//! events, their signatures, and the delays between attempts. Also messages to channels of Slack and
//! Microsoft Teams, which are delivered alike.

mod channel_message;
mod event;
mod retry;
mod signature;

pub use channel_message::ChannelMessage;
pub use event::{AlertData, Event, EventType, MemberChange, SyncFinishedData};
pub use retry::{RETRY_PERIOD, next_attempt_at};
pub use signature::{SecretError, SigningSecret, sign_message};
