//! Weather and news: what a provider said, how old it is, or why there is nothing.

use crate::features::market::feed::news::{self, NewsItem};
use crate::features::market::feed::weather::{self, RegionWeather};
use crate::features::market::feed::{Bulletin, FeedError};
use chrono::{DateTime, Utc};
use poem_openapi::Object;

/// The weather of the four regions.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::market) struct WeatherReport {
    /// Midwest, Plains, Southeast, Northeast; empty where there is nothing to show.
    pub regions: Vec<WeatherRegion>,
    /// Why there is nothing to show, or nothing newer.
    pub status: Option<String>,
    /// When the provider was asked.
    pub read_at: Option<DateTime<Utc>>,
    /// True where it is invented for the demo.
    pub sample: bool,
    /// What "fit for field work" means.
    pub rule: String,
}

/// The weather of a region.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::market) struct WeatherRegion {
    pub region: String,
    /// Where it was taken.
    pub place: String,
    /// Degrees Fahrenheit.
    pub temperature: f64,
    /// Inches over the coming days.
    pub rainfall: f64,
    pub conditions: String,
    /// Of the coming days, how many are fit for field work.
    pub fit_days: u32,
    /// Of how many.
    pub days: u32,
}

/// Market news and analysis.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::market) struct MarketNews {
    /// Newest first; empty where there is nothing to show.
    pub items: Vec<NewsEntry>,
    /// Why there is nothing to show, or nothing newer.
    pub status: Option<String>,
    /// When the provider was asked.
    pub read_at: Option<DateTime<Utc>>,
    /// True where it is invented for the demo.
    pub sample: bool,
    /// How the impact is told.
    pub rule: String,
}

/// A piece of news. Every text is plain text.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(in crate::features::market) struct NewsEntry {
    pub title: String,
    pub time: Option<DateTime<Utc>>,
    /// `Positive`, `Neutral` or `Negative`, for what growers have to spend.
    pub impact: String,
    pub summary: String,
    /// An https address, where the provider gives one.
    pub link: Option<String>,
    pub source: String,
}

/// What a panel shows of a bulletin.
struct Shown<T> {
    answer: Option<T>,
    status: Option<String>,
    read_at: Option<DateTime<Utc>>,
}

fn shown<T: Clone>(bulletin: Bulletin<T>, provider: &str, off: &str) -> Shown<T> {
    let words = |error: FeedError| format!("{provider} {error}");
    match bulletin {
        Bulletin::Off => Shown { answer: None, status: Some(off.to_owned()), read_at: None },
        Bulletin::Read { answer, at, trouble } => Shown { answer: Some((*answer).clone()), status: trouble.map(words), read_at: Some(at) },
        Bulletin::Failed(error) => Shown { answer: None, status: Some(words(error)), read_at: None },
    }
}

impl WeatherReport {
    pub(in crate::features::market) fn of(bulletin: Bulletin<Vec<RegionWeather>>) -> Self {
        let shown = shown(bulletin, "The weather service", weather::OFF);
        Self { status: shown.status, read_at: shown.read_at, ..Self::with(shown.answer.unwrap_or_default(), false) }
    }

    /// Invented for the demo.
    pub(in crate::features::market) fn sample(regions: Vec<RegionWeather>) -> Self {
        Self::with(regions, true)
    }

    fn with(regions: Vec<RegionWeather>, sample: bool) -> Self {
        let regions = regions.into_iter().map(Into::into).collect();
        Self { regions, status: None, read_at: None, sample, rule: weather::FIELD_WORK_RULE.to_owned() }
    }
}

impl MarketNews {
    pub(in crate::features::market) fn of(bulletin: Bulletin<Vec<NewsItem>>) -> Self {
        let shown = shown(bulletin, "The news feed", news::OFF);
        Self { status: shown.status, read_at: shown.read_at, ..Self::with(shown.answer.unwrap_or_default(), false) }
    }

    /// Invented for the demo.
    pub(in crate::features::market) fn sample(items: Vec<NewsItem>) -> Self {
        Self::with(items, true)
    }

    fn with(items: Vec<NewsItem>, sample: bool) -> Self {
        let items = items.into_iter().map(Into::into).collect();
        Self { items, status: None, read_at: None, sample, rule: news::IMPACT_RULE.to_owned() }
    }
}

impl From<RegionWeather> for WeatherRegion {
    fn from(weather: RegionWeather) -> Self {
        let days = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            region: weather.region.to_string(),
            place: weather.place,
            temperature: weather.temperature_f,
            rainfall: weather.rainfall_in,
            conditions: weather.conditions,
            fit_days: days(weather.field_work.fit_days),
            days: days(weather.field_work.days),
        }
    }
}

impl From<NewsItem> for NewsEntry {
    fn from(item: NewsItem) -> Self {
        Self { title: item.title, time: item.time, impact: item.impact.to_string(), summary: item.summary, link: item.link, source: item.source }
    }
}
