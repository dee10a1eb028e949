//! The newest response to each query, which stays available while its figures are computed for newer
//! data.

use super::{AskedQuery, CacheKey, DataState, hash_etag, weigh_body};
use crate::http::{CachedResponse, EncodedBody, Envelope};
use crate::ids::TenantId;
use bytes::Bytes;
use moka::future::Cache;
use poem::Request;
use poem_openapi::types::{ParseFromJSON, ToJSON};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The memory of all of them.
const MAX_BYTES: u64 = 32 << 20;
/// After this time without new figures, requests wait for them: something has gone wrong.
const MAX_WAIT: Duration = Duration::from_mins(10);

/// The newest responses of this process.
#[derive(Clone, Debug)]
pub(super) struct PreviousResponses(Cache<AskedQuery, Arc<PreviousResponse>>);

/// A response, and what it was computed from.
#[derive(Debug)]
pub(super) struct PreviousResponse {
    data: DataState,
    /// With `meta.isUpdating`.
    body: Arc<EncodedBody>,
    etag: String,
    /// When a request was first answered with it in place of newer figures.
    outdated_since: OnceLock<Instant>,
}

impl Default for PreviousResponses {
    fn default() -> Self {
        Self(
            Cache::builder()
                .weigher(|_: &AskedQuery, response: &Arc<PreviousResponse>| {
                    weigh_body(&response.body)
                })
                .max_capacity(MAX_BYTES)
                .time_to_idle(Duration::from_hours(24))
                .support_invalidation_closures()
                .build(),
        )
    }
}

impl PreviousResponses {
    /// Keeps a response for the time when its figures are no longer the newest, unless that of
    /// newer data is there.
    pub(super) async fn keep<T>(&self, key: &CacheKey, mut response: Envelope<T>)
    where
        T: ParseFromJSON + ToJSON,
    {
        let newest = self.0.get(&key.asked).await;
        if newest.is_some_and(|newest| newest.data > key.data()) {
            return;
        }
        response.meta.get_or_insert_default().is_updating = Some(true);
        let body = EncodedBody::new(Bytes::from(response.to_json_string()));
        let response = PreviousResponse {
            data: key.data(),
            body: Arc::new(body),
            etag: hash_etag(&format!("updating {} {key:?}", env!("CARGO_PKG_VERSION"))),
            outdated_since: OnceLock::new(),
        };
        self.0.insert(key.asked.clone(), Arc::new(response)).await;
    }

    /// The response to the data before that of the key.
    pub(super) async fn find(&self, key: &CacheKey) -> Option<Arc<PreviousResponse>> {
        if !key.asked.query.is_precomputed() {
            return None;
        }
        let newest = self.0.get(&key.asked).await?;
        let has_waited = |since: &Instant| since.elapsed() > MAX_WAIT;
        let is_usable =
            newest.data < key.data() && !newest.outdated_since.get().is_some_and(has_waited);
        is_usable.then_some(newest)
    }

    /// Drops all responses for an organization.
    pub(super) fn evict_tenant(&self, tenant: TenantId) {
        // Fails only if invalidation closures are disabled; they are enabled.
        let _ = self
            .0
            .invalidate_entries_if(move |asked, _| asked.tenant == tenant);
    }
}

impl PreviousResponse {
    /// The response with `meta.isUpdating`. It is not replayed.
    pub(super) fn to_response<T: ParseFromJSON + ToJSON>(
        &self,
        request: &Request,
    ) -> CachedResponse<T> {
        self.outdated_since.get_or_init(Instant::now);
        CachedResponse::new(request, self.etag.clone(), Arc::clone(&self.body)).without_replay()
    }
}
