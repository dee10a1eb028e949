//! Accounts that belong to no organization. They have no session and send their credentials with
//! each request.

mod unaffiliated_invitation_routes;

pub use unaffiliated_invitation_routes::UnaffiliatedInvitationsApi;

use super::registration::normalize_email;
use super::wire::UnaffiliatedCredentials;
use crate::auth::{LoginOutcome, Password, Reauthenticator};
use crate::db::Database;
use crate::http::ApiError;
use crate::ids::PersonId;
use entities::person;
use poem::Request;
use poem::http::StatusCode;

/// The person with these credentials, if they belong to no organization. Wrong credentials count as
/// a failed sign-in. Response and timing are the same for wrong and for unknown ones.
pub(super) async fn authenticate_unaffiliated(
    reauthenticator: &Reauthenticator,
    database: &Database,
    request: &Request,
    credentials: UnaffiliatedCredentials,
) -> Result<person::Model, ApiError> {
    let UnaffiliatedCredentials {
        email,
        password,
        otp,
    } = credentials;
    let email = normalize_email(&email);
    let (mut account, mut knows_password) = (None, false);
    let check = async {
        let person = database
            .platform()
            .find_person_without_organization(&email)
            .await?;
        let stored = person.as_ref().map(|person| person.password_hash.clone());
        if !reauthenticator
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
        (account, knows_password) = (Some(person), true);
        if !reauthenticator.mfa.is_enabled(id).await? {
            return Ok(LoginOutcome::Success);
        }
        let Some(otp) = otp.as_deref().filter(|otp| !otp.trim().is_empty()) else {
            return Ok(LoginOutcome::Incomplete);
        };
        let correct = reauthenticator
            .login_throttle
            .throttle_code_check(&email, reauthenticator.mfa.verify_code(id, otp))
            .await?;
        Ok(if correct {
            LoginOutcome::Success
        } else {
            LoginOutcome::Failure
        })
    };
    match (
        reauthenticator
            .login_throttle
            .throttle_login(&email, request, check)
            .await?,
        account,
    ) {
        (LoginOutcome::Success, Some(person)) => Ok(person),
        (LoginOutcome::Incomplete, _) => Err(super::routes::otp_required_error()),
        (LoginOutcome::Failure, _) if knows_password => Err(super::routes::wrong_otp_error()),
        _ => Err(not_unaffiliated_error()),
    }
}

fn not_unaffiliated_error() -> ApiError {
    let message = "The email address or the password is wrong, or the account belongs to an \
        organization. In that case, sign in.";
    ApiError::new(StatusCode::UNAUTHORIZED, "invalid_credentials", message)
}
