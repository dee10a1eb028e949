//! Keeps serialised answers for as long as nothing that shaped them has changed.

use crate::auth::Scope;
use crate::auth::permission::Permissions;
use crate::http::{ApiError, CachedResponse, Envelope};
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

mod response_replay;

pub use response_replay::ResponseReplayCache;

/// A question whose answer may be kept. A new kind of answer is a new variant: no two can collide.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CachedQuery {
    /// The four cards.
    PurchasingSummary,
    /// What to order now.
    PurchasingRecommendations {
        /// Which settings, corrections and drafts it is made with.
        edition: i64,
    },
    /// What the business pays, against its past.
    SupplyPriceIndex,
    /// What the customers' fields are expected to bear.
    CropYieldForecast {
        /// Which public yields it rests on.
        edition: String,
    },
    /// Who buys, how, what next.
    CustomerSegmentation,
    /// How the figures are made.
    Methods {
        /// Which public yields they rest on.
        edition: String,
    },
    /// Commodity prices, with the weather and news of the moment.
    MarketOverview {
        /// How far it looks back.
        timeframe: String,
        /// Which commodity it shows.
        commodity: String,
        /// Which weather and which news it carries.
        edition: String,
    },
}

/// Everything that shapes an answer. It can only be made from a scope, so the tenant cannot be left
/// out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CacheKey {
    tenant: TenantId,
    data_version: i64,
    as_of: NaiveDate,
    currency: Option<String>,
    permissions: Permissions,
    query: CachedQuery,
}

impl CacheKey {
    fn compute_etag(&self) -> String {
        let shaped_by = format!("{} {self:?}", env!("CARGO_PKG_VERSION"));
        format!(
            "\"{}\"",
            URL_SAFE_NO_PAD.encode(&digest(&SHA256, shaped_by.as_bytes()).as_ref()[..16])
        )
    }
}

/// Figures that several answers are made from, kept as they are: what the screen and the assistant
/// both need is fitted once.
///
/// As with answers, the key can only be made from a scope; the permissions are not part of it,
/// because whoever asks shows the proofs first.
pub struct FigureCache<T>(Cache<(TenantId, i64, NaiveDate, Option<String>), Arc<T>>);

impl<T> Clone for FigureCache<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Send + Sync + 'static> Default for FigureCache<T> {
    fn default() -> Self {
        Self(
            Cache::builder()
                .max_capacity(64)
                .time_to_idle(std::time::Duration::from_mins(10))
                .build(),
        )
    }
}

impl<T: Send + Sync + 'static> FigureCache<T> {
    /// What is kept for the scope's rows as of a day, or what `compute` finds; however many ask at
    /// once, it runs once.
    pub async fn get_or_compute<F>(
        &self,
        scope: &Scope,
        as_of: NaiveDate,
        compute: F,
    ) -> Result<Arc<T>, ApiError>
    where
        F: Future<Output = Result<T, ApiError>>,
    {
        let organization = scope.access().organization();
        let key = (
            organization.id,
            organization.data_version,
            as_of,
            organization.currency.clone(),
        );
        self.0
            .try_get_with(key, async { compute.await.map(Arc::new) })
            .await
            .map_err(Arc::unwrap_or_clone)
    }
}

/// The answers of this process, at most 64 MiB of them.
#[derive(Clone, Debug)]
pub struct ResponseCache {
    responses: Cache<CacheKey, Bytes>,
}

impl Default for ResponseCache {
    fn default() -> Self {
        let size = |_: &CacheKey, body: &Bytes| {
            u32::try_from(body.len())
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
        }
    }
}

impl ResponseCache {
    /// Lets go of every answer to an organization that is being deleted.
    pub fn evict_tenant(&self, tenant: TenantId) {
        // Refused only where closures were not asked for, which they are.
        let _ = self
            .responses
            .invalidate_entries_if(move |key, _| key.tenant == tenant);
    }

    /// Answers `request` with what is kept, or with what `compute` finds; however many ask at once,
    /// it runs once.
    pub async fn get_or_render<T, F>(
        &self,
        request: &Request,
        scope: &Scope,
        as_of: NaiveDate,
        question: CachedQuery,
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
            permissions: scope.permissions(),
            query: question,
        };
        let etag = key.compute_etag();
        let serialised = async {
            compute
                .await
                .map(|envelope| Bytes::from(envelope.to_json_string()))
        };
        let body = self
            .responses
            .try_get_with(key, serialised)
            .await
            .map_err(Arc::unwrap_or_clone)?;
        Ok(CachedResponse::new(request, etag, body))
    }
}
