//! The service account of the fake server, and the verification of its signed assertions.

use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Shared by all servers of the process, because generating a key is slow.
static KEY_PAIR: LazyLock<KeyPair> = LazyLock::new(|| KeyPair::generate(KeySize::Rsa2048).unwrap());

pub(super) struct Account {
    public: UnparsedPublicKey<Vec<u8>>,
    pem: String,
}

pub(super) const EMAIL: &str = "sync@prairie-1.iam.gserviceaccount.com";
const KEY_ID: &str = "0f9e8d7c6b5a";

impl Account {
    pub(super) fn create() -> Self {
        let der: Pkcs8V1Der<'_> = KEY_PAIR.as_der().unwrap();
        let text = STANDARD.encode(der.as_ref());
        let lines: Vec<&str> = text
            .as_bytes()
            .chunks(64)
            .map(|line| str::from_utf8(line).unwrap())
            .collect();
        let pem = format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
            lines.join("\n")
        );
        Self {
            public: UnparsedPublicKey::new(
                &RSA_PKCS1_2048_8192_SHA256,
                KEY_PAIR.public_key().as_ref().to_vec(),
            ),
            pem,
        }
    }

    pub(super) fn key_file(&self, token_uri: &str) -> Value {
        json!({"type": "service_account", "project_id": super::PROJECT, "private_key_id": KEY_ID, "private_key": self.pem, "client_email": EMAIL,
            "client_id": "1", "auth_uri": "https://accounts.google.com/o/oauth2/auth", "token_uri": token_uri, "universe_domain": "googleapis.com"})
    }

    /// The error of a token request at a Unix time in seconds, in Google's wording.
    pub(super) fn check_assertion(&self, form: &str, now: i64) -> Result<(), &'static str> {
        let assertion = form
            .strip_prefix(
                "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=",
            )
            // Google's own client sends the two fields in reverse order.
            .or_else(|| {
                form.strip_prefix("assertion=")?.strip_suffix(
                    "&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer",
                )
            })
            .ok_or("Bad Request")?;
        let (signed, signature) = assertion.rsplit_once('.').ok_or("Bad Request")?;
        let (header, claims) = signed.split_once('.').ok_or("Bad Request")?;
        let json = |part: &str| {
            URL_SAFE_NO_PAD
                .decode(part.trim_end_matches('='))
                .ok()
                .and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok())
        };
        let (header, claims) = (
            json(header).ok_or("Bad Request")?,
            json(claims).ok_or("Bad Request")?,
        );
        if header["alg"] != "RS256" || header["kid"] != KEY_ID {
            return Err("Invalid JWT: unknown key");
        }
        let signature = URL_SAFE_NO_PAD
            .decode(signature.trim_end_matches('='))
            .map_err(|_| "Bad Request")?;
        self.public
            .verify(signed.as_bytes(), &signature)
            .map_err(|_| "Invalid JWT Signature.")?;
        if claims["iss"] != EMAIL || claims["aud"] != "https://oauth2.googleapis.com/token" {
            return Err("Invalid grant: account not found");
        }
        if !claims["scope"].as_str().is_some_and(|scope| {
            scope
                .split(' ')
                .any(|scope| scope == "https://www.googleapis.com/auth/bigquery")
        }) {
            return Err("Invalid scope");
        }
        let (from, to) = (
            claims["iat"].as_i64().unwrap_or_default(),
            claims["exp"].as_i64().unwrap_or_default(),
        );
        if from > now + 60 || to < now || to - from > 3600 {
            return Err(
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable \
                    timeframe.",
            );
        }
        Ok(())
    }
}
