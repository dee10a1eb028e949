//! Where one is signed in, and one's own password, over HTTP.

use super::device::device;
use super::letters;
use super::telling::news;
use super::wire::{AccountSession, AccountSessions, EndedSessions, PasswordChange, SessionEnd};
use crate::auth::{Authority, Guesses, Password, Passwords, SignedForOneself};
use crate::clock::Clock;
use crate::http::{ApiError, Done, Envelope, Tag};
use crate::ids::{PersonId, SessionId};
use crate::mail::{LetterKind, Letters};
use chrono::TimeDelta;
use entities::person;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// One's own sessions and password.
pub struct OwnSessionsApi {
    /// Keeps sessions.
    pub authority: Arc<Authority>,
    /// Hashes and compares passwords.
    pub passwords: Passwords,
    /// Counts attempts to get in.
    pub guesses: Guesses,
    /// Tells the time.
    pub clock: Clock,
    /// Writes the letters.
    pub letters: Letters,
}

/// Whoever has signed in just now has shown who they are, and is not asked again.
const JUST_SIGNED_IN: TimeDelta = TimeDelta::minutes(5);

/// Enough for everybody but scripts that never sign out.
const MOST_LISTED: u64 = 100;

#[OpenApi(tag = "Tag::Accounts")]
impl OwnSessionsApi {
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
        signed: SignedForOneself,
    ) -> Result<Json<Envelope<AccountSessions>>, ApiError> {
        let (current, person) = who(&signed)?;
        let mut found = self
            .authority
            .sessions_of(PersonId(person.id), current, MOST_LISTED + 1)
            .await?;
        let more = found.len() as u64 > MOST_LISTED;
        if more {
            found.pop();
        }
        let items = found.into_iter().map(|session| AccountSession {
            id: session.id,
            device: device(session.user_agent.as_deref()),
            created_at: session.created_at,
            last_used_at: session.refreshed_at,
            current: session.id == current.0,
        });
        Ok(Json(Envelope::of(AccountSessions {
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
    async fn end_session(
        &self,
        request: &Request,
        signed: SignedForOneself,
        id: Path<Uuid>,
        body: Json<SessionEnd>,
    ) -> Result<Json<Envelope<Done>>, ApiError> {
        let (current, person) = who(&signed)?;
        if id.0 != current.0 {
            self.prove(request, person, current, body.0.password)
                .await?;
        }
        self.authority
            .end_own_session(
                signed.scope().access(),
                PersonId(person.id),
                SessionId(id.0),
            )
            .await?;
        Ok(Json(Done::envelope()))
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
    async fn end_other_sessions(
        &self,
        request: &Request,
        signed: SignedForOneself,
        body: Json<SessionEnd>,
    ) -> Result<Json<Envelope<EndedSessions>>, ApiError> {
        let (current, person) = who(&signed)?;
        self.prove(request, person, current, body.0.password)
            .await?;
        let ended_sessions = self
            .authority
            .end_other_sessions(signed.scope().access(), PersonId(person.id), current)
            .await?;
        Ok(Json(Envelope::of(EndedSessions {
            ended_sessions,
            message: said(ended_sessions),
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
        signed: SignedForOneself,
        body: Json<PasswordChange>,
    ) -> Result<Json<Envelope<EndedSessions>>, ApiError> {
        let PasswordChange {
            current_password,
            new_password,
        } = body.0;
        let (current, person) = who(&signed)?;
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
            new_password.check_new(&[&person.email, &person.name, &organization.name])
        {
            return Err(ApiError::invalid("invalid_values", message).at("newPassword"));
        }
        if same {
            return Err(ApiError::invalid(
                "invalid_values",
                "This is the password that you have: choose another.",
            )
            .at("newPassword"));
        }
        let id = PersonId(person.id);
        let stored = self
            .authority
            .password_hash(id)
            .await?
            .ok_or_else(ApiError::unauthorized)?;
        let check = async {
            Ok(self
                .passwords
                .matches(Password::new(current_password), Some(stored.clone()))
                .await?)
        };
        if !self.guesses.count(&person.email, request, check).await? {
            return Err(wrong_password());
        }
        let next = self.passwords.hash(new_password).await?;
        let words =
            letters::password_was_changed(&person.name, &self.letters.page("/forgot-password"));
        let told = self.letters.write(&news(
            person,
            LetterKind::PasswordChanged,
            words,
            self.clock.now(),
        ))?;
        let changed = self
            .authority
            .change_password(signed.scope().access(), id, (&stored, next), current, told)
            .await?;
        let ended_sessions = changed.ok_or_else(wrong_password)?;
        Ok(Json(Envelope::of(EndedSessions {
            ended_sessions,
            message: format!("Your password is changed. {}", said(ended_sessions)),
        })))
    }

    /// That it is the person who ends other sessions: by the password, or by having signed in just
    /// now.
    async fn prove(
        &self,
        request: &Request,
        person: &person::Model,
        current: SessionId,
        password: Option<String>,
    ) -> Result<(), ApiError> {
        let Some(password) = password else {
            if self
                .authority
                .was_opened_since(current, self.clock.now() - JUST_SIGNED_IN)
                .await?
            {
                return Ok(());
            }
            return Err(ApiError::invalid(
                "password_required",
                "Give your password, to make sure that it is you.",
            )
            .at("password"));
        };
        let stored = self
            .authority
            .password_hash(PersonId(person.id))
            .await?
            .ok_or_else(ApiError::unauthorized)?;
        let check = async {
            Ok(self
                .passwords
                .matches(Password::new(password), Some(stored))
                .await?)
        };
        if self.guesses.count(&person.email, request, check).await? {
            return Ok(());
        }
        Err(
            ApiError::invalid("wrong_password", "This is not your current password.")
                .at("password"),
        )
    }
}

fn who(signed: &SignedForOneself) -> Result<(SessionId, &person::Model), ApiError> {
    signed
        .scope()
        .own()
        .map(|(session, person)| (*session, person))
}

fn wrong_password() -> ApiError {
    ApiError::invalid("wrong_password", "This is not your current password.").at("currentPassword")
}

fn said(ended: u64) -> String {
    match ended {
        0 => "You were signed in nowhere else.".to_owned(),
        1 => "One other session was signed out.".to_owned(),
        many => format!("{many} other sessions were signed out."),
    }
}
