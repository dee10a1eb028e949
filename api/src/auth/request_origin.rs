//! The origin of a request, as recorded in the audit log.

use super::{TrustedProxies, hash_token};
use crate::db::RequestOrigin;
use crate::http::RequestId;
use poem::Request;
use poem::http::header;

/// Longer user agents are truncated.
const MAX_USER_AGENT_CHARS: usize = 200;

/// The rate limit bucket of the caller's address for one use. The address itself is not stored.
pub fn address_bucket(name: &str, request: &Request) -> String {
    let address = read_request_origin(request).address.unwrap_or_default();
    format!(
        "{name}-address:{}",
        hash_token(&format!("{name}:{address}"))
    )
}

/// The caller's address, user agent and request id.
pub fn read_request_origin(request: &Request) -> RequestOrigin {
    let proxies = request
        .data::<TrustedProxies>()
        .cloned()
        .unwrap_or_default();
    let user_agent = request
        .headers()
        .get(header::USER_AGENT)
        .and_then(|value| value.to_str().ok());
    RequestOrigin {
        address: Some(
            proxies
                .client_address(request.remote_addr(), request.headers())
                .as_str()
                .to_owned(),
        ),
        user_agent: user_agent.map(|text| text.chars().take(MAX_USER_AGENT_CHARS).collect()),
        request_id: request.data::<RequestId>().map(|id| id.0.to_string()),
    }
}
