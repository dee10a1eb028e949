//! Somebody who belongs to no organization has no session: they show their address and password
//! with each of the few things that are left to do.

mod invitations;

pub use invitations::WaitingInvitationsApi;

use super::register::normal_email;
use super::wire::LeftBehind;
use crate::auth::{Guess, Password, SecondLook};
use crate::db::Database;
use crate::http::ApiError;
use crate::ids::PersonId;
use entities::person;
use poem::Request;
use poem::http::StatusCode;

/// The person whose address and password these are, where they belong to no organization. Wrong
/// ones count like wrong sign-ins, are answered like unknown ones, and take as long.
pub(super) async fn left_behind(
    second_look: &SecondLook,
    database: &Database,
    request: &Request,
    shown: LeftBehind,
) -> Result<person::Model, ApiError> {
    let LeftBehind {
        email,
        password,
        otp,
    } = shown;
    let email = normal_email(&email);
    let (mut found, mut knows_password) = (None, false);
    let check = async {
        let person = database
            .platform()
            .person_without_organization(&email)
            .await?;
        let stored = person.as_ref().map(|person| person.password_hash.clone());
        if !second_look
            .passwords
            .matches(Password::new(password), stored)
            .await?
        {
            return Ok(Guess::Wrong);
        }
        let Some(person) = person else {
            return Ok(Guess::Wrong);
        };
        let id = PersonId(person.id);
        (found, knows_password) = (Some(person), true);
        if !second_look.second_factors.is_on(id).await? {
            return Ok(Guess::Right);
        }
        let Some(otp) = otp.as_deref().filter(|otp| !otp.trim().is_empty()) else {
            return Ok(Guess::Unfinished);
        };
        let right = second_look
            .guesses
            .count_code(&email, second_look.second_factors.check(id, otp))
            .await?;
        Ok(if right { Guess::Right } else { Guess::Wrong })
    };
    match (
        second_look.guesses.judge(&email, request, check).await?,
        found,
    ) {
        (Guess::Right, Some(person)) => Ok(person),
        (Guess::Unfinished, _) => Err(super::routes::otp_required()),
        (Guess::Wrong, _) if knows_password => Err(super::routes::wrong_otp()),
        _ => Err(not_left_behind()),
    }
}

fn not_left_behind() -> ApiError {
    let words = "The e-mail address or the password is not right, or the account belongs to an \
        organization: then sign in.";
    ApiError::new(StatusCode::UNAUTHORIZED, "invalid_credentials", words)
}
