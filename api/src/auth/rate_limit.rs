//! Limits requests per second for each user, for each API key, or otherwise for each IP address.
//! Each server counts separately, in memory.

mod token_buckets;

use super::security_log::SecurityEvent;
use super::{Authority, SecurityLog, SubjectIds, parse_bearer_token};
use crate::clock::Clock;
use crate::http::{ApiError, RefusalInfo, refusal_response};
use poem::http::header;
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;
use token_buckets::{BucketOwner, TokenBuckets};

/// Limited paths. Health checks and static files are not limited.
const LIMITED_PATHS: [&str; 4] = ["/api/", "/.well-known/", "/openapi.json", "/docs"];

/// Middleware that enforces the rate limit.
pub struct RateLimit(Option<Arc<RateLimiter>>);

struct RateLimiter {
    buckets: TokenBuckets,
    authority: Arc<Authority>,
    clock: Clock,
    log: SecurityLog,
}

impl RateLimit {
    /// `per_second` requests in the long run and ten times that in a burst; 0 is unlimited.
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

/// An endpoint that responds 429 above the limit.
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
    /// Counts a request; the 429 response if the caller is over the limit.
    async fn limit_request(&self, request: &Request) -> Option<Response> {
        let token_owner = match request
            .headers()
            .get(header::AUTHORIZATION)
            .and_then(parse_bearer_token)
        {
            Some(token) => self.authority.find_token_owner(token).await,
            None => None,
        };
        let owner = token_owner.map_or_else(
            || BucketOwner::Address(self.log.summarize_request(request).address().to_owned()),
            |owner| BucketOwner::Token(owner.id()),
        );
        let wait_ms = self
            .buckets
            .try_acquire(owner, self.clock.now().timestamp_micros())?;
        let refusal = refusal_response(request, &ApiError::too_many_requests(wait_ms));
        if let Some(refused) = refusal.extensions().get::<RefusalInfo>() {
            let caller = token_owner.map(|owner| SubjectIds {
                person: owner.person_id(),
                tenant: None,
                api_key: owner.api_key_id(),
            });
            self.log.log_event(
                SecurityEvent::RateLimited,
                &self.log.summarize_request(request),
                caller,
                refusal.status(),
                refused.code,
            );
        }
        Some(refusal)
    }
}
