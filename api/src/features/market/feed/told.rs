//! What a feed has to tell right now: for the demo what is invented for it, elsewhere what its
//! provider said, or why there is nothing.

use super::news::{self, NewsItem};
use super::sample::{sample_news, sample_weather};
use super::weather::{self, RegionWeather};
use super::{Bulletin, FeedError, KeptFeed};
use chrono::{DateTime, NaiveDate, Utc};

/// What there is to show, and how to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Told<T> {
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
pub async fn told_weather(
    feed: &KeptFeed<Vec<RegionWeather>>,
    is_demo: bool,
    as_of: NaiveDate,
) -> Told<Vec<RegionWeather>> {
    if is_demo {
        Told::sample(sample_weather(as_of))
    } else {
        Told::of(feed.bulletin().await, "The weather service", weather::OFF)
    }
}

/// Market news, newest first; the demo's are invented.
pub async fn told_news(
    feed: &KeptFeed<Vec<NewsItem>>,
    is_demo: bool,
    as_of: NaiveDate,
) -> Told<Vec<NewsItem>> {
    if is_demo {
        Told::sample(sample_news(as_of))
    } else {
        Told::of(feed.bulletin().await, "The news feed", news::OFF)
    }
}

impl<T> Told<T> {
    /// Names what is told, so that an answer made of it is kept only as long as that is the same.
    pub fn edition(&self) -> String {
        format!("{:?} {:?}", self.read_at, self.status)
    }

    fn sample(answer: T) -> Self {
        Self {
            answer: Some(answer),
            status: None,
            read_at: None,
            sample: true,
        }
    }
}

impl<T: Clone> Told<T> {
    fn of(bulletin: Bulletin<T>, provider: &str, off: &str) -> Self {
        let words = |error: FeedError| format!("{provider} {error}");
        let (answer, status, read_at) = match bulletin {
            Bulletin::Off => (None, Some(off.to_owned()), None),
            Bulletin::Read {
                answer,
                at,
                trouble,
            } => (Some((*answer).clone()), trouble.map(words), Some(at)),
            Bulletin::Failed(error) => (None, Some(words(error)), None),
        };
        Self {
            answer,
            status,
            read_at,
            sample: false,
        }
    }
}
