//! Showing that one's address is one's own, by a letter to it, over HTTP.

use super::account_emails;
use super::telling::build_security_email;
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

/// So often the owner of an address is told that somebody tried to register with it.
const REGISTRATION_ATTEMPT_EMAIL_INTERVAL: TimeDelta = TimeDelta::days(1);

/// Sends links to addresses, and knows which were used. Clones do the same.
#[derive(Clone)]
pub struct EmailVerifier {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    mailer: Mailer,
}

impl EmailVerifier {
    /// Verification by these letters.
    pub fn new(database: Database, clock: Clock, entropy: Entropy, mailer: Mailer) -> Self {
        Self {
            database,
            clock,
            entropy,
            mailer,
        }
    }

    /// Whether the person's address is known to have reached them. Where no mail is sent nobody can
    /// show it, and everybody counts as verified.
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

    /// Puts up a letter with a new link, which replaces older ones; false where the person was sent
    /// too many.
    pub(super) async fn send_link(&self, person: &person::Model) -> Result<bool, ApiError> {
        let token = OneTimeToken::generate(&self.entropy)?;
        let id = Some(PersonId(person.id));
        let kept = token.to_row(
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
        let letter = Email {
            kind: EmailKind::EmailVerification,
            to: &person.email,
            name: &person.name,
            person: id,
            organization: None,
            subject,
            text,
            expires_at: kept.expires_at,
        };
        Ok(self
            .database
            .platform()
            .enqueue_token_email(kept, self.mailer.seal_email(&letter)?)
            .await?)
    }

    /// Tells the owner of an address with which somebody tried to register, at most once a day.
    /// Only where letters go by mail.
    pub(super) async fn notify_registration_attempt(&self, email: &str) {
        if !self.mailer.sends_email() {
            return;
        }
        let told = async {
            let Some(person) = self
                .database
                .platform()
                .find_password_reset_recipient(email)
                .await?
            else {
                return Ok(());
            };
            let words = account_emails::registration_attempt_email(
                &person.name,
                &self.mailer.page_url("/sign-in"),
                &self.mailer.page_url("/forgot-password"),
            );
            let letter = self.mailer.seal_email(&build_security_email(
                &person,
                EmailKind::RegistrationAttempted,
                words,
                self.clock.now(),
            ))?;
            Ok::<_, ApiError>(
                self.database
                    .platform()
                    .enqueue_email_throttled(letter, REGISTRATION_ATTEMPT_EMAIL_INTERVAL)
                    .await?,
            )
        };
        if let Err(error) = told.await {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the letter about a registration was not put up"
            );
        }
    }

    /// Sends the first link to somebody who has just registered. They are registered whatever
    /// becomes of it: they can ask for another.
    pub(super) async fn send_first_link(&self, person: &person::Model) {
        let sent = async {
            // Where somebody came by invitation the address is known already; without mail it
            // counts as known.
            if self.is_verified(person).await? {
                Ok(true)
            } else {
                self.send_link(person).await
            }
        };
        if let Err(error) = sent.await {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the letter to a new address was not put up"
            );
        }
    }
}

/// One's own address.
pub struct EmailVerificationApi {
    /// Sends links.
    pub verifier: EmailVerifier,
    /// Where tokens are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Counts requests as it counts guesses.
    pub login_throttle: LoginThrottle,
}

#[OpenApi(tag = "Tag::Accounts")]
impl EmailVerificationApi {
    /// Confirm an address by a link
    ///
    /// Shows that the address of whoever was sent the token is their own. The token works once,
    /// within 3 days.
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
            let words = "This link was used already, is too old, or was replaced by a newer one. \
                Sign in and send another from the account page.";
            ApiError::unprocessable("link_not_valid", words).with_path("token")
        })?;
        Ok(ResultMessage::into_envelope(format!(
            "{} is confirmed as your address.",
            person.email
        )))
    }

    /// Send the link to one's own address again
    ///
    /// The new link replaces older ones. At most five letters an hour go to one person.
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
                "Your address is confirmed already: nothing needs to be sent.",
            ));
        }
        self.login_throttle
            .record_email_request(&person.email, request)
            .await?;
        if !self.verifier.send_link(person).await? {
            return Err(ApiError::too_many_attempts(
                "Five letters were sent to you within an hour: look for them, also among unwanted \
                    mail.",
                3_600_000,
            ));
        }
        Ok(ResultMessage::into_envelope(format!(
            "A letter with a link is on its way to {}.",
            person.email
        )))
    }
}
