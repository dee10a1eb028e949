//! HTTP operations for health checks and public keys.

use super::Readiness;
use crate::auth::Authority;
use crate::config::SignUpPolicy;
use crate::db::Database;
use crate::features::accounts::SignUpGate;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::payload::Json;
use poem_openapi::{Enum, Object, OpenApi};
use std::sync::Arc;

/// Health checks and public keys.
pub struct PlatformApi {
    /// The database to ping.
    pub database: Database,
    /// Whether startup is done.
    pub readiness: Readiness,
    /// Provides the public keys.
    pub authority: Arc<Authority>,
    /// Whether the demo is enabled.
    pub demo: bool,
    /// Decides who may register.
    pub sign_up: SignUpGate,
}

/// The process is running.
#[derive(Object)]
struct LivenessStatus {
    /// Always true.
    alive: bool,
}

/// Who may create an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
enum SignUp {
    /// Anyone, with an organization of their own.
    Open,
    /// People with an invitation.
    Invite,
    /// Nobody.
    Closed,
}

impl From<SignUpPolicy> for SignUp {
    fn from(policy: SignUpPolicy) -> Self {
        match policy {
            SignUpPolicy::Open => Self::Open,
            SignUpPolicy::Invite => Self::Invite,
            SignUpPolicy::Closed => Self::Closed,
        }
    }
}

/// The server is ready.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
struct ReadinessStatus {
    /// Whether visitors who are not signed in see the demo organization.
    demo: bool,
    /// Who may create an account now. Before there is one, it is anyone.
    sign_up: SignUp,
    /// The server's version.
    version: String,
}

/// The keys that verify access tokens (RFC 7517).
#[derive(Object)]
struct JsonWebKeySet {
    keys: Vec<JsonWebKey>,
}

/// An Ed25519 public key (RFC 8037).
#[derive(Object)]
struct JsonWebKey {
    kty: String,
    crv: String,
    #[oai(rename = "use")]
    purpose: String,
    alg: String,
    kid: String,
    x: String,
}

#[OpenApi(tag = "Tag::Platform")]
impl PlatformApi {
    /// Check liveness
    ///
    /// 200 while the process runs, independent of the database.
    #[oai(path = "/health/live", method = "get", operation_id = "getLiveness")]
    async fn get_liveness(&self) -> Result<Json<Envelope<LivenessStatus>>, ApiError> {
        Ok(Json(Envelope::new(LivenessStatus { alive: true })))
    }

    /// Check readiness
    ///
    /// 200 if startup is done, the server does not stop and the database responds, otherwise 503.
    #[oai(path = "/health/ready", method = "get", operation_id = "getReadiness")]
    async fn get_readiness(&self) -> Result<Json<Envelope<ReadinessStatus>>, ApiError> {
        if self.readiness.is_stopping() {
            return Err(ApiError::unavailable(
                "stopping",
                "The server is stopping. Send requests to another one.",
            ));
        }
        if !self.readiness.is_ready() {
            return Err(ApiError::unavailable(
                "starting",
                "The server is starting. Try again in a few seconds.",
            ));
        }
        self.database.ping().await?;
        Ok(Json(Envelope::new(ReadinessStatus {
            demo: self.demo,
            sign_up: self.sign_up.current_policy().await?.into(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })))
    }

    /// Get the JSON Web Key Set
    ///
    /// The keys that verify access tokens, newest first. After a rotation, the old key stays until
    /// the last token that it signed has expired.
    #[oai(
        path = "/.well-known/jwks.json",
        method = "get",
        operation_id = "getJwks"
    )]
    async fn get_jwks(&self) -> Result<Json<JsonWebKeySet>, ApiError> {
        let keys = self.authority.verifying_keys().await?;
        let keys = keys.iter().map(|keys| JsonWebKey {
            kty: "OKP".to_owned(),
            crv: "Ed25519".to_owned(),
            purpose: "sig".to_owned(),
            alg: "EdDSA".to_owned(),
            kid: keys.kid.clone(),
            x: keys.public_key.clone(),
        });
        Ok(Json(JsonWebKeySet {
            keys: keys.collect(),
        }))
    }
}
