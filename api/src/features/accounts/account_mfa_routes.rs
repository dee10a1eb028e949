//! HTTP operations on the MFA of an account.

use super::account_emails;
use super::security_email::build_security_email;
use super::wire::{
    MfaConfirmation, MfaDisableRequest, MfaEnrollmentRequest, MfaRecoveryCodes, MfaSecret,
    MfaStatus,
};
use crate::auth::{
    Authority, LoginThrottle, MfaRequirement, MfaService, Password, PasswordHashPool, SignedAccount,
};
use crate::clock::Clock;
use crate::db::Database;
use crate::email::{EmailKind, Mailer};
use crate::http::{Acknowledgment, ApiError, Envelope, ErrorDetailCode, Tag};
use crate::ids::PersonId;
use entities::{email_outbox, person};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use std::sync::Arc;

/// MFA of an account.
pub struct AccountMfaApi {
    /// Loads password hashes and MFA requirements.
    pub authority: Arc<Authority>,
    /// Verifies passwords.
    pub passwords: PasswordHashPool,
    /// Limits attempts.
    pub login_throttle: LoginThrottle,
    /// Enrolls, verifies and disables MFA.
    pub mfa: MfaService,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Seals the emails.
    pub mailer: Mailer,
}

#[OpenApi(tag = "Tag::Accounts")]
impl AccountMfaApi {
    /// Get MFA status
    ///
    /// Whether MFA is enabled, and how many recovery codes are left.
    #[oai(
        path = "/api/account/mfa",
        method = "get",
        operation_id = "getMfaStatus"
    )]
    async fn get_mfa(&self, signed: SignedAccount) -> Result<Json<Envelope<MfaStatus>>, ApiError> {
        let status = self
            .mfa
            .load_status(PersonId(require_person(&signed)?.id))
            .await?;
        Ok(Json(Envelope::new(MfaStatus {
            enabled: status.is_some(),
            enabled_at: status.as_ref().map(|status| status.since),
            remaining_recovery_codes: status.map(|status| status.recovery_codes_left),
        })))
    }

    /// Start MFA enrollment
    ///
    /// Returns a secret for an authenticator app. MFA is not enabled until `confirmMfa`. Needs the
    /// password; a wrong one counts as a failed sign-in.
    #[oai(path = "/api/account/mfa", method = "post", operation_id = "enrollMfa")]
    async fn enroll_mfa(
        &self,
        request: &Request,
        signed: SignedAccount,
        body: Json<MfaEnrollmentRequest>,
    ) -> Result<Json<Envelope<MfaSecret>>, ApiError> {
        let person = require_person(&signed)?;
        if signed.scope().access().organization().is_demo {
            return Err(ApiError::demo_read_only(
                "MFA of the demo account can't be set up. Register to get your own account.",
            ));
        }
        self.check_password(request, person, body.0.password)
            .await?;
        let enrollment = self.mfa.begin_enrollment(person).await?;
        Ok(Json(Envelope::new(MfaSecret {
            secret: enrollment.secret,
            otpauth_uri: enrollment.uri,
        })))
    }

    /// Confirm MFA enrollment
    ///
    /// Enables MFA with a code from the authenticator app. Returns ten recovery codes, which are
    /// not shown again. Each replaces a code from the app once.
    #[oai(
        path = "/api/account/mfa/confirm",
        method = "post",
        operation_id = "confirmMfa"
    )]
    async fn confirm_mfa(
        &self,
        signed: SignedAccount,
        body: Json<MfaConfirmation>,
    ) -> Result<Json<Envelope<MfaRecoveryCodes>>, ApiError> {
        let person = require_person(&signed)?;
        let mut verified = None;
        let check = async {
            verified = self
                .mfa
                .verify_enrollment(PersonId(person.id), &body.0.otp)
                .await?;
            Ok(verified.is_some())
        };
        self.login_throttle
            .throttle_code_check(&person.email, check)
            .await?;
        let confirmed = self
            .mfa
            .confirm_enrollment(
                signed.scope().access(),
                verified.ok_or_else(wrong_code_error)?,
                self.build_mfa_changed_email(person, true).await?,
            )
            .await?;
        let recovery_codes = confirmed.ok_or_else(wrong_code_error)?;
        // Sessions that were blocked until MFA was set up work again.
        self.authority.clear_lookups();
        Ok(Json(Envelope::new(MfaRecoveryCodes { recovery_codes })))
    }

    /// Disable MFA
    ///
    /// Needs the password and a code from the authenticator app or a recovery code. Deletes the
    /// recovery codes. 409 `mfa_enforced` while an organization of the person, or the installation
    /// for its operators, requires MFA.
    #[oai(
        path = "/api/account/mfa",
        method = "delete",
        operation_id = "disableMfa"
    )]
    async fn disable_mfa(
        &self,
        request: &Request,
        signed: SignedAccount,
        body: Json<MfaDisableRequest>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let person = require_person(&signed)?;
        let id = PersonId(person.id);
        let MfaDisableRequest { password, otp } = body.0;
        if !self.mfa.is_enabled(id).await? {
            return Err(ApiError::conflict("mfa_not_enabled", "MFA is already off."));
        }
        if let Some(requirement) = self.authority.find_mfa_requirement(id).await? {
            return Err(mfa_enforced_error(&requirement));
        }
        self.check_password(request, person, password).await?;
        if !self
            .login_throttle
            .throttle_code_check(&person.email, self.mfa.verify_code(id, &otp))
            .await?
        {
            return Err(wrong_code_error());
        }
        self.mfa
            .disable_mfa(
                signed.scope().access(),
                id,
                self.build_mfa_changed_email(person, false).await?,
            )
            .await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    async fn check_password(
        &self,
        request: &Request,
        person: &person::Model,
        password: String,
    ) -> Result<(), ApiError> {
        let stored = self
            .authority
            .load_password_hash(PersonId(person.id))
            .await?
            .ok_or_else(ApiError::unauthorized)?;
        let check = async {
            Ok(self
                .passwords
                .verify_password(Password::new(password), Some(stored))
                .await?)
        };
        if self
            .login_throttle
            .throttle_password_check(&person.email, request, check)
            .await?
        {
            return Ok(());
        }
        Err(
            ApiError::unprocessable("wrong_password", "This is not your current password.")
                .with_detail("password", ErrorDetailCode::WrongPassword),
        )
    }

    async fn build_mfa_changed_email(
        &self,
        person: &person::Model,
        enabled: bool,
    ) -> Result<email_outbox::Model, ApiError> {
        let texts = self
            .database
            .platform()
            .find_texts(PersonId(person.id))
            .await?;
        let content = account_emails::mfa_changed_email(
            texts,
            &person.name,
            enabled,
            &self.mailer.page_url("/account"),
        );
        let email = build_security_email(person, EmailKind::MfaChanged, content, self.clock.now());
        Ok(self.mailer.seal_email(&email)?)
    }
}

fn require_person(signed: &SignedAccount) -> Result<&person::Model, ApiError> {
    signed.scope().require_person().map(|(_, person)| person)
}

fn mfa_enforced_error(requirement: &MfaRequirement) -> ApiError {
    let message = match requirement {
        MfaRequirement::Organization(name) => {
            format!(
                "{name} requires MFA for all members, so you can't turn it off. Ask an owner or \
                    admin to change that, or leave the organization first."
            )
        }
        MfaRequirement::Installation => {
            "This server requires MFA for operators, so you can't turn it off.".to_owned()
        }
    };
    ApiError::conflict("mfa_enforced", message)
}

fn wrong_code_error() -> ApiError {
    ApiError::unprocessable(
        "wrong_otp",
        "This code is wrong or was already used. Wait for the next code in your app.",
    )
    .with_detail("otp", ErrorDetailCode::WrongOtp)
}
