//! Current content of a feed: sample data for the demo organization, otherwise the provider's
//! answer, or the reason for its absence.

use super::news_feed::{self, NewsItem};
use super::sample_feed::{sample_news, sample_weather};
use super::weather_feed::{self, RegionWeather};
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
}

/// Weather of the four regions. For the demo organization it is sample data, and no provider is
/// requested.
pub async fn report_weather(
    feed: &CachedFeed<Vec<RegionWeather>>,
    is_demo: bool,
    as_of: NaiveDate,
) -> FeedReport<Vec<RegionWeather>> {
    if is_demo {
        FeedReport::from_sample(sample_weather(as_of))
    } else {
        FeedReport::from_state(
            feed.current_state().await,
            "The weather service",
            weather_feed::DISABLED_MESSAGE,
        )
    }
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
        format!("{:?} {:?}", self.read_at, self.status)
    }

    fn from_sample(answer: T) -> Self {
        Self {
            answer: Some(answer),
            status: None,
            read_at: None,
            sample: true,
        }
    }
}

impl<T: Clone> FeedReport<T> {
    fn from_state(bulletin: FeedState<T>, provider: &str, off: &str) -> Self {
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
        }
    }
}
