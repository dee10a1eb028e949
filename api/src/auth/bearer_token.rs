//! The token of an `Authorization` header.

use poem::http::HeaderValue;

/// What stands behind `Bearer `; `None` for every other header.
pub fn parse_bearer_token(authorization: &HeaderValue) -> Option<&str> {
    authorization.to_str().ok()?.strip_prefix("Bearer ")
}
