//! A new password for somebody who forgot theirs, by a letter to their address, over HTTP.

use super::account_emails;
use super::registration::normalize_email;
use super::telling::build_security_email;
use super::wire::{AcceptedResponse, PasswordReset, PasswordResetRequest, ResultMessage};
use crate::auth::{
    Authority, LoginThrottle, OneTimeToken, Password, PasswordHashPool, TokenPurpose, hash_token,
    read_request_origin,
};
use crate::clock::Clock;
use crate::db::{Actor, Database};
use crate::email::{Email, EmailKind, Mailer};
use crate::entropy::Entropy;
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use std::sync::Arc;

/// Choosing a new password by letter.
pub struct PasswordResetApi {
    /// Ends sessions.
    pub authority: Arc<Authority>,
    /// Hashes passwords.
    pub passwords: PasswordHashPool,
    /// Counts requests as it counts guesses.
    pub login_throttle: LoginThrottle,
    /// Where people and tokens are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Makes tokens.
    pub entropy: Entropy,
    /// Writes the letters.
    pub mailer: Mailer,
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
        body: Json<PasswordResetRequest>,
    ) -> Result<AcceptedResponse, ApiError> {
        let email = normalize_email(&body.0.email);
        self.login_throttle
            .record_email_request(&email, request)
            .await?;
        let platform = self.database.platform();
        // From here on the same is done whether somebody was found or not.
        let person = platform.find_password_reset_recipient(&email).await?;
        let id = person.as_ref().map(|person| PersonId(person.id));
        let (address, name) = person
            .as_ref()
            .map_or(("nobody@invalid", "nobody"), |person| {
                (&person.email, &person.name)
            });
        let now = self.clock.now();
        let token = OneTimeToken::generate(&self.entropy)?;
        let (subject, text) = account_emails::password_reset_email(
            name,
            &self.mailer.token_url("/reset-password", token.as_str()),
        );
        let kept = token.to_row(TokenPurpose::PasswordReset, id, None, address, now);
        let letter = Email {
            kind: EmailKind::PasswordReset,
            to: address,
            name,
            person: id,
            organization: None,
            subject,
            text,
            expires_at: kept.expires_at,
        };
        platform
            .enqueue_token_email(kept, self.mailer.seal_email(&letter)?)
            .await?;
        Ok(AcceptedResponse::Accepted(ResultMessage::into_envelope(
            self.accepted_message(),
        )))
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
    ) -> Result<Json<Envelope<ResultMessage>>, ApiError> {
        let PasswordReset { token, password } = body.0;
        let platform = self.database.platform();
        let token = hash_token(&token);
        let now = self.clock.now();
        let found = platform
            .find_usable_token(TokenPurpose::PasswordReset.name(), &token, now)
            .await?
            .and_then(|token| token.person_id)
            .ok_or_else(invalid_link_error)?;
        let person = platform
            .find_person(PersonId(found))
            .await?
            .ok_or_else(invalid_link_error)?;
        let author = Actor::for_person(PersonId(person.id), &person.name)
            .with_origin(read_request_origin(request));
        let access = platform
            .find_account_by_email(&person.email)
            .await?
            .map(|account| account.access.with_actor(author));
        let organization = access
            .as_ref()
            .map(|access| access.organization().name.clone());
        let password = Password::new(password);
        if let Err(message) = password.check_policy(&[
            &person.email,
            &person.name,
            organization.as_deref().unwrap_or_default(),
        ]) {
            return Err(ApiError::unprocessable("invalid_values", message).with_path("password"));
        }
        let next = self.passwords.hash_password(password).await?;
        let words = account_emails::password_was_reset_email(
            &person.name,
            &self.mailer.page_url("/forgot-password"),
        );
        let told = build_security_email(&person, EmailKind::PasswordChanged, words, now);
        if !platform
            .reset_password(
                &token,
                next,
                self.mailer.seal_email(&told)?,
                access.as_ref(),
                now,
            )
            .await?
        {
            return Err(invalid_link_error());
        }
        self.authority.clear_lookups();
        Ok(ResultMessage::into_envelope(
            "Your new password is set, and you were signed out everywhere. Sign in with it.",
        ))
    }

    /// The same words for everybody; where nothing is sent they say who has the letter.
    fn accepted_message(&self) -> &'static str {
        if self.mailer.sends_email() {
            "If somebody has an account with this address, a letter with a link is on its way to \
                it. The link works for 30 minutes."
        } else {
            "If somebody has an account with this address, a link for it is ready. This server \
                sends no mail: ask whoever runs it for the link, which works for 30 minutes."
        }
    }
}

fn invalid_link_error() -> ApiError {
    ApiError::unprocessable(
        "link_not_valid",
        "This link was used already, is too old, or was replaced by a newer one. Ask for another.",
    )
    .with_path("token")
}
