//! Switches a session to another organization of its user.

use super::Authority;
use crate::auth::{Claims, Scope, refuse_suspended};
use crate::db::{Access, Actor};
use crate::http::ApiError;
use crate::ids::{PersonId, TenantId};
use chrono::{DateTime, Utc};
use entities::person;

/// A session after the switch; its refresh token is unchanged.
pub struct SwitchedSession {
    /// The access token for the new organization.
    pub token: String,
    /// When the access token expires.
    pub expires_at: DateTime<Utc>,
    /// The user.
    pub person: person::Model,
    /// The organization and the user's role.
    pub access: Access,
}

impl Authority {
    /// Whether a scope is still valid with the same role, for long-running responses.
    pub async fn is_scope_current(&self, scope: &Scope) -> bool {
        if let Some(key) = scope.api_key_id() {
            let live = self
                .database
                .platform()
                .find_live_api_key(key, self.clock.now())
                .await;
            return live.is_ok_and(|live| {
                live.is_some_and(|live| live.access().organization().suspension.is_none())
            });
        }
        let Some((session, _)) = scope.signed_in() else {
            return self.demo;
        };
        let Ok(Some(live)) = self.find_live_session(*session, self.clock.now()).await else {
            return false;
        };
        let (current, earlier) = (&live.access, scope.access());
        !live.mfa_setup_required
            && current.organization().suspension.is_none()
            && (current.tenant(), current.person(), current.role())
                == (earlier.tenant(), earlier.person(), earlier.role())
    }

    /// Switches the caller's session to another of their organizations; 404 if they are not a
    /// member. The old access token stays limited to the old organization. This process rejects it
    /// immediately, others within [`LOOKUP_MAX_AGE`](super::LOOKUP_MAX_AGE).
    pub async fn switch_organization(
        &self,
        scope: &Scope,
        to: TenantId,
    ) -> Result<SwitchedSession, ApiError> {
        let (session, person) = scope.require_person()?;
        let (platform, now) = (self.database.platform(), self.clock.now());
        let id = PersonId(person.id);
        let access = platform
            .find_organization_access(id, to)
            .await?
            .ok_or_else(ApiError::not_found)?;
        refuse_suspended(
            &access.organization().name,
            access.organization().suspension.as_ref(),
        )?;
        let access = access.with_actor(Actor::clone(scope.access().actor()));
        if !platform
            .switch_session_organization(*session, id, scope.access().tenant(), &access, now)
            .await?
        {
            return Err(ApiError::unauthorized());
        }
        self.sessions.invalidate(session).await;
        let claims = Claims::new(&self.issuer, id, to, *session, now);
        let token = claims
            .sign_token(&*self.current_signing_key().await?)
            .map_err(|error| ApiError::internal(&error))?;
        Ok(SwitchedSession {
            token,
            expires_at: claims.expires_at().unwrap_or(now),
            person: person.clone(),
            access,
        })
    }
}
