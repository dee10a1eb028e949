//! Request and response types of weather settings.

use super::{MAX_REGIONS, OwnRegion, StoredWeatherSettings};
use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;

/// A region of the organization.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(rename = "OwnWeatherRegion", deny_unknown_fields)]
pub(super) struct WeatherRegionInfo {
    /// The name: 1 to 60 characters, unique, and none of the four regions that everyone sees.
    pub name: String,
    /// Degrees north, -90 to 90. Rounded to 4 decimals.
    pub latitude: f64,
    /// Degrees east, -180 to 180. Rounded to 4 decimals.
    pub longitude: f64,
}

/// A weather provider.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct WeatherProviderInput {
    /// The https URL of a service compatible with Open-Meteo, without parameters. Without a path,
    /// `/v1/forecast` is called.
    pub url: String,
    /// The API key, if the service needs one. Encrypted and never returned. Leave it out to keep
    /// the stored one, unless the URL leads to another server. An empty text removes it.
    #[oai(validator(max_length = 500), write_only)]
    pub api_key: Option<String>,
}

/// The weather settings to store.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(super) struct WeatherSettingsInput {
    /// At most 8, in display order.
    #[oai(default)]
    pub regions: Vec<WeatherRegionInfo>,
    /// The organization's own provider. Leave it out to use the server's.
    pub provider: Option<WeatherProviderInput>,
}

/// The organization's own weather provider.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct WeatherProviderInfo {
    /// The URL that is called.
    pub url: String,
    /// Whether an API key is set.
    pub has_api_key: bool,
}

/// The weather settings of the organization.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(
    rename = "WeatherSettings",
    rename_all = "camelCase",
    skip_serializing_if_is_none,
    example
)]
pub(super) struct WeatherSettingsInfo {
    /// Own regions in display order. They follow the four that everyone sees.
    pub regions: Vec<WeatherRegionInfo>,
    /// The organization's own provider. Absent if the server's is used.
    pub provider: Option<WeatherProviderInfo>,
    /// Whether the server has a provider for organizations without their own.
    pub server_has_provider: bool,
    /// The maximum number of own regions.
    pub max_regions: u32,
    /// Name of the user who last changed the settings. Absent if nothing was ever set.
    pub updated_by: Option<String>,
    /// Time of the last change.
    pub updated_at: Option<DateTime<Utc>>,
}

impl From<OwnRegion> for WeatherRegionInfo {
    fn from(region: OwnRegion) -> Self {
        Self {
            name: region.name,
            latitude: region.latitude.to_f64(),
            longitude: region.longitude.to_f64(),
        }
    }
}

impl WeatherSettingsInfo {
    pub(super) fn new(stored: StoredWeatherSettings, server_has_provider: bool) -> Self {
        let (updated_by, updated_at) = stored.last_change.unzip();
        let settings = stored.settings;
        Self {
            regions: settings.regions.into_iter().map(Into::into).collect(),
            provider: settings.provider.map(|provider| WeatherProviderInfo {
                url: provider.url,
                has_api_key: provider.sealed_api_key.is_some(),
            }),
            server_has_provider,
            max_regions: u32::try_from(MAX_REGIONS).unwrap_or(u32::MAX),
            updated_by,
            updated_at,
        }
    }
}

impl WeatherRegionInfo {
    fn example() -> Self {
        Self {
            name: "River Bottoms".to_owned(),
            latitude: 41.8781,
            longitude: -93.0977,
        }
    }
}

impl Example for WeatherSettingsInput {
    fn example() -> Self {
        Self {
            regions: vec![WeatherRegionInfo::example()],
            provider: None,
        }
    }
}

impl Example for WeatherSettingsInfo {
    fn example() -> Self {
        Self {
            regions: vec![WeatherRegionInfo::example()],
            provider: Some(WeatherProviderInfo {
                url: "https://customer-api.open-meteo.com/v1/forecast".to_owned(),
                has_api_key: true,
            }),
            server_has_provider: false,
            max_regions: 8,
            updated_by: Some("Ada Larsen".to_owned()),
            updated_at: Some(DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_622_000)),
        }
    }
}
