//! A service account key: parses the file that Google Cloud issues and signs assertions. The key is
//! never shown or logged.

use super::dataset_address::{DatasetError, parse_endpoint};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use outbound::NetworkPolicy;
use reqwest::Url;
use serde::Deserialize;
use serde_json::json;
use std::fmt;
use std::sync::Arc;

/// A service account with its private key.
#[derive(Clone)]
pub struct ServiceAccount {
    email: String,
    key_id: String,
    token_uri: Url,
    key_pair: Arc<RsaKeyPair>,
    /// The fields of the file that are needed, as JSON to encrypt and store.
    sealed_json: String,
}

/// Google's token server. It is the audience of assertions even if they are sent to another server.
const AUDIENCE: &str = "https://oauth2.googleapis.com/token";
/// The minimum scope for queries. The account's roles restrict it further.
const SCOPE: &str = "https://www.googleapis.com/auth/bigquery";
/// Google's maximum lifetime of an assertion, in seconds.
const ASSERTION_SECONDS: i64 = 3600;

#[derive(Deserialize)]
struct KeyFile {
    #[serde(rename = "type")]
    kind: Option<String>,
    client_email: Option<String>,
    private_key_id: Option<String>,
    private_key: Option<String>,
    token_uri: Option<String>,
}

impl ServiceAccount {
    /// Parses a key file. If only public networks are allowed, the token server of the file must
    /// use HTTPS.
    pub fn parse(text: &str, network: NetworkPolicy) -> Result<Self, DatasetError> {
        let wrong = |words: &str| DatasetError(format!("The service account key {words}"));
        if text.trim().is_empty() {
            return Err(wrong("is missing. Paste its JSON file from Google Cloud."));
        }
        let file: KeyFile = serde_json::from_str(text)
            .map_err(|_| wrong("is not JSON. Paste the whole file from Google Cloud."))?;
        if file.kind.as_deref() != Some("service_account") {
            return Err(wrong(
                "is not of the type service_account. Create a JSON key of a service account.",
            ));
        }
        let part = |part: Option<String>, name: &str| {
            let part = part.filter(|part| !part.trim().is_empty() && part.len() <= 16 * 1024);
            part.ok_or_else(|| {
                wrong(&format!(
                    "lacks {name}. Paste the whole file from Google Cloud."
                ))
            })
        };
        let email = part(file.client_email, "client_email")?;
        let key_id = part(file.private_key_id, "private_key_id")?;
        let pem = part(file.private_key, "private_key")?;
        let token_uri = file.token_uri.unwrap_or_else(|| AUDIENCE.to_owned());
        if email.chars().any(char::is_control) || !email.contains('@') || email.len() > 320 {
            return Err(wrong("has an invalid client_email. Download a new key."));
        }
        let unreadable = || {
            wrong(
                "has a private_key that cannot be read. Download a new key, and paste it \
                    unchanged.",
            )
        };
        let pair = RsaKeyPair::from_pkcs8(&decode_pem(&pem).ok_or_else(unreadable)?)
            .map_err(|_| unreadable())?;
        let url = parse_endpoint(
            &token_uri,
            "The token_uri of the service account key",
            network,
        )?;
        let kept = json!({"type": "service_account", "client_email": email, "private_key_id": key_id, "private_key": pem, "token_uri": token_uri});
        Ok(Self {
            email,
            key_id,
            token_uri: url,
            key_pair: Arc::new(pair),
            sealed_json: kept.to_string(),
        })
    }

    /// The account's email address.
    pub fn email(&self) -> &str {
        &self.email
    }

    /// The text to encrypt and store. [`Self::parse`] reads it again.
    pub fn secret(&self) -> &str {
        &self.sealed_json
    }

    /// The URL of the token server.
    pub(super) fn token_uri(&self) -> &Url {
        &self.token_uri
    }

    /// A signed assertion (JWT) to exchange for an access token; `None` if signing fails.
    pub(super) fn sign_assertion(&self, now: DateTime<Utc>) -> Option<String> {
        let header = json!({"alg": "RS256", "typ": "JWT", "kid": self.key_id});
        let (from, to) = (now.timestamp(), now.timestamp() + ASSERTION_SECONDS);
        let claims =
            json!({"iss": self.email, "scope": SCOPE, "aud": AUDIENCE, "iat": from, "exp": to});
        let signed = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(header.to_string()),
            URL_SAFE_NO_PAD.encode(claims.to_string())
        );
        let mut signature = vec![0; self.key_pair.public_modulus_len()];
        self.key_pair
            .sign(
                &RSA_PKCS1_SHA256,
                &SystemRandom::new(),
                signed.as_bytes(),
                &mut signature,
            )
            .ok()?;
        Some(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

impl fmt::Debug for ServiceAccount {
    /// Omits the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceAccount")
            .field("email", &self.email)
            .finish_non_exhaustive()
    }
}

/// Decodes the content of a PEM file.
fn decode_pem(pem: &str) -> Option<Vec<u8>> {
    let (_, rest) = pem.split_once("-----BEGIN PRIVATE KEY-----")?;
    let (body, _) = rest.split_once("-----END PRIVATE KEY-----")?;
    STANDARD
        .decode(body.split_whitespace().collect::<String>())
        .ok()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
    use aws_lc_rs::rsa::{KeyPair, KeySize};
    use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
    use std::sync::LazyLock;

    /// A random key, generated once because that is slow.
    static PEM: LazyLock<String> = LazyLock::new(|| {
        let der: Pkcs8V1Der<'_> = KeyPair::generate(KeySize::Rsa2048)
            .unwrap()
            .as_der()
            .unwrap();
        format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
            STANDARD.encode(der.as_ref())
        )
    });

    fn key_file() -> serde_json::Value {
        json!({"type": "service_account", "project_id": "prairie-1", "private_key_id": "kid1", "private_key": *PEM,
            "client_email": "sync@prairie-1.iam.gserviceaccount.com", "token_uri": AUDIENCE, "universe_domain": "googleapis.com"})
    }

    pub(in super::super) fn test_account() -> ServiceAccount {
        ServiceAccount::parse(&key_file().to_string(), NetworkPolicy::PUBLIC_ONLY).unwrap()
    }

    #[test]
    fn what_is_signed_is_what_google_asks_for() {
        let assertion = test_account()
            .sign_assertion("2026-06-16T15:00:00Z".parse().unwrap())
            .unwrap();
        let parts: Vec<&str> = assertion.split('.').collect();
        let json = |part: &str| {
            serde_json::from_slice::<serde_json::Value>(&URL_SAFE_NO_PAD.decode(part).unwrap())
                .unwrap()
        };
        assert_eq!(
            json(parts[0]),
            json!({"alg": "RS256", "typ": "JWT", "kid": "kid1"})
        );
        let claims = json(parts[1]);
        assert_eq!(
            (&claims["iss"], &claims["aud"]),
            (
                &json!("sync@prairie-1.iam.gserviceaccount.com"),
                &json!("https://oauth2.googleapis.com/token")
            )
        );
        assert_eq!(
            (&claims["iat"], &claims["exp"]),
            (&json!(1_781_622_000), &json!(1_781_625_600))
        );
        let signed = format!("{}.{}", parts[0], parts[1]);
        let public = UnparsedPublicKey::new(
            &RSA_PKCS1_2048_8192_SHA256,
            test_account().key_pair.public_key().as_ref().to_vec(),
        );
        public
            .verify(
                signed.as_bytes(),
                &URL_SAFE_NO_PAD.decode(parts[2]).unwrap(),
            )
            .unwrap();
    }

    #[test]
    fn what_is_kept_can_be_read_again_and_is_never_printed() {
        let again =
            ServiceAccount::parse(test_account().secret(), NetworkPolicy::PUBLIC_ONLY).unwrap();
        assert_eq!(
            (again.email(), again.secret()),
            (test_account().email(), test_account().secret())
        );
        assert!(!format!("{again:?}").contains("PRIVATE") && !again.secret().contains("universe"));
    }

    #[test]
    fn what_is_wrong_with_a_key_is_said_without_repeating_it() {
        let with = |name: &str, value: serde_json::Value| {
            let mut file = key_file();
            file[name] = value;
            file.to_string()
        };
        for (text, network, words) in [
            (" ".to_owned(), NetworkPolicy::WITH_PRIVATE, "is missing"),
            (
                "hunter2".to_owned(),
                NetworkPolicy::WITH_PRIVATE,
                "is not JSON",
            ),
            ("[]".to_owned(), NetworkPolicy::WITH_PRIVATE, "is not JSON"),
            (
                with("type", json!("authorized_user")),
                NetworkPolicy::WITH_PRIVATE,
                "not of the type service_account",
            ),
            (
                with("client_email", json!(null)),
                NetworkPolicy::WITH_PRIVATE,
                "lacks client_email",
            ),
            (
                with("client_email", json!("nobody")),
                NetworkPolicy::WITH_PRIVATE,
                "has an invalid client_email",
            ),
            (
                with("private_key", json!("hunter2")),
                NetworkPolicy::WITH_PRIVATE,
                "private_key that cannot be read",
            ),
            (
                with("private_key", json!(PEM.replace('A', "B"))),
                NetworkPolicy::WITH_PRIVATE,
                "private_key that cannot be read",
            ),
            (
                with("token_uri", json!("http://169.254.169.254/token")),
                NetworkPolicy::PUBLIC_ONLY,
                "The token_uri of the service account key has a URL without https://",
            ),
            (
                with("token_uri", json!("https://127.0.0.1/token")),
                NetworkPolicy::PUBLIC_ONLY,
                "private network",
            ),
            (
                with("token_uri", json!("http://tokens.example/")),
                NetworkPolicy::WITH_PRIVATE,
                "https://",
            ),
        ] {
            let told = ServiceAccount::parse(&text, network)
                .unwrap_err()
                .to_string();
            assert!(
                told.contains(words) && !told.contains("hunter2"),
                "{words}: {told}"
            );
        }
    }
}
