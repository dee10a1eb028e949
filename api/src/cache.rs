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

mod computation_queue;
mod figure_cache;
mod figure_store;
mod response_replay;

pub use computation_queue::ComputationQueue;
pub use figure_cache::{CachedFigure, FigureCache, StoredFigure, estimate_row_bytes};
pub use response_replay::ResponseReplayCache;

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

/// Everything that a response depends on. A key is created from a scope, so the tenant cannot be
/// omitted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CacheKey {
    tenant: TenantId,
    data_version: i64,
    as_of: NaiveDate,
    currency: Option<String>,
    calendar: OrganizationCalendar,
    permissions: Permissions,
    query: CachedQuery,
}

impl CacheKey {
    fn compute_etag(&self) -> String {
        let shaped_by = format!("{} {self:?}", env!("CARGO_PKG_VERSION"));
        format!(
            "W/\"{}\"",
            URL_SAFE_NO_PAD.encode(&digest(&SHA256, shaped_by.as_bytes()).as_ref()[..16])
        )
    }
}

/// The cached responses of this process, at most 64 MiB.
#[derive(Clone, Debug)]
pub struct ResponseCache {
    responses: Cache<CacheKey, Arc<EncodedBody>>,
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
        // Compressed copies are made later; together they are smaller than half of the body.
        let size = |_: &CacheKey, body: &Arc<EncodedBody>| {
            let bytes = body.identity().len();
            u32::try_from(bytes.saturating_add(bytes / 2))
                .unwrap_or(u32::MAX)
                .saturating_add(512)
        };
        Self {
            responses: Cache::builder()
                .weigher(size)
                .max_capacity(64 << 20)
                .time_to_idle(std::time::Duration::from_hours(1))
                .support_invalidation_closures()
                .build(),
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
            .invalidate_entries_if(move |key, _| key.tenant == tenant);
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
    /// when it is the organization's turn.
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
            tenant: organization.id,
            data_version: organization.data_version,
            as_of,
            currency: organization.currency.clone(),
            calendar: organization.calendar,
            permissions: scope.permissions(),
            query,
        };
        let etag = key.compute_etag();
        self.counts.lookups.fetch_add(1, Ordering::Relaxed);
        let serialized = async {
            let _permit = self.computations.acquire(organization.id).await?;
            self.counts.computed.fetch_add(1, Ordering::Relaxed);
            compute
                .await
                .map(|envelope| Arc::new(EncodedBody::new(Bytes::from(envelope.to_json_string()))))
        };
        let body = self
            .responses
            .try_get_with(key, serialized)
            .await
            .map_err(Arc::unwrap_or_clone)?;
        Ok(CachedResponse::new(request, etag, body))
    }
}
