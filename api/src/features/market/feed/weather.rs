//! The weather of the four regions from a forecast service in the shape of Open-Meteo: one keyless
//! question for all of them, ten days ahead.
//!
//! The service is asked for degrees Fahrenheit and inches, and an answer in other units, of other
//! days or with impossible values is not shown. Format: <https://open-meteo.com/en/docs>. Its
//! public address is free for non-commercial use; a paid or an own server takes the same question
//! (a key in the configured address is kept).

mod field_work;
mod region;
mod sky;

use async_trait::async_trait;
use reqwest::Url;
use serde::Deserialize;

pub use field_work::{DayOutlook, FIELD_WORK_RULE, FieldWork};
pub use region::Region;

use super::{Feed, FeedError, LIMITS};
use crate::decimal::round2;
use crate::outbound::{Outbound, OutboundError};

/// Said while no service is set.
pub const OFF: &str = "No weather service is set. To switch it on, start Sprout with \
    SPROUT_WEATHER_URL=https://api.open-meteo.com/v1/forecast or a server of the same kind.";

/// Days of the forecast, today included.
pub const DAYS_AHEAD: usize = 10;
/// Days of rain before today that the fields may still be wet from.
const DAYS_BEFORE: usize = field_work::WET_DAYS;
/// Temperatures on earth, degrees Fahrenheit.
const TEMPERATURES: std::ops::RangeInclusive<f64> = -130.0..=140.0;
/// Rain of a day on earth, inches.
const RAINS: std::ops::RangeInclusive<f64> = 0.0..=75.0;

/// The weather of a region, taken at one place in its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct RegionWeather {
    pub region: Region,
    /// Where it was taken: `Ames, Iowa`.
    pub place: String,
    /// Now, degrees Fahrenheit.
    pub temperature_f: f64,
    /// Now, in words: `Partly cloudy`.
    pub conditions: String,
    /// Expected over the coming days, inches.
    pub rainfall_in: f64,
    /// Days fit for field work among the coming days, by [`FIELD_WORK_RULE`].
    pub field_work: FieldWork,
}

/// A forecast service.
pub struct WeatherFeed {
    outbound: Outbound,
    question: Url,
}

impl WeatherFeed {
    /// `address` is the service's forecast endpoint, such as
    /// `https://api.open-meteo.com/v1/forecast`.
    pub fn new(outbound: Outbound, address: &str) -> Result<Self, OutboundError> {
        let mut question = outbound.address(address)?;
        let places = |degrees: fn(Region) -> f64| {
            Region::ALL
                .map(|region| degrees(region).to_string())
                .join(",")
        };
        question
            .query_pairs_mut()
            .append_pair("latitude", &places(Region::latitude))
            .append_pair("longitude", &places(Region::longitude))
            .append_pair("current", "temperature_2m,weather_code")
            .append_pair("daily", "temperature_2m_max,precipitation_sum")
            .append_pair("temperature_unit", "fahrenheit")
            .append_pair("precipitation_unit", "inch")
            .append_pair("timezone", "auto")
            .append_pair("past_days", &DAYS_BEFORE.to_string())
            .append_pair("forecast_days", &DAYS_AHEAD.to_string());
        Ok(Self { outbound, question })
    }
}

#[async_trait]
impl Feed<Vec<RegionWeather>> for WeatherFeed {
    /// The four regions in the order of the screen.
    async fn read(&self) -> Result<Vec<RegionWeather>, FeedError> {
        let body = self
            .outbound
            .get(&self.question, "application/json", LIMITS)
            .await?;
        let places: Vec<Place> = serde_json::from_slice(&body)
            .map_err(|_| unreadable("it is not the JSON of a forecast for four places"))?;
        if places.len() != Region::ALL.len() {
            return Err(unreadable("it is not a forecast for four places"));
        }
        Region::ALL
            .into_iter()
            .zip(places)
            .map(|(region, place)| place.weather(region))
            .collect()
    }
}

/// The service's answer for one place.
#[derive(Deserialize)]
struct Place {
    current_units: Units,
    current: Current,
    daily_units: Units,
    daily: Daily,
}

#[derive(Deserialize)]
struct Units {
    temperature_2m: Option<String>,
    temperature_2m_max: Option<String>,
    precipitation_sum: Option<String>,
}

#[derive(Deserialize)]
struct Current {
    temperature_2m: f64,
    /// The code of the World Meteorological Organization, table 4677.
    weather_code: u8,
}

/// A value for each day, none where the service has no opinion.
#[derive(Deserialize)]
struct Daily {
    temperature_2m_max: Vec<Option<f64>>,
    precipitation_sum: Vec<Option<f64>>,
}

impl Place {
    fn weather(self, region: Region) -> Result<RegionWeather, FeedError> {
        let fahrenheit = |unit: Option<String>| unit.as_deref() == Some("°F");
        if !fahrenheit(self.current_units.temperature_2m)
            || !fahrenheit(self.daily_units.temperature_2m_max)
        {
            return Err(unreadable("its temperatures are not in degrees Fahrenheit"));
        }
        if self.daily_units.precipitation_sum.as_deref() != Some("inch") {
            return Err(unreadable("its rainfall is not in inches"));
        }
        let Daily {
            temperature_2m_max: highs,
            precipitation_sum: rains,
        } = self.daily;
        if highs.len() != DAYS_BEFORE + DAYS_AHEAD || rains.len() != highs.len() {
            return Err(unreadable("it does not cover the ten days ahead"));
        }
        let temperatures = highs.iter().flatten().chain([&self.current.temperature_2m]);
        if !temperatures
            .into_iter()
            .all(|degrees| TEMPERATURES.contains(degrees))
            || !rains.iter().flatten().all(|inches| RAINS.contains(inches))
        {
            return Err(unreadable("it holds values that no weather has"));
        }
        let rainfall: Vec<f64> = rains.iter().skip(DAYS_BEFORE).flatten().copied().collect();
        if rainfall.is_empty() {
            return Err(unreadable("it has no rainfall for the days ahead"));
        }
        let days: Vec<DayOutlook> = highs
            .into_iter()
            .zip(rains)
            .map(|(high_f, rain_in)| DayOutlook { high_f, rain_in })
            .collect();
        Ok(RegionWeather {
            region,
            place: region.place().to_owned(),
            temperature_f: round2(self.current.temperature_2m),
            conditions: sky::words(self.current.weather_code).to_owned(),
            rainfall_in: round2(rainfall.iter().sum()),
            field_work: FieldWork::of(&days),
        })
    }
}

fn unreadable(what: &str) -> FeedError {
    FeedError::Unreadable(what.to_owned())
}

#[cfg(test)]
mod tests;
