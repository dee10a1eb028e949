//! Somebody who belongs to no organization has no session: they show their address and password
//! with each of the few things that are left to do.

mod unaffiliated_invitations;

pub use unaffiliated_invitations::UnaffiliatedInvitationsApi;

use super::registration::normalize_email;
use super::wire::UnaffiliatedCredentials;
use crate::auth::{LoginOutcome, Password, Reauthenticator};
use crate::db::Database;
use crate::http::ApiError;
use crate::ids::PersonId;
use entities::person;
use poem::Request;
use poem::http::StatusCode;

/// The person whose address and password these are, where they belong to no organization. Wrong
/// ones count like wrong sign-ins, are answered like unknown ones, and take as long.
pub(super) async fn authenticate_unaffiliated(
    second_look: &Reauthenticator,
    database: &Database,
    request: &Request,
    shown: UnaffiliatedCredentials,
) -> Result<person::Model, ApiError> {
    let UnaffiliatedCredentials {
        email,
        password,
        otp,
    } = shown;
    let email = normalize_email(&email);
    let (mut found, mut knows_password) = (None, false);
    let check = async {
        let person = database
            .platform()
            .find_person_without_organization(&email)
            .await?;
        let stored = person.as_ref().map(|person| person.password_hash.clone());
        if !second_look
            .passwords
            .verify_password(Password::new(password), stored)
            .await?
        {
            return Ok(LoginOutcome::Failure);
        }
        let Some(person) = person else {
            return Ok(LoginOutcome::Failure);
        };
        let id = PersonId(person.id);
        (found, knows_password) = (Some(person), true);
        if !second_look.mfa.is_enabled(id).await? {
            return Ok(LoginOutcome::Success);
        }
        let Some(otp) = otp.as_deref().filter(|otp| !otp.trim().is_empty()) else {
            return Ok(LoginOutcome::Incomplete);
        };
        let right = second_look
            .login_throttle
            .throttle_code_check(&email, second_look.mfa.verify_code(id, otp))
            .await?;
        Ok(if right {
            LoginOutcome::Success
        } else {
            LoginOutcome::Failure
        })
    };
    match (
        second_look
            .login_throttle
            .throttle_login(&email, request, check)
            .await?,
        found,
    ) {
        (LoginOutcome::Success, Some(person)) => Ok(person),
        (LoginOutcome::Incomplete, _) => Err(super::routes::otp_required_error()),
        (LoginOutcome::Failure, _) if knows_password => Err(super::routes::wrong_otp_error()),
        _ => Err(not_unaffiliated_error()),
    }
}

fn not_unaffiliated_error() -> ApiError {
    let words = "The e-mail address or the password is not right, or the account belongs to an \
        organization: then sign in.";
    ApiError::new(StatusCode::UNAUTHORIZED, "invalid_credentials", words)
}
