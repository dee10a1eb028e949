//! The weather settings of an organization: its own regions besides the four, and its own provider.

mod routes;
mod store;
mod validation;
mod wire;

pub use routes::WeatherSettingsApi;
pub(super) use store::{read_weather_settings, set_weather_settings};
pub(super) use validation::{ApiKeyChange, ValidProvider, ValidSettings};

use super::feed::weather_feed::ForecastPlace;
use crate::decimal::Decimal4;
use chrono::{DateTime, Utc};

/// The maximum number of an organization's own regions.
pub(super) const MAX_REGIONS: usize = 8;

/// What an organization has set. By default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WeatherSettings {
    /// Own regions in display order, after the four.
    pub(super) regions: Vec<OwnRegion>,
    /// Own provider. None: the provider of the operator.
    pub(super) provider: Option<WeatherProvider>,
}

/// A region of an organization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnRegion {
    pub(super) name: String,
    /// Degrees north.
    pub(super) latitude: Decimal4,
    /// Degrees east.
    pub(super) longitude: Decimal4,
}

/// A provider of an organization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WeatherProvider {
    /// Forecast endpoint. It contains no secret.
    pub(super) url: String,
    /// The encrypted API key, if the provider needs one.
    pub(super) sealed_api_key: Option<String>,
}

/// Settings with their last change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StoredWeatherSettings {
    pub(super) settings: WeatherSettings,
    /// Name and time of the last change. None if nothing was ever set.
    pub(super) last_change: Option<(String, DateTime<Utc>)>,
}

impl OwnRegion {
    /// The place of the forecast: the coordinates.
    pub(super) fn to_place(&self) -> ForecastPlace {
        ForecastPlace {
            region: self.name.clone(),
            place: format!("{}, {}", self.latitude, self.longitude),
            latitude: self.latitude.to_f64(),
            longitude: self.longitude.to_f64(),
        }
    }
}

impl WeatherSettings {
    /// The places of the own regions.
    pub(super) fn own_places(&self) -> Vec<ForecastPlace> {
        self.regions.iter().map(OwnRegion::to_place).collect()
    }

    /// What distinguishes the weather of these settings from that of others, for cache keys.
    pub(super) fn describe_variant(&self) -> String {
        let places = self
            .regions
            .iter()
            .map(|at| format!("{:?} {} {}", at.name, at.latitude, at.longitude));
        let url = self.provider.as_ref().map(|provider| provider.url.clone());
        places.chain(url).collect::<Vec<_>>().join(" ")
    }
}
