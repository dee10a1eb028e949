//! Downloads of files, in chunks, only if they changed. Redirects are followed, because shared
//! documents need them; every address on the way is checked like the first.

use super::{CallLimits, OutboundClient, OutboundError, ResponseStream};
use reqwest::header::{
    AUTHORIZATION, HeaderMap, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, LOCATION,
};
use reqwest::{StatusCode, Url};
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// The maximum number of redirects.
const MAX_REDIRECTS: usize = 5;

/// A file to download.
#[derive(Clone, Copy, Debug)]
pub struct DownloadRequest<'a> {
    /// The URL.
    pub url: &'a Url,
    /// The `Authorization` header. Only the server of `url` receives it, no server that it
    /// redirects to.
    pub authorization: Option<&'a str>,
    /// The entity tag of the known version.
    pub known_etag: Option<&'a str>,
    /// The time of the known version, as an HTTP date.
    pub known_time: Option<&'a str>,
    /// The maximum time without any progress.
    pub idle_timeout: Duration,
}

/// The response of a server that has the file.
#[derive(Debug)]
pub enum DownloadResponse {
    /// The known version is still current.
    NotModified,
    /// The file follows.
    File(Box<ResponseStream>),
}

impl OutboundClient {
    /// Requests a file, and follows redirects. The time limit holds until the last byte.
    pub async fn download(
        &self,
        request: DownloadRequest<'_>,
        limits: CallLimits,
    ) -> Result<DownloadResponse, OutboundError> {
        let deadline = Instant::now() + limits.timeout;
        let first = self.parse_url(request.url.as_str())?;
        let mut url = first.clone();
        for _ in 0..=MAX_REDIRECTS {
            let keeps_server = url.origin() == first.origin();
            let mut builder = self.client.get(url.clone());
            if let Some(text) = request.authorization.filter(|_| keeps_server) {
                builder = builder.header(AUTHORIZATION, secret_value(text)?);
            }
            for (name, text) in [
                (IF_NONE_MATCH, request.known_etag),
                (IF_MODIFIED_SINCE, request.known_time),
            ] {
                if let Some(value) = text.and_then(|text| HeaderValue::try_from(text).ok()) {
                    builder = builder.header(name, value);
                }
            }
            let answer = timeout(request.idle_timeout, self.send(builder));
            let response = timeout_at(deadline, answer)
                .await
                .map_err(|_| OutboundError::TimedOut(limits.timeout.as_secs()))?
                .map_err(|_| OutboundError::TimedOut(request.idle_timeout.as_secs()))??;
            match response.status() {
                StatusCode::OK => {
                    return Ok(DownloadResponse::File(Box::new(ResponseStream::new(
                        response,
                        request.idle_timeout,
                        limits,
                        deadline,
                    ))));
                }
                StatusCode::NOT_MODIFIED => return Ok(DownloadResponse::NotModified),
                status if status.is_redirection() => {
                    url = self.resolve_redirect(&url, response.headers())?;
                }
                status => return Err(OutboundError::Status(status.as_u16())),
            }
        }
        Err(OutboundError::TooManyRedirects)
    }

    /// The checked address that a response redirects to.
    fn resolve_redirect(&self, from: &Url, headers: &HeaderMap) -> Result<Url, OutboundError> {
        let target = headers
            .get(LOCATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|text| from.join(text).ok())
            .ok_or(OutboundError::Incomplete)?;
        if from.scheme() == "https" && target.scheme() == "http" {
            return Err(OutboundError::InsecureRedirect);
        }
        self.parse_url(target.as_str())
    }
}

/// A header value that stays out of logs.
fn secret_value(text: &str) -> Result<HeaderValue, OutboundError> {
    let mut value = HeaderValue::try_from(text).map_err(|_| OutboundError::Incomplete)?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests;
