//! The `Idempotency-Key` header: 1 to 255 visible ASCII characters, sent once
//! (draft-ietf-httpapi-idempotency-key-header).

use super::{IDEMPOTENCY_KEY_HEADER, is_mutating};
use crate::http::ApiError;
use poem::Request;

const MAX_LEN: usize = 255;

/// A key chosen by the caller.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct IdempotencyKey(pub(super) String);

impl IdempotencyKey {
    /// The key of a mutating request; 400 if it is invalid.
    pub(super) fn from_request(request: &Request) -> Result<Option<Self>, ApiError> {
        if !is_mutating(request.method()) {
            return Ok(None);
        }
        let mut sent = request.headers().get_all(IDEMPOTENCY_KEY_HEADER).iter();
        let Some(first) = sent.next() else {
            return Ok(None);
        };
        let key = first.to_str().ok().filter(|text| {
            (1..=MAX_LEN).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
        });
        if let (Some(key), None) = (key, sent.next()) {
            return Ok(Some(Self(key.to_owned())));
        }
        let message = "Send Idempotency-Key once, with 1 to 255 visible ASCII characters and no \
                       spaces, such as a new UUID.";
        Err(ApiError::bad_request("invalid_parameter", message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poem::http::Method;

    fn parse_header(method: Method, values: &[&str]) -> Result<Option<IdempotencyKey>, ApiError> {
        let request = Request::builder().method(method);
        IdempotencyKey::from_request(
            &values
                .iter()
                .fold(request, |request, value| {
                    request.header(IDEMPOTENCY_KEY_HEADER, *value)
                })
                .finish(),
        )
    }

    #[test]
    fn accepts_one_key_of_visible_ascii() {
        assert_eq!(parse_header(Method::POST, &[]).unwrap(), None);
        assert_eq!(parse_header(Method::GET, &["a b"]).unwrap(), None);
        let longest = "k".repeat(255);
        for good in [
            "a",
            "8e03978e-40d5-43dd-bc93-6894a57f9324",
            "\"quoted\"",
            "~!@#",
            longest.as_str(),
        ] {
            assert_eq!(
                parse_header(Method::DELETE, &[good]).unwrap(),
                Some(IdempotencyKey(good.to_owned()))
            );
        }
        let too_long = "k".repeat(256);
        for bad in [
            &[""] as &[&str],
            &["a b"],
            &["ä"],
            &[too_long.as_str()],
            &["a", "a"],
            &["a", "b"],
        ] {
            assert_eq!(
                parse_header(Method::POST, bad).unwrap_err().code(),
                "invalid_parameter",
                "{bad:?}"
            );
        }
    }
}
