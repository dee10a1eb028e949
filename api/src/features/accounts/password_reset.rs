//! A new password for somebody who forgot theirs, by a letter to their address, over HTTP.

use super::letters;
use super::register::normal_email;
use super::telling::news;
use super::wire::{Accepted, PasswordReset, ResetRequest, Said};
use crate::auth::{
    Authority, Guesses, OneTimeToken, Password, Passwords, Purpose, hash_token, origin,
};
use crate::clock::Clock;
use crate::db::{Author, Database};
use crate::entropy::Entropy;
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use crate::mail::{Letter, LetterKind, Letters};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use std::sync::Arc;

/// Choosing a new password by letter.
pub struct PasswordResetApi {
    /// Ends sessions.
    pub authority: Arc<Authority>,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// Counts requests as it counts guesses.
    pub guesses: Guesses,
    /// Where people and tokens are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Makes tokens.
    pub entropy: Entropy,
    /// Writes the letters.
    pub letters: Letters,
}

#[OpenApi(tag = "Tag::Accounts")]
impl PasswordResetApi {
    /// Ask for a new password
    ///
    /// Sends a letter with a link to the address, if somebody has it; the answer is the same, and
    /// takes as long, if nobody does. The link works once within 30 minutes, and a newer one
    /// replaces it. At most five letters an hour go to one person.
    #[oai(
        path = "/api/auth/password-reset",
        method = "post",
        operation_id = "requestPasswordReset"
    )]
    async fn request_password_reset(
        &self,
        request: &Request,
        body: Json<ResetRequest>,
    ) -> Result<Accepted, ApiError> {
        let email = normal_email(&body.0.email);
        self.guesses.count_request(&email, request).await?;
        let platform = self.database.platform();
        // From here on the same is done whether somebody was found or not.
        let person = platform.person_to_write_to(&email).await?;
        let id = person.as_ref().map(|person| PersonId(person.id));
        let (address, name) = person
            .as_ref()
            .map_or(("nobody@invalid", "nobody"), |person| {
                (&person.email, &person.name)
            });
        let now = self.clock.now();
        let token = OneTimeToken::make(&self.entropy)?;
        let (subject, text) =
            letters::reset(name, &self.letters.link("/reset-password", token.text()));
        let kept = token.kept(Purpose::PasswordReset, id, None, address, now);
        let letter = Letter {
            kind: LetterKind::PasswordReset,
            to: address,
            name,
            person: id,
            organization: None,
            subject,
            text,
            expires_at: kept.expires_at,
        };
        platform
            .send_token(kept, self.letters.write(&letter)?)
            .await?;
        Ok(Accepted::Accepted(Said::envelope(self.on_its_way())))
    }

    /// Choose a new password by a link
    ///
    /// Replaces the password of whoever was sent the token, and ends all of their sessions. The
    /// token works once, within 30 minutes. Two-step sign-in stays as it is.
    #[oai(
        path = "/api/auth/password-reset/confirm",
        method = "post",
        operation_id = "confirmPasswordReset"
    )]
    async fn confirm_password_reset(
        &self,
        request: &Request,
        body: Json<PasswordReset>,
    ) -> Result<Json<Envelope<Said>>, ApiError> {
        let PasswordReset { token, password } = body.0;
        let platform = self.database.platform();
        let token = hash_token(&token);
        let now = self.clock.now();
        let found = platform
            .usable_token(Purpose::PasswordReset.name(), &token, now)
            .await?
            .and_then(|token| token.person_id)
            .ok_or_else(no_such_link)?;
        let person = platform
            .person(PersonId(found))
            .await?
            .ok_or_else(no_such_link)?;
        let author =
            Author::person(PersonId(person.id), &person.name).calling_from(origin(request));
        let access = platform
            .account_by_email(&person.email)
            .await?
            .map(|account| account.access.used_by(author));
        let organization = access
            .as_ref()
            .map(|access| access.organization().name.clone());
        let password = Password::new(password);
        if let Err(message) = password.check_new(&[
            &person.email,
            &person.name,
            organization.as_deref().unwrap_or_default(),
        ]) {
            return Err(ApiError::invalid("invalid_values", message).at("password"));
        }
        let next = self.passwords.hash(password).await?;
        let words =
            letters::password_was_reset(&person.name, &self.letters.page("/forgot-password"));
        let told = news(&person, LetterKind::PasswordChanged, words, now);
        if !platform
            .reset_password(
                &token,
                next,
                self.letters.write(&told)?,
                access.as_ref(),
                now,
            )
            .await?
        {
            return Err(no_such_link());
        }
        self.authority.forget();
        Ok(Said::envelope(
            "Your new password is set, and you were signed out everywhere. Sign in with it.",
        ))
    }

    /// The same words for everybody; where nothing is sent they say who has the letter.
    fn on_its_way(&self) -> &'static str {
        if self.letters.is_by_mail() {
            "If somebody has an account with this address, a letter with a link is on its way to \
                it. The link works for 30 minutes."
        } else {
            "If somebody has an account with this address, a link for it is ready. This server \
                sends no mail: ask whoever runs it for the link, which works for 30 minutes."
        }
    }
}

fn no_such_link() -> ApiError {
    ApiError::invalid(
        "link_not_valid",
        "This link was used already, is too old, or was replaced by a newer one. Ask for another.",
    )
    .at("token")
}
