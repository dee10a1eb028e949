//! Weather and news: what a provider said, how old it is, or why there is nothing.

use crate::features::market::feed::FeedReport;
use crate::features::market::feed::news_feed::{self, NewsItem};
use crate::features::market::feed::weather_feed::{self, RegionWeather};
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

impl From<FeedReport<Vec<RegionWeather>>> for WeatherReport {
    fn from(told: FeedReport<Vec<RegionWeather>>) -> Self {
        let regions = told
            .answer
            .unwrap_or_default()
            .into_iter()
            .map(Into::into)
            .collect();
        Self {
            regions,
            status: told.status,
            read_at: told.read_at,
            sample: told.sample,
            rule: weather_feed::FIELD_WORK_RULE.to_owned(),
        }
    }
}

impl From<FeedReport<Vec<NewsItem>>> for MarketNews {
    fn from(told: FeedReport<Vec<NewsItem>>) -> Self {
        let items = told
            .answer
            .unwrap_or_default()
            .into_iter()
            .map(Into::into)
            .collect();
        Self {
            items,
            status: told.status,
            read_at: told.read_at,
            sample: told.sample,
            rule: news_feed::IMPACT_RULE.to_owned(),
        }
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
        Self {
            title: item.title,
            time: item.time,
            impact: item.impact.to_string(),
            summary: item.summary,
            link: item.link,
            source: item.source,
        }
    }
}
