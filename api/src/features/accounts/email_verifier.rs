//! Sends links that verify email addresses, and checks which addresses are verified.

use super::account_emails;
use super::security_email::build_security_email;
use crate::auth::{OneTimeToken, TokenPurpose};
use crate::clock::Clock;
use crate::db::{Database, DbError};
use crate::email::{Email, EmailKind, Mailer, MailerError};
use crate::entropy::Entropy;
use crate::ids::PersonId;
use chrono::TimeDelta;
use entities::person;

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
    pub async fn is_verified(&self, person: &person::Model) -> Result<bool, DbError> {
        if !self.mailer.sends_email() {
            return Ok(true);
        }
        self.database
            .platform()
            .is_email_verified(PersonId(person.id), &person.email)
            .await
    }

    /// Queues an email with a new link, which replaces older ones. Returns false if the person was
    /// sent too many.
    pub(super) async fn send_link(&self, person: &person::Model) -> Result<bool, MailerError> {
        let token = OneTimeToken::generate(&self.entropy)?;
        let id = Some(PersonId(person.id));
        let row = token.to_row(
            TokenPurpose::EmailVerification,
            id,
            None,
            &person.email,
            self.clock.now(),
        );
        let texts = self
            .database
            .platform()
            .find_texts(PersonId(person.id))
            .await?;
        let (subject, text) = account_emails::verification_email(
            texts,
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
            let texts = self
                .database
                .platform()
                .find_texts(PersonId(person.id))
                .await?;
            let content = account_emails::registration_attempt_email(
                texts,
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
            Ok::<_, MailerError>(
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
