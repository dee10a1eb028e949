//! Single-use tokens for links: 256 random bits, of which the database stores only the hash.

use crate::entropy::{Entropy, EntropyError};
use crate::ids::PersonId;
use aws_lc_rs::digest::{SHA256, digest};
use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::HEXLOWER;
use entities::one_time_token;
use sea_orm::prelude::Uuid;

/// What a token is valid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenPurpose {
    /// Setting a new password.
    PasswordReset,
    /// Verifying an email address.
    EmailVerification,
    /// Joining an organization.
    Invitation,
    /// Downloading an organization export.
    Export,
}

/// A new token. It appears only in the email to its recipient.
pub struct OneTimeToken(String);

impl TokenPurpose {
    /// The name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::PasswordReset => "password_reset",
            Self::EmailVerification => "email_verification",
            Self::Invitation => "invitation",
            Self::Export => "export",
        }
    }

    /// How long an unused token is valid.
    pub fn lifetime(self) -> TimeDelta {
        match self {
            Self::PasswordReset => TimeDelta::minutes(30),
            Self::Export => TimeDelta::minutes(5),
            Self::EmailVerification | Self::Invitation => TimeDelta::hours(72),
        }
    }
}

impl OneTimeToken {
    /// A new token.
    pub fn generate(entropy: &Entropy) -> Result<Self, EntropyError> {
        entropy.random_token().map(Self)
    }

    /// The token itself, for a link.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The database row for a token sent to `email` at `now`. `person` is the recipient's account,
    /// if any; `subject_id` is the row that the token is about, if any.
    pub fn to_row(
        &self,
        purpose: TokenPurpose,
        person: Option<PersonId>,
        subject_id: Option<Uuid>,
        email: &str,
        now: DateTime<Utc>,
    ) -> one_time_token::Model {
        one_time_token::Model {
            hash: hash_token(&self.0),
            purpose: purpose.name().to_owned(),
            person_id: person.map(|person| person.0),
            subject_id,
            email: email.to_owned(),
            created_at: now,
            expires_at: now + purpose.lifetime(),
            used_at: None,
        }
    }
}

/// The SHA-256 hash of an opaque token in hex, as stored in the database. A token has 256 random
/// bits, so the hash needs no salt.
pub fn hash_token(token: &str) -> String {
    HEXLOWER.encode(digest(&SHA256, token.as_bytes()).as_ref())
}
