//! HTTP operations that verify email addresses by a link.

use super::email_verifier::EmailVerifier;
use super::wire::{EmailVerification, ResultMessage};
use crate::auth::{LoginThrottle, SignedAccount, hash_token};
use crate::clock::Clock;
use crate::db::Database;
use crate::http::{ApiError, Envelope, ErrorDetailCode, Tag};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Email verification.
pub struct EmailVerificationApi {
    /// Sends links.
    pub verifier: EmailVerifier,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Limits how many emails are sent.
    pub login_throttle: LoginThrottle,
}

#[OpenApi(tag = "Tag::Accounts")]
impl EmailVerificationApi {
    /// Verify an email address
    ///
    /// Takes the token of a verification email. The token works once within 3 days.
    #[oai(
        path = "/api/auth/verify-email",
        method = "post",
        operation_id = "verifyEmail"
    )]
    async fn verify_email(
        &self,
        body: Json<EmailVerification>,
    ) -> Result<Json<Envelope<ResultMessage>>, ApiError> {
        let verified = self
            .database
            .platform()
            .verify_email(&hash_token(&body.0.token), self.clock.now())
            .await?;
        let person = verified.ok_or_else(|| {
            let message = "This link was already used, has expired, or was replaced by a newer \
                one. Sign in and request a new one on the account page.";
            ApiError::unprocessable("invalid_link", message)
                .with_detail("token", ErrorDetailCode::InvalidLink)
        })?;
        Ok(ResultMessage::into_envelope(format!(
            "{} is verified.",
            person.email
        )))
    }

    /// Resend the verification email
    ///
    /// The new link replaces older ones. At most five emails an hour are sent to one person.
    #[oai(
        path = "/api/account/email-verification",
        method = "post",
        operation_id = "sendEmailVerification"
    )]
    async fn send_email_verification(
        &self,
        request: &Request,
        signed: SignedAccount,
    ) -> Result<Json<Envelope<ResultMessage>>, ApiError> {
        let (_, person) = signed.scope().require_person()?;
        if self.verifier.is_verified(person).await? {
            return Err(ApiError::conflict(
                "email_verified",
                "Your email address is already verified.",
            ));
        }
        self.login_throttle
            .record_email_request(&person.email, request)
            .await?;
        if !self.verifier.send_link(person).await? {
            return Err(ApiError::too_many_attempts(
                "You were sent five emails within an hour. Check your spam folder, or try again \
                    later.",
                3_600_000,
            ));
        }
        Ok(ResultMessage::into_envelope(format!(
            "We sent a link to {}.",
            person.email
        )))
    }
}
