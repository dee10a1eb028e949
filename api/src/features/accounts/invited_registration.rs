//! Registration with an invitation, and the errors of accepting one.

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

/// The maximum number of organizations of a person. Small enough to list without pages.
pub(in crate::features) const MAX_ORGANIZATIONS_PER_PERSON: u64 = 50;

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
        if let Err(message) = password.check_policy(&[email, name]) {
            errors.push(ErrorDetail {
                path: "password".to_owned(),
                message: message.to_owned(),
            });
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
    ) -> Result<Account, ApiError> {
        let (platform, hash, now) = (database.platform(), hash_token(token), clock.now());
        // Checked before the expensive hash, and again when the invitation is accepted.
        let lookup = platform
            .find_invitation(&hash, now)
            .await?
            .ok_or_else(ApiError::not_found)?;
        require_open_invitation(lookup.status)?;
        if lookup.invitation.email != self.email {
            return Err(invitation_email_mismatch_error());
        }
        let (invitee, person) = if let Some(person) = returning {
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

/// The joined organization, or the error to return.
pub(in crate::features) fn require_joined(accepted: AcceptOutcome) -> Result<Access, ApiError> {
    match accepted {
        AcceptOutcome::Joined(access) => Ok(access),
        AcceptOutcome::NotFound => Err(ApiError::not_found()),
        AcceptOutcome::NotOpen(status) => Err(require_open_invitation(status)
            .err()
            .unwrap_or_else(ApiError::not_found)),
        AcceptOutcome::WrongEmail => Err(invitation_email_mismatch_error()),
        AcceptOutcome::EmailNotVerified => Err(email_not_verified_error()),
        AcceptOutcome::AlreadyMember => Err(ApiError::conflict(
            "already_member",
            "You already belong to this organization. Switch to it.",
        )),
        AcceptOutcome::TooManyOrganizations => Err(too_many_organizations_error()),
        AcceptOutcome::Suspended(organization) => Err(refuse_suspended(
            &organization.name,
            organization.suspension.as_ref(),
        )
        .err()
        .unwrap_or_else(ApiError::not_found)),
        AcceptOutcome::MemberLimitReached { limit } => Err(ApiError::plan_limit_reached(format!(
            "The organization has reached the limit of its plan: {limit} people. Ask the person \
                    who invited you to remove someone, or to ask the operator for a higher limit."
        ))),
    }
}

/// Rejects an invitation that can't be accepted, with a message that says what to do.
pub(in crate::features) fn require_open_invitation(
    status: InvitationStatus,
) -> Result<(), ApiError> {
    Err(match status {
        InvitationStatus::Open => return Ok(()),
        InvitationStatus::Accepted => ApiError::conflict(
            "invitation_already_accepted",
            "This invitation was already accepted. Sign in with the email address that it was sent \
                to.",
        ),
        InvitationStatus::Revoked => ApiError::conflict(
            "invitation_revoked",
            "This invitation was revoked. Ask the person who invited you for a new one.",
        ),
        InvitationStatus::Expired => ApiError::conflict(
            "invitation_expired",
            "This invitation expired after 72 hours. Ask the person who invited you to resend it.",
        ),
        InvitationStatus::Replaced => ApiError::conflict(
            "invitation_replaced",
            "This invitation was replaced by a newer one. Use the link in the newest email.",
        ),
    })
}

/// The person belongs to the maximum number of organizations.
pub(in crate::features) fn too_many_organizations_error() -> ApiError {
    ApiError::conflict(
        "too_many_organizations",
        format!(
            "You can belong to at most {MAX_ORGANIZATIONS_PER_PERSON} organizations. Leave one \
                first."
        ),
    )
}

/// The person's email address is not verified. The link of the invitation verifies it.
fn email_not_verified_error() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "email_not_verified",
        "Your email address is not verified. Open the link in the invitation email to verify it.",
    )
}

fn invitation_email_mismatch_error() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "invitation_email_mismatch",
        "This invitation was sent to another email address. Sign in or register with that address.",
    )
}
