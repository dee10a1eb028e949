//! The one way out: every address that a person configured is fetched through here, within a
//! deadline and a size, and never past the network that it was allowed to reach.
//!
//! A name is resolved once, every address it resolves to is judged, and the connection goes to what
//! was judged. Redirects are not followed, and proxies from the environment are not used: either
//! would lead somewhere nobody has judged.

mod call;
mod dial;
mod public_address;
mod resolver;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{ACCEPT, HeaderValue};
use reqwest::{Client, Response, StatusCode, Url, redirect};

pub use call::{Answer, Call};
pub use dial::{DialError, dial};
pub use public_address::is_public;
use resolver::{JudgedNames, Names, PrivateAddress, SystemNames};

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(5);

/// Where calls may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Also into the operator's own network, and without TLS.
    Anywhere,
    /// Only to public addresses, and only by https.
    PublicOnly,
}

/// What one call may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From the first look at the name to the last byte.
    pub total: Duration,
    /// Bytes of the body.
    pub bytes: usize,
}

/// Why there is no answer. The text follows the name of whoever was asked, and holds no address:
/// `The weather service cannot be reached.`
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutboundError {
    #[error("has an address that cannot be read: write it as https://host/path.")]
    NotAnAddress,
    #[error("has an address that does not begin with https://, as this installation demands.")]
    NotEncrypted,
    #[error("has an address in a private network, which this installation does not call.")]
    Private,
    #[error("cannot be reached.")]
    Unreachable,
    #[error("did not answer within {0} seconds.")]
    TooSlow(u64),
    #[error("sent more than {0} KiB.")]
    TooLarge(usize),
    #[error("answered with a redirect, which is not followed: set the address that it leads to.")]
    Redirected,
    #[error("answered with status {0}.")]
    Status(u16),
    #[error("broke off its answer.")]
    BrokenOff,
}

/// No calls can be made at all.
#[derive(Debug, thiserror::Error)]
#[error(
    "outbound calls cannot be encrypted: install the system's trusted certificates (package \
        ca-certificates)"
)]
pub struct NoTls(#[source] reqwest::Error);

/// Calls other servers; clones share their connections.
#[derive(Clone, Debug)]
pub struct Outbound {
    client: Client,
    reach: Reach,
}

impl Outbound {
    /// Fails where the machine has no trusted certificates.
    pub fn new(reach: Reach) -> Result<Self, NoTls> {
        Self::with_names(reach, SystemNames)
    }

    fn with_names(reach: Reach, names: impl Names) -> Result<Self, NoTls> {
        let client = Client::builder()
            .user_agent(concat!("sprout/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT)
            .redirect(redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .https_only(reach == Reach::PublicOnly)
            .dns_resolver(Arc::new(JudgedNames::new(names, reach)))
            .build()
            .map_err(NoTls)?;
        Ok(Self { client, reach })
    }

    /// Reads an address as [`Outbound::get`] wants it, so that a mistake is told when it is made
    /// and not at the first call.
    pub fn address(&self, text: &str) -> Result<Url, OutboundError> {
        address(text, self.reach)
    }

    /// The body of a 200 answer. `accept` names the media types that can be read.
    pub async fn get(
        &self,
        url: &Url,
        accept: &'static str,
        limits: Limits,
    ) -> Result<Bytes, OutboundError> {
        let url = self.address(url.as_str())?;
        let too_slow = OutboundError::TooSlow(limits.total.as_secs());
        let call = async {
            let response = self
                .client
                .get(url)
                .header(ACCEPT, HeaderValue::from_static(accept))
                .send()
                .await
                .map_err(|error| unanswered(&error))?;
            body(response, limits.bytes).await
        };
        tokio::time::timeout(limits.total, call)
            .await
            .unwrap_or(Err(too_slow))
    }
}

/// As [`Outbound::address`], where nothing is to be called yet.
pub fn address(text: &str, reach: Reach) -> Result<Url, OutboundError> {
    let url = Url::parse(text).map_err(|_| OutboundError::NotAnAddress)?;
    let host = url
        .host_str()
        .filter(|host| !host.is_empty())
        .ok_or(OutboundError::NotAnAddress)?;
    match (url.scheme(), reach) {
        ("https", _) | ("http", Reach::Anywhere) => {}
        ("http", Reach::PublicOnly) => return Err(OutboundError::NotEncrypted),
        _ => return Err(OutboundError::NotAnAddress),
    }
    // A name is judged when it is resolved; an address in place of a name never is.
    let literal = host
        .trim_start_matches('[')
        .trim_end_matches(']')
        .parse::<IpAddr>();
    if reach == Reach::PublicOnly && literal.is_ok_and(|address| !is_public(address)) {
        return Err(OutboundError::Private);
    }
    Ok(url)
}

/// Why a call got no answer.
fn unanswered(error: &reqwest::Error) -> OutboundError {
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        if error.is::<PrivateAddress>() {
            return OutboundError::Private;
        }
        cause = error.source();
    }
    if error.is_timeout() && error.is_connect() {
        OutboundError::TooSlow(CONNECT.as_secs())
    } else if error.is_connect() {
        OutboundError::Unreachable
    } else {
        OutboundError::BrokenOff
    }
}

async fn body(response: Response, limit: usize) -> Result<Bytes, OutboundError> {
    match response.status() {
        StatusCode::OK => {}
        status if status.is_redirection() => return Err(OutboundError::Redirected),
        status => return Err(OutboundError::Status(status.as_u16())),
    }
    let mut response = response;
    let mut body = Vec::new();
    while let Some(chunk) = chunk(&mut response, body.len(), limit).await? {
        body.extend_from_slice(&chunk);
    }
    Ok(body.into())
}

/// The next piece of a body of which `read` bytes are here; an error where it would be more than
/// `limit`.
async fn chunk(
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
        .map_err(|_| OutboundError::BrokenOff)?;
    if chunk
        .as_ref()
        .is_some_and(|chunk| chunk.len() > limit - read)
    {
        return Err(OutboundError::TooLarge(limit / 1024));
    }
    Ok(chunk)
}

#[cfg(test)]
pub(crate) mod local_server;
#[cfg(test)]
mod tests;
