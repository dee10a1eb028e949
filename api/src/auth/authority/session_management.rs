//! A user's own sessions and password. This process rejects a revoked session immediately, others
//! within [`LOOKUP_MAX_AGE`](super::LOOKUP_MAX_AGE).

use super::Authority;
use crate::auth::refresh_cookie::REFRESH_TOKEN_LIFETIME;
use crate::db::Access;
use crate::http::ApiError;
use crate::ids::{PersonId, SessionId};
use chrono::{DateTime, Utc};
use entities::{email_outbox, session};

impl Authority {
    /// A user's live sessions: `first`, then by last use, at most `limit`.
    pub async fn list_sessions(
        &self,
        person: PersonId,
        first: SessionId,
        limit: u64,
    ) -> Result<Vec<session::Model>, ApiError> {
        let now = self.clock.now();
        Ok(self
            .database
            .platform()
            .list_live_sessions(person, first, now - REFRESH_TOKEN_LIFETIME, now, limit)
            .await?)
    }

    /// Revokes a live session of a user; 404 if the user has no session with this id.
    pub async fn revoke_own_session(
        &self,
        access: &Access,
        person: PersonId,
        session: SessionId,
    ) -> Result<(), ApiError> {
        if !self
            .database
            .platform()
            .revoke_own_session(access, person, session, self.clock.now())
            .await?
        {
            return Err(ApiError::not_found());
        }
        self.sessions.invalidate(&session).await;
        Ok(())
    }

    /// Revokes all other sessions of a user and returns how many.
    pub async fn revoke_other_sessions(
        &self,
        access: &Access,
        person: PersonId,
        keep: SessionId,
    ) -> Result<u64, ApiError> {
        let revoked = self
            .database
            .platform()
            .revoke_other_sessions(access, person, keep, self.clock.now())
            .await?;
        self.clear_lookups();
        Ok(revoked)
    }

    /// Whether a session was created at `moment` or later.
    pub async fn was_opened_since(
        &self,
        session: SessionId,
        moment: DateTime<Utc>,
    ) -> Result<bool, ApiError> {
        Ok(self
            .database
            .platform()
            .find_session_created_at(session)
            .await?
            .is_some_and(|created_at| created_at >= moment))
    }

    /// The user's current password hash, not cached.
    pub async fn load_password_hash(&self, person: PersonId) -> Result<Option<String>, ApiError> {
        Ok(self.database.platform().find_password_hash(person).await?)
    }

    /// Replaces a verified password hash, revokes the user's other sessions, queues the
    /// notification email, and returns how many sessions were revoked. `None` if the password was
    /// changed concurrently.
    pub async fn change_password(
        &self,
        access: &Access,
        person: PersonId,
        (verified_hash, new_hash): (&str, String),
        keep: SessionId,
        notification: email_outbox::Model,
    ) -> Result<Option<u64>, ApiError> {
        let revoked = self
            .database
            .platform()
            .change_password(
                access,
                person,
                [verified_hash, &new_hash],
                keep,
                notification,
                self.clock.now(),
            )
            .await?;
        self.clear_lookups();
        Ok(revoked)
    }
}
