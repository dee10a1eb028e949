//! HTTP operations on API keys.

use super::store::{create_api_key, list_api_keys, revoke_api_key};
use super::wire::{ApiKeys, CreatedApiKey, NewApiKey};
use crate::auth::permission::KeysManage;
use crate::auth::{ApiKeyToken, Authority, Signed};
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::http::{Acknowledgment, ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// API keys.
pub struct ApiKeysApi {
    /// Clears cached lookups.
    pub authority: Arc<Authority>,
    /// The clock.
    pub clock: Clock,
    /// Randomness for tokens.
    pub entropy: Entropy,
}

#[OpenApi(tag = "Tag::ApiKeys")]
impl ApiKeysApi {
    /// List API keys
    ///
    /// The organization's keys, newest first. Tokens are stored as hashes and not returned.
    #[oai(path = "/api/api-keys", method = "get", operation_id = "listApiKeys")]
    async fn list_api_keys(&self, signed: Signed) -> Result<Json<Envelope<ApiKeys>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(KeysManage)?;
        Ok(Json(Envelope::new(
            list_api_keys(
                &scope.read_db().await?,
                scope.permissions(),
                self.clock.now(),
                &proof,
            )
            .await?,
        )))
    }

    /// Create an API key
    ///
    /// `token` is not returned again. The key can't do more than the person who created it, and
    /// stops working when that person leaves the organization.
    #[oai(path = "/api/api-keys", method = "post", operation_id = "createApiKey")]
    async fn create_api_key(
        &self,
        signed: Signed,
        body: Json<NewApiKey>,
    ) -> Result<Json<Envelope<CreatedApiKey>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(KeysManage)?;
        let now = self.clock.now();
        let token = ApiKeyToken::generate(self.entropy.uuid_v7(now)?, &self.entropy)?;
        let key = create_api_key(scope, &body.0, &token, now, &proof).await?;
        Ok(Json(Envelope::new(CreatedApiKey {
            key,
            token: token.into_text(),
        })))
    }

    /// Revoke an API key
    ///
    /// Every server rejects it within 2 seconds. It is removed from the list.
    #[oai(
        path = "/api/api-keys/:id",
        method = "delete",
        operation_id = "revokeApiKey"
    )]
    async fn revoke_api_key(
        &self,
        signed: Signed,
        /// The key's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(KeysManage)?;
        revoke_api_key(scope.write_db().await?, id.0, self.clock.now(), &proof).await?;
        self.authority.clear_api_key_lookups();
        Ok(Json(Acknowledgment::in_envelope()))
    }
}
