//! Registration with an invitation, and the errors of accepting one.

use super::registration::{RegistrationError, check_email, check_name};
use crate::auth::{Password, PasswordHashPool, SuspensionError, hash_token, refuse_suspended};
use crate::clock::Clock;
use crate::db::{
    AcceptOutcome, Access, Account, Actor, Database, DbError, InvitationLookup, InvitationStatus,
    Invitee, RequestOrigin,
};
use crate::entropy::Entropy;
use crate::http::ErrorDetail;
use crate::ids::PersonId;
use entities::person;

/// The maximum number of organizations of a person. Small enough to list without pages.
pub(in crate::features) const MAX_ORGANIZATIONS_PER_PERSON: u64 = 50;

/// Why an invitation was not accepted. The message is for users.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::features) enum InvitationRefusal {
    /// The invitation does not exist.
    #[error("Not found.")]
    NotFound,
    /// The invitation was accepted before.
    #[error(
        "This invitation was already accepted. Sign in with the email address that it was sent to."
    )]
    Accepted,
    /// The invitation was revoked.
    #[error("This invitation was revoked. Ask the person who invited you for a new one.")]
    Revoked,
    /// The invitation expired.
    #[error("This invitation expired after 72 hours. Ask the person who invited you to resend it.")]
    Expired,
    /// The invitation was replaced.
    #[error("This invitation was replaced by a newer one. Use the link in the newest email.")]
    Replaced,
    /// The invitation was sent to another email address.
    #[error(
        "This invitation was sent to another email address. Sign in or register with that address."
    )]
    WrongEmail,
    /// The person's email address is not verified. The link of the invitation verifies it.
    #[error(
        "Your email address is not verified. Open the link in the invitation email to verify it."
    )]
    EmailNotVerified,
    /// The person belongs to the organization.
    #[error("You already belong to this organization. Switch to it.")]
    AlreadyMember,
    /// The person belongs to the maximum number of organizations.
    #[error(
        "You can belong to at most {MAX_ORGANIZATIONS_PER_PERSON} organizations. Leave one first."
    )]
    TooManyOrganizations,
    /// The organization is suspended.
    #[error(transparent)]
    Suspended(#[from] SuspensionError),
    /// The organization has as many people as its plan allows.
    #[error(
        "The organization has reached the limit of its plan: {limit} people. Ask the person who \
            invited you to remove someone, or to ask the operator for a higher limit."
    )]
    MemberLimitReached {
        /// How many people the plan allows.
        limit: u64,
    },
}

/// Why a person was not registered with an invitation.
#[derive(Debug, thiserror::Error)]
pub(super) enum InvitedRegistrationError {
    /// The invitation was not accepted.
    #[error(transparent)]
    Invitation(#[from] InvitationRefusal),
    /// The registration failed.
    #[error(transparent)]
    Registration(#[from] RegistrationError),
}

impl From<DbError> for InvitedRegistrationError {
    fn from(error: DbError) -> Self {
        Self::Registration(error.into())
    }
}

/// Validated values to register a person with an invitation.
pub(super) struct InvitedRegistration {
    name: String,
    email: String,
    password: Password,
}

impl InvitedRegistration {
    /// Validates the values and returns all errors at once.
    pub(super) fn try_new(
        name: &str,
        email: &str,
        password: String,
    ) -> Result<Self, Vec<ErrorDetail>> {
        let mut errors = Vec::new();
        let password = Password::new(password);
        if let Err(weakness) = password.check_policy(&[email, name]) {
            errors.push(weakness.to_detail("password"));
        }
        let name = check_name("name", name, "your name", &mut errors);
        let email = check_email(email)
            .map_err(|detail| errors.push(detail))
            .unwrap_or_default();
        if errors.is_empty() {
            Ok(Self {
                name,
                email,
                password,
            })
        } else {
            Err(errors)
        }
    }

    /// Adds the person to the organization with the role of the invitation. The token was sent to
    /// the email address, so it verifies the address. `returning` is an existing person who has
    /// authenticated.
    pub(super) async fn join_organization(
        self,
        token: &str,
        returning: Option<person::Model>,
        origin: RequestOrigin,
        (database, passwords, clock, entropy): (&Database, &PasswordHashPool, &Clock, &Entropy),
    ) -> Result<Account, InvitedRegistrationError> {
        let (platform, hash, now) = (database.platform(), hash_token(token), clock.now());
        // Checked before the expensive hash, and again when the invitation is accepted.
        let lookup = platform
            .find_invitation(&hash, now)
            .await?
            .ok_or(InvitationRefusal::NotFound)?;
        require_open_invitation(lookup.status)?;
        if lookup.invitation.email != self.email {
            return Err(InvitationRefusal::WrongEmail.into());
        }
        let (invitee, person) = if let Some(person) = returning {
            (Invitee::Existing(PersonId(person.id)), person)
        } else {
            let password_hash = passwords
                .hash_password(self.password)
                .await
                .map_err(RegistrationError::Password)?;
            let id = entropy.uuid_v7(now).map_err(RegistrationError::Entropy)?;
            let person = person::Model {
                id,
                email: self.email,
                name: self.name,
                password_hash,
                disabled_at: None,
                created_at: now,
            };
            (Invitee::New(person.clone()), person)
        };
        let author = Actor::for_person(PersonId(person.id), &person.name).with_origin(origin);
        let accepted = platform
            .accept_invitation(
                InvitationLookup::ByToken(&hash),
                invitee,
                (&person.email, author),
                now,
                MAX_ORGANIZATIONS_PER_PERSON,
            )
            .await;
        let accepted = accepted.map_err(|error| match error {
            DbError::Duplicate(_) => RegistrationError::EmailTaken,
            other => RegistrationError::Database(other),
        })?;
        Ok(Account {
            access: require_joined(accepted)?,
            person,
        })
    }
}

/// The joined organization, or why the person did not join it.
pub(in crate::features) fn require_joined(
    accepted: AcceptOutcome,
) -> Result<Access, InvitationRefusal> {
    match accepted {
        AcceptOutcome::Joined(access) => Ok(access),
        AcceptOutcome::NotFound => Err(InvitationRefusal::NotFound),
        AcceptOutcome::NotOpen(status) => {
            require_open_invitation(status)?;
            Err(InvitationRefusal::NotFound)
        }
        AcceptOutcome::WrongEmail => Err(InvitationRefusal::WrongEmail),
        AcceptOutcome::EmailNotVerified => Err(InvitationRefusal::EmailNotVerified),
        AcceptOutcome::AlreadyMember => Err(InvitationRefusal::AlreadyMember),
        AcceptOutcome::TooManyOrganizations => Err(InvitationRefusal::TooManyOrganizations),
        AcceptOutcome::Suspended(organization) => {
            refuse_suspended(&organization.name, organization.suspension.as_ref())?;
            Err(InvitationRefusal::NotFound)
        }
        AcceptOutcome::MemberLimitReached { limit } => {
            Err(InvitationRefusal::MemberLimitReached { limit })
        }
    }
}

/// Rejects an invitation that can't be accepted any more.
pub(in crate::features) fn require_open_invitation(
    status: InvitationStatus,
) -> Result<(), InvitationRefusal> {
    Err(match status {
        InvitationStatus::Open => return Ok(()),
        InvitationStatus::Accepted => InvitationRefusal::Accepted,
        InvitationStatus::Revoked => InvitationRefusal::Revoked,
        InvitationStatus::Expired => InvitationRefusal::Expired,
        InvitationStatus::Replaced => InvitationRefusal::Replaced,
    })
}
