//! Assigns each request an id, which the response, the error body and the log share.

use crate::clock::Clock;
use crate::entropy::Entropy;
use poem::http::HeaderValue;
use poem::{Endpoint, Middleware, Request, Response, Result};

/// The id of the current request.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// Middleware that generates ids and sets `X-Request-Id`. Ids sent by clients are ignored, because
/// they could be anything.
#[derive(Clone)]
pub struct RequestIdMiddleware {
    clock: Clock,
    entropy: Entropy,
}

impl RequestIdMiddleware {
    /// Creates the middleware.
    pub fn new(clock: Clock, entropy: Entropy) -> Self {
        Self { clock, entropy }
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for RequestIdMiddleware {
    type Output = RequestIdEndpoint<E>;

    fn transform(&self, inner: E) -> RequestIdEndpoint<E> {
        RequestIdEndpoint {
            inner,
            ids: self.clone(),
        }
    }
}

/// An endpoint whose requests have ids.
pub struct RequestIdEndpoint<E> {
    inner: E,
    ids: RequestIdMiddleware,
}

impl<E: Endpoint<Output = Response>> Endpoint for RequestIdEndpoint<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let id = self
            .ids
            .entropy
            .uuid_v7(self.ids.clock.now())
            .map_or_else(|_| "unknown".to_owned(), |id| id.to_string());
        request.set_data(RequestId(id.clone()));
        let mut response = self.inner.call(request).await?;
        if let Ok(value) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-request-id", value);
        }
        Ok(response)
    }
}
