//! Decides who may create accounts and organizations: `SPROUT_SIGN_UP`.

use crate::config::SignUpPolicy;
use crate::db::{Database, DbError};

/// Applies the policy of the installation. The first account, apart from the demo's, can always be
/// created: without it, nobody could invite others.
#[derive(Clone, Debug)]
pub struct SignUpGate {
    policy: SignUpPolicy,
    database: Database,
}

/// Which accounts may be created with an organization of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NewOrganizations {
    /// Any.
    Any,
    /// The first one.
    OnlyFirst,
}

/// Why nobody can sign up. The message is for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignUpRefusal {
    /// Accounts are by invitation.
    #[error(
        "This server accepts new accounts by invitation only. Ask a member of your organization \
         to invite you."
    )]
    InvitationRequired,
    /// There are no new accounts.
    #[error("This server accepts no new accounts. Ask the person who runs it.")]
    Closed,
    /// There are no new organizations.
    #[error(
        "New organizations can't be created on this server. Ask the person who runs it to allow \
         them."
    )]
    NoNewOrganizations,
}

/// Why signing up was refused or could not be checked.
#[derive(Debug, thiserror::Error)]
pub(in crate::features) enum SignUpError {
    /// The policy refuses it.
    #[error(transparent)]
    Refused(#[from] SignUpRefusal),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
}

impl SignUpGate {
    /// Applies the policy to the accounts of the database.
    pub fn new(policy: SignUpPolicy, database: Database) -> Self {
        Self { policy, database }
    }

    /// The policy as it applies now: open until the first account exists.
    pub(in crate::features) async fn current_policy(&self) -> Result<SignUpPolicy, DbError> {
        if self.policy == SignUpPolicy::Open || self.database.platform().has_accounts().await? {
            return Ok(self.policy);
        }
        Ok(SignUpPolicy::Open)
    }

    /// Refuses an account without an invitation.
    pub(super) async fn require_registration(&self) -> Result<NewOrganizations, SignUpError> {
        if self.policy == SignUpPolicy::Open {
            return Ok(NewOrganizations::Any);
        }
        if self.current_policy().await? == SignUpPolicy::Open {
            return Ok(NewOrganizations::OnlyFirst);
        }
        Err(self.refusal().into())
    }

    /// Refuses a new account with an invitation.
    pub(super) fn require_invited_registration(&self) -> Result<(), SignUpRefusal> {
        if self.policy == SignUpPolicy::Closed {
            return Err(SignUpRefusal::Closed);
        }
        Ok(())
    }

    /// Refuses a new organization of someone who has an account.
    pub(in crate::features) fn require_new_organization(&self) -> Result<(), SignUpRefusal> {
        if self.policy == SignUpPolicy::Open {
            return Ok(());
        }
        Err(SignUpRefusal::NoNewOrganizations)
    }

    /// Why an account without an invitation is refused.
    pub(super) fn refusal(&self) -> SignUpRefusal {
        if self.policy == SignUpPolicy::Closed {
            SignUpRefusal::Closed
        } else {
            SignUpRefusal::InvitationRequired
        }
    }
}
