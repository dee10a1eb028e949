//! Asks somebody who is signed in once more who they are, before something that cannot be undone.
//! Wrong answers count like wrong sign-ins.

use super::{Authority, Guesses, Password, Passwords, SecondFactors};
use crate::http::ApiError;
use crate::ids::PersonId;
use entities::person;
use poem::Request;
use std::sync::Arc;

/// Compares passwords and codes with those of the person who asks.
#[derive(Clone)]
pub struct SecondLook {
    /// Knows the password's hash.
    pub authority: Arc<Authority>,
    /// Compares passwords.
    pub passwords: Passwords,
    /// Counts attempts to get in.
    pub guesses: Guesses,
    /// Asks for codes, where signing in does.
    pub second_factors: SecondFactors,
}

impl SecondLook {
    /// The hash of the password that was right. 422 where the password is wrong, or two-step
    /// sign-in is on and the code is missing or wrong.
    pub async fn take(
        &self,
        request: &Request,
        person: &person::Model,
        password: String,
        otp: Option<&str>,
    ) -> Result<String, ApiError> {
        let id = PersonId(person.id);
        let stored = self
            .authority
            .password_hash(id)
            .await?
            .ok_or_else(ApiError::unauthorized)?;
        let check = async {
            Ok(self
                .passwords
                .matches(Password::new(password), Some(stored.clone()))
                .await?)
        };
        if !self.guesses.count(&person.email, request, check).await? {
            return Err(
                ApiError::invalid("wrong_password", "This is not your current password.")
                    .at("password"),
            );
        }
        if !self.second_factors.is_on(id).await? {
            return Ok(stored);
        }
        let Some(otp) = otp.filter(|otp| !otp.trim().is_empty()) else {
            let words = "Two-step sign-in is on: give the code that your authenticator app shows, \
                or one of your recovery codes.";
            return Err(ApiError::invalid("otp_required", words).at("otp"));
        };
        if !self
            .guesses
            .count_code(&person.email, self.second_factors.check(id, otp))
            .await?
        {
            return Err(ApiError::invalid(
                "wrong_otp",
                "This code is not right, or was used already. Wait for the next one of your app.",
            )
            .at("otp"));
        }
        Ok(stored)
    }
}
