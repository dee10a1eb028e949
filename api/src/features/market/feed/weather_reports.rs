//! The weather of each organization: of the four regions and of its own ones, from its own provider
//! or the operator's.
//!
//! The answer of the operator's provider for the four regions is shared. Everything else is cached
//! per organization, so a slow or failing provider delays only the organization that chose it.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use moka::future::Cache;
use reqwest::Url;

use super::cached_feed::{MAX_IDLE, is_within};
use super::sample_feed::sample_weather;
use super::weather_feed::{DISABLED_MESSAGE, ForecastPlace, Region, RegionWeather, WeatherFeed};
use super::{CachedFeed, Feed as _, FeedError, FeedReport, FeedState};
use crate::auth::permission::{MarketRead, OrganizationManage};
use crate::auth::{Proof, Scope, SealContext, Vault, VaultError};
use crate::clock::Clock;
use crate::db::DbError;
use crate::features::market::weather_settings::{
    ApiKeyChange, StoredWeatherSettings, ValidProvider, ValidSettings, WeatherProvider,
    WeatherSettings, read_weather_settings, set_weather_settings,
};
use crate::ids::TenantId;
use crate::outbound::{OutboundClient, OutboundError};

/// Maximum age of settings that were changed on another server. Responses are replayed for another
/// second, so a change takes effect within two.
const MAX_SETTINGS_AGE: TimeDelta = TimeDelta::seconds(1);
/// Maximum number of organizations whose weather is cached. Those that were not read for the
/// longest time make room.
const MAX_ORGANIZATIONS: u64 = 2_000;
/// How a provider is called in messages.
const PROVIDER_NAME: &str = "The weather service";

/// Weather of regions.
type RegionFeed = CachedFeed<Vec<RegionWeather>>;

/// The weather of organizations. Clones share the caches.
#[derive(Clone)]
pub struct WeatherReports(Arc<Parts>);

#[derive(Clone)]
struct Parts {
    outbound: OutboundClient,
    vault: Vault,
    clock: Clock,
    operator: Option<OperatorProvider>,
    organizations: Cache<TenantId, Arc<OrganizationWeather>>,
}

/// The provider for organizations without their own.
#[derive(Clone)]
struct OperatorProvider {
    url: Url,
    /// The four regions.
    shared: RegionFeed,
}

/// The cached weather of an organization.
struct OrganizationWeather {
    settings: WeatherSettings,
    settings_read_at: DateTime<Utc>,
    source: WeatherSource,
}

/// Where the weather of an organization comes from.
#[derive(Clone)]
enum WeatherSource {
    /// The four regions from the operator's provider.
    Shared,
    /// The same, followed by own regions from the operator's provider.
    SharedWith(RegionFeed),
    /// All regions from the organization's provider.
    Own(RegionFeed),
    /// The organization's provider cannot be called.
    Unusable(FeedError),
}

/// Why settings were not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveWeatherError {
    /// The provider sends no weather of the regions.
    #[error("the weather provider {0}")]
    Provider(FeedError),
    /// The API key cannot be encrypted.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl WeatherReports {
    /// Without a provider of the operator.
    pub fn new(outbound: OutboundClient, vault: Vault, clock: Clock) -> Self {
        Self(Arc::new(Parts {
            outbound,
            vault,
            clock,
            operator: None,
            organizations: Cache::builder()
                .max_capacity(MAX_ORGANIZATIONS)
                .time_to_idle(MAX_IDLE)
                .build(),
        }))
    }

    /// With a provider of the operator: a forecast endpoint.
    pub fn with_operator_provider(self, address: &str) -> Result<Self, OutboundError> {
        let parts = Arc::unwrap_or_clone(self.0);
        let url = parts.outbound.parse_url(address)?;
        let feed = WeatherFeed::new(parts.outbound.clone(), address, None, standard_places())?;
        let shared = CachedFeed::new(feed, parts.clock.clone());
        Ok(Self(Arc::new(Parts {
            operator: Some(OperatorProvider { url, shared }),
            ..parts
        })))
    }

    /// Whether organizations without their own provider have weather.
    pub fn has_operator_provider(&self) -> bool {
        self.0.operator.is_some()
    }

    /// The client that requests weather.
    pub fn outbound(&self) -> &OutboundClient {
        &self.0.outbound
    }

    /// The weather of the four regions, followed by the organization's own ones. For the demo it is
    /// sample data, and no provider is requested.
    pub async fn read_report(
        &self,
        scope: &Scope,
        right: &Proof<MarketRead>,
    ) -> Result<FeedReport<Vec<RegionWeather>>, DbError> {
        if scope.access().organization().is_demo {
            return Ok(FeedReport::from_sample(sample_weather(scope.as_of())));
        }
        let organization = self.load_organization(scope, right).await?;
        let report = match &organization.source {
            WeatherSource::Shared => report_state(self.shared_state().await),
            WeatherSource::SharedWith(own) => {
                let (shared, own) = tokio::join!(self.shared_state(), own.current_state());
                append_report(report_state(shared), report_state(own))
            }
            WeatherSource::Own(own) => report_state(own.current_state().await),
            WeatherSource::Unusable(error) => report_state(FeedState::Failed(error.clone())),
        };
        Ok(FeedReport {
            variant: organization.settings.describe_variant(),
            ..report
        })
    }

    async fn shared_state(&self) -> FeedState<Vec<RegionWeather>> {
        match &self.0.operator {
            Some(operator) => operator.shared.current_state().await,
            None => FeedState::Disabled,
        }
    }

    /// The weather of the caller's organization, by settings that are at most
    /// [`MAX_SETTINGS_AGE`] old. Answers are kept until the settings change.
    async fn load_organization(
        &self,
        scope: &Scope,
        right: &Proof<MarketRead>,
    ) -> Result<Arc<OrganizationWeather>, DbError> {
        let tenant = scope.access().tenant();
        let now = self.0.clock.now();
        let cached = self.0.organizations.get(&tenant).await;
        if let Some(cached) = &cached
            && is_within(MAX_SETTINGS_AGE, cached.settings_read_at, now)
        {
            return Ok(Arc::clone(cached));
        }
        let stored = read_weather_settings(&scope.read_db().await?, right).await?;
        let settings = stored.settings;
        let source = match cached {
            Some(cached) if cached.settings == settings => cached.source.clone(),
            _ => self.open_source(tenant, &settings),
        };
        let organization = Arc::new(OrganizationWeather {
            settings,
            settings_read_at: now,
            source,
        });
        self.0
            .organizations
            .insert(tenant, Arc::clone(&organization))
            .await;
        Ok(organization)
    }

    fn open_source(&self, tenant: TenantId, settings: &WeatherSettings) -> WeatherSource {
        if let Some(provider) = &settings.provider {
            return match self.open_provider(tenant, provider, settings) {
                Ok(feed) => WeatherSource::Own(CachedFeed::new(feed, self.0.clock.clone())),
                Err(error) => WeatherSource::Unusable(error),
            };
        }
        let Some(operator) = self
            .0
            .operator
            .as_ref()
            .filter(|_| !settings.regions.is_empty())
        else {
            return WeatherSource::Shared;
        };
        let places = settings.own_places();
        match WeatherFeed::new(self.0.outbound.clone(), operator.url.as_str(), None, places) {
            Ok(feed) => WeatherSource::SharedWith(CachedFeed::new(feed, self.0.clock.clone())),
            Err(error) => WeatherSource::Unusable(error.into()),
        }
    }

    /// The feed of all regions from the organization's provider.
    fn open_provider(
        &self,
        tenant: TenantId,
        provider: &WeatherProvider,
        settings: &WeatherSettings,
    ) -> Result<WeatherFeed, FeedError> {
        let context = SealContext::WeatherProvider(tenant);
        let api_key = provider
            .sealed_api_key
            .as_deref()
            .map(|sealed| self.0.vault.open_text(context, sealed))
            .transpose()
            .map_err(|_| FeedError::UnreadableKey)?;
        let places = [standard_places(), settings.own_places()].concat();
        Ok(WeatherFeed::new(
            self.0.outbound.clone(),
            &provider.url,
            api_key.as_deref(),
            places,
        )?)
    }

    /// Stores settings. A provider is tested first, and its answer is the first one of the cache.
    pub(in crate::features::market) async fn save_settings(
        &self,
        scope: &Scope,
        valid: ValidSettings,
        (right, may): (&Proof<MarketRead>, &Proof<OrganizationManage>),
    ) -> Result<StoredWeatherSettings, SaveWeatherError> {
        let tenant = scope.access().tenant();
        let before = read_weather_settings(&scope.read_db().await?, right).await?;
        let provider = valid
            .provider
            .map(|provider| self.seal_provider(tenant, provider, before.settings.provider))
            .transpose()?;
        let settings = WeatherSettings {
            regions: valid.regions,
            provider,
        };
        // Without a transaction: the provider may take seconds to answer.
        let source = match &settings.provider {
            Some(provider) => {
                let tested = self.test_provider(tenant, provider, &settings).await;
                WeatherSource::Own(tested.map_err(SaveWeatherError::Provider)?)
            }
            None => self.open_source(tenant, &settings),
        };
        let now = self.0.clock.now();
        let db = scope.write_db().await?;
        let change = (scope.caller_name(), now);
        set_weather_settings(&db, &settings, change, (right, may)).await?;
        let stored = read_weather_settings(&db, right).await?;
        db.commit().await?;
        let organization = OrganizationWeather {
            settings,
            settings_read_at: now,
            source,
        };
        self.0
            .organizations
            .insert(tenant, Arc::new(organization))
            .await;
        Ok(stored)
    }

    fn seal_provider(
        &self,
        tenant: TenantId,
        provider: ValidProvider,
        before: Option<WeatherProvider>,
    ) -> Result<WeatherProvider, VaultError> {
        let sealed_api_key = match provider.api_key {
            // A key must not reach a server that it was not entered for.
            ApiKeyChange::Keep => before
                .filter(|before| is_same_server(&before.url, &provider.url))
                .and_then(|before| before.sealed_api_key),
            ApiKeyChange::Remove => None,
            ApiKeyChange::Replace(key) => {
                let context = SealContext::WeatherProvider(tenant);
                Some(self.0.vault.seal_text(context, &key)?)
            }
        };
        Ok(WeatherProvider {
            url: provider.url.into(),
            sealed_api_key,
        })
    }

    /// Requests the weather of all regions once.
    async fn test_provider(
        &self,
        tenant: TenantId,
        provider: &WeatherProvider,
        settings: &WeatherSettings,
    ) -> Result<RegionFeed, FeedError> {
        let feed = self.open_provider(tenant, provider, settings)?;
        let answer = feed.fetch_latest().await?;
        Ok(CachedFeed::with_answer(feed, self.0.clock.clone(), answer))
    }
}

fn standard_places() -> Vec<ForecastPlace> {
    Region::ALL.map(Region::to_place).to_vec()
}

fn is_same_server(stored: &str, url: &Url) -> bool {
    Url::parse(stored).is_ok_and(|stored| stored.origin() == url.origin())
}

fn report_state(state: FeedState<Vec<RegionWeather>>) -> FeedReport<Vec<RegionWeather>> {
    FeedReport::from_state(state, PROVIDER_NAME, DISABLED_MESSAGE)
}

/// The four regions with the own ones after them. The time is that of the older answer.
fn append_report(
    standard: FeedReport<Vec<RegionWeather>>,
    own: FeedReport<Vec<RegionWeather>>,
) -> FeedReport<Vec<RegionWeather>> {
    let read_at = [standard.read_at, own.read_at].into_iter().flatten().min();
    let answer = match (standard.answer, own.answer) {
        (Some(standard), Some(own)) => Some([standard, own].concat()),
        (standard, own) => standard.or(own),
    };
    FeedReport {
        answer,
        status: standard.status.or(own.status),
        read_at,
        ..standard
    }
}
