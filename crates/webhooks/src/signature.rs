//! Signatures: HMAC-SHA256 over `id.timestamp.body`.

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::{self, Debug, Formatter, Write};

/// The prefix of secrets.
const SECRET_PREFIX: &str = "whsec_";

/// A signing secret: `whsec_` and the key in base64.
#[derive(Clone)]
pub struct SigningSecret {
    text: String,
    key: hmac::Key,
}

/// A text is not a signing secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the signing secret is not whsec_ and 24 to 64 bytes in base64")]
pub struct SecretError;

impl SigningSecret {
    /// The secret of a random key.
    pub fn from_key(key: &[u8; 32]) -> Self {
        Self {
            text: format!("{SECRET_PREFIX}{}", STANDARD.encode(key)),
            key: hmac::Key::new(hmac::HMAC_SHA256, key),
        }
    }

    /// Parses a secret.
    pub fn parse(text: &str) -> Result<Self, SecretError> {
        let key = text
            .strip_prefix(SECRET_PREFIX)
            .and_then(|key| STANDARD.decode(key).ok())
            .filter(|key| (24..=64).contains(&key.len()))
            .ok_or(SecretError)?;
        Ok(Self {
            text: text.to_owned(),
            key: hmac::Key::new(hmac::HMAC_SHA256, &key),
        })
    }

    /// The text that receivers configure.
    pub fn as_text(&self) -> &str {
        &self.text
    }
}

/// Keeps the secret out of logs.
impl Debug for SigningSecret {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("SigningSecret(..)")
    }
}

/// The value of `webhook-signature`: one signature per secret, separated by spaces. `timestamp` is
/// in seconds since 1970.
pub fn sign_message(
    secrets: &[SigningSecret],
    id: &str,
    timestamp: i64,
    body: &str,
) -> Result<String, fmt::Error> {
    let message = format!("{id}.{timestamp}.{body}");
    let mut header = String::new();
    for secret in secrets {
        let separator = if header.is_empty() { "" } else { " " };
        let tag = hmac::sign(&secret.key, message.as_bytes());
        write!(header, "{separator}v1,{}", STANDARD.encode(tag))?;
    }
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's reference libraries.
    #[test]
    fn signs_like_the_reference_libraries() {
        let secret = SigningSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let header = sign_message(
            &[secret],
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(
            header.unwrap(),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }

    #[test]
    fn a_rotation_has_one_signature_per_secret() {
        let (new, old) = (
            SigningSecret::from_key(&[1; 32]),
            SigningSecret::from_key(&[2; 32]),
        );
        let both = sign_message(&[new.clone(), old.clone()], "id", 7, "{}").unwrap();
        let parts: Vec<&str> = both.split(' ').collect();
        assert_eq!(parts[0], sign_message(&[new], "id", 7, "{}").unwrap());
        assert_eq!(parts[1], sign_message(&[old], "id", 7, "{}").unwrap());
        assert_eq!(parts.len(), 2);
    }

    #[test]
    fn secrets_round_trip_and_stay_out_of_debug_texts() {
        let secret = SigningSecret::from_key(&[9; 32]);
        let parsed = SigningSecret::parse(secret.as_text()).unwrap();
        assert_eq!(parsed.as_text(), secret.as_text());
        assert!(!format!("{secret:?}").contains("CQkJ"));
        for text in ["", "whsec_", "whsec_AAAA", "secret", "whsec_!"] {
            assert_eq!(SigningSecret::parse(text).unwrap_err(), SecretError);
        }
    }
}
