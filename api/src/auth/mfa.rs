//! The second thing that signing in may ask for: a code of the person's authenticator app, or one
//! of ten that they keep for when it is lost.

use super::totp::{SECRET_BYTES, encode_base32, find_matching_step, otpauth_uri};
use super::{SealContext, Vault, VaultError, hash_token};
use crate::clock::Clock;
use crate::db::{Access, Database, DbError};
use crate::entropy::Entropy;
use crate::http::ApiError;
use crate::ids::PersonId;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use entities::{email_outbox, mfa_credential, person};

/// So many recovery codes are given at once.
const RECOVERY_CODE_COUNT: usize = 10;
/// 128 random bits each: nobody guesses one, so a plain hash keeps it (OWASP ASVS 5.0, 6.5.2 and
/// 11.5.1).
const RECOVERY_CODE_BYTES: usize = 16;

/// The second factors of an installation's people.
#[derive(Clone)]
pub struct MfaService {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    vault: Vault,
}

/// A secret that the person's app is about to take in.
pub struct MfaEnrollment {
    /// The secret in base32, for typing.
    pub secret: String,
    /// The same for a QR code.
    pub uri: String,
}

/// A second factor whose secret the person's app has shown to have.
pub struct VerifiedEnrollment {
    factor: mfa_credential::Model,
    step: i64,
}

/// How a second factor stands.
pub struct MfaEnrollmentStatus {
    /// Since when signing in asks for it.
    pub since: DateTime<Utc>,
    /// How many recovery codes were not used yet.
    pub recovery_codes_left: u64,
}

impl MfaService {
    /// Second factors kept in this database, sealed by this vault.
    pub fn new(database: Database, clock: Clock, entropy: Entropy, vault: Vault) -> Self {
        Self {
            database,
            clock,
            entropy,
            vault,
        }
    }

    /// How the person's second factor stands; `None` where signing in does not ask for one.
    pub async fn load_status(
        &self,
        person: PersonId,
    ) -> Result<Option<MfaEnrollmentStatus>, ApiError> {
        let platform = self.database.platform();
        let Some(since) = platform
            .find_mfa_credential(person)
            .await?
            .and_then(|factor| factor.confirmed_at)
        else {
            return Ok(None);
        };
        Ok(Some(MfaEnrollmentStatus {
            since,
            recovery_codes_left: platform.count_unused_recovery_codes(person).await?,
        }))
    }

    /// Whether signing in asks for a second factor.
    pub async fn is_enabled(&self, person: PersonId) -> Result<bool, ApiError> {
        Ok(self
            .database
            .platform()
            .find_mfa_credential(person)
            .await?
            .is_some_and(|factor| factor.confirmed_at.is_some()))
    }

    /// A new secret, which asks for nothing before it is confirmed. 409 where a second factor is
    /// on.
    pub async fn begin_enrollment(
        &self,
        person: &person::Model,
    ) -> Result<MfaEnrollment, ApiError> {
        let secret = self.entropy.random_bytes::<SECRET_BYTES>()?;
        let sealed = self.vault.seal_text(
            SealContext::Mfa(PersonId(person.id)),
            &URL_SAFE_NO_PAD.encode(secret),
        );
        let row = mfa_credential::Model {
            person_id: person.id,
            secret: sealed.map_err(|error| ApiError::internal(&error))?,
            created_at: self.clock.now(),
            confirmed_at: None,
            last_step: 0,
        };
        self.database
            .platform()
            .start_mfa_enrollment(row)
            .await
            .map_err(|error| match error {
                DbError::Duplicate(_) => ApiError::conflict(
                    "mfa_on",
                    "Two-step sign-in is on already: turn it off first to set up another app.",
                ),
                other => other.into(),
            })?;
        Ok(MfaEnrollment {
            secret: encode_base32(&secret),
            uri: otpauth_uri(&person.email, &secret),
        })
    }

    /// The second factor that is to be turned on, where the code shows that the person's app has
    /// its secret; `None` where the code is wrong.
    pub async fn verify_enrollment(
        &self,
        person: PersonId,
        code: &str,
    ) -> Result<Option<VerifiedEnrollment>, ApiError> {
        let Some(factor) = self
            .database
            .platform()
            .find_mfa_credential(person)
            .await?
            .filter(|factor| factor.confirmed_at.is_none())
        else {
            return Err(ApiError::conflict(
                "mfa_not_begun",
                "There is nothing to confirm: set up two-step sign-in from its beginning.",
            ));
        };
        let step = find_matching_step(
            &self.open_secret(&factor)?,
            &strip_whitespace(code),
            self.clock.now(),
            factor.last_step,
        );
        Ok(step.map(|step| VerifiedEnrollment { factor, step }))
    }

    /// Turns it on and gives the recovery codes; `None` where it is not the one to turn on any
    /// more.
    pub async fn confirm_enrollment(
        &self,
        access: &Access,
        shown: VerifiedEnrollment,
        told: email_outbox::Model,
    ) -> Result<Option<Vec<String>>, ApiError> {
        let mut codes = Vec::with_capacity(RECOVERY_CODE_COUNT);
        for _ in 0..RECOVERY_CODE_COUNT {
            codes.push(encode_base32(
                &self.entropy.random_bytes::<RECOVERY_CODE_BYTES>()?,
            ));
        }
        let hashes = codes.iter().map(|code| hash_token(code)).collect();
        let confirmed = self
            .database
            .platform()
            .confirm_mfa_enrollment(
                access,
                &shown.factor,
                shown.step,
                hashes,
                told,
                self.clock.now(),
            )
            .await?;
        Ok(confirmed.then(|| codes.iter().map(|code| group_in_fours(code)).collect()))
    }

    /// Whether this is a code of the person's app that was not used before, or one of their
    /// recovery codes, which is used up by this.
    pub async fn verify_code(&self, person: PersonId, code: &str) -> Result<bool, ApiError> {
        let platform = self.database.platform();
        let Some(factor) = platform
            .find_mfa_credential(person)
            .await?
            .filter(|factor| factor.confirmed_at.is_some())
        else {
            return Ok(false);
        };
        let now = self.clock.now();
        if let Some(step) = find_matching_step(
            &self.open_secret(&factor)?,
            &strip_whitespace(code),
            now,
            factor.last_step,
        ) {
            return Ok(platform.consume_totp_step(person, step).await?);
        }
        let recovery: String = code
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_uppercase())
            .collect();
        Ok(platform
            .consume_recovery_code(person, &hash_token(&recovery), now)
            .await?)
    }

    /// Signing in asks for the password alone from now on.
    pub async fn disable_mfa(
        &self,
        access: &Access,
        person: PersonId,
        told: email_outbox::Model,
    ) -> Result<(), ApiError> {
        Ok(self
            .database
            .platform()
            .disable_mfa(access, person, told, self.clock.now())
            .await?)
    }

    fn open_secret(&self, factor: &mfa_credential::Model) -> Result<Vec<u8>, ApiError> {
        let opened = self
            .vault
            .open_text(SealContext::Mfa(PersonId(factor.person_id)), &factor.secret);
        let bytes = opened.and_then(|text| {
            URL_SAFE_NO_PAD
                .decode(text)
                .map_err(|_| VaultError::CannotOpen)
        });
        bytes.map_err(|error| ApiError::internal(&error))
    }
}

/// Apps show codes with a gap.
fn strip_whitespace(code: &str) -> String {
    code.chars().filter(|c| !c.is_whitespace()).collect()
}

/// `ABCD-EFGH-IJKL-MNOP`, as people read it.
fn group_in_fours(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    letters
        .chunks(4)
        .map(|four| four.iter().collect::<String>())
        .collect::<Vec<_>>()
        .join("-")
}
