//! Outbound HTTP: all URLs that users configure are requested here, with a timeout, a size limit
//! and the network policy of the installation.
//!
//! A name is resolved once, every address is checked, and the connection uses the checked
//! addresses. Proxies from the environment are not used, because they lead to unchecked addresses.
//! Redirects are not followed, except by downloads of files, which check each of them.

mod call_span;
mod file_download;
mod network_policy;
mod outbound_request;
mod public_address;
mod resolver;
mod response_stream;
mod tcp_dial;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{ACCEPT, HeaderValue};
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url, redirect};

use call_span::CallSpan;
pub use file_download::{DownloadRequest, DownloadResponse};
pub use network_policy::{NetworkPolicy, NetworkPolicyError};
pub use outbound_request::{OutboundRequest, OutboundResponse};
pub use public_address::is_public_address;
use resolver::{NameResolver, PolicyResolver, PrivateAddressError, SystemResolver};
pub use response_stream::ResponseStream;
pub use tcp_dial::{DialError, dial_tcp};

/// The timeout of a connection attempt.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The limits of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallLimits {
    /// From name resolution to the last byte.
    pub timeout: Duration,
    /// The maximum body size.
    pub max_bytes: usize,
}

/// Why a call failed. The message follows the name of the service and contains no URL: `The weather
/// service cannot be reached.`
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutboundError {
    #[error("has an invalid URL: use https://host/path.")]
    InvalidUrl,
    #[error("has a URL without https://, which this installation requires.")]
    HttpsRequired,
    #[error("has an address in a private network, which this installation does not call.")]
    PrivateAddress,
    #[error("cannot be reached.")]
    Unreachable,
    #[error("did not answer within {0} seconds.")]
    TimedOut(u64),
    #[error("sent more than {0} KiB.")]
    TooLarge(usize),
    #[error("responded with a redirect, which is not followed: use the URL that it leads to.")]
    Redirect,
    #[error("redirects more often than is followed.")]
    TooManyRedirects,
    #[error("redirects to a URL without https://.")]
    InsecureRedirect,
    #[error("responded with status {0}.")]
    Status(u16),
    #[error("sent an incomplete response.")]
    Incomplete,
}

/// TLS cannot be set up.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot encrypt outbound calls: install the system's trusted certificates (package \
     ca-certificates)"
)]
pub struct TlsSetupError(#[source] reqwest::Error);

/// An HTTP client. Clones share connections.
#[derive(Clone, Debug)]
pub struct OutboundClient {
    client: Client,
    policy: NetworkPolicy,
    has_spans: bool,
}

impl OutboundClient {
    /// Creates a client. Fails if the system has no trusted certificates.
    pub fn new(policy: NetworkPolicy) -> Result<Self, TlsSetupError> {
        Self::with_resolver(policy, SystemResolver)
    }

    fn with_resolver(
        policy: NetworkPolicy,
        resolver: impl NameResolver,
    ) -> Result<Self, TlsSetupError> {
        let client = Client::builder()
            .user_agent(concat!("sprout/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .https_only(policy.is_public_only())
            .dns_resolver(Arc::new(PolicyResolver::new(resolver, policy)))
            .build()
            .map_err(TlsSetupError)?;
        Ok(Self {
            client,
            policy,
            has_spans: true,
        })
    }

    /// The same client without spans and headers of traces, for the exporter of traces.
    #[must_use]
    pub fn without_spans(self) -> Self {
        Self {
            has_spans: false,
            ..self
        }
    }

    /// Sends a request within the current trace.
    async fn send(&self, request: RequestBuilder) -> Result<Response, OutboundError> {
        let mut request = request
            .build()
            .map_err(|error| classify_call_error(&error))?;
        let span = self.has_spans.then(|| CallSpan::begin(&request));
        if let Some(span) = &span {
            span.add_headers(&mut request);
        }
        let answered = self.client.execute(request).await;
        if let Some(span) = span {
            span.end(&answered);
        }
        answered.map_err(|error| classify_call_error(&error))
    }

    /// Parses and checks a URL, so that mistakes are reported when it is configured and not at the
    /// first call.
    pub fn parse_url(&self, text: &str) -> Result<Url, OutboundError> {
        parse_outbound_url(text, self.policy)
    }

    /// The body of a 200 response. `accept` lists the supported media types.
    pub async fn get(
        &self,
        url: &Url,
        accept: &'static str,
        limits: CallLimits,
    ) -> Result<Bytes, OutboundError> {
        let url = self.parse_url(url.as_str())?;
        let timeout_error = OutboundError::TimedOut(limits.timeout.as_secs());
        let call = async {
            let request = self.client.get(url);
            let response = self
                .send(request.header(ACCEPT, HeaderValue::from_static(accept)))
                .await?;
            read_body(response, limits.max_bytes).await
        };
        tokio::time::timeout(limits.timeout, call)
            .await
            .unwrap_or(Err(timeout_error))
    }
}

/// Like [`OutboundClient::parse_url`], without a client.
pub fn parse_outbound_url(text: &str, policy: NetworkPolicy) -> Result<Url, OutboundError> {
    let url = Url::parse(text).map_err(|_| OutboundError::InvalidUrl)?;
    let host = url
        .host_str()
        .filter(|host| !host.is_empty())
        .ok_or(OutboundError::InvalidUrl)?;
    match url.scheme() {
        "http" if policy.is_public_only() => return Err(OutboundError::HttpsRequired),
        "http" | "https" => {}
        _ => return Err(OutboundError::InvalidUrl),
    }
    // Names are checked when they are resolved. Literal addresses are never resolved, so they are
    // checked here.
    let literal = host
        .trim_start_matches('[')
        .trim_end_matches(']')
        .parse::<IpAddr>();
    if literal.is_ok_and(|address| !policy.allows(address)) {
        return Err(OutboundError::PrivateAddress);
    }
    Ok(url)
}

/// Classifies the error of a call.
fn classify_call_error(error: &reqwest::Error) -> OutboundError {
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        if error.is::<PrivateAddressError>() {
            return OutboundError::PrivateAddress;
        }
        cause = error.source();
    }
    if error.is_timeout() && error.is_connect() {
        OutboundError::TimedOut(CONNECT_TIMEOUT.as_secs())
    } else if error.is_connect() {
        OutboundError::Unreachable
    } else {
        OutboundError::Incomplete
    }
}

async fn read_body(response: Response, limit: usize) -> Result<Bytes, OutboundError> {
    match response.status() {
        StatusCode::OK => {}
        status if status.is_redirection() => return Err(OutboundError::Redirect),
        status => return Err(OutboundError::Status(status.as_u16())),
    }
    let mut response = response;
    let mut body = Vec::new();
    while let Some(chunk) = read_chunk(&mut response, body.len(), limit).await? {
        body.extend_from_slice(&chunk);
    }
    Ok(body.into())
}

/// The next chunk of a body of which `read` bytes have been received; an error if it would exceed
/// `limit`.
async fn read_chunk(
    response: &mut Response,
    read: usize,
    limit: usize,
) -> Result<Option<Bytes>, OutboundError> {
    if response
        .content_length()
        .is_some_and(|length| length > limit as u64)
    {
        return Err(OutboundError::TooLarge(limit / 1024));
    }
    let chunk = response
        .chunk()
        .await
        .map_err(|_| OutboundError::Incomplete)?;
    if chunk
        .as_ref()
        .is_some_and(|chunk| chunk.len() > limit - read)
    {
        return Err(OutboundError::TooLarge(limit / 1024));
    }
    Ok(chunk)
}

#[cfg(test)]
mod tests;
