//! Operations on the weather settings of an organization.

use super::read_weather_settings;
use super::validation::{InvalidSettings, validate_settings};
use super::wire::{WeatherSettingsInfo, WeatherSettingsInput};
use crate::auth::Signed;
use crate::auth::permission::{MarketRead, OrganizationManage};
use crate::features::market::feed::{FeedError, SaveWeatherError, WeatherReports};
use crate::http::{ApiError, Envelope, ErrorDetailCode, Tag};
use crate::outbound::OutboundError;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Weather settings.
pub struct WeatherSettingsApi {
    /// Weather of organizations, which follows the settings.
    pub weather: WeatherReports,
}

#[OpenApi(tag = "Tag::Market")]
impl WeatherSettingsApi {
    /// Get the weather settings
    ///
    /// The organization's own regions and weather provider. The API key is not returned.
    #[oai(
        path = "/api/market/weather-settings",
        method = "get",
        operation_id = "getWeatherSettings"
    )]
    async fn get_weather_settings(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<WeatherSettingsInfo>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(MarketRead)?;
        scope.require(OrganizationManage)?;
        let stored = read_weather_settings(&scope.read_db().await?, &right).await?;
        Ok(Json(Envelope::new(WeatherSettingsInfo::new(
            stored,
            self.weather.has_operator_provider(),
        ))))
    }

    /// Set the weather settings
    ///
    /// Replaces the organization's own regions and weather provider. With a provider, the weather
    /// of all regions is requested from it once; if that fails, nothing is stored.
    #[oai(
        path = "/api/market/weather-settings",
        method = "put",
        operation_id = "setWeatherSettings"
    )]
    async fn set_weather_settings(
        &self,
        signed: Signed,
        body: Json<WeatherSettingsInput>,
    ) -> Result<Json<Envelope<WeatherSettingsInfo>>, ApiError> {
        let scope = signed.scope();
        let (right, may) = (
            scope.require(MarketRead)?,
            scope.require(OrganizationManage)?,
        );
        scope.refuse_demo()?;
        let valid = validate_settings(&body.0, self.weather.outbound())?;
        let saved = Box::pin(self.weather.save_settings(scope, valid, (&right, &may))).await?;
        Ok(Json(Envelope::new(WeatherSettingsInfo::new(
            saved,
            self.weather.has_operator_provider(),
        ))))
    }
}

impl From<InvalidSettings> for ApiError {
    fn from(InvalidSettings(errors): InvalidSettings) -> Self {
        Self::invalid_values(errors)
    }
}

impl From<SaveWeatherError> for ApiError {
    fn from(error: SaveWeatherError) -> Self {
        match error {
            SaveWeatherError::Provider(error) => {
                let is_refused = matches!(
                    error,
                    FeedError::Outbound(OutboundError::Status(401 | 403))
                        | FeedError::UnreadableKey
                );
                let path = if is_refused {
                    "provider.apiKey"
                } else {
                    "provider.url"
                };
                let message = format!(
                    "The weather provider {error} Check the URL and the API key, then save again."
                );
                Self::invalid_value(path, ErrorDetailCode::ProviderRefused, message)
            }
            SaveWeatherError::Vault(error) => Self::internal(&error),
            SaveWeatherError::Db(error) => error.into(),
        }
    }
}
