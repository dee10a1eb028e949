//! Limits the size of request bodies, with or without a declared length, and rejects encoded
//! bodies.

use super::{ApiError, PathTemplate};
use futures_util::{StreamExt, future};
use poem::http::{Method, StatusCode, header};
use poem::{Body, Endpoint, Middleware, Request, Result};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Middleware that limits bodies to `max_bytes`. Poem's own limit rejects every request without a
/// declared length, including plain GET requests.
#[derive(Clone, Debug)]
pub struct BodyLimit {
    max_bytes: u64,
    exceptions: Arc<[(Method, PathTemplate, u64)]>,
}

impl BodyLimit {
    /// Creates the middleware.
    pub fn new(max_bytes: u64) -> Self {
        Self {
            max_bytes,
            exceptions: Arc::new([]),
        }
    }

    /// Sets another limit for one operation.
    #[must_use]
    pub fn with_exception(self, method: Method, template: &str, max_bytes: u64) -> Self {
        let exceptions = self.exceptions.iter().cloned();
        let added = (method, PathTemplate::new(template), max_bytes);
        Self {
            exceptions: exceptions.chain([added]).collect(),
            ..self
        }
    }

    fn max_bytes_of(&self, request: &Request) -> u64 {
        self.exceptions
            .iter()
            .find(|(method, template, _)| {
                method == request.method() && template.matches_path(request.uri().path())
            })
            .map_or(self.max_bytes, |(_, _, max_bytes)| *max_bytes)
    }
}

impl<E: Endpoint> Middleware<E> for BodyLimit {
    type Output = BodyLimitEndpoint<E>;

    fn transform(&self, inner: E) -> BodyLimitEndpoint<E> {
        BodyLimitEndpoint {
            inner,
            limit: self.clone(),
        }
    }
}

/// An endpoint with limited request bodies.
pub struct BodyLimitEndpoint<E> {
    inner: E,
    limit: BodyLimit,
}

fn body_too_large_error() -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "body_too_large",
        "The body is too large.",
    )
}

impl<E: Endpoint> Endpoint for BodyLimitEndpoint<E> {
    type Output = E::Output;

    async fn call(&self, mut request: Request) -> Result<E::Output> {
        if request.headers().contains_key(header::CONTENT_ENCODING) {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_encoding",
                "Send the body without Content-Encoding.",
            )
            .into());
        }
        let max = self.limit.max_bytes_of(&request);
        let declared = request
            .headers()
            .get(header::CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if declared.is_some_and(|length| length > max) {
            return Err(body_too_large_error().into());
        }
        let read = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&read);
        let body = request
            .take_body()
            .into_bytes_stream()
            .scan(false, move |over, chunk| {
                let chunk = chunk.and_then(|bytes| {
                    let total =
                        seen.fetch_add(bytes.len() as u64, Ordering::Relaxed) + bytes.len() as u64;
                    if total > max {
                        Err(io::Error::other("body too large"))
                    } else {
                        Ok(bytes)
                    }
                });
                let ended = *over;
                *over = chunk.is_err();
                future::ready((!ended).then_some(chunk))
            });
        request.set_body(Body::from_bytes_stream(body));
        let answer = self.inner.call(request).await;
        if answer.is_err() && read.load(Ordering::Relaxed) > max {
            return Err(body_too_large_error().into());
        }
        answer
    }
}
