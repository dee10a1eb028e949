//! The endpoint of a service that receives credentials or signed requests.

use outbound::{NetworkPolicy, OutboundError, is_public_address, parse_outbound_url};
use reqwest::Url;
use std::net::IpAddr;

/// Why an endpoint cannot be used. The message follows its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum EndpointError {
    #[error("{0}")]
    Url(OutboundError),
    #[error("has more than a server and a path. Enter it as https://host/path.")]
    TooMuch,
}

/// Validates an endpoint. Without TLS it must be on a private network, because it receives secrets
/// and the organization's rows.
pub(super) fn parse_endpoint(text: &str, network: NetworkPolicy) -> Result<Url, EndpointError> {
    let url = parse_outbound_url(text, network).map_err(EndpointError::Url)?;
    let host = url
        .host_str()
        .unwrap_or_default()
        .trim_start_matches('[')
        .trim_end_matches(']');
    let is_nearby = host.parse::<IpAddr>().map_or_else(
        |_| !host.contains('.'),
        |address| !is_public_address(address),
    );
    if url.scheme() != "https" && !is_nearby {
        return Err(EndpointError::Url(OutboundError::HttpsRequired));
    }
    if !url.username().is_empty()
        || url.password().is_some()
        || url.query().is_some()
        || url.fragment().is_some()
    {
        return Err(EndpointError::TooMuch);
    }
    Ok(url)
}
