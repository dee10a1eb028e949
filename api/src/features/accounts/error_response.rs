//! Responses to the errors of accounts.

use super::invited_registration::{InvitationRefusal, InvitedRegistrationError};
use super::registration::RegistrationError;
use super::sign_up::{SignUpError, SignUpRefusal};
use crate::auth::PasswordError;
use crate::http::ApiError;
use poem::http::StatusCode;

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self::unavailable(
                "busy",
                "Too many people are signing in right now. Try again in a few seconds.",
            ),
            other => Self::internal(&other),
        }
    }
}

impl From<RegistrationError> for ApiError {
    fn from(error: RegistrationError) -> Self {
        match error {
            RegistrationError::EmailTaken => Self::conflict(
                "email_taken",
                "This email address already has an account. Sign in instead.",
            ),
            RegistrationError::NotFirst => SignUpRefusal::InvitationRequired.into(),
            RegistrationError::Password(error) => error.into(),
            RegistrationError::Database(error) => error.into(),
            RegistrationError::Entropy(error) => error.into(),
        }
    }
}

impl From<SignUpRefusal> for ApiError {
    fn from(error: SignUpRefusal) -> Self {
        Self::new(StatusCode::FORBIDDEN, "sign_up_closed", error.to_string())
    }
}

impl From<SignUpError> for ApiError {
    fn from(error: SignUpError) -> Self {
        match error {
            SignUpError::Refused(error) => error.into(),
            SignUpError::Database(error) => error.into(),
        }
    }
}

impl From<InvitedRegistrationError> for ApiError {
    fn from(error: InvitedRegistrationError) -> Self {
        match error {
            InvitedRegistrationError::Invitation(error) => error.into(),
            InvitedRegistrationError::Registration(error) => error.into(),
        }
    }
}

impl From<InvitationRefusal> for ApiError {
    fn from(error: InvitationRefusal) -> Self {
        let message = error.to_string();
        match error {
            InvitationRefusal::NotFound => Self::not_found(),
            InvitationRefusal::Accepted => Self::conflict("invitation_already_accepted", message),
            InvitationRefusal::Revoked => Self::conflict("invitation_revoked", message),
            InvitationRefusal::Expired => Self::conflict("invitation_expired", message),
            InvitationRefusal::Replaced => Self::conflict("invitation_replaced", message),
            InvitationRefusal::WrongEmail => {
                Self::new(StatusCode::FORBIDDEN, "invitation_email_mismatch", message)
            }
            InvitationRefusal::EmailNotVerified => {
                Self::new(StatusCode::FORBIDDEN, "email_not_verified", message)
            }
            InvitationRefusal::AlreadyMember => Self::conflict("already_member", message),
            InvitationRefusal::TooManyOrganizations => {
                Self::conflict("too_many_organizations", message)
            }
            InvitationRefusal::Suspended(error) => error.into(),
            InvitationRefusal::MemberLimitReached { .. } => Self::plan_limit_reached(message),
        }
    }
}
