//! What comes from outside of the tenant's own rows: weather and news, each from one provider, each
//! off until an operator sets its address.
//!
//! A feed that is off, slow, broken or lying never takes the page down with it: the panel says what
//! is wrong, and shows the last good answer with its age where there is one.

mod cached_feed;
mod feed_report;
pub mod news_feed;
pub mod sample_feed;
pub mod weather_feed;

use std::time::Duration;

use async_trait::async_trait;

pub use cached_feed::{CachedFeed, FeedState};
pub use feed_report::{FeedReport, report_news, report_weather};

use crate::outbound::{CallLimits, OutboundError};

/// What one look at a provider may cost.
const REQUEST_LIMITS: CallLimits = CallLimits {
    timeout: Duration::from_secs(10),
    max_bytes: 1 << 20,
};

/// A provider of `T`.
#[async_trait]
pub trait Feed<T>: Send + Sync {
    /// Asks the provider now.
    async fn fetch_latest(&self) -> Result<T, FeedError>;
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
