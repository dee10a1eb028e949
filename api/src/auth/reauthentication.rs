//! Asks somebody who is signed in once more who they are, before something that cannot be undone.
//! Wrong answers count like wrong sign-ins.

use super::{Authority, LoginThrottle, MfaService, Password, PasswordHashPool};
use crate::http::ApiError;
use crate::ids::PersonId;
use entities::person;
use poem::Request;
use std::sync::Arc;

/// Compares passwords and codes with those of the person who asks.
#[derive(Clone)]
pub struct Reauthenticator {
    /// Knows the password's hash.
    pub authority: Arc<Authority>,
    /// Compares passwords.
    pub passwords: PasswordHashPool,
    /// Counts attempts to get in.
    pub login_throttle: LoginThrottle,
    /// Asks for codes, where signing in does.
    pub mfa: MfaService,
}

impl Reauthenticator {
    /// The hash of the password that was right. 422 where the password is wrong, or two-step
    /// sign-in is on and the code is missing or wrong.
    pub async fn verify_credentials(
        &self,
        request: &Request,
        person: &person::Model,
        password: String,
        otp: Option<&str>,
    ) -> Result<String, ApiError> {
        let id = PersonId(person.id);
        let stored = self
            .authority
            .load_password_hash(id)
            .await?
            .ok_or_else(ApiError::unauthorized)?;
        let check = async {
            Ok(self
                .passwords
                .verify_password(Password::new(password), Some(stored.clone()))
                .await?)
        };
        if !self
            .login_throttle
            .throttle_password_check(&person.email, request, check)
            .await?
        {
            return Err(ApiError::unprocessable(
                "wrong_password",
                "This is not your current password.",
            )
            .with_path("password"));
        }
        if !self.mfa.is_enabled(id).await? {
            return Ok(stored);
        }
        let Some(otp) = otp.filter(|otp| !otp.trim().is_empty()) else {
            let words = "Two-step sign-in is on: give the code that your authenticator app shows, \
                or one of your recovery codes.";
            return Err(ApiError::unprocessable("otp_required", words).with_path("otp"));
        };
        if !self
            .login_throttle
            .throttle_code_check(&person.email, self.mfa.verify_code(id, otp))
            .await?
        {
            return Err(ApiError::unprocessable(
                "wrong_otp",
                "This code is not right, or was used already. Wait for the next one of your app.",
            )
            .with_path("otp"));
        }
        Ok(stored)
    }
}
