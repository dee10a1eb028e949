//! Replays a cached response without re-authenticating while the cached session lookup is valid.
//!
//! Session lookups are at most one second old ([`Authority`]). Within that second, the same token
//! and URL get the same response, because the scope and all cache keys derived from it are the
//! same. Any write through this process, or a cleared lookup, ends the replay at once.

use crate::auth::{Authority, CachedIdentity, parse_bearer_token};
use crate::clock::Clock;
use crate::http::{EncodedBody, ReplayMarker, matches_etag};
use crate::telemetry::record_organization;
use bytes::Bytes;
use chrono::NaiveDate;
use foldhash::quality::RandomState;
use moka::future::Cache;
use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Longer than any cached lookup.
const MAX_AGE: Duration = Duration::from_secs(2);
/// Bodies are shared with the response cache; this bounds the rest.
const MAX_ENTRIES: u64 = 4_096;

/// Middleware that replays responses.
#[derive(Clone)]
pub struct ResponseReplayCache {
    authority: Arc<Authority>,
    clock: Clock,
}

impl ResponseReplayCache {
    /// Creates the middleware.
    pub fn new(authority: Arc<Authority>, clock: Clock) -> Self {
        Self { authority, clock }
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for ResponseReplayCache {
    type Output = ResponseReplayEndpoint<E>;

    fn transform(&self, inner: E) -> ResponseReplayEndpoint<E> {
        let entries = Cache::builder()
            .max_capacity(MAX_ENTRIES)
            .time_to_live(MAX_AGE)
            // Keys have a token, and only responses to valid ones are added.
            .build_with_hasher(RandomState::default());
        ResponseReplayEndpoint {
            inner,
            middleware: self.clone(),
            entries,
            write_count: AtomicU64::new(0),
        }
    }
}

/// An endpoint whose responses are replayed.
pub struct ResponseReplayEndpoint<E> {
    inner: E,
    middleware: ResponseReplayCache,
    entries: Cache<ReplayKey, Arc<ReplayEntry>, RandomState>,
    /// The number of mutating requests so far.
    write_count: AtomicU64,
}

/// Everything in a request that a cached response depends on. Requests with a body are not
/// replayed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ReplayKey {
    authorization: HeaderValue,
    accept: Option<HeaderValue>,
    uri: Uri,
}

struct ReplayEntry {
    identity: CachedIdentity,
    as_of: NaiveDate,
    write_count: u64,
    headers: HeaderMap,
    body: Bytes,
    /// The body with its compressed copies.
    encoded: Option<Arc<EncodedBody>>,
}

impl ReplayKey {
    fn from_request(request: &Request) -> Option<Self> {
        let headers = request.headers();
        let others = [
            header::CONTENT_ENCODING,
            header::CONTENT_LENGTH,
            header::TRANSFER_ENCODING,
        ];
        if request.method() != Method::GET || others.iter().any(|name| headers.contains_key(name)) {
            return None;
        }
        let authorization = headers.get(header::AUTHORIZATION)?.clone();
        Some(Self {
            authorization,
            accept: headers.get(header::ACCEPT).cloned(),
            uri: request.uri().clone(),
        })
    }

    fn bearer_token(&self) -> Option<&str> {
        parse_bearer_token(&self.authorization)
    }
}

impl ReplayEntry {
    fn to_response(&self) -> Response {
        let mut response = Response::builder().body(self.body.clone());
        response.headers_mut().clone_from(&self.headers);
        if let Some(encoded) = &self.encoded {
            response.extensions_mut().insert(Arc::clone(encoded));
        }
        response
    }

    /// The response, as 304 if the client's copy has the same ETag.
    fn respond_to(&self, request: &Request) -> Response {
        let etag = self
            .headers
            .get(header::ETAG)
            .and_then(|etag| etag.to_str().ok());
        let mut response = self.to_response();
        if etag.is_some_and(|etag| matches_etag(request, etag)) {
            response.set_status(StatusCode::NOT_MODIFIED);
            response.headers_mut().remove(header::CONTENT_TYPE);
            response.set_body(());
        }
        response
    }
}

impl<E> ResponseReplayEndpoint<E> {
    /// Whether the response would be the same now.
    async fn is_current(&self, entry: &ReplayEntry) -> bool {
        let (authority, clock) = (&self.middleware.authority, &self.middleware.clock);
        entry.write_count == self.write_count.load(Ordering::Acquire)
            && entry.as_of == clock.today(entry.identity.time_zone())
            && authority.is_identity_current(&entry.identity).await
    }
}

impl<E: Endpoint<Output = Response>> Endpoint for ResponseReplayEndpoint<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let Some(key) = ReplayKey::from_request(&request) else {
            let may_write = !matches!(
                *request.method(),
                Method::GET | Method::HEAD | Method::OPTIONS
            );
            let response = Box::pin(self.inner.call(request)).await;
            if may_write {
                self.write_count.fetch_add(1, Ordering::AcqRel);
            }
            return response;
        };
        if let Some(entry) = self.entries.get(&key).await
            && self.is_current(&entry).await
        {
            record_organization(entry.identity.tenant().0);
            return Ok(entry.respond_to(&request));
        }
        let write_count = self.write_count.load(Ordering::Acquire);
        let identity = match key.bearer_token() {
            Some(token) => self.middleware.authority.find_cached_identity(token).await,
            None => None,
        };
        let as_of = identity
            .as_ref()
            .map(|identity| self.middleware.clock.today(identity.time_zone()));
        let mut response = Box::pin(self.inner.call(request)).await?;
        let (Some(identity), Some(as_of)) = (identity, as_of) else {
            return Ok(response);
        };
        if response.status() == StatusCode::OK
            && response.extensions_mut().remove::<ReplayMarker>().is_some()
        {
            let encoded = response.extensions_mut().remove::<Arc<EncodedBody>>();
            let body = match &encoded {
                Some(encoded) => encoded.identity().clone(),
                None => response.take_body().into_bytes().await?,
            };
            let entry = ReplayEntry {
                identity,
                as_of,
                write_count,
                headers: response.headers().clone(),
                body,
                encoded,
            };
            response = entry.to_response();
            // The lookup was valid before and after, so it was valid while the response was
            // created.
            if self.is_current(&entry).await {
                self.entries.insert(key, Arc::new(entry)).await;
            }
        }
        Ok(response)
    }
}
