//! A response whose body is read in chunks.

use super::{CallLimits, OutboundError, read_chunk};
use bytes::Bytes;
use reqwest::header::{AsHeaderName, CONTENT_TYPE, ETAG, HeaderMap, LAST_MODIFIED};
use reqwest::{Response, StatusCode};
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// A response whose body is still being received, within the limits of its call.
#[derive(Debug)]
pub struct ResponseStream {
    response: Response,
    headers: HeaderMap,
    idle_timeout: Duration,
    limits: CallLimits,
    deadline: Instant,
    received: usize,
}

impl ResponseStream {
    pub(crate) fn new(
        mut response: Response,
        idle_timeout: Duration,
        limits: CallLimits,
        deadline: Instant,
    ) -> Self {
        Self {
            headers: std::mem::take(response.headers_mut()),
            response,
            idle_timeout,
            limits,
            deadline,
            received: 0,
        }
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// The next chunk; `None` at the end.
    pub async fn next_chunk(&mut self) -> Result<Option<Bytes>, OutboundError> {
        let next = read_chunk(&mut self.response, self.received, self.limits.max_bytes);
        let chunk = timeout_at(self.deadline, timeout(self.idle_timeout, next))
            .await
            .map_err(|_| OutboundError::TimedOut(self.limits.timeout.as_secs()))?
            .map_err(|_| OutboundError::TimedOut(self.idle_timeout.as_secs()))??;
        self.received += chunk.as_ref().map_or(0, Bytes::len);
        Ok(chunk)
    }

    /// The whole body. Fails if it has more than `max_bytes` bytes.
    pub async fn read_body(mut self, max_bytes: usize) -> Result<Bytes, OutboundError> {
        self.limits.max_bytes = max_bytes;
        let mut body = Vec::new();
        while let Some(chunk) = self.next_chunk().await? {
            body.extend_from_slice(&chunk);
        }
        Ok(body.into())
    }

    /// The headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The entity tag of this version.
    pub fn etag(&self) -> Option<&str> {
        self.header(ETAG)
    }

    /// The time of this version, as an HTTP date.
    pub fn last_modified(&self) -> Option<&str> {
        self.header(LAST_MODIFIED)
    }

    /// The media type, as the server names it.
    pub fn content_type(&self) -> Option<&str> {
        self.header(CONTENT_TYPE)
    }

    /// A header, if it is text.
    pub fn header(&self, name: impl AsHeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}
