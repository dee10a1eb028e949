//! Weather and news from external providers. Each feed is disabled until its address is set: by the
//! operator, and for weather also by an organization.
//!
//! A feed that is disabled, slow, failing or invalid never breaks the page: the panel shows the
//! problem, and the last good answer with its age if there is one.

mod cached_feed;
mod feed_report;
pub mod news_feed;
pub mod sample_feed;
pub mod weather_feed;
mod weather_reports;

use std::time::Duration;

use async_trait::async_trait;

pub use cached_feed::{CachedFeed, FeedState};
pub use feed_report::{FeedReport, report_news};
pub use weather_reports::{SaveWeatherError, WeatherReports};

use crate::outbound::{CallLimits, OutboundError};

/// Limits of a provider request.
const REQUEST_LIMITS: CallLimits = CallLimits {
    timeout: Duration::from_secs(10),
    max_bytes: 1 << 20,
};

/// Provider of `T`.
#[async_trait]
pub trait Feed<T>: Send + Sync {
    /// Requests the latest data from the provider.
    async fn fetch_latest(&self) -> Result<T, FeedError>;
}

/// Reason for a missing answer. The text follows the provider's name: `The news feed did not answer
/// within 10 seconds.`
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeedError {
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    /// The answer is not what was requested; the field says why.
    #[error("sent an invalid answer: {0}.")]
    Unreadable(String),
    /// The stored API key belongs to another installation secret.
    #[error("needs its API key again: enter it in the organization settings.")]
    UnreadableKey,
}
