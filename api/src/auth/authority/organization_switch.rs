//! Moving a session to another organization of its person.

use super::Authority;
use crate::auth::{Claims, Scope, refuse_suspended};
use crate::db::{Access, Actor};
use crate::http::ApiError;
use crate::ids::{PersonId, TenantId};
use chrono::{DateTime, Utc};
use entities::person;

/// A session that works in another organization now, under the refresh token that it had.
pub struct SwitchedSession {
    /// The access token for the other organization.
    pub token: String,
    /// When it stops being valid.
    pub expires_at: DateTime<Utc>,
    /// Who.
    pub person: person::Model,
    /// Where, and in which role.
    pub access: Access,
}

impl Authority {
    /// Whether a scope that was given earlier would be given again, in the same role: for answers
    /// that go on long after they were asked for.
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
        let (now, then) = (&live.access, scope.access());
        !live.mfa_setup_required
            && now.organization().suspension.is_none()
            && (now.tenant(), now.person(), now.role())
                == (then.tenant(), then.person(), then.role())
    }

    /// Moves the caller's session to another of their organizations; 404 where they do not belong
    /// to it. The token that asked names the organization that was left: this process refuses it at
    /// once, others within [`LOOK_UP_AGE`](super::LOOK_UP_AGE), and until then it opens that
    /// organization and no other.
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
