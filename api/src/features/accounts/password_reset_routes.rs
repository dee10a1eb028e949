//! HTTP operations that reset a forgotten password by email.

use super::account_emails;
use super::registration::normalize_email;
use super::security_email::build_security_email;
use super::wire::{AcceptedResponse, PasswordReset, PasswordResetRequest, ResultMessage};
use crate::auth::{
    Authority, LoginThrottle, OneTimeToken, Password, PasswordHashPool, TokenPurpose, hash_token,
    read_request_origin,
};
use crate::clock::Clock;
use crate::db::{Actor, Database};
use crate::email::{Email, EmailKind, Mailer};
use crate::entropy::Entropy;
use crate::http::{ApiError, Envelope, ErrorDetailCode, Tag};
use crate::ids::PersonId;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// The password reset.
pub struct PasswordResetApi {
    /// Revokes sessions.
    pub authority: Arc<Authority>,
    /// Hashes passwords.
    pub passwords: PasswordHashPool,
    /// Limits how many emails are sent.
    pub login_throttle: LoginThrottle,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Randomness for tokens.
    pub entropy: Entropy,
    /// Seals the emails.
    pub mailer: Mailer,
}

#[OpenApi(tag = "Tag::Accounts")]
impl PasswordResetApi {
    /// Request a password reset
    ///
    /// Sends an email with a link if the address has an account. The response and its timing are
    /// the same if it has none. The link works once within 30 minutes; a newer link replaces it. At
    /// most five emails an hour are sent to one person.
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
        // From here on, both cases do the same work, so that timing reveals nothing.
        let person = platform.find_password_reset_recipient(&email).await?;
        let id = person.as_ref().map(|person| PersonId(person.id));
        let (address, name) = person
            .as_ref()
            .map_or(("nobody@invalid", "nobody"), |person| {
                (&person.email, &person.name)
            });
        let now = self.clock.now();
        let token = OneTimeToken::generate(&self.entropy)?;
        let texts = platform
            .find_texts(id.unwrap_or(PersonId(Uuid::nil())))
            .await?;
        let (subject, text) = account_emails::password_reset_email(
            texts,
            name,
            &self.mailer.token_url("/reset-password", token.as_str()),
        );
        let row = token.to_row(TokenPurpose::PasswordReset, id, None, address, now);
        let email = Email {
            kind: EmailKind::PasswordReset,
            to: address,
            name,
            person: id,
            organization: None,
            subject,
            text,
            expires_at: row.expires_at,
        };
        platform
            .enqueue_token_email(row, self.mailer.seal_email(&email)?)
            .await?;
        Ok(AcceptedResponse::Accepted(ResultMessage::into_envelope(
            self.accepted_message(),
        )))
    }

    /// Reset a password
    ///
    /// Sets a new password with the token of a password reset email, and revokes all sessions of
    /// the person. The token works once within 30 minutes. MFA stays unchanged.
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
        let person_id = platform
            .find_usable_token(TokenPurpose::PasswordReset.name(), &token, now)
            .await?
            .and_then(|token| token.person_id)
            .ok_or_else(invalid_link_error)?;
        let person = platform
            .find_person(PersonId(person_id))
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
        if let Err(weakness) = password.check_policy(&[
            &person.email,
            &person.name,
            organization.as_deref().unwrap_or_default(),
        ]) {
            return Err(weakness.to_detail("password").into());
        }
        let next = self.passwords.hash_password(password).await?;
        let texts = self
            .database
            .platform()
            .find_texts(PersonId(person.id))
            .await?;
        let content = account_emails::password_was_reset_email(
            texts,
            &person.name,
            &self.mailer.page_url("/forgot-password"),
        );
        let email = build_security_email(&person, EmailKind::PasswordChanged, content, now);
        if !platform
            .reset_password(
                &token,
                next,
                self.mailer.seal_email(&email)?,
                access.as_ref(),
                now,
            )
            .await?
        {
            return Err(invalid_link_error());
        }
        self.authority.clear_lookups();
        Ok(ResultMessage::into_envelope(
            "Your password is changed, and you are signed out everywhere. Sign in with the new \
                password.",
        ))
    }

    /// The same message for everyone. Without an SMTP server, it says who can provide the link.
    fn accepted_message(&self) -> &'static str {
        if self.mailer.sends_email() {
            "If this address has an account, an email with a link is on its way. The link works \
                for 30 minutes."
        } else {
            "If this address has an account, a link is ready. This server sends no email: ask its \
                operator for the link, which works for 30 minutes."
        }
    }
}

fn invalid_link_error() -> ApiError {
    ApiError::unprocessable(
        "invalid_link",
        "This link was already used, has expired, or was replaced by a newer one. Request a new \
            one.",
    )
    .with_detail("token", ErrorDetailCode::InvalidLink)
}
