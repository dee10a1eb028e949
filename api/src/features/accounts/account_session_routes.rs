//! HTTP operations on the sessions and the password of an account.

use super::account_emails;
use super::device_name::describe_device;
use super::security_email::build_security_email;
use super::wire::{
    AccountSession, AccountSessions, PasswordChange, RevokedSessions, SessionRevocation,
};
use crate::auth::{Authority, LoginThrottle, Password, PasswordHashPool, SignedAccount};
use crate::clock::Clock;
use crate::db::Database;
use crate::email::{EmailKind, Mailer};
use crate::http::{Acknowledgment, ApiError, Envelope, ErrorDetailCode, Tag};
use crate::ids::{PersonId, SessionId};
use chrono::TimeDelta;
use entities::person;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// Sessions and password of an account.
pub struct AccountSessionsApi {
    /// Lists and revokes sessions.
    pub authority: Arc<Authority>,
    /// Hashes and verifies passwords.
    pub passwords: PasswordHashPool,
    /// Limits password attempts.
    pub login_throttle: LoginThrottle,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Seals the emails.
    pub mailer: Mailer,
}

/// A session this young can revoke others without the password.
const RECENT_SIGN_IN: TimeDelta = TimeDelta::minutes(5);

/// The maximum number of listed sessions.
const MAX_LISTED_SESSIONS: u64 = 100;

#[OpenApi(tag = "Tag::Accounts")]
impl AccountSessionsApi {
    /// List sessions
    ///
    /// The person's sessions: the current one first, then the most recently used.
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
        let mut sessions = self
            .authority
            .list_sessions(PersonId(person.id), current, MAX_LISTED_SESSIONS + 1)
            .await?;
        let has_more = sessions.len() as u64 > MAX_LISTED_SESSIONS;
        if has_more {
            sessions.pop();
        }
        let items = sessions.into_iter().map(|session| AccountSession {
            id: session.id,
            device: describe_device(session.user_agent.as_deref()),
            created_at: session.created_at,
            last_used_at: session.refreshed_at,
            current: session.id == current.0,
        });
        Ok(Json(Envelope::new(AccountSessions {
            items: items.collect(),
            has_more,
        })))
    }

    /// Revoke a session
    ///
    /// Its access token and its refresh token stop working on all servers within 2 seconds. Needs
    /// the password, unless the current session is at most 5 minutes old or is the one to revoke. A
    /// wrong password counts as a failed sign-in.
    #[oai(
        path = "/api/account/sessions/:id",
        method = "delete",
        operation_id = "revokeSession"
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

    /// Revoke all other sessions
    ///
    /// Signs the person out everywhere else within 2 seconds. Needs the password like
    /// `revokeSession`.
    #[oai(
        path = "/api/account/sessions/revoke-others",
        method = "post",
        operation_id = "revokeOtherSessions"
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
        let revoked_sessions = self
            .authority
            .revoke_other_sessions(signed.scope().access(), PersonId(person.id), current)
            .await?;
        Ok(Json(Envelope::new(RevokedSessions {
            revoked_sessions,
            message: revocation_message(revoked_sessions),
        })))
    }

    /// Change password
    ///
    /// Needs the current password; a wrong one counts as a failed sign-in. Revokes the person's
    /// other sessions.
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
            return Err(ApiError::demo_read_only(
                "The password of the demo account can't be changed. Register to get your own \
                    account.",
            ));
        }
        let same = new_password == current_password;
        let new_password = Password::new(new_password);
        if let Err(weakness) =
            new_password.check_policy(&[&person.email, &person.name, &organization.name])
        {
            return Err(weakness.to_detail("newPassword").into());
        }
        if same {
            return Err(ApiError::invalid_value(
                "newPassword",
                ErrorDetailCode::Unchanged,
                "This is your current password. Choose a different one.",
            ));
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
        let texts = self
            .database
            .platform()
            .find_texts(PersonId(person.id))
            .await?;
        let content = account_emails::password_changed_email(
            texts,
            &person.name,
            &self.mailer.page_url("/forgot-password"),
        );
        let email = self.mailer.seal_email(&build_security_email(
            person,
            EmailKind::PasswordChanged,
            content,
            self.clock.now(),
        ))?;
        let changed = self
            .authority
            .change_password(signed.scope().access(), id, (&stored, next), current, email)
            .await?;
        let revoked_sessions = changed.ok_or_else(wrong_password_error)?;
        Ok(Json(Envelope::new(RevokedSessions {
            revoked_sessions,
            message: format!(
                "Your password is changed. {}",
                revocation_message(revoked_sessions)
            ),
        })))
    }

    /// Requires the password, or a recent sign-in.
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
                "Enter your password to confirm.",
            )
            .with_detail("password", ErrorDetailCode::Required));
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
                .with_detail("password", ErrorDetailCode::WrongPassword),
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
        .with_detail("currentPassword", ErrorDetailCode::WrongPassword)
}

fn revocation_message(revoked: u64) -> String {
    match revoked {
        0 => "You had no other sessions.".to_owned(),
        1 => "One other session was signed out.".to_owned(),
        count => format!("{count} other sessions were signed out."),
    }
}
