//! Tokens that open one thing once: 256 random bits in a link, of which the database keeps the
//! hash.

use super::hash_token;
use crate::entropy::{Entropy, EntropyError};
use crate::ids::PersonId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::one_time_token;
use sea_orm::prelude::Uuid;

/// What a token opens; it opens nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenPurpose {
    /// Choosing a new password.
    PasswordReset,
    /// Showing that an address is one's own.
    EmailVerification,
    /// Joining an organization.
    Invitation,
    /// Downloading everything of an organization.
    Export,
}

/// A token that was just made. It is never shown but in the letter to its owner.
pub struct OneTimeToken(String);

impl TokenPurpose {
    /// As the database names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::PasswordReset => "password_reset",
            Self::EmailVerification => "email_verification",
            Self::Invitation => "invitation",
            Self::Export => "export",
        }
    }

    /// How long a token lives that nobody uses.
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

    /// What the database keeps of it: sent to `email` now, for this person if they have an account,
    /// about this row if it is about one.
    pub fn to_row(
        &self,
        purpose: TokenPurpose,
        person: Option<PersonId>,
        subject: Option<Uuid>,
        email: &str,
        now: DateTime<Utc>,
    ) -> one_time_token::Model {
        one_time_token::Model {
            hash: hash_token(&self.0),
            purpose: purpose.name().to_owned(),
            person_id: person.map(|person| person.0),
            subject,
            email: email.to_owned(),
            created_at: now,
            expires_at: now + purpose.lifetime(),
            used_at: None,
        }
    }
}
