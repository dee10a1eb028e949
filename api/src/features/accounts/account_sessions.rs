//! Where one is signed in, and one's own password, over HTTP.

use super::account_emails;
use super::device_name::describe_device;
use super::telling::build_security_email;
use super::wire::{
    AccountSession, AccountSessions, PasswordChange, RevokedSessions, SessionRevocation,
};
use crate::auth::{Authority, LoginThrottle, Password, PasswordHashPool, SignedAccount};
use crate::clock::Clock;
use crate::email::{EmailKind, Mailer};
use crate::http::{Acknowledgment, ApiError, Envelope, Tag};
use crate::ids::{PersonId, SessionId};
use chrono::TimeDelta;
use entities::person;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// One's own sessions and password.
pub struct AccountSessionsApi {
    /// Keeps sessions.
    pub authority: Arc<Authority>,
    /// Hashes and compares passwords.
    pub passwords: PasswordHashPool,
    /// Counts attempts to get in.
    pub login_throttle: LoginThrottle,
    /// Tells the time.
    pub clock: Clock,
    /// Writes the letters.
    pub mailer: Mailer,
}

/// Whoever has signed in just now has shown who they are, and is not asked again.
const RECENT_SIGN_IN: TimeDelta = TimeDelta::minutes(5);

/// Enough for everybody but scripts that never sign out.
const MAX_LISTED_SESSIONS: u64 = 100;

#[OpenApi(tag = "Tag::Accounts")]
impl AccountSessionsApi {
    /// List one's own sessions
    ///
    /// Where the person is signed in, this session first, then the last used.
    #[oai(
        path = "/api/account/sessions",
        method = "get",
        operation_id = "listSessions"
    )]
    async fn list_sessions(
        &self,
        signed: SignedAccount,
    ) -> Result<Json<Envelope<AccountSessions>>, ApiError> {
        let (current, person) = require_session(&signed)?;
        let mut found = self
            .authority
            .list_sessions(PersonId(person.id), current, MAX_LISTED_SESSIONS + 1)
            .await?;
        let more = found.len() as u64 > MAX_LISTED_SESSIONS;
        if more {
            found.pop();
        }
        let items = found.into_iter().map(|session| AccountSession {
            id: session.id,
            device: describe_device(session.user_agent.as_deref()),
            created_at: session.created_at,
            last_used_at: session.refreshed_at,
            current: session.id == current.0,
        });
        Ok(Json(Envelope::new(AccountSessions {
            items: items.collect(),
            more,
        })))
    }

    /// End one of one's own sessions
    ///
    /// Its access token and its refresh token stop working everywhere, within 2 seconds. Needs the
    /// password, unless the session that asks was opened within the last 5 minutes, or is the one
    /// that is ended; a wrong one counts like a wrong sign-in.
    #[oai(
        path = "/api/account/sessions/:id",
        method = "delete",
        operation_id = "endSession"
    )]
    async fn revoke_session(
        &self,
        request: &Request,
        signed: SignedAccount,
        id: Path<Uuid>,
        body: Json<SessionRevocation>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let (current, person) = require_session(&signed)?;
        if id.0 != current.0 {
            self.reauthenticate(request, person, current, body.0.password)
                .await?;
        }
        self.authority
            .revoke_own_session(
                signed.scope().access(),
                PersonId(person.id),
                SessionId(id.0),
            )
            .await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// End all of one's other sessions
    ///
    /// Signs the person out everywhere but here, within 2 seconds. Needs the password as
    /// `endSession` does.
    #[oai(
        path = "/api/account/sessions/end-others",
        method = "post",
        operation_id = "endOtherSessions"
    )]
    async fn revoke_other_sessions(
        &self,
        request: &Request,
        signed: SignedAccount,
        body: Json<SessionRevocation>,
    ) -> Result<Json<Envelope<RevokedSessions>>, ApiError> {
        let (current, person) = require_session(&signed)?;
        self.reauthenticate(request, person, current, body.0.password)
            .await?;
        let ended_sessions = self
            .authority
            .revoke_other_sessions(signed.scope().access(), PersonId(person.id), current)
            .await?;
        Ok(Json(Envelope::new(RevokedSessions {
            ended_sessions,
            message: revocation_message(ended_sessions),
        })))
    }

    /// Change one's own password
    ///
    /// Needs the password that is valid now; a wrong one counts like a wrong sign-in. The person's
    /// other sessions end.
    #[oai(
        path = "/api/account/password",
        method = "post",
        operation_id = "changePassword"
    )]
    async fn change_password(
        &self,
        request: &Request,
        signed: SignedAccount,
        body: Json<PasswordChange>,
    ) -> Result<Json<Envelope<RevokedSessions>>, ApiError> {
        let PasswordChange {
            current_password,
            new_password,
        } = body.0;
        let (current, person) = require_session(&signed)?;
        let organization = signed.scope().access().organization();
        if organization.is_demo {
            return Err(ApiError::conflict(
                "demo_account",
                "The password of the demo is public and stays as it is. Register to have an \
                    account of your own.",
            ));
        }
        let same = new_password == current_password;
        let new_password = Password::new(new_password);
        if let Err(message) =
            new_password.check_policy(&[&person.email, &person.name, &organization.name])
        {
            return Err(ApiError::unprocessable("invalid_values", message).with_path("newPassword"));
        }
        if same {
            return Err(ApiError::unprocessable(
                "invalid_values",
                "This is the password that you have: choose another.",
            )
            .with_path("newPassword"));
        }
        let id = PersonId(person.id);
        let stored = self
            .authority
            .load_password_hash(id)
            .await?
            .ok_or_else(ApiError::unauthorized)?;
        let check = async {
            Ok(self
                .passwords
                .verify_password(Password::new(current_password), Some(stored.clone()))
                .await?)
        };
        if !self
            .login_throttle
            .throttle_password_check(&person.email, request, check)
            .await?
        {
            return Err(wrong_password_error());
        }
        let next = self.passwords.hash_password(new_password).await?;
        let words = account_emails::password_changed_email(
            &person.name,
            &self.mailer.page_url("/forgot-password"),
        );
        let told = self.mailer.seal_email(&build_security_email(
            person,
            EmailKind::PasswordChanged,
            words,
            self.clock.now(),
        ))?;
        let changed = self
            .authority
            .change_password(signed.scope().access(), id, (&stored, next), current, told)
            .await?;
        let ended_sessions = changed.ok_or_else(wrong_password_error)?;
        Ok(Json(Envelope::new(RevokedSessions {
            ended_sessions,
            message: format!(
                "Your password is changed. {}",
                revocation_message(ended_sessions)
            ),
        })))
    }

    /// That it is the person who ends other sessions: by the password, or by having signed in just
    /// now.
    async fn reauthenticate(
        &self,
        request: &Request,
        person: &person::Model,
        current: SessionId,
        password: Option<String>,
    ) -> Result<(), ApiError> {
        let Some(password) = password else {
            if self
                .authority
                .was_opened_since(current, self.clock.now() - RECENT_SIGN_IN)
                .await?
            {
                return Ok(());
            }
            return Err(ApiError::unprocessable(
                "password_required",
                "Give your password, to make sure that it is you.",
            )
            .with_path("password"));
        };
        let stored = self
            .authority
            .load_password_hash(PersonId(person.id))
            .await?
            .ok_or_else(ApiError::unauthorized)?;
        let check = async {
            Ok(self
                .passwords
                .verify_password(Password::new(password), Some(stored))
                .await?)
        };
        if self
            .login_throttle
            .throttle_password_check(&person.email, request, check)
            .await?
        {
            return Ok(());
        }
        Err(
            ApiError::unprocessable("wrong_password", "This is not your current password.")
                .with_path("password"),
        )
    }
}

fn require_session(signed: &SignedAccount) -> Result<(SessionId, &person::Model), ApiError> {
    signed
        .scope()
        .require_person()
        .map(|(session, person)| (*session, person))
}

fn wrong_password_error() -> ApiError {
    ApiError::unprocessable("wrong_password", "This is not your current password.")
        .with_path("currentPassword")
}

fn revocation_message(ended: u64) -> String {
    match ended {
        0 => "You were signed in nowhere else.".to_owned(),
        1 => "One other session was signed out.".to_owned(),
        many => format!("{many} other sessions were signed out."),
    }
}
