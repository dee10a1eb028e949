//! Response types of weather and news.

use crate::features::market::feed::FeedReport;
use crate::features::market::feed::news_feed::{self, NewsItem};
use crate::features::market::feed::weather_feed::{self, RegionWeather};
use chrono::{DateTime, Utc};
use poem_openapi::Object;

/// The weather of the four regions and of the organization's own ones.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::market) struct WeatherReport {
    /// Midwest, Plains, Southeast, Northeast, then own regions; empty if no data is available.
    pub regions: Vec<WeatherRegion>,
    /// Reason why there is no data, or no newer data.
    pub status: Option<String>,
    /// Time of the last answer of the provider.
    pub read_at: Option<DateTime<Utc>>,
    /// True for demo data.
    pub sample: bool,
    /// Whether a provider is set, by the organization or for the whole server.
    pub has_provider: bool,
    /// Definition of "fit for field work".
    pub rule: String,
}

/// The weather of a region.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::market) struct WeatherRegion {
    pub region: String,
    /// Place of the forecast: a town, or the coordinates of an own region.
    pub place: String,
    /// Degrees Fahrenheit.
    pub temperature: f64,
    /// Inches expected over the coming days.
    pub rainfall: f64,
    pub conditions: String,
    /// Number of the coming days that are fit for field work.
    pub fit_days: u32,
    /// Number of days of the forecast.
    pub days: u32,
}

/// Market news and analysis.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::market) struct MarketNews {
    /// Newest first; empty if no data is available.
    pub items: Vec<NewsEntry>,
    /// Reason why there is no data, or no newer data.
    pub status: Option<String>,
    /// Time of the last answer of the provider.
    pub read_at: Option<DateTime<Utc>>,
    /// True for demo data.
    pub sample: bool,
    /// Definition of the impact.
    pub rule: String,
}

/// A news item. All texts are plain text.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(in crate::features::market) struct NewsEntry {
    pub title: String,
    pub time: Option<DateTime<Utc>>,
    /// `Positive`, `Neutral` or `Negative` for growers' budgets.
    pub impact: String,
    pub summary: String,
    /// An https URL, if the provider gives one.
    pub link: Option<String>,
    pub source: String,
}

impl From<FeedReport<Vec<RegionWeather>>> for WeatherReport {
    fn from(report: FeedReport<Vec<RegionWeather>>) -> Self {
        let regions = report
            .answer
            .unwrap_or_default()
            .into_iter()
            .map(Into::into)
            .collect();
        Self {
            regions,
            status: report.status,
            read_at: report.read_at,
            sample: report.sample,
            has_provider: report.has_provider,
            rule: weather_feed::FIELD_WORK_RULE.to_owned(),
        }
    }
}

impl From<FeedReport<Vec<NewsItem>>> for MarketNews {
    fn from(report: FeedReport<Vec<NewsItem>>) -> Self {
        let items = report
            .answer
            .unwrap_or_default()
            .into_iter()
            .map(Into::into)
            .collect();
        Self {
            items,
            status: report.status,
            read_at: report.read_at,
            sample: report.sample,
            rule: news_feed::IMPACT_RULE.to_owned(),
        }
    }
}

impl From<RegionWeather> for WeatherRegion {
    fn from(weather: RegionWeather) -> Self {
        let days = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            region: weather.region,
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
