//! API key lookups, cached like sessions for at most one second.

use super::Authority;
use crate::auth::permission::{Permissions, Role};
use crate::auth::{ApiKeyToken, Scope};
use crate::db::ApiKeyAccess;
use crate::http::{ApiError, RefusalCause};
use std::sync::Arc;

impl Authority {
    /// The scope of an API key; 401 for any invalid key. The scope has the key's permissions as far
    /// as its creator currently has them.
    pub async fn scope_for_api_key(&self, token: &ApiKeyToken) -> Result<Scope, ApiError> {
        let unknown = || ApiError::unauthorized().with_refusal_cause(RefusalCause::UnknownApiKey);
        let live = self
            .find_live_api_key(token)
            .await?
            .filter(|live| token.has_hash(&live.key.token_hash))
            .ok_or_else(unknown)?;
        if live
            .key
            .expires_at
            .is_some_and(|expires_at| expires_at <= self.clock.now())
        {
            return Err(
                ApiError::unauthorized().with_refusal_cause(RefusalCause::ExpiredCredential)
            );
        }
        let creator_permissions = Role::from_name(&live.creator_role)
            .map(Role::permissions)
            .unwrap_or_default();
        let key_permissions =
            Permissions::from_names(live.key.permissions.split(' ')).grantable_to_api_keys();
        let (database, clock) = (self.database.clone(), self.clock.clone());
        Ok(Scope::for_api_key(
            live.access(),
            (live.key.id, live.key.name.clone()),
            key_permissions.intersection(creator_permissions),
            database,
            clock,
        ))
    }

    /// Drops cached API key lookups, after a key was revoked.
    pub fn clear_api_key_lookups(&self) {
        self.api_keys.invalidate_all();
    }

    pub(super) async fn find_live_api_key(
        &self,
        token: &ApiKeyToken,
    ) -> Result<Option<Arc<ApiKeyAccess>>, ApiError> {
        let now = self.clock.now();
        let platform = self.database.platform();
        let find = || async {
            let live = platform.find_live_api_key(token.id(), now).await?;
            if let Some(live) = live
                .as_ref()
                .filter(|live| token.has_hash(&live.key.token_hash))
            {
                self.record_api_key_use(live, now);
            }
            Ok(live.map(Arc::new))
        };
        self.api_keys.get_or_find(token.id(), find).await
    }

    /// Runs in the background: recording the last use must not delay the response.
    fn record_api_key_use(&self, live: &ApiKeyAccess, now: chrono::DateTime<chrono::Utc>) {
        if live
            .key
            .last_used_at
            .is_some_and(|used| now - used < chrono::TimeDelta::minutes(1))
        {
            return;
        }
        let (platform, id) = (self.database.platform(), live.key.id);
        tokio::spawn(async move {
            if let Err(error) = platform.record_api_key_use(id, now).await {
                tracing::warn!(error = &error as &dyn std::error::Error, key = %id,
                    "cannot record the use of an API key");
            }
        });
    }
}
