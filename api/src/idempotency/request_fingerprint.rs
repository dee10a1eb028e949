//! The fingerprint that decides whether two requests are the same.

use super::idempotency_key::IdempotencyKey;
use crate::auth::hash_token;
use poem::Request;
use serde_json::Value;

/// The hashes that are stored for a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RequestFingerprint {
    /// The hash of method, path and key. Each operation and resource has its own keys.
    pub(super) key_hash: String,
    /// The hash of method, path, query and body.
    pub(super) request_hash: String,
}

impl RequestFingerprint {
    pub(super) fn new(request: &Request, body: &[u8], key: &IdempotencyKey) -> Self {
        let (method, path) = (request.method().as_str(), request.uri().path());
        let query = request.uri().query().unwrap_or_default();
        Self {
            key_hash: hash_token(&format!("{method} {path}\n{}", key.0)),
            request_hash: hash_token(&format!(
                "{method} {path}?{query}\n{}",
                canonicalize_body(body)
            )),
        }
    }
}

/// The body without insignificant whitespace and with sorted fields. A body that is not JSON is
/// used byte by byte.
fn canonicalize_body(body: &[u8]) -> String {
    let mut text = String::with_capacity(body.len());
    match serde_json::from_slice::<Value>(body) {
        Ok(value) => write_canonical(&value, &mut text),
        Err(_) => body.iter().for_each(|byte| text.push(char::from(*byte))),
    }
    text
}

fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| name.as_str());
            text.push('{');
            for (name, value) in fields {
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write_canonical(value, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write_canonical(item, text);
                text.push(',');
            }
            text.push(']');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poem::http::{Method, Uri};

    fn test_fingerprint(
        method: Method,
        address: &'static str,
        body: &str,
        key: &str,
    ) -> RequestFingerprint {
        RequestFingerprint::new(
            &Request::builder()
                .method(method)
                .uri(Uri::from_static(address))
                .finish(),
            body.as_bytes(),
            &IdempotencyKey(key.to_owned()),
        )
    }

    #[test]
    fn ignores_whitespace_and_field_order() {
        assert_eq!(
            canonicalize_body(br#"{"b": [1, {"d":2,"c":"x"}], "a":null}"#),
            canonicalize_body(br#"{"a":null,"b":[1,{"c":"x","d":2}]}"#)
        );
        assert_ne!(
            canonicalize_body(br#"{"a":[1,2]}"#),
            canonicalize_body(br#"{"a":[2,1]}"#)
        );
        assert_ne!(
            canonicalize_body(br#"{"a":"1"}"#),
            canonicalize_body(br#"{"a":1}"#)
        );
        assert_ne!(canonicalize_body(b"{"), canonicalize_body(b"}"));
    }

    #[test]
    fn depends_on_each_part_of_the_request() {
        let one = test_fingerprint(Method::POST, "/api/a?x=1", "{}", "k");
        assert_eq!(
            one,
            test_fingerprint(Method::POST, "/api/a?x=1", " { } ", "k")
        );
        let matches = |other: &RequestFingerprint| {
            (
                other.key_hash == one.key_hash,
                other.request_hash == one.request_hash,
            )
        };
        assert_eq!(
            matches(&test_fingerprint(
                Method::POST,
                "/api/a?x=1",
                "{\"a\":1}",
                "k"
            )),
            (true, false)
        );
        assert_eq!(
            matches(&test_fingerprint(Method::POST, "/api/a?x=2", "{}", "k")),
            (true, false)
        );
        assert_eq!(
            matches(&test_fingerprint(Method::POST, "/api/a?x=1", "{}", "l")),
            (false, true)
        );
        assert_eq!(
            matches(&test_fingerprint(Method::PUT, "/api/a?x=1", "{}", "k")),
            (false, false)
        );
        assert_eq!(
            matches(&test_fingerprint(Method::POST, "/api/b?x=1", "{}", "k")),
            (false, false)
        );
    }
}
