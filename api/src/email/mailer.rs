//! Writes letters: sealed, because their links let their readers in, and with the installation's
//! own address, whatever a request says of itself.

use crate::auth::{SealContext, Vault, VaultError};
use crate::clock::Clock;
use crate::db::{DbError, TenantDb};
use crate::entropy::{Entropy, EntropyError};
use crate::http::ApiError;
use crate::ids::{PersonId, TenantId};
use chrono::{DateTime, Utc};
use entities::email_outbox;

/// What a letter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailKind {
    /// A link under which a new password can be chosen.
    PasswordReset,
    /// Somebody has chosen a new password.
    PasswordChanged,
    /// Two-step sign-in was turned on or off.
    MfaChanged,
    /// An organization of the reader demands two-step sign-in, which they have not set up.
    MfaRequired,
    /// A link that shows that an address is its reader's own.
    EmailVerification,
    /// A link into an organization.
    Invitation,
    /// An organization to which the reader belonged was deleted.
    OrganizationDeleted,
    /// Somebody tried to register with an address that has an account.
    RegistrationAttempted,
    /// An account was deleted: the last letter to its address, which goes as soon as it is sent.
    AccountDeleted,
}

impl EmailKind {
    /// As the database and the command line name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::PasswordReset => "password_reset",
            Self::PasswordChanged => "password_changed",
            Self::MfaChanged => "second_factor",
            Self::MfaRequired => "second_step_demanded",
            Self::EmailVerification => "email_verification",
            Self::Invitation => "invitation",
            Self::OrganizationDeleted => "organization_deleted",
            Self::RegistrationAttempted => "registration_tried",
            Self::AccountDeleted => "account_deleted",
        }
    }
}

/// A letter in words.
pub struct Email<'a> {
    /// What it is about.
    pub kind: EmailKind,
    /// The address; empty for a letter that nobody gets.
    pub to: &'a str,
    /// Who reads it.
    pub name: &'a str,
    /// The letter goes when this person goes.
    pub person: Option<PersonId>,
    /// The letter goes when this organization goes.
    pub organization: Option<TenantId>,
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// What it says is of no use after this: it is not sent any more, and its words are forgotten.
    pub expires_at: DateTime<Utc>,
}

/// Why a letter was not written.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// Its words cannot be sealed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// No randomness for its id.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database could not be reached or refused.
    #[error(transparent)]
    Database(#[from] DbError),
}

/// Writes letters and puts them up for sending. Clones write the same.
#[derive(Clone)]
pub struct Mailer {
    clock: Clock,
    entropy: Entropy,
    vault: Vault,
    public_url: String,
    smtp_enabled: bool,
}

impl Mailer {
    /// Letters whose links lead to `public_url`. `by_mail` where a server sends them; else they
    /// wait for the operator, who can read them by `sprout outbox`.
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

    /// Whether a server sends what is put up.
    pub fn sends_email(&self) -> bool {
        self.smtp_enabled
    }

    /// The address of a page.
    pub fn page_url(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// The address of a page that takes a token. It stands behind a `#`, which browsers do not
    /// send: no server's log has it.
    pub fn token_url(&self, path: &str, token: &str) -> String {
        format!("{}{path}#token={token}", self.public_url)
    }

    /// The letter as the outbox keeps it, for whoever puts it up in a transaction of theirs.
    pub fn seal_email(&self, letter: &Email<'_>) -> Result<email_outbox::Model, MailerError> {
        let now = self.clock.now();
        let id = self.entropy.uuid_v7(now)?;
        Ok(email_outbox::Model {
            id,
            kind: letter.kind.name().to_owned(),
            to_address: letter.to.to_owned(),
            to_name: replace_control_chars(letter.name),
            person_id: letter.person.map(|person| person.0),
            organization_id: letter.organization.map(|organization| organization.0),
            subject: replace_control_chars(&letter.subject),
            body: self.vault.seal_text(SealContext::Email(id), &letter.text)?,
            created_at: now,
            due_at: now,
            expires_at: letter.expires_at,
            attempts: 0,
            epoch: 0,
            sent_at: None,
            last_error: None,
            given_up_at: None,
        })
    }

    /// Puts a letter up in an organization's transaction: it is there when the rest is.
    pub async fn enqueue_email(&self, db: &TenantDb, letter: Email<'_>) -> Result<(), MailerError> {
        Ok(db.enqueue_email(self.seal_email(&letter)?).await?)
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

/// Names that people chose add no lines to a mail's head.
fn replace_control_chars(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}
