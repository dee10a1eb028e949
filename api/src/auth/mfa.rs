//! Multi-factor authentication (MFA): codes of an authenticator app, and recovery codes.

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

/// Recovery codes per enrollment.
const RECOVERY_CODE_COUNT: usize = 10;
/// 128 random bits per code, so a plain hash protects it (OWASP ASVS 5.0, 6.5.2 and 11.5.1).
const RECOVERY_CODE_BYTES: usize = 16;

/// The MFA credentials of an installation.
#[derive(Clone)]
pub struct MfaService {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    vault: Vault,
}

/// A secret for the user's authenticator app.
pub struct MfaEnrollment {
    /// The secret in base32, for typing.
    pub secret: String,
    /// The `otpauth` URI, for a QR code.
    pub uri: String,
}

/// An enrollment whose code was correct.
pub struct VerifiedEnrollment {
    credential: mfa_credential::Model,
    step: i64,
}

/// The MFA status of a user.
pub struct MfaEnrollmentStatus {
    /// When MFA was enabled.
    pub since: DateTime<Utc>,
    /// How many recovery codes are unused.
    pub recovery_codes_left: u64,
}

impl MfaService {
    /// Creates the service for this database. `vault` encrypts the secrets.
    pub fn new(database: Database, clock: Clock, entropy: Entropy, vault: Vault) -> Self {
        Self {
            database,
            clock,
            entropy,
            vault,
        }
    }

    /// The user's MFA status; `None` if MFA is disabled.
    pub async fn load_status(
        &self,
        person: PersonId,
    ) -> Result<Option<MfaEnrollmentStatus>, ApiError> {
        let platform = self.database.platform();
        let Some(since) = platform
            .find_mfa_credential(person)
            .await?
            .and_then(|credential| credential.confirmed_at)
        else {
            return Ok(None);
        };
        Ok(Some(MfaEnrollmentStatus {
            since,
            recovery_codes_left: platform.count_unused_recovery_codes(person).await?,
        }))
    }

    /// Whether MFA is enabled for the user.
    pub async fn is_enabled(&self, person: PersonId) -> Result<bool, ApiError> {
        Ok(self
            .database
            .platform()
            .find_mfa_credential(person)
            .await?
            .is_some_and(|credential| credential.confirmed_at.is_some()))
    }

    /// Generates a new secret, which has no effect until it is confirmed. 409 if MFA is enabled.
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
            sealed_secret: sealed.map_err(|error| ApiError::internal(&error))?,
            created_at: self.clock.now(),
            confirmed_at: None,
            last_totp_step: 0,
        };
        self.database
            .platform()
            .start_mfa_enrollment(row)
            .await
            .map_err(|error| match error {
                DbError::Duplicate(_) => ApiError::conflict(
                    "mfa_already_enabled",
                    "MFA is already on. Turn it off first to set up another app.",
                ),
                other => other.into(),
            })?;
        Ok(MfaEnrollment {
            secret: encode_base32(&secret),
            uri: otpauth_uri(&person.email, &secret),
        })
    }

    /// Verifies a code of the app that is being enrolled; `None` if the code is wrong.
    pub async fn verify_enrollment(
        &self,
        person: PersonId,
        code: &str,
    ) -> Result<Option<VerifiedEnrollment>, ApiError> {
        let Some(credential) = self
            .database
            .platform()
            .find_mfa_credential(person)
            .await?
            .filter(|credential| credential.confirmed_at.is_none())
        else {
            return Err(ApiError::conflict(
                "mfa_enrollment_missing",
                "No MFA setup is in progress. Start the setup again.",
            ));
        };
        let step = find_matching_step(
            &self.open_secret(&credential)?,
            &strip_whitespace(code),
            self.clock.now(),
            credential.last_totp_step,
        );
        Ok(step.map(|step| VerifiedEnrollment { credential, step }))
    }

    /// Enables MFA and returns the recovery codes; `None` if the enrollment was replaced meanwhile.
    pub async fn confirm_enrollment(
        &self,
        access: &Access,
        enrollment: VerifiedEnrollment,
        notification: email_outbox::Model,
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
                &enrollment.credential,
                enrollment.step,
                hashes,
                notification,
                self.clock.now(),
            )
            .await?;
        Ok(confirmed.then(|| codes.iter().map(|code| group_in_fours(code)).collect()))
    }

    /// Whether this is an unused code of the user's app or an unused recovery code. A correct code
    /// is consumed.
    pub async fn verify_code(&self, person: PersonId, code: &str) -> Result<bool, ApiError> {
        let platform = self.database.platform();
        let Some(credential) = platform
            .find_mfa_credential(person)
            .await?
            .filter(|credential| credential.confirmed_at.is_some())
        else {
            return Ok(false);
        };
        let now = self.clock.now();
        if let Some(step) = find_matching_step(
            &self.open_secret(&credential)?,
            &strip_whitespace(code),
            now,
            credential.last_totp_step,
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

    /// Disables MFA and queues the notification email.
    pub async fn disable_mfa(
        &self,
        access: &Access,
        person: PersonId,
        notification: email_outbox::Model,
    ) -> Result<(), ApiError> {
        Ok(self
            .database
            .platform()
            .disable_mfa(access, person, notification, self.clock.now())
            .await?)
    }

    fn open_secret(&self, credential: &mfa_credential::Model) -> Result<Vec<u8>, ApiError> {
        let opened = self.vault.open_text(
            SealContext::Mfa(PersonId(credential.person_id)),
            &credential.sealed_secret,
        );
        let bytes = opened.and_then(|text| {
            URL_SAFE_NO_PAD
                .decode(text)
                .map_err(|_| VaultError::CannotOpen)
        });
        bytes.map_err(|error| ApiError::internal(&error))
    }
}

/// Apps display codes with a space.
fn strip_whitespace(code: &str) -> String {
    code.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Formats a recovery code as `ABCD-EFGH-IJKL-MNOP`.
fn group_in_fours(code: &str) -> String {
    let chars: Vec<char> = code.chars().collect();
    chars
        .chunks(4)
        .map(|group| group.iter().collect::<String>())
        .collect::<Vec<_>>()
        .join("-")
}
