//! Which key signs at a moment and which ones verify: every server reads the same numbers from the
//! database, at most a second late.
//!
//! A new key is known for some seconds before it signs, so that no server is shown a token whose
//! key it has not heard of; an old one verifies until the last token that it signed has ended.

use super::Authority;
use crate::auth::SigningKey;
use crate::auth::access_token::ACCESS_TOKEN_LIFETIME;
use crate::http::ApiError;
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;

/// A new key signs so long after it is known: longer than [`LOOK_UP_AGE`](super::LOOK_UP_AGE) and
/// clocks that differ a little.
pub const ACTIVATION_DELAY: TimeDelta = TimeDelta::seconds(5);
/// Old keys verify longer than their last token lives, by what clocks may differ.
const CLOCK_LEEWAY: TimeDelta = TimeDelta::minutes(1);

/// A key and when it begins to sign.
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

    /// Every key that verifies now, the newest first: the key set that is published.
    pub async fn verifying_keys(&self) -> Result<Vec<Arc<SigningKey>>, ApiError> {
        let (now, all) = (self.clock.now(), self.load_scheduled_keys().await?);
        let mut verifying = Vec::with_capacity(all.len());
        let mut followed_at = None;
        for key in all.iter() {
            if followed_at.is_some_and(|followed_at: DateTime<Utc>| {
                followed_at + ACCESS_TOKEN_LIFETIME + CLOCK_LEEWAY <= now
            }) {
                break;
            }
            verifying.push(Arc::clone(&key.key));
            followed_at = Some(key.signs_from);
        }
        Ok(verifying)
    }

    /// The newest first.
    async fn load_scheduled_keys(&self) -> Result<Arc<Vec<ScheduledKey>>, ApiError> {
        if let Some(known) = self.scheduled_keys.get(&()).await {
            return Ok(known);
        }
        let mut all = Vec::new();
        for row in self.database.platform().list_signing_key_versions().await? {
            let keys = self
                .keys
                .for_version(row.epoch)
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
        let all = Arc::new(all);
        self.scheduled_keys.insert((), Arc::clone(&all)).await;
        Ok(all)
    }
}
