//! Assigns each request an id, which the response, the error body and the log share.

use crate::clock::Clock;
use crate::entropy::Entropy;
use poem::http::{HeaderName, HeaderValue};
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::atomic::{AtomicU64, Ordering};
use uuid::Uuid;

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of the current request.
#[derive(Clone, Copy, Debug)]
pub struct RequestId(pub Uuid);

/// Middleware that generates ids and sets `X-Request-Id`. Ids sent by clients are ignored, because
/// they could be anything.
///
/// Ids are version 7 UUIDs whose random bits are those of the server, plus the number of the request
/// (RFC 9562, section 6.2, method 2): drawing random bits for each request takes longer than the
/// rest of a replayed response.
#[derive(Clone)]
pub struct RequestIdMiddleware {
    clock: Clock,
    first: u128,
}

impl RequestIdMiddleware {
    /// Creates the middleware. The ids of two servers differ, because each draws its own bits.
    pub fn new(clock: Clock, entropy: &Entropy) -> Self {
        let drawn = entropy.random_bytes::<16>().map_or(0, u128::from_be_bytes);
        Self {
            clock,
            first: drawn,
        }
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for RequestIdMiddleware {
    type Output = RequestIdEndpoint<E>;

    fn transform(&self, inner: E) -> RequestIdEndpoint<E> {
        RequestIdEndpoint {
            inner,
            ids: self.clone(),
            requests: AtomicU64::new(0),
        }
    }
}

/// An endpoint whose requests have ids.
pub struct RequestIdEndpoint<E> {
    inner: E,
    ids: RequestIdMiddleware,
    requests: AtomicU64,
}

impl<E> RequestIdEndpoint<E> {
    fn next_id(&self) -> Uuid {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let bytes = self
            .ids
            .first
            .wrapping_add(u128::from(number))
            .to_be_bytes();
        let mut random = [0; 10];
        let last = bytes.iter().rev().zip(random.iter_mut().rev());
        last.for_each(|(from, to)| *to = *from);
        let millis = u64::try_from(self.ids.clock.now().timestamp_millis()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }
}

impl<E: Endpoint<Output = Response>> Endpoint for RequestIdEndpoint<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let id = self.next_id();
        request.set_data(RequestId(id));
        let mut response = self.inner.call(request).await?;
        let mut text = Uuid::encode_buffer();
        if let Ok(value) = HeaderValue::from_str(id.hyphenated().encode_lower(&mut text)) {
            response.headers_mut().insert(X_REQUEST_ID, value);
        }
        Ok(response)
    }
}
