//! Gives every request an id that the answer, the error body and the log share.

use crate::clock::Clock;
use crate::entropy::Entropy;
use poem::http::HeaderValue;
use poem::{Endpoint, Middleware, Request, Response, Result};

/// The id of the request being answered.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// Makes ids and stamps them on requests and answers (`X-Request-Id`). A caller's own id is not
/// taken over: it could be anything.
#[derive(Clone)]
pub struct RequestIdMiddleware {
    clock: Clock,
    entropy: Entropy,
}

impl RequestIdMiddleware {
    /// Ids from this clock and this randomness.
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
