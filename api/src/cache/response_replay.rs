//! Gives a kept answer once more without asking again who asks, for as long as nothing can have
//! changed about that.
//!
//! What a process believes of a session is at most a second old ([`Authority`]). Within that second
//! the same token at the same address gets the same answer: the scope is the same to the letter,
//! and so is every key that is made from it. Whatever is written through this process, or
//! forgotten, ends that at once.

use crate::auth::{Authority, CachedIdentity, parse_bearer_token};
use crate::clock::Clock;
use crate::http::{ReplayMarker, matches_etag};
use bytes::Bytes;
use chrono::NaiveDate;
use moka::future::Cache;
use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Longer than any belief.
const MAX_AGE: Duration = Duration::from_secs(2);
/// The bodies are those of the kept answers; this bounds the rest.
const MAX_ENTRIES: u64 = 4_096;

/// Stands in front of the operations.
#[derive(Clone)]
pub struct ResponseReplayCache {
    authority: Arc<Authority>,
    clock: Clock,
}

impl ResponseReplayCache {
    /// For the callers whom `authority` knows.
    pub fn new(authority: Arc<Authority>, clock: Clock) -> Self {
        Self { authority, clock }
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for ResponseReplayCache {
    type Output = ResponseReplayEndpoint<E>;

    fn transform(&self, inner: E) -> ResponseReplayEndpoint<E> {
        let given = Cache::builder()
            .max_capacity(MAX_ENTRIES)
            .time_to_live(MAX_AGE)
            .build();
        ResponseReplayEndpoint {
            inner,
            middleware: self.clone(),
            entries: given,
            write_count: AtomicU64::new(0),
        }
    }
}

/// An endpoint whose kept answers are given again.
pub struct ResponseReplayEndpoint<E> {
    inner: E,
    middleware: ResponseReplayCache,
    entries: Cache<ReplayKey, Arc<ReplayEntry>>,
    /// Requests that may have changed something, so far.
    write_count: AtomicU64,
}

/// All of a request that shapes a kept answer. What carries a body is not looked at here.
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
        response
    }

    /// The same, without the body where the caller has it already.
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
    /// Whether the answer would be made from the very same things now.
    async fn is_current(&self, given: &ReplayEntry) -> bool {
        let (authority, clock) = (&self.middleware.authority, &self.middleware.clock);
        given.write_count == self.write_count.load(Ordering::Acquire)
            && given.as_of == clock.today(given.identity.time_zone())
            && authority.is_identity_current(&given.identity).await
    }
}

impl<E: Endpoint<Output = Response>> Endpoint for ResponseReplayEndpoint<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let Some(asked) = ReplayKey::from_request(&request) else {
            let may_write = !matches!(
                *request.method(),
                Method::GET | Method::HEAD | Method::OPTIONS
            );
            let answer = Box::pin(self.inner.call(request)).await;
            if may_write {
                self.write_count.fetch_add(1, Ordering::AcqRel);
            }
            return answer;
        };
        if let Some(given) = self.entries.get(&asked).await
            && self.is_current(&given).await
        {
            return Ok(given.respond_to(&request));
        }
        let writes = self.write_count.load(Ordering::Acquire);
        let belief = match asked.bearer_token() {
            Some(token) => self.middleware.authority.find_cached_identity(token).await,
            None => None,
        };
        let as_of = belief
            .as_ref()
            .map(|belief| self.middleware.clock.today(belief.time_zone()));
        let mut response = Box::pin(self.inner.call(request)).await?;
        let (Some(belief), Some(as_of)) = (belief, as_of) else {
            return Ok(response);
        };
        if response.status() == StatusCode::OK
            && response.extensions_mut().remove::<ReplayMarker>().is_some()
        {
            let body = response.take_body().into_bytes().await?;
            let given = ReplayEntry {
                identity: belief,
                as_of,
                write_count: writes,
                headers: response.headers().clone(),
                body,
            };
            response = given.to_response();
            // Believed before and after, so believed while the answer was made.
            if self.is_current(&given).await {
                self.entries.insert(asked, Arc::new(given)).await;
            }
        }
        Ok(response)
    }
}
