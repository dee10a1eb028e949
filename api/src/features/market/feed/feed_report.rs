//! Current content of a feed: sample data for the demo organization, otherwise the provider's
//! answer, or the reason for its absence.

use super::news_feed::{self, NewsItem};
use super::sample_feed::sample_news;
use super::{CachedFeed, FeedError, FeedState};
use chrono::{DateTime, NaiveDate, Utc};

/// Content of a feed and its status.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedReport<T> {
    /// None if no data is available.
    pub answer: Option<T>,
    /// Reason why there is no data, or no newer data.
    pub status: Option<String>,
    /// Time of the last answer of the provider.
    pub read_at: Option<DateTime<Utc>>,
    /// True for demo data.
    pub sample: bool,
    /// Whether a provider is set.
    pub has_provider: bool,
    /// Settings of the organization that the content depends on, for the cache key.
    pub variant: String,
}

/// Market news, newest first; sample data for the demo organization.
pub async fn report_news(
    feed: &CachedFeed<Vec<NewsItem>>,
    is_demo: bool,
    as_of: NaiveDate,
) -> FeedReport<Vec<NewsItem>> {
    if is_demo {
        FeedReport::from_sample(sample_news(as_of))
    } else {
        FeedReport::from_state(
            feed.current_state().await,
            "The news feed",
            news_feed::DISABLED_MESSAGE,
        )
    }
}

impl<T> FeedReport<T> {
    /// Version of the content; part of the cache key of responses that contain it.
    pub fn edition(&self) -> String {
        format!("{:?} {:?} {}", self.read_at, self.status, self.variant)
    }

    pub(super) fn from_sample(answer: T) -> Self {
        Self {
            answer: Some(answer),
            status: None,
            read_at: None,
            sample: true,
            has_provider: true,
            variant: String::new(),
        }
    }
}

impl<T: Clone> FeedReport<T> {
    pub(super) fn from_state(bulletin: FeedState<T>, provider: &str, off: &str) -> Self {
        let has_provider = !matches!(bulletin, FeedState::Disabled);
        let message = |error: FeedError| format!("{provider} {error}");
        let (answer, status, read_at) = match bulletin {
            FeedState::Disabled => (None, Some(off.to_owned()), None),
            FeedState::Available {
                answer,
                at,
                error: trouble,
            } => (Some((*answer).clone()), trouble.map(message), Some(at)),
            FeedState::Failed(error) => (None, Some(message(error)), None),
        };
        Self {
            answer,
            status,
            read_at,
            sample: false,
            has_provider,
            variant: String::new(),
        }
    }
}
