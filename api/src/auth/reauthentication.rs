//! Reauthentication: asks a signed-in user for the password again before an irreversible action.
//! Wrong answers count as failed sign-ins.

use super::{Authority, LoginThrottle, MfaService, Password, PasswordHashPool};
use crate::http::{ApiError, ErrorDetailCode};
use crate::ids::PersonId;
use entities::person;
use poem::Request;
use std::sync::Arc;

/// Verifies passwords and MFA codes of the signed-in user.
#[derive(Clone)]
pub struct Reauthenticator {
    /// Loads the password hash.
    pub authority: Arc<Authority>,
    /// Verifies passwords.
    pub passwords: PasswordHashPool,
    /// Limits failed attempts.
    pub login_throttle: LoginThrottle,
    /// Verifies MFA codes.
    pub mfa: MfaService,
}

impl Reauthenticator {
    /// Returns the verified password's hash. 422 if the password is wrong, or if MFA is enabled and
    /// the code is missing or wrong.
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
            .with_detail("password", ErrorDetailCode::WrongPassword));
        }
        if !self.mfa.is_enabled(id).await? {
            return Ok(stored);
        }
        let Some(otp) = otp.filter(|otp| !otp.trim().is_empty()) else {
            let message = "MFA is on. Enter the code of your authenticator app or \
                               a recovery code.";
            return Err(ApiError::unprocessable("otp_required", message)
                .with_detail("otp", ErrorDetailCode::Required));
        };
        if !self
            .login_throttle
            .throttle_code_check(&person.email, self.mfa.verify_code(id, otp))
            .await?
        {
            return Err(ApiError::unprocessable(
                "wrong_otp",
                "The code is wrong or was already used. Wait for your app's next code.",
            )
            .with_detail("otp", ErrorDetailCode::WrongOtp));
        }
        Ok(stored)
    }
}
