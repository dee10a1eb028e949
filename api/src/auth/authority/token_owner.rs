//! Whose a bearer token is, as far as this process knows without asking a database about people.

use super::Authority;
use crate::auth::ApiKeyToken;
use sea_orm::prelude::Uuid;

/// Whose requests are counted together. It shows nobody anything, and whether they may ask is
/// another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::auth) enum TokenOwner {
    /// Somebody whose session was looked at a moment ago.
    Person(Uuid),
    /// A session that was not looked at lately, and may have ended: what comes with its token must
    /// not be at its person's cost.
    Session(Uuid),
    /// A program.
    ApiKey(Uuid),
}

impl TokenOwner {
    /// What is counted under.
    pub(in crate::auth) fn id(self) -> Uuid {
        match self {
            Self::Person(id) | Self::Session(id) | Self::ApiKey(id) => id,
        }
    }

    /// The person, where the token is theirs without a doubt.
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
    /// Whose this token is; `None` for one that does not verify, is too old, or is no key that is
    /// known.
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
