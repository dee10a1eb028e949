//! Resolves tokens to callers, with lookups cached for at most one second.

mod api_key_scope;
mod operator_scope;
mod organization_switch;
mod session_management;
mod signing_key_rotation;
mod token_owner;

pub use operator_scope::OperatorScope;
pub use organization_switch::SwitchedSession;
pub use signing_key_rotation::ACTIVATION_DELAY;

use super::lookup_cache::LookupCache;
use super::refresh_cookie::{REFRESH_TOKEN_LIFETIME, SESSION_LIFETIME};
use super::{Claims, Scope, SigningKey, hash_token};
use crate::clock::Clock;
use crate::db::{
    Access, Account, Actor, ApiKeyAccess, Database, NewSession, RequestOrigin, SessionAccess,
    TokenRotation,
};
use crate::entropy::Entropy;
use crate::http::{ApiError, RefusalCause};
use crate::ids::{PersonId, SessionId, TenantId};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::{person, session};
use poem::http::StatusCode;
use sea_orm::prelude::Uuid;
use std::sync::Arc;
use std::time::Duration;

/// How long a lookup is cached. It bounds how long other replicas accept a revoked session, should
/// they not be notified of the change.
const LOOKUP_MAX_AGE: Duration = Duration::from_secs(1);

/// Creates, verifies, refreshes and revokes sessions.
pub struct Authority {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    keys: Arc<SigningKey>,
    scheduled_keys: LookupCache<(), Arc<Vec<signing_key_rotation::ScheduledKey>>>,
    issuer: String,
    demo: bool,
    operators_require_mfa: bool,
    verified_tokens: LookupCache<String, Arc<Claims>>,
    sessions: LookupCache<SessionId, Arc<SessionAccess>>,
    visitors: LookupCache<(), Access>,
    api_keys: LookupCache<Uuid, Arc<ApiKeyAccess>>,
    operators: LookupCache<PersonId, bool>,
}

/// A new or refreshed session.
pub struct SignInResult {
    /// The access token.
    pub token: String,
    /// When the access token expires.
    pub expires_at: DateTime<Utc>,
    /// The opaque refresh token, for the cookie.
    pub refresh_token: String,
    /// The user.
    pub person: person::Model,
    /// The organization and the user's role.
    pub access: Access,
}

/// The identity behind a token, as cached by this process.
#[derive(Clone, Debug)]
pub struct CachedIdentity {
    claims: Arc<Claims>,
    session: Arc<SessionAccess>,
}

impl CachedIdentity {
    /// The time zone of the organization.
    pub fn time_zone(&self) -> Tz {
        self.session.access.organization().time_zone
    }

    /// The organization.
    pub fn tenant(&self) -> TenantId {
        self.session.access.tenant()
    }
}

impl Authority {
    /// Creates an authority for this database. `issuer` is the public URL; `demo` is whether
    /// visitors can see the demo organization.
    pub fn new(
        database: Database,
        clock: Clock,
        entropy: Entropy,
        keys: SigningKey,
        issuer: String,
        demo: bool,
    ) -> Self {
        Self {
            database,
            clock,
            entropy,
            keys: Arc::new(keys),
            scheduled_keys: LookupCache::new(1, LOOKUP_MAX_AGE),
            issuer,
            demo,
            operators_require_mfa: false,
            verified_tokens: LookupCache::new(10_000, Duration::from_mins(10)),
            sessions: LookupCache::new(10_000, LOOKUP_MAX_AGE),
            visitors: LookupCache::new(1, LOOKUP_MAX_AGE),
            api_keys: LookupCache::new(10_000, LOOKUP_MAX_AGE),
            operators: LookupCache::new(10_000, LOOKUP_MAX_AGE),
        }
    }

    /// The same authority, whose lookups are cached for this long. Safe only where every change
    /// clears them.
    #[must_use]
    pub fn with_lookup_age(self, age: Duration) -> Self {
        Self {
            sessions: LookupCache::new(10_000, age),
            visitors: LookupCache::new(1, age),
            api_keys: LookupCache::new(10_000, age),
            operators: LookupCache::new(10_000, age),
            ..self
        }
    }

    /// The same authority. `required` is whether operators must use MFA.
    #[must_use]
    pub fn with_operator_mfa(self, required: bool) -> Self {
        Self {
            operators_require_mfa: required,
            ..self
        }
    }

    /// The scope of an access token; 401 for any invalid token.
    pub async fn scope_for_token(&self, token: &str) -> Result<Scope, ApiError> {
        let claims = self.verify_claims(token).await?;
        let now = self.clock.now();
        if !claims.is_current(now) {
            return Err(expired_credential_error());
        }
        let live = self
            .find_live_session(claims.session_id(), now)
            .await?
            .ok_or_else(expired_credential_error)?;
        if !claims.is_for(live.access.person(), live.access.tenant()) {
            return Err(expired_credential_error());
        }
        let scope = Scope::new(
            live.access.clone(),
            Some((live.session, live.person.clone())),
            self.database.clone(),
            self.clock.clone(),
        );
        Ok(if live.mfa_setup_required {
            scope.without_mfa()
        } else {
            scope
        })
    }

    /// The claims of a token with a valid signature, which may have expired; 401 for any other
    /// token.
    async fn verify_claims(&self, token: &str) -> Result<Arc<Claims>, ApiError> {
        if let Some(claims) = self.verified_tokens.get(token).await {
            return Ok(claims);
        }
        let keys = self.verifying_keys().await?;
        let claims = keys
            .iter()
            .find_map(|keys| Claims::verify_token(token, &self.issuer, keys).ok());
        let claims = Arc::new(claims.ok_or_else(|| {
            ApiError::unauthorized().with_refusal_cause(RefusalCause::ForgedToken)
        })?);
        self.verified_tokens
            .insert(token.to_owned(), Arc::clone(&claims))
            .await;
        Ok(claims)
    }

    /// The cached identity behind a token; `None` if it would require a lookup.
    pub async fn find_cached_identity(&self, token: &str) -> Option<CachedIdentity> {
        let claims = self.verified_tokens.get(token).await?;
        let live = self.sessions.get(&claims.session_id()).await?;
        (claims.is_current(self.clock.now())
            && claims.is_for(live.access.person(), live.access.tenant()))
        .then_some(CachedIdentity {
            claims,
            session: live,
        })
    }

    /// Whether this very lookup is still cached and the token has not expired.
    pub async fn is_identity_current(&self, identity: &CachedIdentity) -> bool {
        let live = self.sessions.get(&identity.claims.session_id()).await;
        live.is_some_and(|live| Arc::ptr_eq(&live, &identity.session))
            && identity.claims.is_current(self.clock.now())
    }

    /// The demo scope for a request without a token; 401 if there is no demo.
    pub async fn scope_for_visitor(&self) -> Result<Scope, ApiError> {
        if !self.demo {
            return Err(ApiError::unauthorized());
        }
        let platform = self.database.platform();
        let access = self
            .visitors
            .get_or_find((), || platform.find_demo_organization())
            .await?;
        Ok(Scope::new(
            access.ok_or_else(ApiError::unauthorized)?,
            None,
            self.database.clone(),
            self.clock.clone(),
        ))
    }

    /// Creates a session for a user whose credentials were just verified.
    pub async fn sign_in(
        &self,
        account: Account,
        origin: RequestOrigin,
    ) -> Result<SignInResult, ApiError> {
        let now = self.clock.now();
        let session = SessionId(self.entropy.uuid_v7(now)?);
        let refresh_token = self.entropy.random_token()?;
        let row = session::Model {
            id: session.0,
            person_id: account.person.id,
            tenant_id: account.access.tenant().0,
            user_agent: origin.user_agent.clone(),
            created_at: now,
            refreshed_at: now,
            expires_at: now + SESSION_LIFETIME,
            revoked_at: None,
        };
        let new = NewSession {
            session: row,
            token_hash: hash_token(&refresh_token),
            token_expires_at: now + REFRESH_TOKEN_LIFETIME,
        };
        let actor = Actor::for_person(PersonId(account.person.id), &account.person.name)
            .with_origin(origin);
        self.database
            .platform()
            .create_session(new, &account.access.clone().with_actor(actor))
            .await?;
        self.sign_access_token(session, account.person, account.access, refresh_token, now)
            .await
    }

    /// Rotates a refresh token and signs a new access token.
    pub async fn refresh_session(&self, presented: &str) -> Result<SignInResult, ApiError> {
        let now = self.clock.now();
        let refresh_token = self.entropy.random_token()?;
        let platform = self.database.platform();
        let rotation = platform
            .rotate_refresh_token(
                &hash_token(presented),
                hash_token(&refresh_token),
                now + REFRESH_TOKEN_LIFETIME,
                now,
            )
            .await?;
        match rotation {
            TokenRotation::Rotated(session) => {
                let live = platform
                    .find_live_session(session, now)
                    .await?
                    .ok_or_else(ApiError::unauthorized)?;
                self.sign_access_token(session, live.person, live.access, refresh_token, now)
                    .await
            }
            TokenRotation::Superseded => Err(ApiError::new(
                StatusCode::UNAUTHORIZED,
                "refresh_superseded",
                "Another tab has refreshed this session. Use its token.",
            )),
            TokenRotation::Rejected => {
                // The session may just have been revoked, so drop the cached lookup.
                if let Some(session) = platform
                    .find_session_by_refresh_token(&hash_token(presented))
                    .await?
                {
                    self.sessions.invalidate(&session).await;
                }
                Err(ApiError::unauthorized())
            }
            TokenRotation::Replayed {
                session,
                person,
                tenant,
            } => {
                self.sessions.invalidate(&session).await;
                Err(ApiError::unauthorized().with_refusal_cause(
                    RefusalCause::ReplayedRefreshToken {
                        person: person.0,
                        tenant: tenant.0,
                    },
                ))
            }
        }
    }

    /// Revokes the session of a refresh token. An unknown token is ignored.
    pub async fn sign_out(&self, presented: &str, origin: RequestOrigin) -> Result<(), ApiError> {
        if let Some(session) = self
            .database
            .platform()
            .find_session_by_refresh_token(&hash_token(presented))
            .await?
        {
            self.revoke_session(session, origin).await?;
        }
        Ok(())
    }

    /// Revokes a session: immediately in this process, within [`LOOKUP_MAX_AGE`] in others.
    pub async fn revoke_session(
        &self,
        session: SessionId,
        origin: RequestOrigin,
    ) -> Result<(), ApiError> {
        self.database
            .platform()
            .revoke_session(session, origin, self.clock.now())
            .await?;
        self.sessions.invalidate(&session).await;
        Ok(())
    }

    /// Drops all cached lookups, after a change to data that they contain, such as a name, a role
    /// or the data version.
    pub fn clear_lookups(&self) {
        self.sessions.invalidate_all();
        self.visitors.invalidate_all();
        self.api_keys.invalidate_all();
        self.operators.invalidate_all();
    }

    async fn find_live_session(
        &self,
        id: SessionId,
        now: DateTime<Utc>,
    ) -> Result<Option<Arc<SessionAccess>>, ApiError> {
        let platform = self.database.platform();
        let find = || async {
            let live = platform.find_live_session(id, now).await?;
            Ok(live.map(Arc::new))
        };
        self.sessions.get_or_find(id, find).await
    }

    async fn sign_access_token(
        &self,
        session: SessionId,
        person: person::Model,
        access: Access,
        refresh_token: String,
        now: DateTime<Utc>,
    ) -> Result<SignInResult, ApiError> {
        let claims = Claims::new(
            &self.issuer,
            PersonId(person.id),
            access.tenant(),
            session,
            now,
        );
        let token = claims
            .sign_token(&*self.current_signing_key().await?)
            .map_err(|error| ApiError::internal(&error))?;
        Ok(SignInResult {
            token,
            expires_at: claims.expires_at().unwrap_or(now),
            refresh_token,
            person,
            access,
        })
    }
}

/// 401 for a credential that was once valid.
fn expired_credential_error() -> ApiError {
    ApiError::unauthorized().with_refusal_cause(RefusalCause::ExpiredCredential)
}
