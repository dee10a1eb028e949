//! Weather of regions from a forecast service compatible with Open-Meteo: one request for all
//! regions, ten days ahead.
//!
//! The request asks for degrees Fahrenheit and inches. An answer in other units, for other days or
//! with impossible values is rejected. Format: <https://open-meteo.com/en/docs>. The public server
//! is free for non-commercial use. A paid or self-hosted server takes the same request; a key is sent
//! as `apikey`, and one in the configured address is preserved.

mod field_work;
mod region;
mod weather_code;

use async_trait::async_trait;
use reqwest::Url;
use serde::Deserialize;

pub use field_work::{DayForecast, FIELD_WORK_RULE, FieldWork};
pub use region::{ForecastPlace, Region};

use super::{Feed, FeedError, REQUEST_LIMITS};
use crate::decimal::round2;
use crate::outbound::{OutboundClient, OutboundError};

/// Status if no service is configured.
pub const DISABLED_MESSAGE: &str = "No weather provider is set. An owner or admin can set one in the \
    organization settings.";

/// Days of the forecast, today included.
pub const FORECAST_DAYS: usize = 10;
/// Past days whose rain affects field work.
const PAST_DAYS: usize = field_work::PRIOR_DAYS;
/// Plausible temperatures, degrees Fahrenheit.
const TEMPERATURE_RANGE_F: std::ops::RangeInclusive<f64> = -130.0..=140.0;
/// Plausible rain of a day, inches.
const RAIN_RANGE_IN: std::ops::RangeInclusive<f64> = 0.0..=75.0;

/// Weather of a region, at a central place.
#[derive(Clone, Debug, PartialEq)]
pub struct RegionWeather {
    pub region: String,
    /// Place of the forecast: `Ames, Iowa`, or the coordinates of an organization's own region.
    pub place: String,
    /// Current, degrees Fahrenheit.
    pub temperature_f: f64,
    /// Current conditions: `Partly cloudy`.
    pub conditions: String,
    /// Expected over the coming days, inches.
    pub rainfall_in: f64,
    /// Days fit for field work among the coming days, by [`FIELD_WORK_RULE`].
    pub field_work: FieldWork,
}

/// A forecast service.
pub struct WeatherFeed {
    outbound: OutboundClient,
    request_url: Url,
    places: Vec<ForecastPlace>,
}

impl WeatherFeed {
    /// `address` is the service's forecast endpoint, such as
    /// `https://api.open-meteo.com/v1/forecast`.
    pub fn new(
        outbound: OutboundClient,
        address: &str,
        api_key: Option<&str>,
        places: Vec<ForecastPlace>,
    ) -> Result<Self, OutboundError> {
        let mut request_url = outbound.parse_url(address)?;
        let list_degrees = |degrees: fn(&ForecastPlace) -> f64| {
            let all: Vec<String> = places.iter().map(|at| degrees(at).to_string()).collect();
            all.join(",")
        };
        request_url
            .query_pairs_mut()
            .append_pair("latitude", &list_degrees(|place| place.latitude))
            .append_pair("longitude", &list_degrees(|place| place.longitude))
            .append_pair("current", "temperature_2m,weather_code")
            .append_pair("daily", "temperature_2m_max,precipitation_sum")
            .append_pair("temperature_unit", "fahrenheit")
            .append_pair("precipitation_unit", "inch")
            .append_pair("timezone", "auto")
            .append_pair("past_days", &PAST_DAYS.to_string())
            .append_pair("forecast_days", &FORECAST_DAYS.to_string());
        if let Some(key) = api_key {
            request_url.query_pairs_mut().append_pair("apikey", key);
        }
        Ok(Self {
            outbound,
            request_url,
            places,
        })
    }
}

#[async_trait]
impl Feed<Vec<RegionWeather>> for WeatherFeed {
    /// The regions in the order of the places.
    async fn fetch_latest(&self) -> Result<Vec<RegionWeather>, FeedError> {
        let body = self
            .outbound
            .get(&self.request_url, "application/json", REQUEST_LIMITS)
            .await?;
        let forecasts = parse_forecasts(&body, self.places.len())?;
        self.places
            .iter()
            .zip(forecasts)
            .map(|(place, forecast)| forecast.into_region_weather(place))
            .collect()
    }
}

/// The forecasts of an answer. For a single place, services send it without a list.
fn parse_forecasts(body: &[u8], places: usize) -> Result<Vec<PlaceForecast>, FeedError> {
    if places == 1
        && let Ok(forecast) = serde_json::from_slice(body)
    {
        return Ok(vec![forecast]);
    }
    let forecasts: Vec<PlaceForecast> = serde_json::from_slice(body)
        .map_err(|_| unreadable_answer("it is not JSON with a forecast for each region"))?;
    if forecasts.len() == places {
        Ok(forecasts)
    } else {
        Err(unreadable_answer("it is not a forecast for each region"))
    }
}

/// The service's answer for a place.
#[derive(Deserialize)]
struct PlaceForecast {
    current_units: ForecastUnits,
    current: CurrentConditions,
    daily_units: ForecastUnits,
    daily: DailyForecast,
}

#[derive(Deserialize)]
struct ForecastUnits {
    temperature_2m: Option<String>,
    temperature_2m_max: Option<String>,
    precipitation_sum: Option<String>,
}

#[derive(Deserialize)]
struct CurrentConditions {
    temperature_2m: f64,
    /// WMO code table 4677.
    weather_code: u8,
}

/// A value per day; none if the service has none.
#[derive(Deserialize)]
struct DailyForecast {
    temperature_2m_max: Vec<Option<f64>>,
    precipitation_sum: Vec<Option<f64>>,
}

impl PlaceForecast {
    fn into_region_weather(self, at: &ForecastPlace) -> Result<RegionWeather, FeedError> {
        let fahrenheit = |unit: Option<String>| unit.as_deref() == Some("°F");
        if !fahrenheit(self.current_units.temperature_2m)
            || !fahrenheit(self.daily_units.temperature_2m_max)
        {
            return Err(unreadable_answer(
                "its temperatures are not in degrees Fahrenheit",
            ));
        }
        if self.daily_units.precipitation_sum.as_deref() != Some("inch") {
            return Err(unreadable_answer("its rainfall is not in inches"));
        }
        let DailyForecast {
            temperature_2m_max: highs,
            precipitation_sum: rains,
        } = self.daily;
        if highs.len() != PAST_DAYS + FORECAST_DAYS || rains.len() != highs.len() {
            return Err(unreadable_answer("it does not cover the ten days ahead"));
        }
        let temperatures = highs.iter().flatten().chain([&self.current.temperature_2m]);
        if !temperatures
            .into_iter()
            .all(|degrees| TEMPERATURE_RANGE_F.contains(degrees))
            || !rains
                .iter()
                .flatten()
                .all(|inches| RAIN_RANGE_IN.contains(inches))
        {
            return Err(unreadable_answer("it has impossible values"));
        }
        let rainfall: Vec<f64> = rains.iter().skip(PAST_DAYS).flatten().copied().collect();
        if rainfall.is_empty() {
            return Err(unreadable_answer("it has no rainfall for the days ahead"));
        }
        let days: Vec<DayForecast> = highs
            .into_iter()
            .zip(rains)
            .map(|(high_f, rain_in)| DayForecast { high_f, rain_in })
            .collect();
        Ok(RegionWeather {
            region: at.region.clone(),
            place: at.place.clone(),
            temperature_f: round2(self.current.temperature_2m),
            conditions: weather_code::describe_weather_code(self.current.weather_code).to_owned(),
            rainfall_in: round2(rainfall.iter().sum()),
            field_work: FieldWork::from_days(&days),
        })
    }
}

fn unreadable_answer(what: &str) -> FeedError {
    FeedError::Unreadable(what.to_owned())
}

#[cfg(test)]
mod tests;
