//! Signing key rotation: all servers read the key versions from the database, at most one second
//! late.
//!
//! A new key is published some seconds before it signs, so that every server knows it in time. An
//! old key verifies until its last token has expired.

use super::Authority;
use crate::auth::SigningKey;
use crate::auth::access_token::ACCESS_TOKEN_LIFETIME;
use crate::http::ApiError;
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;

/// How long a new key is published before it signs: longer than
/// [`LOOKUP_MAX_AGE`](super::LOOKUP_MAX_AGE) plus small clock differences.
pub const ACTIVATION_DELAY: TimeDelta = TimeDelta::seconds(5);
/// Old keys verify this much longer than their last token, for clock differences.
const CLOCK_LEEWAY: TimeDelta = TimeDelta::minutes(1);

/// A key and when it starts to sign.
#[derive(Clone)]
pub(super) struct ScheduledKey {
    key: Arc<SigningKey>,
    signs_from: DateTime<Utc>,
}

impl Authority {
    /// The key that signs now.
    pub(super) async fn current_signing_key(&self) -> Result<Arc<SigningKey>, ApiError> {
        let (now, all) = (self.clock.now(), self.load_scheduled_keys().await?);
        let signing = all.iter().find(|key| key.signs_from <= now).or(all.last());
        signing
            .map(|key| Arc::clone(&key.key))
            .ok_or_else(|| ApiError::internal(&crate::auth::SecretError::Derivation))
    }

    /// All keys that verify now, newest first, as published in the JWKS.
    pub async fn verifying_keys(&self) -> Result<Vec<Arc<SigningKey>>, ApiError> {
        let (now, all) = (self.clock.now(), self.load_scheduled_keys().await?);
        let mut verifying = Vec::with_capacity(all.len());
        let mut superseded_at = None;
        for key in all.iter() {
            if superseded_at.is_some_and(|superseded_at: DateTime<Utc>| {
                superseded_at + ACCESS_TOKEN_LIFETIME + CLOCK_LEEWAY <= now
            }) {
                break;
            }
            verifying.push(Arc::clone(&key.key));
            superseded_at = Some(key.signs_from);
        }
        Ok(verifying)
    }

    /// All keys, newest first.
    async fn load_scheduled_keys(&self) -> Result<Arc<Vec<ScheduledKey>>, ApiError> {
        let find = || async {
            let mut all = Vec::new();
            for row in self.database.platform().list_signing_key_versions().await? {
                let keys = self
                    .keys
                    .for_version(row.version)
                    .map_err(|error| ApiError::internal(&error))?;
                all.push(ScheduledKey {
                    key: Arc::new(keys),
                    signs_from: row.signs_from,
                });
            }
            all.push(ScheduledKey {
                key: Arc::clone(&self.keys),
                signs_from: DateTime::UNIX_EPOCH,
            });
            Ok::<_, ApiError>(Some(Arc::new(all)))
        };
        let all = self.scheduled_keys.get_or_find((), find).await?;
        Ok(all.unwrap_or_default())
    }
}
