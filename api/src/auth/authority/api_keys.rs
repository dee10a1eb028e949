//! Whom an API key speaks for; as with sessions, what is believed of a key is at most a second old.

use super::Authority;
use crate::auth::permission::{Permissions, Role};
use crate::auth::{ApiKeyToken, Scope};
use crate::db::KeyAccess;
use crate::http::{ApiError, Suspicion};
use std::sync::Arc;

impl Authority {
    /// The scope of an API key, or 401 whatever is wrong with it. It may do what it was made for as
    /// far as its maker may, at this moment.
    pub async fn scope_of_key(&self, token: &ApiKeyToken) -> Result<Scope, ApiError> {
        let unknown = || ApiError::unauthorized().suspected(Suspicion::UnknownApiKey);
        let live = self
            .live_key(token)
            .await?
            .filter(|live| token.has_hash(&live.key.token_hash))
            .ok_or_else(unknown)?;
        if live
            .key
            .expires_at
            .is_some_and(|end| end <= self.clock.now())
        {
            return Err(ApiError::unauthorized().suspected(Suspicion::Outlived));
        }
        let makers = Role::named(&live.makers_role)
            .map(Role::permissions)
            .unwrap_or_default();
        let own = Permissions::of_names(live.key.permissions.split(' ')).that_keys_may_have();
        let (database, clock) = (self.database.clone(), self.clock.clone());
        Ok(Scope::of_key(
            live.access(),
            (live.key.id, live.key.name.clone()),
            own.within(makers),
            database,
            clock,
        ))
    }

    /// Forgets what is believed of keys, after one was taken back.
    pub fn forget_keys(&self) {
        self.api_keys.invalidate_all();
    }

    pub(super) async fn live_key(
        &self,
        token: &ApiKeyToken,
    ) -> Result<Option<Arc<KeyAccess>>, ApiError> {
        if let Some(live) = self.api_keys.get(&token.id()).await {
            return Ok(Some(live));
        }
        let now = self.clock.now();
        let Some(live) = self
            .database
            .platform()
            .live_api_key(token.id(), now)
            .await?
        else {
            return Ok(None);
        };
        if token.has_hash(&live.key.token_hash) {
            self.note_use(&live, now);
        }
        let live = Arc::new(live);
        self.api_keys.insert(token.id(), Arc::clone(&live)).await;
        Ok(Some(live))
    }

    /// Nobody waits for it: a note of when a key was used is not worth a late answer.
    fn note_use(&self, live: &KeyAccess, now: chrono::DateTime<chrono::Utc>) {
        if live
            .key
            .last_used_at
            .is_some_and(|used| now - used < chrono::TimeDelta::minutes(1))
        {
            return;
        }
        let (platform, id) = (self.database.platform(), live.key.id);
        tokio::spawn(async move {
            if let Err(error) = platform.note_api_key_use(id, now).await {
                tracing::warn!(error = &error as &dyn std::error::Error, key = %id,
                    "when an API key was used could not be noted");
            }
        });
    }
}
