//! What makes two requests the same: the same operation on the same thing under the same key, and
//! the same wish.

use super::key::Key;
use crate::auth::hash_token;
use poem::Request;
use serde_json::Value;

/// The hashes under which a request is kept.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fingerprint {
    /// Of method, path and key: another operation, or another thing, has its own keys.
    pub(super) key: String,
    /// Of method, address and body.
    pub(super) request: String,
}

impl Fingerprint {
    pub(super) fn of(request: &Request, body: &[u8], key: &Key) -> Self {
        let (method, path) = (request.method().as_str(), request.uri().path());
        let query = request.uri().query().unwrap_or_default();
        Self {
            key: hash_token(&format!("{method} {path}\n{}", key.0)),
            request: hash_token(&format!("{method} {path}?{query}\n{}", canonical(body))),
        }
    }
}

/// The body without what means nothing: blanks, and the order of an object's fields. What is no
/// JSON counts byte by byte.
fn canonical(body: &[u8]) -> String {
    let mut text = String::with_capacity(body.len());
    match serde_json::from_slice::<Value>(body) {
        Ok(value) => write(&value, &mut text),
        Err(_) => body.iter().for_each(|byte| text.push(char::from(*byte))),
    }
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| name.as_str());
            text.push('{');
            for (name, value) in fields {
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write(value, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write(item, text);
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

    fn print(method: Method, address: &'static str, body: &str, key: &str) -> Fingerprint {
        Fingerprint::of(
            &Request::builder()
                .method(method)
                .uri(Uri::from_static(address))
                .finish(),
            body.as_bytes(),
            &Key(key.to_owned()),
        )
    }

    #[test]
    fn blanks_and_the_order_of_fields_mean_nothing() {
        assert_eq!(
            canonical(br#"{"b": [1, {"d":2,"c":"x"}], "a":null}"#),
            canonical(br#"{"a":null,"b":[1,{"c":"x","d":2}]}"#)
        );
        assert_ne!(canonical(br#"{"a":[1,2]}"#), canonical(br#"{"a":[2,1]}"#));
        assert_ne!(canonical(br#"{"a":"1"}"#), canonical(br#"{"a":1}"#));
        assert_ne!(canonical(b"{"), canonical(b"}"));
    }

    #[test]
    fn each_part_of_a_request_counts() {
        let one = print(Method::POST, "/api/a?x=1", "{}", "k");
        assert_eq!(one, print(Method::POST, "/api/a?x=1", " { } ", "k"));
        let same_place = |other: &Fingerprint| (other.key == one.key, other.request == one.request);
        assert_eq!(
            same_place(&print(Method::POST, "/api/a?x=1", "{\"a\":1}", "k")),
            (true, false)
        );
        assert_eq!(
            same_place(&print(Method::POST, "/api/a?x=2", "{}", "k")),
            (true, false)
        );
        assert_eq!(
            same_place(&print(Method::POST, "/api/a?x=1", "{}", "l")),
            (false, true)
        );
        assert_eq!(
            same_place(&print(Method::PUT, "/api/a?x=1", "{}", "k")),
            (false, false)
        );
        assert_eq!(
            same_place(&print(Method::POST, "/api/b?x=1", "{}", "k")),
            (false, false)
        );
    }
}
