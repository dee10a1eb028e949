//! Queues emails. Bodies are encrypted, because their links grant access. Links use the configured
//! public URL, never the request's host.

use crate::auth::{SealContext, Vault, VaultError};
use crate::clock::Clock;
use crate::db::{DbError, TenantDb};
use crate::entropy::{Entropy, EntropyError};
use crate::http::ApiError;
use crate::ids::{PersonId, TenantId};
use chrono::{DateTime, Utc};
use entities::email_outbox;

/// The kind of an email.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailKind {
    /// A link to reset a password.
    PasswordReset,
    /// The password was changed.
    PasswordChanged,
    /// MFA was enabled or disabled.
    MfaChanged,
    /// An organization requires MFA that the recipient has not set up.
    MfaRequired,
    /// A link to verify an email address.
    EmailVerification,
    /// An invitation to an organization.
    Invitation,
    /// An organization of the recipient was deleted.
    OrganizationDeleted,
    /// A registration was attempted with the email address of an account.
    RegistrationAttempted,
    /// The account was deleted. The row is removed once the email is sent.
    AccountDeleted,
}

impl EmailKind {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::PasswordReset,
        Self::PasswordChanged,
        Self::MfaChanged,
        Self::MfaRequired,
        Self::EmailVerification,
        Self::Invitation,
        Self::OrganizationDeleted,
        Self::RegistrationAttempted,
        Self::AccountDeleted,
    ];

    /// The name in the database and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::PasswordReset => "password_reset",
            Self::PasswordChanged => "password_changed",
            Self::MfaChanged => "mfa_changed",
            Self::MfaRequired => "mfa_required",
            Self::EmailVerification => "email_verification",
            Self::Invitation => "invitation",
            Self::OrganizationDeleted => "organization_deleted",
            Self::RegistrationAttempted => "registration_attempted",
            Self::AccountDeleted => "account_deleted",
        }
    }
}

/// An email to queue.
pub struct Email<'a> {
    /// The kind.
    pub kind: EmailKind,
    /// The recipient's address; empty if there is no recipient.
    pub to: &'a str,
    /// The recipient's name.
    pub name: &'a str,
    /// The email is deleted with this account.
    pub person: Option<PersonId>,
    /// The email is deleted with this organization.
    pub organization: Option<TenantId>,
    /// The subject, one line.
    pub subject: String,
    /// The body, plain text.
    pub text: String,
    /// When the content becomes useless: the email is no longer sent, and its body is erased.
    pub expires_at: DateTime<Utc>,
}

/// Why an email was not queued.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// The body cannot be encrypted.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// No randomness for the id.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
}

/// Queues emails. Cloning is cheap.
#[derive(Clone)]
pub struct Mailer {
    clock: Clock,
    entropy: Entropy,
    vault: Vault,
    public_url: String,
    smtp_enabled: bool,
}

impl Mailer {
    /// A mailer whose links lead to `public_url`. `smtp_enabled` is whether an SMTP server is
    /// configured; otherwise operators read queued emails with `sprout outbox`.
    pub fn new(
        clock: Clock,
        entropy: Entropy,
        vault: Vault,
        public_url: String,
        smtp_enabled: bool,
    ) -> Self {
        Self {
            clock,
            entropy,
            vault,
            public_url,
            smtp_enabled,
        }
    }

    /// Whether an SMTP server is configured.
    pub fn sends_email(&self) -> bool {
        self.smtp_enabled
    }

    /// The URL of a page.
    pub fn page_url(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// The URL of a page with a token in the fragment, which browsers do not send to servers, so
    /// that it never appears in a log.
    pub fn token_url(&self, path: &str, token: &str) -> String {
        format!("{}{path}#token={token}", self.public_url)
    }

    /// The outbox row for an email, to be inserted in the caller's transaction.
    pub fn seal_email(&self, email: &Email<'_>) -> Result<email_outbox::Model, MailerError> {
        let now = self.clock.now();
        let id = self.entropy.uuid_v7(now)?;
        Ok(email_outbox::Model {
            id,
            kind: email.kind.name().to_owned(),
            to_address: email.to.to_owned(),
            to_name: replace_control_chars(email.name),
            person_id: email.person.map(|person| person.0),
            organization_id: email.organization.map(|organization| organization.0),
            subject: replace_control_chars(&email.subject),
            sealed_body: self.vault.seal_text(SealContext::Email(id), &email.text)?,
            created_at: now,
            next_attempt_at: now,
            expires_at: email.expires_at,
            attempts: 0,
            epoch: 0,
            sent_at: None,
            last_error: None,
            failed_at: None,
        })
    }

    /// Queues an email in an organization's transaction. It is sent only if the transaction
    /// commits.
    pub async fn enqueue_email(&self, db: &TenantDb, email: Email<'_>) -> Result<(), MailerError> {
        Ok(db.enqueue_email(self.seal_email(&email)?).await?)
    }
}

impl From<MailerError> for ApiError {
    fn from(error: MailerError) -> Self {
        match error {
            MailerError::Vault(error) => Self::internal(&error),
            MailerError::Entropy(error) => error.into(),
            MailerError::Database(error) => error.into(),
        }
    }
}

/// Keeps names chosen by users from adding header lines.
fn replace_control_chars(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
