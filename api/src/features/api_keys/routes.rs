//! The operations about API keys over HTTP.

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

/// Keys for programs.
pub struct ApiKeysApi {
    /// Forgets a key that was taken back.
    pub authority: Arc<Authority>,
    /// Says when.
    pub clock: Clock,
    /// Makes tokens.
    pub entropy: Entropy,
}

#[OpenApi(tag = "Tag::ApiKeys")]
impl ApiKeysApi {
    /// List API keys
    ///
    /// The organization's keys, the newest first, without their tokens: those are kept as hashes.
    #[oai(path = "/api/api-keys", method = "get", operation_id = "listApiKeys")]
    async fn list_api_keys(&self, signed: Signed) -> Result<Json<Envelope<ApiKeys>>, ApiError> {
        let scope = signed.scope();
        let may = scope.require(KeysManage)?;
        Ok(Json(Envelope::new(
            list_api_keys(
                &scope.read_db().await?,
                scope.permissions(),
                self.clock.now(),
                &may,
            )
            .await?,
        )))
    }

    /// Make an API key
    ///
    /// `token` is shown this once: keep it where the program finds it. The key may do what it is
    /// made for, as long as whoever made it may do so too; it ends when they leave the
    /// organization.
    #[oai(path = "/api/api-keys", method = "post", operation_id = "createApiKey")]
    async fn create_api_key(
        &self,
        signed: Signed,
        body: Json<NewApiKey>,
    ) -> Result<Json<Envelope<CreatedApiKey>>, ApiError> {
        let scope = signed.scope();
        let may = scope.require(KeysManage)?;
        let now = self.clock.now();
        let token = ApiKeyToken::generate(self.entropy.uuid_v7(now)?, &self.entropy)?;
        let key = create_api_key(scope, &body.0, &token, now, &may).await?;
        Ok(Json(Envelope::new(CreatedApiKey {
            key,
            token: token.into_text(),
        })))
    }

    /// Take an API key back
    ///
    /// It is refused on every server within 2 seconds, and is not listed any more.
    #[oai(
        path = "/api/api-keys/:id",
        method = "delete",
        operation_id = "revokeApiKey"
    )]
    async fn revoke_api_key(
        &self,
        signed: Signed,
        /// The key.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let may = scope.require(KeysManage)?;
        revoke_api_key(scope.write_db().await?, id.0, self.clock.now(), &may).await?;
        self.authority.clear_api_key_lookups();
        Ok(Json(Acknowledgment::in_envelope()))
    }
}
