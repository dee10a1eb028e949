//! Two-step sign-in: a code of an authenticator app beside the password, over HTTP.

use super::letters;
use super::telling::news;
use super::wire::{Mfa, MfaBegin, MfaConfirm, MfaEnd, MfaRecoveryCodes, MfaSecret};
use crate::auth::{
    Authority, Demander, Guesses, Password, Passwords, SecondFactors, SignedForOneself,
};
use crate::clock::Clock;
use crate::http::{ApiError, Done, Envelope, Tag};
use crate::ids::PersonId;
use crate::mail::{LetterKind, Letters};
use entities::{letter, person};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use std::sync::Arc;

/// One's own second factor.
pub struct SecondFactorApi {
    /// Knows the password's hash.
    pub authority: Arc<Authority>,
    /// Compares passwords.
    pub passwords: Passwords,
    /// Counts attempts to get in.
    pub guesses: Guesses,
    /// Keeps second factors.
    pub second_factors: SecondFactors,
    /// Tells the time.
    pub clock: Clock,
    /// Writes the letters.
    pub letters: Letters,
}

#[OpenApi(tag = "Tag::Accounts")]
impl SecondFactorApi {
    /// Read how two-step sign-in stands
    ///
    /// Whether signing in asks for a code, and how many recovery codes are left.
    #[oai(path = "/api/account/mfa", method = "get", operation_id = "getMfa")]
    async fn get_mfa(&self, signed: SignedForOneself) -> Result<Json<Envelope<Mfa>>, ApiError> {
        let standing = self
            .second_factors
            .standing(PersonId(who(&signed)?.id))
            .await?;
        let (on, left) = (
            standing.is_some(),
            standing
                .as_ref()
                .map(|standing| standing.recovery_codes_left),
        );
        Ok(Json(Envelope::of(Mfa {
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
    async fn begin_mfa(
        &self,
        request: &Request,
        signed: SignedForOneself,
        body: Json<MfaBegin>,
    ) -> Result<Json<Envelope<MfaSecret>>, ApiError> {
        let person = who(&signed)?;
        if signed.scope().access().organization().is_demo {
            return Err(ApiError::conflict(
                "demo_account",
                "The demo is open to everybody, so its sign-in stays as it is. Register to have \
                    your own.",
            ));
        }
        self.check_password(request, person, body.0.password)
            .await?;
        let begun = self.second_factors.begin(person).await?;
        Ok(Json(Envelope::of(MfaSecret {
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
        signed: SignedForOneself,
        body: Json<MfaConfirm>,
    ) -> Result<Json<Envelope<MfaRecoveryCodes>>, ApiError> {
        let person = who(&signed)?;
        let mut shown = None;
        let check = async {
            shown = self
                .second_factors
                .shown(PersonId(person.id), &body.0.otp)
                .await?;
            Ok(shown.is_some())
        };
        self.guesses.count_code(&person.email, check).await?;
        let confirmed = self
            .second_factors
            .confirm(
                signed.scope().access(),
                shown.ok_or_else(wrong_code)?,
                self.news(person, true)?,
            )
            .await?;
        let recovery_codes = confirmed.ok_or_else(wrong_code)?;
        // Sessions that waited for it go on.
        self.authority.forget();
        Ok(Json(Envelope::of(MfaRecoveryCodes { recovery_codes })))
    }

    /// Turn two-step sign-in off
    ///
    /// Needs the password and a code, of the app or a recovery code. The recovery codes are
    /// forgotten. 409 `mfa_demanded` while an organization of the person, or the installation of
    /// its operators, demands it.
    #[oai(path = "/api/account/mfa", method = "delete", operation_id = "endMfa")]
    async fn end_mfa(
        &self,
        request: &Request,
        signed: SignedForOneself,
        body: Json<MfaEnd>,
    ) -> Result<Json<Envelope<Done>>, ApiError> {
        let person = who(&signed)?;
        let id = PersonId(person.id);
        let MfaEnd { password, otp } = body.0;
        if !self.second_factors.is_on(id).await? {
            return Err(ApiError::conflict(
                "mfa_off",
                "Two-step sign-in is off already.",
            ));
        }
        if let Some(demander) = self.authority.second_step_demanded_of(id).await? {
            return Err(demanded(&demander));
        }
        self.check_password(request, person, password).await?;
        if !self
            .guesses
            .count_code(&person.email, self.second_factors.check(id, &otp))
            .await?
        {
            return Err(wrong_code());
        }
        self.second_factors
            .end(signed.scope().access(), id, self.news(person, false)?)
            .await?;
        Ok(Json(Done::envelope()))
    }

    async fn check_password(
        &self,
        request: &Request,
        person: &person::Model,
        password: String,
    ) -> Result<(), ApiError> {
        let stored = self
            .authority
            .password_hash(PersonId(person.id))
            .await?
            .ok_or_else(ApiError::unauthorized)?;
        let check = async {
            Ok(self
                .passwords
                .matches(Password::new(password), Some(stored))
                .await?)
        };
        if self.guesses.count(&person.email, request, check).await? {
            return Ok(());
        }
        Err(
            ApiError::invalid("wrong_password", "This is not your current password.")
                .at("password"),
        )
    }

    fn news(&self, person: &person::Model, on: bool) -> Result<letter::Model, ApiError> {
        let words = letters::second_factor(&person.name, on, &self.letters.page("/account"));
        let letter = news(person, LetterKind::SecondFactor, words, self.clock.now());
        Ok(self.letters.write(&letter)?)
    }
}

fn who(signed: &SignedForOneself) -> Result<&person::Model, ApiError> {
    signed.scope().own().map(|(_, person)| person)
}

fn demanded(by: &Demander) -> ApiError {
    let words = match by {
        Demander::Organization(name) => {
            format!(
                "{name} asks for two-step sign-in of everybody who belongs to it, so it stays on. \
                    Its owners and admins can change that, or you leave it first."
            )
        }
        Demander::Installation => "This installation asks for two-step sign-in of its operators, \
            so it stays on while you are one."
            .to_owned(),
    };
    ApiError::conflict("mfa_demanded", words)
}

fn wrong_code() -> ApiError {
    ApiError::invalid(
        "wrong_otp",
        "This code is not right, or was used already. Wait for the next one of your app.",
    )
    .at("otp")
}
