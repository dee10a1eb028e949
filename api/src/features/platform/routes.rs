//! Health and keys over HTTP.

use super::Readiness;
use crate::auth::Authority;
use crate::db::Database;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use std::sync::Arc;

/// Health and keys.
pub struct PlatformApi {
    /// The database that has to answer.
    pub database: Database,
    /// Whether start-up is done.
    pub readiness: Readiness,
    /// Holds the signing key.
    pub authority: Arc<Authority>,
    /// Whether visitors see the demo.
    pub demo: bool,
}

/// The process is there.
#[derive(Object)]
struct LivenessStatus {
    /// Always true.
    alive: bool,
}

/// The server can answer.
#[derive(Object)]
struct ReadinessStatus {
    /// Whether visitors who are not signed in see the demo organization.
    demo: bool,
    /// The server's version.
    version: String,
}

/// Keys that verify access tokens (RFC 7517).
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
    /// Is it alive
    ///
    /// Answers as long as the process does, whatever the database says.
    #[oai(path = "/health/live", method = "get", operation_id = "getLiveness")]
    async fn get_liveness(&self) -> Result<Json<Envelope<LivenessStatus>>, ApiError> {
        Ok(Json(Envelope::new(LivenessStatus { alive: true })))
    }

    /// Is it ready
    ///
    /// 200 once start-up work is done and the database answers, 503 otherwise.
    #[oai(path = "/health/ready", method = "get", operation_id = "getReadiness")]
    async fn get_readiness(&self) -> Result<Json<Envelope<ReadinessStatus>>, ApiError> {
        if !self.readiness.is_ready() {
            return Err(ApiError::unavailable(
                "starting",
                "The server is still preparing. Please try again in a few seconds.",
            ));
        }
        self.database.ping().await?;
        Ok(Json(Envelope::new(ReadinessStatus {
            demo: self.demo,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })))
    }

    /// Keys that verify access tokens
    ///
    /// The JSON Web Key Set of this installation, the newest key first. After a rotation the old
    /// key stays in it until the last token that it signed has ended.
    #[oai(
        path = "/.well-known/jwks.json",
        method = "get",
        operation_id = "getKeySet"
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
