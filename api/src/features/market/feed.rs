//! What comes from outside of the tenant's own rows: weather and news, each from one provider, each
//! off until an operator sets its address.
//!
//! A feed that is off, slow, broken or lying never takes the page down with it: the panel says what
//! is wrong, and shows the last good answer with its age where there is one.

mod kept;
pub mod news;
pub mod sample;
mod told;
pub mod weather;

use std::time::Duration;

use async_trait::async_trait;

pub use kept::{Bulletin, KeptFeed};
pub use told::{Told, told_news, told_weather};

use crate::outbound::{Limits, OutboundError};

/// What one look at a provider may cost.
const LIMITS: Limits = Limits {
    total: Duration::from_secs(10),
    bytes: 1 << 20,
};

/// A provider of `T`.
#[async_trait]
pub trait Feed<T>: Send + Sync {
    /// Asks the provider now.
    async fn read(&self) -> Result<T, FeedError>;
}

/// Why a provider's answer is not there. The text follows the provider's name: `The news feed did
/// not answer within 10 seconds.`
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeedError {
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    /// It answered, but not with what was asked for; says what is wrong with the answer.
    #[error("sent an answer that cannot be read: {0}.")]
    Unreadable(String),
}
