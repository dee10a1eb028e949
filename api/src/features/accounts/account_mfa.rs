//! Two-step sign-in: a code of an authenticator app beside the password, over HTTP.

use super::account_emails;
use super::telling::build_security_email;
use super::wire::{
    MfaConfirmation, MfaDisableRequest, MfaEnrollmentRequest, MfaRecoveryCodes, MfaSecret,
    MfaStatus,
};
use crate::auth::{
    Authority, LoginThrottle, MfaRequirement, MfaService, Password, PasswordHashPool, SignedAccount,
};
use crate::clock::Clock;
use crate::email::{EmailKind, Mailer};
use crate::http::{Acknowledgment, ApiError, Envelope, Tag};
use crate::ids::PersonId;
use entities::{email_outbox, person};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use std::sync::Arc;

/// One's own second factor.
pub struct AccountMfaApi {
    /// Knows the password's hash.
    pub authority: Arc<Authority>,
    /// Compares passwords.
    pub passwords: PasswordHashPool,
    /// Counts attempts to get in.
    pub login_throttle: LoginThrottle,
    /// Keeps second factors.
    pub mfa: MfaService,
    /// Tells the time.
    pub clock: Clock,
    /// Writes the letters.
    pub mailer: Mailer,
}

#[OpenApi(tag = "Tag::Accounts")]
impl AccountMfaApi {
    /// Read how two-step sign-in stands
    ///
    /// Whether signing in asks for a code, and how many recovery codes are left.
    #[oai(path = "/api/account/mfa", method = "get", operation_id = "getMfa")]
    async fn get_mfa(&self, signed: SignedAccount) -> Result<Json<Envelope<MfaStatus>>, ApiError> {
        let standing = self
            .mfa
            .load_status(PersonId(require_person(&signed)?.id))
            .await?;
        let (on, left) = (
            standing.is_some(),
            standing
                .as_ref()
                .map(|standing| standing.recovery_codes_left),
        );
        Ok(Json(Envelope::new(MfaStatus {
            on,
            since: standing.map(|standing| standing.since),
            recovery_codes_left: left,
        })))
    }

    /// Set up two-step sign-in
    ///
    /// Gives a secret for an authenticator app. Signing in asks for nothing more before
    /// `confirmMfa`. Needs the password; a wrong one counts like a wrong sign-in.
    #[oai(path = "/api/account/mfa", method = "post", operation_id = "beginMfa")]
    async fn enroll_mfa(
        &self,
        request: &Request,
        signed: SignedAccount,
        body: Json<MfaEnrollmentRequest>,
    ) -> Result<Json<Envelope<MfaSecret>>, ApiError> {
        let person = require_person(&signed)?;
        if signed.scope().access().organization().is_demo {
            return Err(ApiError::conflict(
                "demo_account",
                "The demo is open to everybody, so its sign-in stays as it is. Register to have \
                    your own.",
            ));
        }
        self.check_password(request, person, body.0.password)
            .await?;
        let begun = self.mfa.begin_enrollment(person).await?;
        Ok(Json(Envelope::new(MfaSecret {
            secret: begun.secret,
            otpauth_uri: begun.uri,
        })))
    }

    /// Turn two-step sign-in on
    ///
    /// Needs a code of the app that has the secret. Gives ten recovery codes, this once: each
    /// stands for the app one time.
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
        let mut shown = None;
        let check = async {
            shown = self
                .mfa
                .verify_enrollment(PersonId(person.id), &body.0.otp)
                .await?;
            Ok(shown.is_some())
        };
        self.login_throttle
            .throttle_code_check(&person.email, check)
            .await?;
        let confirmed = self
            .mfa
            .confirm_enrollment(
                signed.scope().access(),
                shown.ok_or_else(wrong_code_error)?,
                self.build_mfa_changed_email(person, true)?,
            )
            .await?;
        let recovery_codes = confirmed.ok_or_else(wrong_code_error)?;
        // Sessions that waited for it go on.
        self.authority.clear_lookups();
        Ok(Json(Envelope::new(MfaRecoveryCodes { recovery_codes })))
    }

    /// Turn two-step sign-in off
    ///
    /// Needs the password and a code, of the app or a recovery code. The recovery codes are
    /// forgotten. 409 `mfa_demanded` while an organization of the person, or the installation of
    /// its operators, demands it.
    #[oai(path = "/api/account/mfa", method = "delete", operation_id = "endMfa")]
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
            return Err(ApiError::conflict(
                "mfa_off",
                "Two-step sign-in is off already.",
            ));
        }
        if let Some(demander) = self.authority.find_mfa_requirement(id).await? {
            return Err(mfa_enforced_error(&demander));
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
                self.build_mfa_changed_email(person, false)?,
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
                .with_path("password"),
        )
    }

    fn build_mfa_changed_email(
        &self,
        person: &person::Model,
        on: bool,
    ) -> Result<email_outbox::Model, ApiError> {
        let words =
            account_emails::mfa_changed_email(&person.name, on, &self.mailer.page_url("/account"));
        let letter = build_security_email(person, EmailKind::MfaChanged, words, self.clock.now());
        Ok(self.mailer.seal_email(&letter)?)
    }
}

fn require_person(signed: &SignedAccount) -> Result<&person::Model, ApiError> {
    signed.scope().require_person().map(|(_, person)| person)
}

fn mfa_enforced_error(by: &MfaRequirement) -> ApiError {
    let words = match by {
        MfaRequirement::Organization(name) => {
            format!(
                "{name} asks for two-step sign-in of everybody who belongs to it, so it stays on. \
                    Its owners and admins can change that, or you leave it first."
            )
        }
        MfaRequirement::Installation => {
            "This installation asks for two-step sign-in of its operators, \
            so it stays on while you are one."
                .to_owned()
        }
    };
    ApiError::conflict("mfa_demanded", words)
}

fn wrong_code_error() -> ApiError {
    ApiError::unprocessable(
        "wrong_otp",
        "This code is not right, or was used already. Wait for the next one of your app.",
    )
    .with_path("otp")
}
