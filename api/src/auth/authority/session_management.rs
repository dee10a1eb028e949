//! A person's own sessions and password. What is ended here is refused at once by this process, and
//! within [`LOOK_UP_AGE`](super::LOOK_UP_AGE) by others.

use super::Authority;
use crate::auth::refresh_cookie::REFRESH_TOKEN_LIFETIME;
use crate::db::Access;
use crate::http::ApiError;
use crate::ids::{PersonId, SessionId};
use chrono::{DateTime, Utc};
use entities::{email_outbox, session};

impl Authority {
    /// A person's live sessions: `first`, then the last used, at most `limit` of them.
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

    /// Ends one live session of a person; 404 where the person has none by this id, whoever else
    /// has.
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

    /// Ends all sessions of a person but one, and says how many.
    pub async fn revoke_other_sessions(
        &self,
        access: &Access,
        person: PersonId,
        keep: SessionId,
    ) -> Result<u64, ApiError> {
        let ended = self
            .database
            .platform()
            .revoke_other_sessions(access, person, keep, self.clock.now())
            .await?;
        self.clear_lookups();
        Ok(ended)
    }

    /// Whether a session was opened at that moment or later.
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
            .is_some_and(|opened| opened >= moment))
    }

    /// The password hash that a person has at this moment: look-ups may be a second old.
    pub async fn load_password_hash(&self, person: PersonId) -> Result<Option<String>, ApiError> {
        Ok(self.database.platform().find_password_hash(person).await?)
    }

    /// Replaces a password hash that was just checked, ends the person's other sessions, tells them
    /// by this letter, and says how many. `None` where somebody else has replaced it meanwhile.
    pub async fn change_password(
        &self,
        access: &Access,
        person: PersonId,
        (checked, next): (&str, String),
        keep: SessionId,
        told: email_outbox::Model,
    ) -> Result<Option<u64>, ApiError> {
        let ended = self
            .database
            .platform()
            .change_password(
                access,
                person,
                [checked, &next],
                keep,
                told,
                self.clock.now(),
            )
            .await?;
        self.clear_lookups();
        Ok(ended)
    }
}
