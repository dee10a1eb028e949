//! Access tokens: short-lived JWTs signed with `EdDSA` (RFC 9068, `at+jwt`).

use super::SigningKey;
use crate::ids::{PersonId, SessionId, TenantId};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, Header, Validation};
use sea_orm::prelude::Uuid;
use serde::{Deserialize, Serialize};

/// How long an access token is valid.
pub(in crate::auth) const ACCESS_TOKEN_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// How far the clock of another server may be ahead.
const CLOCK_LEEWAY_SECONDS: i64 = 60;
const TOKEN_AUDIENCE: &str = "sprout";
const TOKEN_TYPE: &str = "at+jwt";

/// The claims of an access token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    iss: String,
    aud: String,
    sub: Uuid,
    org: Uuid,
    sid: Uuid,
    iat: i64,
    nbf: i64,
    exp: i64,
}

/// The token was rejected. Callers do not learn why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the token is invalid")]
pub struct TokenError;

/// The only accepted header. Any other member (such as `crit` or `jwk`) or algorithm is rejected.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenHeader {
    typ: String,
    alg: String,
    kid: String,
}

impl Claims {
    /// Claims for a user who works in an organization, valid from `now`.
    pub fn new(
        issuer: &str,
        person: PersonId,
        tenant: TenantId,
        session: SessionId,
        now: DateTime<Utc>,
    ) -> Self {
        let now_seconds = now.timestamp();
        Self {
            iss: issuer.to_owned(),
            aud: TOKEN_AUDIENCE.to_owned(),
            sub: person.0,
            org: tenant.0,
            sid: session.0,
            iat: now_seconds,
            nbf: now_seconds,
            exp: (now + ACCESS_TOKEN_LIFETIME).timestamp(),
        }
    }

    /// The session that the token belongs to.
    pub fn session_id(&self) -> SessionId {
        SessionId(self.sid)
    }

    /// Whether the token is for this user and organization.
    pub fn is_for(&self, person: Option<PersonId>, tenant: TenantId) -> bool {
        person == Some(PersonId(self.sub)) && tenant.0 == self.org
    }

    /// Whether the token is valid at `now`. The server that issued it may be ahead.
    pub fn is_current(&self, now: DateTime<Utc>) -> bool {
        self.nbf <= now.timestamp().saturating_add(CLOCK_LEEWAY_SECONDS)
            && now.timestamp() < self.exp
    }

    /// When the token expires.
    pub fn expires_at(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.exp, 0)
    }

    /// Signs the token.
    pub fn sign_token(&self, keys: &SigningKey) -> Result<String, jsonwebtoken::errors::Error> {
        let header = Header {
            typ: Some(TOKEN_TYPE.to_owned()),
            kid: Some(keys.kid.clone()),
            ..Header::new(Algorithm::EdDSA)
        };
        jsonwebtoken::encode(&header, self, &keys.encoding_key)
    }

    /// Verifies a token of this issuer. The caller checks the times with [`Claims::is_current`].
    pub fn verify_token(token: &str, issuer: &str, keys: &SigningKey) -> Result<Self, TokenError> {
        let (encoded, _) = token.split_once('.').ok_or(TokenError)?;
        let decoded = URL_SAFE_NO_PAD.decode(encoded).map_err(|_| TokenError)?;
        let header: TokenHeader = serde_json::from_slice(&decoded).map_err(|_| TokenError)?;
        if header.typ != TOKEN_TYPE || header.alg != "EdDSA" || header.kid != keys.kid {
            return Err(TokenError);
        }
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.set_audience(&[TOKEN_AUDIENCE]);
        validation.set_issuer(&[issuer]);
        validation.set_required_spec_claims(&["exp", "nbf", "aud", "iss", "sub"]);
        // The result is cached, so times are checked at each use, with the injected clock.
        validation.validate_exp = false;
        validation.validate_nbf = false;
        jsonwebtoken::decode::<Self>(token, &keys.decoding_key, &validation)
            .map(|data| data.claims)
            .map_err(|_| TokenError)
    }
}

#[cfg(test)]
mod tests;
