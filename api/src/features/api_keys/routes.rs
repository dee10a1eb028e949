//! HTTP operations on API keys.

use super::store::{
    ApiKeyRow, ApiKeySpec, CreateKeyError, MAX_API_KEYS, create_api_key, list_api_keys,
    revoke_api_key,
};
use super::wire::{ApiKey, ApiKeys, CreatedApiKey, NewApiKey};
use crate::auth::permission::{KeysManage, Permissions};
use crate::auth::{ApiKeyToken, Authority, Signed};
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::http::{Acknowledgment, ApiError, Envelope, ErrorDetail, ErrorDetailCode, Tag};
use chrono::{DateTime, Utc};
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
        let now = self.clock.now();
        let rows = list_api_keys(&scope.read_db().await?, &proof).await?;
        Ok(Json(Envelope::new(ApiKeys {
            items: rows
                .into_iter()
                .map(|row| ApiKey::from_row(row, now))
                .collect(),
            max: MAX_API_KEYS,
            grantable_permissions: scope.permissions().grantable_to_api_keys().to_vec(),
        })))
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
        let (_, creator) = scope.require_person()?;
        let new = validate_new_key(&body.0, scope.permissions(), now)?;
        let token = ApiKeyToken::generate(self.entropy.uuid_v7(now)?, &self.entropy)?;
        let db = scope.write_db().await?;
        let key = create_api_key(db, creator, new, &token, now, &proof).await?;
        let row = ApiKeyRow {
            key,
            creator_is_member: true,
        };
        Ok(Json(Envelope::new(CreatedApiKey {
            key: ApiKey::from_row(row, now),
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

/// The new key, or all validation errors.
fn validate_new_key(
    new: &NewApiKey,
    creator_permissions: Permissions,
    now: DateTime<Utc>,
) -> Result<ApiKeySpec, ApiError> {
    let mut errors = Vec::new();
    let name = new.name.trim();
    if name.is_empty() || name.chars().count() > 120 || name.chars().any(char::is_control) {
        let message = "Enter a name with 1 to 120 characters.";
        errors.push(ErrorDetail::text_length("name", 1, 120, message));
    }
    let permissions = Permissions::from_permissions(&new.permissions);
    for permission in &new.permissions {
        let name = permission.name();
        if !permission.is_grantable_to_api_keys() {
            let message = format!("API keys can't have the permission {name}.");
            errors.push(ErrorDetail::new(
                "permissions",
                ErrorDetailCode::NotGrantable,
                message,
            ));
        } else if !creator_permissions.contains(*permission) {
            let message = format!("You don't have the permission {name}, so you can't grant it.");
            errors.push(ErrorDetail::new(
                "permissions",
                ErrorDetailCode::NotGrantable,
                message,
            ));
        }
    }
    if new.expires_at.is_some_and(|end| end <= now) {
        let message = "Enter an expiry in the future, or none.";
        errors.push(ErrorDetail::new(
            "expiresAt",
            ErrorDetailCode::NotInFuture,
            message,
        ));
    }
    if errors.is_empty() {
        Ok(ApiKeySpec {
            name: name.to_owned(),
            permissions,
            expires_at: new.expires_at,
        })
    } else {
        Err(ApiError::invalid_values(errors))
    }
}

impl From<CreateKeyError> for ApiError {
    fn from(error: CreateKeyError) -> Self {
        match error {
            CreateKeyError::TooManyKeys => Self::conflict(
                "too_many_keys",
                format!(
                    "The organization has {MAX_API_KEYS} API keys, which is the maximum. Revoke \
                        one first."
                ),
            ),
            CreateKeyError::Db(error) => error.into(),
        }
    }
}
