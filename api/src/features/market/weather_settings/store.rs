//! Queries and changes of weather settings.

use super::{OwnRegion, StoredWeatherSettings, WeatherProvider, WeatherSettings};
use crate::auth::Proof;
use crate::auth::permission::{MarketRead, OrganizationManage};
use crate::db::{AuditAction, DbError, NewAuditEntry, TenantDb};
use crate::decimal::Decimal4;
use chrono::{DateTime, Utc};
use entities::{weather_region, weather_setting};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait as _, IntoActiveModel};
use serde_json::{Value, json};

/// The settings of the organization.
pub(in crate::features::market) async fn read_weather_settings(
    db: &TenantDb,
    _right: &Proof<MarketRead>,
) -> Result<StoredWeatherSettings, DbError> {
    let Some(row) = db.find::<weather_setting::Entity>().one().await? else {
        return Ok(StoredWeatherSettings::default());
    };
    let regions = db
        .find::<weather_region::Entity>()
        .order_by_asc(weather_region::Column::Position)
        .all()
        .await?;
    Ok(StoredWeatherSettings {
        settings: WeatherSettings {
            regions: regions.into_iter().filter_map(region_from_row).collect(),
            provider: row.provider_url.map(|url| WeatherProvider {
                url,
                sealed_api_key: row.sealed_api_key,
            }),
        },
        last_change: Some((row.updated_by, row.updated_at)),
    })
}

/// Coordinates are checked before they are stored. A row that has others is left out.
fn region_from_row(row: weather_region::Model) -> Option<OwnRegion> {
    Some(OwnRegion {
        name: row.name,
        latitude: Decimal4::from_scaled(row.latitude_e4).ok()?,
        longitude: Decimal4::from_scaled(row.longitude_e4).ok()?,
    })
}

/// Replaces the settings, in an open transaction, and appends an audit entry.
pub(in crate::features::market) async fn set_weather_settings(
    db: &TenantDb,
    settings: &WeatherSettings,
    (by, at): (&str, DateTime<Utc>),
    (right, _may): (&Proof<MarketRead>, &Proof<OrganizationManage>),
) -> Result<(), DbError> {
    let before = read_weather_settings(db, right).await?.settings;
    db.delete::<weather_region::Entity>().exec().await?;
    db.delete::<weather_setting::Entity>().exec().await?;
    let provider = settings.provider.clone();
    let (provider_url, sealed_api_key) = provider
        .map(|provider| (provider.url, provider.sealed_api_key))
        .unzip();
    let row = weather_setting::Model {
        tenant_id: Uuid::nil(),
        provider_url,
        sealed_api_key: sealed_api_key.flatten(),
        updated_by: by.to_owned(),
        updated_at: at,
    };
    db.insert(row.into_active_model().reset_all()).await?;
    let regions = (0..).zip(&settings.regions).map(|(position, region)| {
        let row = weather_region::Model {
            tenant_id: Uuid::nil(),
            position,
            name: region.name.clone(),
            latitude_e4: region.latitude.scaled(),
            longitude_e4: region.longitude.scaled(),
        };
        row.into_active_model().reset_all()
    });
    db.insert_many(regions.collect()).await?;
    let entry = NewAuditEntry::new(AuditAction::WeatherSettingsUpdated)
        .with_before(&audit_details(&before))
        .with_after(&audit_details(settings));
    db.append_audit_entry(at, entry).await
}

/// The settings without the API key.
fn audit_details(settings: &WeatherSettings) -> Value {
    let regions: Vec<Value> = settings
        .regions
        .iter()
        .map(|region| {
            json!({
                "name": region.name,
                "latitude": region.latitude.to_f64(),
                "longitude": region.longitude.to_f64(),
            })
        })
        .collect();
    let provider = settings.provider.as_ref();
    json!({
        "regions": regions,
        "providerUrl": provider.map(|provider| &provider.url),
        "hasApiKey": provider.is_some_and(|provider| provider.sealed_api_key.is_some()),
    })
}
