//! What a feed has to tell right now: for the demo what is invented for it, elsewhere what its
//! provider said, or why there is nothing.

use super::news_feed::{self, NewsItem};
use super::sample_feed::{sample_news, sample_weather};
use super::weather_feed::{self, RegionWeather};
use super::{CachedFeed, FeedError, FeedState};
use chrono::{DateTime, NaiveDate, Utc};

/// What there is to show, and how to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedReport<T> {
    /// None where there is nothing to show.
    pub answer: Option<T>,
    /// Why there is nothing to show, or nothing newer.
    pub status: Option<String>,
    /// When the provider was asked.
    pub read_at: Option<DateTime<Utc>>,
    /// True where it is invented for the demo.
    pub sample: bool,
}

/// The weather of the four regions. The demo never asks a provider: what it shows is invented as a
/// whole, and marked so.
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

/// Market news, newest first; the demo's are invented.
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
    /// Names what is told, so that an answer made of it is kept only as long as that is the same.
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
        let words = |error: FeedError| format!("{provider} {error}");
        let (answer, status, read_at) = match bulletin {
            FeedState::Disabled => (None, Some(off.to_owned()), None),
            FeedState::Available {
                answer,
                at,
                error: trouble,
            } => (Some((*answer).clone()), trouble.map(words), Some(at)),
            FeedState::Failed(error) => (None, Some(words(error)), None),
        };
        Self {
            answer,
            status,
            read_at,
            sample: false,
        }
    }
}
