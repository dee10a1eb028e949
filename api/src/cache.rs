//! Caches serialized responses until the data they depend on changes.

use crate::auth::Scope;
use crate::auth::permission::Permissions;
use crate::db::OrganizationCalendar;
use crate::http::{ApiError, CachedResponse, EncodedBody, Envelope};
use crate::ids::TenantId;
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use chrono::NaiveDate;
use moka::future::Cache;
use poem::Request;
use poem_openapi::types::{ParseFromJSON, ToJSON};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::timeout;

mod computation_queue;
mod figure_cache;
mod figure_decoder;
mod figure_resources;
mod figure_store;
mod figure_turns;
mod previous_responses;
mod response_replay;

pub use computation_queue::ComputationQueue;
pub use figure_cache::{
    AvailableFigures, CachedFigure, ComputedFigure, FigureCache, StoredFigure, estimate_row_bytes,
};
pub use figure_decoder::deserialize_rows;
pub use figure_resources::FigureResources;
use previous_responses::PreviousResponses;
pub use response_replay::ResponseReplayCache;

/// How long a request waits for new figures if there are previous ones.
const PREVIOUS_AFTER: Duration = Duration::from_secs(2);

/// A query whose response is cached. Each kind of response has its own variant, so keys cannot
/// collide.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CachedQuery {
    /// The purchasing cards.
    PurchasingSummary,
    /// Order recommendations.
    PurchasingRecommendations {
        /// The version of settings, stock corrections and drafts.
        edition: i64,
        /// The page, order and search.
        page: String,
    },
    /// The purchase plan beside the one under a scenario.
    PurchasePlanComparison {
        /// The version of settings, stock corrections and drafts.
        edition: i64,
        /// The scenario and the budget.
        scenario: String,
    },
    /// The price index.
    SupplyPriceIndex,
    /// Crop yield forecasts.
    CropYieldForecast {
        /// The version of the public yield records.
        edition: String,
    },
    /// Customer segments and patterns.
    CustomerSegmentation,
    /// A page of the customers with orders.
    CustomerList {
        /// The page, order and filters.
        page: String,
    },
    /// The methods of all figures.
    Methods {
        /// The version of the public yield records.
        edition: String,
    },
    /// A query of measures.
    Metrics {
        /// The query as canonical JSON.
        query: String,
    },
    /// The figures of a link to a view.
    SharedView {
        /// The link's id.
        link: String,
        /// The name of the organization.
        organization: String,
    },
    /// The measures and dimensions.
    MetricCatalogue,
    /// Members of a dimension.
    MetricMembers {
        /// Id of the dimension.
        dimension: String,
        /// The searched part of the names.
        text: String,
        /// The first member of the page.
        offset: usize,
        /// Members per page.
        limit: usize,
    },
    /// The rows behind a figure.
    MetricRows {
        /// The query as canonical JSON.
        query: String,
    },
    /// Why a measure changed.
    MetricChange {
        /// The query as canonical JSON.
        query: String,
    },
    /// Commodity prices, weather and news.
    MarketOverview {
        /// The time range.
        timeframe: String,
        /// The selected commodity.
        commodity: String,
        /// The version of the weather and news.
        edition: String,
    },
}

impl CachedQuery {
    /// Whether the figures are precomputed after each sync and at midnight.
    fn is_precomputed(&self) -> bool {
        matches!(
            self,
            Self::PurchasingRecommendations { .. }
                | Self::SupplyPriceIndex
                | Self::CustomerSegmentation
                | Self::CustomerList { .. }
        )
    }
}

/// Everything that a response depends on. A key is created from a scope, so the tenant cannot be
/// omitted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CacheKey {
    data_version: i64,
    as_of: NaiveDate,
    asked: AskedQuery,
}

/// A query of a caller, whatever the data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct AskedQuery {
    tenant: TenantId,
    currency: Option<String>,
    calendar: OrganizationCalendar,
    permissions: Permissions,
    query: CachedQuery,
}

/// The rows that figures are computed from. Later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct DataState {
    version: i64,
    /// The day that the figures are for.
    day: NaiveDate,
}

impl CacheKey {
    fn data(&self) -> DataState {
        DataState {
            version: self.data_version,
            day: self.as_of,
        }
    }

    fn compute_etag(&self) -> String {
        hash_etag(&format!("{} {self:?}", env!("CARGO_PKG_VERSION")))
    }
}

fn hash_etag(shaped_by: &str) -> String {
    let hash = digest(&SHA256, shaped_by.as_bytes());
    format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(&hash.as_ref()[..16]))
}

/// The cached responses of this process, at most 64 MiB.
#[derive(Clone, Debug)]
pub struct ResponseCache {
    responses: Cache<CacheKey, Arc<EncodedBody>>,
    previous: PreviousResponses,
    computations: ComputationQueue,
    counts: Arc<LookupCounts>,
}

/// How often responses were requested and computed.
#[derive(Debug, Default)]
struct LookupCounts {
    lookups: AtomicU64,
    computed: AtomicU64,
}

impl Default for ResponseCache {
    fn default() -> Self {
        Self {
            responses: Cache::builder()
                .weigher(|_: &CacheKey, body: &Arc<EncodedBody>| weigh_body(body))
                .max_capacity(64 << 20)
                .time_to_idle(Duration::from_hours(1))
                .support_invalidation_closures()
                .build(),
            previous: PreviousResponses::default(),
            computations: ComputationQueue::for_this_machine(),
            counts: Arc::default(),
        }
    }
}

impl ResponseCache {
    /// Drops all responses for an organization that is being deleted.
    pub fn evict_tenant(&self, tenant: TenantId) {
        // Fails only if invalidation closures are disabled; they are enabled.
        let _ = self
            .responses
            .invalidate_entries_if(move |key, _| key.asked.tenant == tenant);
        self.previous.evict_tenant(tenant);
    }

    /// The number of cached responses and their approximate size in bytes.
    pub fn size(&self) -> (u64, u64) {
        (self.responses.entry_count(), self.responses.weighted_size())
    }

    /// How many responses were in the cache, and how many were computed.
    pub fn lookups(&self) -> (u64, u64) {
        let lookups = self.counts.lookups.load(Ordering::Relaxed);
        let computed = self.counts.computed.load(Ordering::Relaxed);
        (lookups.saturating_sub(computed), computed)
    }

    /// The computations of responses that are not cached.
    pub fn computations(&self) -> &ComputationQueue {
        &self.computations
    }

    /// The cached response, or the result of `compute`, which runs once for concurrent requests and
    /// when it is the organization's turn. If precomputed figures take long,
    /// the response to the data before, marked.
    pub async fn get_or_render<T, F>(
        &self,
        request: &Request,
        scope: &Scope,
        as_of: NaiveDate,
        query: CachedQuery,
        compute: F,
    ) -> Result<CachedResponse<T>, ApiError>
    where
        T: ParseFromJSON + ToJSON,
        F: Future<Output = Result<Envelope<T>, ApiError>>,
    {
        let organization = scope.access().organization();
        let key = CacheKey {
            data_version: organization.data_version,
            as_of,
            asked: AskedQuery {
                tenant: organization.id,
                currency: organization.currency.clone(),
                calendar: organization.calendar,
                permissions: scope.permissions(),
                query,
            },
        };
        let etag = key.compute_etag();
        self.counts.lookups.fetch_add(1, Ordering::Relaxed);
        let serialized = async {
            let _permit = self.computations.acquire(organization.id).await?;
            self.counts.computed.fetch_add(1, Ordering::Relaxed);
            let envelope = compute.await?;
            let body = Arc::new(EncodedBody::new(Bytes::from(envelope.to_json_string())));
            if key.asked.query.is_precomputed() {
                self.previous.keep(&key, envelope).await;
            }
            Ok::<_, ApiError>(body)
        };
        let rendering = Box::pin(self.responses.try_get_with(key.clone(), serialized));
        let rendered = match self.previous.find(&key).await {
            None => rendering.await,
            Some(previous) => match timeout(PREVIOUS_AFTER, rendering).await {
                Ok(rendered) => rendered,
                Err(_) => return Ok(previous.to_response(request)),
            },
        };
        let body = rendered.map_err(Arc::unwrap_or_clone)?;
        Ok(CachedResponse::new(request, etag, body))
    }
}

/// Compressed copies are made later; together they are smaller than half of the body.
fn weigh_body(body: &EncodedBody) -> u32 {
    let bytes = body.identity().len();
    u32::try_from(bytes.saturating_add(bytes / 2))
        .unwrap_or(u32::MAX)
        .saturating_add(512)
}
