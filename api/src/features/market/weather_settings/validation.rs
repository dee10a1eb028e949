//! Checks what a person enters as weather settings.

use super::wire::{WeatherProviderInput, WeatherRegionInfo, WeatherSettingsInput};
use super::{MAX_REGIONS, OwnRegion};
use crate::decimal::Decimal4;
use crate::features::market::feed::weather_feed::Region;
use crate::http::{ErrorDetail, ErrorDetailCode};
use crate::outbound::OutboundClient;
use reqwest::Url;
use std::collections::HashSet;

/// The maximum length of a region's name.
const MAX_NAME_CHARS: usize = 60;
/// The maximum length of a URL.
const MAX_URL_CHARS: usize = 2_000;
/// The path of the forecast on servers compatible with Open-Meteo.
const FORECAST_PATH: &str = "/v1/forecast";

/// Valid settings.
pub(in crate::features::market) struct ValidSettings {
    pub(in crate::features::market) regions: Vec<OwnRegion>,
    pub(in crate::features::market) provider: Option<ValidProvider>,
}

/// A valid provider.
pub(in crate::features::market) struct ValidProvider {
    pub(in crate::features::market) url: Url,
    pub(in crate::features::market) api_key: ApiKeyChange,
}

/// What becomes of the stored API key.
pub(in crate::features::market) enum ApiKeyChange {
    /// It is kept, if the provider stays on the same server.
    Keep,
    Remove,
    Replace(String),
}

/// The values that are wrong, each with its path and what to do.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct InvalidSettings(pub(super) Vec<ErrorDetail>);

/// The settings, or all validation errors.
pub(super) fn validate_settings(
    input: &WeatherSettingsInput,
    outbound: &OutboundClient,
) -> Result<ValidSettings, InvalidSettings> {
    let mut errors = Vec::new();
    let regions = validate_regions(&input.regions, &mut errors);
    let provider = input
        .provider
        .as_ref()
        .and_then(|provider| validate_provider(provider, outbound, &mut errors));
    if errors.is_empty() {
        Ok(ValidSettings { regions, provider })
    } else {
        Err(InvalidSettings(errors))
    }
}

fn validate_regions(input: &[WeatherRegionInfo], errors: &mut Vec<ErrorDetail>) -> Vec<OwnRegion> {
    if input.len() > MAX_REGIONS {
        let message = format!("Set at most {MAX_REGIONS} regions.");
        errors.push(
            ErrorDetail::new("regions", ErrorDetailCode::ListLength, message).at_most(MAX_REGIONS),
        );
        return Vec::new();
    }
    let mut taken: HashSet<String> = Region::ALL
        .iter()
        .map(|region| region.to_string().to_lowercase())
        .collect();
    let mut regions = Vec::new();
    for (index, region) in input.iter().enumerate() {
        let reject = |field: &str, code, message: &str| {
            ErrorDetail::new(format!("regions.{index}.{field}"), code, message)
        };
        let name = region.name.trim();
        if name.is_empty()
            || name.chars().count() > MAX_NAME_CHARS
            || name.chars().any(char::is_control)
        {
            let message = format!("Enter a name with 1 to {MAX_NAME_CHARS} characters.");
            errors.push(
                reject("name", ErrorDetailCode::TextLength, &message)
                    .at_least(1)
                    .at_most(MAX_NAME_CHARS),
            );
        } else if !taken.insert(name.to_lowercase()) {
            let message = format!("Enter another name: {name} exists already.");
            errors.push(reject("name", ErrorDetailCode::Duplicate, &message));
        }
        let latitude = parse_degrees(region.latitude, 90);
        if latitude.is_none() {
            let message = "Enter a latitude between -90 and 90.";
            errors.push(
                reject("latitude", ErrorDetailCode::NumberRange, message)
                    .at_least(-90)
                    .at_most(90),
            );
        }
        let longitude = parse_degrees(region.longitude, 180);
        if longitude.is_none() {
            let message = "Enter a longitude between -180 and 180.";
            errors.push(
                reject("longitude", ErrorDetailCode::NumberRange, message)
                    .at_least(-180)
                    .at_most(180),
            );
        }
        if let (Some(latitude), Some(longitude)) = (latitude, longitude) {
            regions.push(OwnRegion {
                name: name.to_owned(),
                latitude,
                longitude,
            });
        }
    }
    regions
}

/// Degrees up to `max` in both directions. Rounded to 4 decimals, which is 11 meters.
fn parse_degrees(degrees: f64, max: u8) -> Option<Decimal4> {
    if degrees.abs() > f64::from(max) {
        return None;
    }
    Decimal4::parse(&format!("{degrees:.4}")).ok()
}

fn validate_provider(
    input: &WeatherProviderInput,
    outbound: &OutboundClient,
    errors: &mut Vec<ErrorDetail>,
) -> Option<ValidProvider> {
    let url = validate_url(input.url.trim(), outbound);
    let api_key = match input.api_key.as_deref().map(str::trim) {
        None => ApiKeyChange::Keep,
        Some("") => ApiKeyChange::Remove,
        Some(key) => ApiKeyChange::Replace(key.to_owned()),
    };
    match url {
        Ok(url) => Some(ValidProvider { url, api_key }),
        Err(detail) => {
            errors.push(detail);
            None
        }
    }
}

/// The URL of the forecast, if this installation may call it.
fn validate_url(text: &str, outbound: &OutboundClient) -> Result<Url, ErrorDetail> {
    let reject = |code, message: &str| ErrorDetail::new("provider.url", code, message);
    if text.len() > MAX_URL_CHARS {
        let message = format!("Enter a URL with at most {MAX_URL_CHARS} characters.");
        return Err(reject(ErrorDetailCode::TextLength, &message).at_most(MAX_URL_CHARS));
    }
    let mut url = outbound.parse_url(text).map_err(|error| {
        reject(
            ErrorDetailCode::Url,
            &format!("The weather provider {error}"),
        )
    })?;
    // The URL is shown and recorded, so it must not contain the key.
    if !url.username().is_empty() || url.password().is_some() {
        let message = "Enter a URL without a user and password.";
        return Err(reject(ErrorDetailCode::UrlWithCredentials, message));
    }
    if url.query().is_some() || url.fragment().is_some() {
        let message = "Enter the URL without parameters. Enter the API key in its own field.";
        return Err(reject(ErrorDetailCode::UrlWithParameters, message));
    }
    // Only servers at an address of an allowed network may lack TLS.
    if url.scheme() != "https" && url.domain().is_some() {
        let message = "Enter a URL that begins with https://.";
        return Err(reject(ErrorDetailCode::UrlWithoutTls, message));
    }
    if url.path() == "/" {
        url.set_path(FORECAST_PATH);
    }
    Ok(url)
}

#[cfg(test)]
mod tests;
