//! The one way out: every address that a person configured is fetched through here, within a
//! deadline and a size, and never past the network that it was allowed to reach.
//!
//! A name is resolved once, every address it resolves to is judged, and the connection goes to what
//! was judged. Redirects are not followed, and proxies from the environment are not used: either
//! would lead somewhere nobody has judged.

mod outbound_request;
mod public_address;
mod resolver;
mod tcp_dial;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{ACCEPT, HeaderValue};
use reqwest::{Client, Response, StatusCode, Url, redirect};

pub use outbound_request::{OutboundRequest, OutboundResponse};
pub use public_address::is_public_address;
use resolver::{NameResolver, PolicyResolver, PrivateAddressError, SystemResolver};
pub use tcp_dial::{DialError, dial_tcp};

/// How long a connection may take to come about.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Where calls may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkPolicy {
    /// Also into the operator's own network, and without TLS.
    Anywhere,
    /// Only to public addresses, and only by https.
    PublicOnly,
}

/// What one call may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallLimits {
    /// From the first look at the name to the last byte.
    pub timeout: Duration,
    /// Bytes of the body.
    pub max_bytes: usize,
}

/// Why there is no answer. The text follows the name of whoever was asked, and holds no address:
/// `The weather service cannot be reached.`
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutboundError {
    #[error("has an address that cannot be read: write it as https://host/path.")]
    InvalidUrl,
    #[error("has an address that does not begin with https://, as this installation demands.")]
    HttpsRequired,
    #[error("has an address in a private network, which this installation does not call.")]
    PrivateAddress,
    #[error("cannot be reached.")]
    Unreachable,
    #[error("did not answer within {0} seconds.")]
    TimedOut(u64),
    #[error("sent more than {0} KiB.")]
    TooLarge(usize),
    #[error("answered with a redirect, which is not followed: set the address that it leads to.")]
    Redirect,
    #[error("answered with status {0}.")]
    Status(u16),
    #[error("broke off its answer.")]
    Incomplete,
}

/// No calls can be made at all.
#[derive(Debug, thiserror::Error)]
#[error(
    "outbound calls cannot be encrypted: install the system's trusted certificates (package \
        ca-certificates)"
)]
pub struct TlsSetupError(#[source] reqwest::Error);

/// Calls other servers; clones share their connections.
#[derive(Clone, Debug)]
pub struct OutboundClient {
    client: Client,
    policy: NetworkPolicy,
}

impl OutboundClient {
    /// Fails where the machine has no trusted certificates.
    pub fn new(reach: NetworkPolicy) -> Result<Self, TlsSetupError> {
        Self::with_resolver(reach, SystemResolver)
    }

    fn with_resolver(
        reach: NetworkPolicy,
        names: impl NameResolver,
    ) -> Result<Self, TlsSetupError> {
        let client = Client::builder()
            .user_agent(concat!("sprout/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .https_only(reach == NetworkPolicy::PublicOnly)
            .dns_resolver(Arc::new(PolicyResolver::new(names, reach)))
            .build()
            .map_err(TlsSetupError)?;
        Ok(Self {
            client,
            policy: reach,
        })
    }

    /// Reads an address as [`Outbound::get`] wants it, so that a mistake is told when it is made
    /// and not at the first call.
    pub fn parse_url(&self, text: &str) -> Result<Url, OutboundError> {
        parse_outbound_url(text, self.policy)
    }

    /// The body of a 200 answer. `accept` names the media types that can be read.
    pub async fn get(
        &self,
        url: &Url,
        accept: &'static str,
        limits: CallLimits,
    ) -> Result<Bytes, OutboundError> {
        let url = self.parse_url(url.as_str())?;
        let too_slow = OutboundError::TimedOut(limits.timeout.as_secs());
        let call = async {
            let response = self
                .client
                .get(url)
                .header(ACCEPT, HeaderValue::from_static(accept))
                .send()
                .await
                .map_err(|error| classify_call_error(&error))?;
            read_body(response, limits.max_bytes).await
        };
        tokio::time::timeout(limits.timeout, call)
            .await
            .unwrap_or(Err(too_slow))
    }
}

/// As [`Outbound::address`], where nothing is to be called yet.
pub fn parse_outbound_url(text: &str, reach: NetworkPolicy) -> Result<Url, OutboundError> {
    let url = Url::parse(text).map_err(|_| OutboundError::InvalidUrl)?;
    let host = url
        .host_str()
        .filter(|host| !host.is_empty())
        .ok_or(OutboundError::InvalidUrl)?;
    match (url.scheme(), reach) {
        ("https", _) | ("http", NetworkPolicy::Anywhere) => {}
        ("http", NetworkPolicy::PublicOnly) => return Err(OutboundError::HttpsRequired),
        _ => return Err(OutboundError::InvalidUrl),
    }
    // A name is judged when it is resolved; an address in place of a name never is.
    let literal = host
        .trim_start_matches('[')
        .trim_end_matches(']')
        .parse::<IpAddr>();
    if reach == NetworkPolicy::PublicOnly
        && literal.is_ok_and(|address| !is_public_address(address))
    {
        return Err(OutboundError::PrivateAddress);
    }
    Ok(url)
}

/// Why a call got no answer.
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

/// The next piece of a body of which `read` bytes are here; an error where it would be more than
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
pub(crate) mod test_server;
#[cfg(test)]
mod tests;
