//! How many requests somebody may send at all: far more than a person or a program needs, and not
//! what keeps others waiting.
//!
//! Counted by each server for itself, in memory: a person's requests together, an API key's, and
//! those that come without either by their address.

mod token_buckets;

use super::security_log::SecurityEvent;
use super::{Authority, SecurityLog, SubjectIds, bearer_token};
use crate::clock::Clock;
use crate::http::{ApiError, RefusalInfo, refusal_response};
use poem::http::header;
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;
use token_buckets::{BucketOwner, TokenBuckets};

/// What is counted: everything that is worked out. Health is asked by machines all the time, and
/// the app's own files are given as they are.
const LIMITED_PATHS: [&str; 4] = ["/api/", "/.well-known/", "/openapi.json", "/docs"];

/// Stands before the operations.
pub struct RateLimit(Option<Arc<RateLimiter>>);

struct RateLimiter {
    buckets: TokenBuckets,
    authority: Arc<Authority>,
    clock: Clock,
    log: SecurityLog,
}

impl RateLimit {
    /// So many requests a second in the long run, ten times that at once; 0: no limit.
    pub fn new(per_second: u32, authority: Arc<Authority>, clock: Clock, log: SecurityLog) -> Self {
        Self(TokenBuckets::new(per_second).map(|buckets| {
            Arc::new(RateLimiter {
                buckets,
                authority,
                clock,
                log,
            })
        }))
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for RateLimit {
    type Output = RateLimitEndpoint<E>;

    fn transform(&self, inner: E) -> RateLimitEndpoint<E> {
        RateLimitEndpoint {
            inner,
            limit: self.0.clone(),
        }
    }
}

/// An endpoint that answers 429 to whoever asks too much.
pub struct RateLimitEndpoint<E> {
    inner: E,
    limit: Option<Arc<RateLimiter>>,
}

impl<E: Endpoint<Output = Response>> Endpoint for RateLimitEndpoint<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        if let Some(limit) = &self.limit
            && LIMITED_PATHS
                .iter()
                .any(|prefix| request.uri().path().starts_with(prefix))
            && let Some(refusal) = limit.limit_request(&request).await
        {
            return Ok(refusal);
        }
        self.inner.call(request).await
    }
}

impl RateLimiter {
    /// Takes a request of whoever asks; the refusal where they have none left.
    async fn limit_request(&self, request: &Request) -> Option<Response> {
        let bearer = match request
            .headers()
            .get(header::AUTHORIZATION)
            .and_then(bearer_token::parse_bearer_token)
        {
            Some(token) => self.authority.find_token_owner(token).await,
            None => None,
        };
        let owner = bearer.map_or_else(
            || BucketOwner::Address(self.log.summarize_request(request).address().to_owned()),
            |bearer| BucketOwner::Token(bearer.id()),
        );
        let wait_ms = self
            .buckets
            .try_acquire(owner, self.clock.now().timestamp_micros())?;
        let refusal = refusal_response(request, &ApiError::too_many_requests(wait_ms));
        if let Some(refused) = refusal.extensions().get::<RefusalInfo>() {
            let caller = bearer.map(|bearer| SubjectIds {
                person: bearer.person_id(),
                tenant: None,
                api_key: bearer.api_key_id(),
            });
            self.log.log_event(
                SecurityEvent::LimitReached,
                &self.log.summarize_request(request),
                caller,
                refusal.status(),
                refused.code,
            );
        }
        Some(refusal)
    }
}
