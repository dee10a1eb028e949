//! How many requests somebody may send at all: far more than a person or a program needs, and not
//! what keeps others waiting.
//!
//! Counted by each server for itself, in memory: a person's requests together, an API key's, and
//! those that come without either by their address.

mod buckets;

use super::security_log::Kind;
use super::{Authority, Caller, SecurityLog, bearer_token};
use crate::clock::Clock;
use crate::http::{ApiError, Refused, refuse};
use buckets::{Buckets, Owner};
use poem::http::header;
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;

/// What is counted: everything that is worked out. Health is asked by machines all the time, and
/// the app's own files are given as they are.
const COUNTED: [&str; 4] = ["/api/", "/.well-known/", "/openapi.json", "/docs"];

/// Stands before the operations.
pub struct RequestLimit(Option<Arc<Limit>>);

struct Limit {
    buckets: Buckets,
    authority: Arc<Authority>,
    clock: Clock,
    log: SecurityLog,
}

impl RequestLimit {
    /// So many requests a second in the long run, ten times that at once; 0: no limit.
    pub fn new(per_second: u32, authority: Arc<Authority>, clock: Clock, log: SecurityLog) -> Self {
        Self(Buckets::new(per_second).map(|buckets| {
            Arc::new(Limit {
                buckets,
                authority,
                clock,
                log,
            })
        }))
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for RequestLimit {
    type Output = Limited<E>;

    fn transform(&self, inner: E) -> Limited<E> {
        Limited {
            inner,
            limit: self.0.clone(),
        }
    }
}

/// An endpoint that answers 429 to whoever asks too much.
pub struct Limited<E> {
    inner: E,
    limit: Option<Arc<Limit>>,
}

impl<E: Endpoint<Output = Response>> Endpoint for Limited<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        if let Some(limit) = &self.limit
            && COUNTED
                .iter()
                .any(|prefix| request.uri().path().starts_with(prefix))
            && let Some(refusal) = limit.take(&request).await
        {
            return Ok(refusal);
        }
        self.inner.call(request).await
    }
}

impl Limit {
    /// Takes a request of whoever asks; the refusal where they have none left.
    async fn take(&self, request: &Request) -> Option<Response> {
        let bearer = match request
            .headers()
            .get(header::AUTHORIZATION)
            .and_then(bearer_token)
        {
            Some(token) => self.authority.bearer(token).await,
            None => None,
        };
        let owner = bearer.map_or_else(
            || Owner::Address(self.log.asked(request).address().to_owned()),
            |bearer| Owner::Bearer(bearer.id()),
        );
        let wait_ms = self
            .buckets
            .take(owner, self.clock.now().timestamp_micros())?;
        let refusal = refuse(request, &ApiError::too_many_requests(wait_ms));
        if let Some(refused) = refusal.extensions().get::<Refused>() {
            let caller = bearer.map(|bearer| Caller {
                person: bearer.person(),
                tenant: None,
                api_key: bearer.api_key(),
            });
            self.log.tell(
                Kind::LimitReached,
                &self.log.asked(request),
                caller,
                refusal.status(),
                refused.code,
            );
        }
        Some(refusal)
    }
}
