//! HTTP operations that verify email addresses by a link.

use super::account_emails;
use super::security_email::build_security_email;
use super::wire::{EmailVerification, ResultMessage};
use crate::auth::{LoginThrottle, OneTimeToken, SignedAccount, TokenPurpose, hash_token};
use crate::clock::Clock;
use crate::db::Database;
use crate::email::{Email, EmailKind, Mailer};
use crate::entropy::Entropy;
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use chrono::TimeDelta;
use entities::person;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// The minimum interval between emails about registration attempts with the same address.
const REGISTRATION_ATTEMPT_EMAIL_INTERVAL: TimeDelta = TimeDelta::days(1);

/// Sends verification links and checks which addresses are verified. Clones share everything.
#[derive(Clone)]
pub struct EmailVerifier {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    mailer: Mailer,
}

impl EmailVerifier {
    /// A verifier that sends emails with `mailer`.
    pub fn new(database: Database, clock: Clock, entropy: Entropy, mailer: Mailer) -> Self {
        Self {
            database,
            clock,
            entropy,
            mailer,
        }
    }

    /// Whether the person's email address is verified. Always true if the server sends no email.
    pub async fn is_verified(&self, person: &person::Model) -> Result<bool, ApiError> {
        if !self.mailer.sends_email() {
            return Ok(true);
        }
        Ok(self
            .database
            .platform()
            .is_email_verified(PersonId(person.id), &person.email)
            .await?)
    }

    /// Queues an email with a new link, which replaces older ones. Returns false if the person was
    /// sent too many.
    pub(super) async fn send_link(&self, person: &person::Model) -> Result<bool, ApiError> {
        let token = OneTimeToken::generate(&self.entropy)?;
        let id = Some(PersonId(person.id));
        let row = token.to_row(
            TokenPurpose::EmailVerification,
            id,
            None,
            &person.email,
            self.clock.now(),
        );
        let (subject, text) = account_emails::verification_email(
            &person.name,
            &self.mailer.token_url("/verify-email", token.as_str()),
        );
        let email = Email {
            kind: EmailKind::EmailVerification,
            to: &person.email,
            name: &person.name,
            person: id,
            organization: None,
            subject,
            text,
            expires_at: row.expires_at,
        };
        Ok(self
            .database
            .platform()
            .enqueue_token_email(row, self.mailer.seal_email(&email)?)
            .await?)
    }

    /// Queues an email to the owner of an address that someone tried to register with, at most once
    /// a day. Does nothing if the server sends no email.
    pub(super) async fn notify_registration_attempt(&self, email: &str) {
        if !self.mailer.sends_email() {
            return;
        }
        let notification = async {
            let Some(person) = self
                .database
                .platform()
                .find_password_reset_recipient(email)
                .await?
            else {
                return Ok(());
            };
            let content = account_emails::registration_attempt_email(
                &person.name,
                &self.mailer.page_url("/sign-in"),
                &self.mailer.page_url("/forgot-password"),
            );
            let email = self.mailer.seal_email(&build_security_email(
                &person,
                EmailKind::RegistrationAttempted,
                content,
                self.clock.now(),
            ))?;
            Ok::<_, ApiError>(
                self.database
                    .platform()
                    .enqueue_email_throttled(email, REGISTRATION_ATTEMPT_EMAIL_INTERVAL)
                    .await?,
            )
        };
        if let Err(error) = notification.await {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "failed to queue the email about a registration attempt"
            );
        }
    }

    /// Queues the first link for a newly registered person. A failure is logged, because the person
    /// can request another link.
    pub(super) async fn send_first_link(&self, person: &person::Model) {
        let sent = async {
            // An invitation has already verified the address.
            if self.is_verified(person).await? {
                Ok(true)
            } else {
                self.send_link(person).await
            }
        };
        if let Err(error) = sent.await {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "failed to queue the verification email"
            );
        }
    }
}

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
            ApiError::unprocessable("invalid_link", message).with_path("token")
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
