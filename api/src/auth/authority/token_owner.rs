//! The owner of a bearer token, for rate limiting.

use super::Authority;
use crate::auth::ApiKeyToken;
use sea_orm::prelude::Uuid;

/// The owner of a token. It does not imply that the caller is authorized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::auth) enum TokenOwner {
    /// The user of a recently verified session.
    Person(Uuid),
    /// A session that was not verified recently and may have been revoked. Its requests must not
    /// count against the user.
    Session(Uuid),
    /// An API key.
    ApiKey(Uuid),
}

impl TokenOwner {
    /// The id that requests are counted under.
    pub(in crate::auth) fn id(self) -> Uuid {
        match self {
            Self::Person(id) | Self::Session(id) | Self::ApiKey(id) => id,
        }
    }

    /// The user, if the session was verified recently.
    pub(in crate::auth) fn person_id(self) -> Option<Uuid> {
        if let Self::Person(id) = self {
            Some(id)
        } else {
            None
        }
    }

    /// The API key.
    pub(in crate::auth) fn api_key_id(self) -> Option<Uuid> {
        if let Self::ApiKey(id) = self {
            Some(id)
        } else {
            None
        }
    }
}

impl Authority {
    /// The owner of a token; `None` for an invalid, expired or unknown token.
    pub(in crate::auth) async fn find_token_owner(&self, token: &str) -> Option<TokenOwner> {
        if let Some(key) = ApiKeyToken::parse_token(token) {
            let live = self.find_live_api_key(&key).await.ok().flatten()?;
            return key
                .has_hash(&live.key.token_hash)
                .then_some(TokenOwner::ApiKey(live.key.id));
        }
        let claims = self.verify_claims(token).await.ok()?;
        if !claims.is_current(self.clock.now()) {
            return None;
        }
        let session = claims.session_id();
        let person = self
            .sessions
            .get(&session)
            .await
            .and_then(|live| live.access.person());
        Some(person.map_or(TokenOwner::Session(session.0), |person| {
            TokenOwner::Person(person.0)
        }))
    }
}
