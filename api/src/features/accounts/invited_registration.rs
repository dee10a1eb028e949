//! Joining an organization by invitation: what came of it in words, and registering with one, which
//! makes a person and no organization.

use super::registration::{RegistrationError, check_email, check_name};
use crate::auth::{Password, PasswordHashPool, hash_token, refuse_suspended};
use crate::clock::Clock;
use crate::db::{
    AcceptOutcome, Access, Account, Actor, Database, DbError, InvitationLookup, InvitationStatus,
    Invitee, RequestOrigin,
};
use crate::entropy::Entropy;
use crate::http::{ApiError, ErrorDetail};
use crate::ids::PersonId;
use entities::person;
use poem::http::StatusCode;

/// To how many organizations one person may belong: more than anybody has a use for, and a list
/// that needs no pages.
pub(in crate::features) const MAX_ORGANIZATIONS_PER_PERSON: u64 = 50;

/// Somebody who registers with an invitation, checked.
pub(super) struct InvitedRegistration {
    name: String,
    email: String,
    password: Password,
}

impl InvitedRegistration {
    /// Checks every value and lists all that are not acceptable.
    pub(super) fn try_new(
        name: &str,
        email: &str,
        password: String,
    ) -> Result<Self, Vec<ErrorDetail>> {
        let mut wrong = Vec::new();
        let password = Password::new(password);
        if let Err(message) = password.check_policy(&[email, name]) {
            wrong.push(ErrorDetail {
                path: "password".to_owned(),
                message: message.to_owned(),
            });
        }
        let name = check_name("name", name, "your name", &mut wrong);
        let email = check_email(email)
            .map_err(|detail| wrong.push(detail))
            .unwrap_or_default();
        if wrong.is_empty() {
            Ok(Self {
                name,
                email,
                password,
            })
        } else {
            Err(wrong)
        }
    }

    /// Makes the person a member in the role of the invitation. The token came by letter to the
    /// address, so it shows that it is theirs. `returning` has an account already, and showed their
    /// password.
    pub(super) async fn join_organization(
        self,
        token: &str,
        returning: Option<person::Model>,
        origin: RequestOrigin,
        (database, passwords, clock, entropy): (&Database, &PasswordHashPool, &Clock, &Entropy),
    ) -> Result<Account, ApiError> {
        let (platform, hash, now) = (database.platform(), hash_token(token), clock.now());
        // Looked at before any hashing, and again when it is used.
        let found = platform
            .find_invitation(&hash, now)
            .await?
            .ok_or_else(ApiError::not_found)?;
        require_open_invitation(found.status)?;
        if found.invitation.email != self.email {
            return Err(invitation_for_another_error());
        }
        let (accepting, person) = if let Some(person) = returning {
            (Invitee::Existing(PersonId(person.id)), person)
        } else {
            let password_hash = passwords.hash_password(self.password).await?;
            let id = entropy.uuid_v7(now)?;
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
                accepting,
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

/// The organization that was joined, or why none was.
pub(in crate::features) fn require_joined(accepted: AcceptOutcome) -> Result<Access, ApiError> {
    match accepted {
        AcceptOutcome::Joined(access) => Ok(access),
        AcceptOutcome::NotFound => Err(ApiError::not_found()),
        AcceptOutcome::NotOpen(standing) => Err(require_open_invitation(standing)
            .err()
            .unwrap_or_else(ApiError::not_found)),
        AcceptOutcome::WrongEmail => Err(invitation_for_another_error()),
        AcceptOutcome::EmailNotVerified => Err(email_not_verified_error()),
        AcceptOutcome::AlreadyMember => Err(ApiError::conflict(
            "already_member",
            "You belong to this organization already: switch to it.",
        )),
        AcceptOutcome::TooManyOrganizations => Err(too_many_organizations_error()),
        AcceptOutcome::Suspended(organization) => Err(refuse_suspended(
            &organization.name,
            organization.suspension.as_ref(),
        )
        .err()
        .unwrap_or_else(ApiError::not_found)),
        AcceptOutcome::MemberLimitReached { limit: most } => {
            Err(ApiError::plan_limit_reached(format!(
                "As many people belong to the organization as its plan allows: {most}. Ask whoever \
                invited you to let somebody go, or to ask the operator of this service for more."
            )))
        }
    }
}

/// Refuses an invitation that can no longer be accepted, and says what to do.
pub(in crate::features) fn require_open_invitation(
    standing: InvitationStatus,
) -> Result<(), ApiError> {
    Err(match standing {
        InvitationStatus::Open => return Ok(()),
        InvitationStatus::Accepted => ApiError::conflict(
            "invitation_used",
            "This invitation was accepted already, and works once: sign in with the address that \
                it came to.",
        ),
        InvitationStatus::Revoked => ApiError::conflict(
            "invitation_revoked",
            "This invitation was taken back. Ask whoever invited you for another one.",
        ),
        InvitationStatus::Expired => ApiError::conflict(
            "invitation_expired",
            "This invitation is older than 72 hours. Ask whoever invited you to send it again.",
        ),
        InvitationStatus::Replaced => ApiError::conflict(
            "invitation_replaced",
            "A newer letter was sent: use the link in that one.",
        ),
    })
}

/// Refuses somebody who belongs to as many organizations as one person may.
pub(in crate::features) fn too_many_organizations_error() -> ApiError {
    ApiError::conflict(
        "too_many_organizations",
        format!(
            "One person may belong to {MAX_ORGANIZATIONS_PER_PERSON} organizations. Leave one that you do \
                not need."
        ),
    )
}

/// Refuses somebody of whom it is not known that the address is theirs: the letter shows it.
fn email_not_verified_error() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "email_not_verified",
        "No letter to this address is known to have reached you. Open the link in the letter of \
            the invitation: it shows that the address is yours.",
    )
}

fn invitation_for_another_error() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "invitation_for_another",
        "This invitation was sent to another address. Sign in, or register, with the address that \
            the letter came to.",
    )
}
