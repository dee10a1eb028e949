//! Where a request came from, as the audit log keeps it.

use super::TrustedProxies;
use crate::db::Origin;
use crate::http::RequestId;
use poem::Request;
use poem::http::header;

/// So much is kept of what a program says of itself.
const LONGEST_USER_AGENT: usize = 200;

/// The caller's address, program and request id.
pub fn origin(request: &Request) -> Origin {
    let proxies = request
        .data::<TrustedProxies>()
        .cloned()
        .unwrap_or_default();
    let user_agent = request
        .headers()
        .get(header::USER_AGENT)
        .and_then(|value| value.to_str().ok());
    Origin {
        address: Some(
            proxies
                .client(request.remote_addr(), request.headers())
                .text()
                .to_owned(),
        ),
        user_agent: user_agent.map(|text| text.chars().take(LONGEST_USER_AGENT).collect()),
        request_id: request.data::<RequestId>().map(|id| id.0.clone()),
    }
}
