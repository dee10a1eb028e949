//! The second thing that signing in may ask for: a code of the person's authenticator app, or one
//! of ten that they keep for when it is lost.

use super::totp::{SECRET_BYTES, base32, matching_step, otpauth_uri};
use super::{Bond, Vault, VaultError, hash_token};
use crate::clock::Clock;
use crate::db::{Access, Database, DbError};
use crate::entropy::Entropy;
use crate::http::ApiError;
use crate::ids::PersonId;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use entities::{letter, person, second_factor};

/// So many recovery codes are given at once.
const RECOVERY_CODES: usize = 10;
/// 128 random bits each: nobody guesses one, so a plain hash keeps it (OWASP ASVS 5.0, 6.5.2 and
/// 11.5.1).
const RECOVERY_BYTES: usize = 16;

/// The second factors of an installation's people.
#[derive(Clone)]
pub struct SecondFactors {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    vault: Vault,
}

/// A secret that the person's app is about to take in.
pub struct NewFactor {
    /// The secret in base32, for typing.
    pub secret: String,
    /// The same for a QR code.
    pub uri: String,
}

/// A second factor whose secret the person's app has shown to have.
pub struct ShownFactor {
    factor: second_factor::Model,
    step: i64,
}

/// How a second factor stands.
pub struct FactorStanding {
    /// Since when signing in asks for it.
    pub since: DateTime<Utc>,
    /// How many recovery codes were not used yet.
    pub recovery_codes_left: u64,
}

impl SecondFactors {
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
    pub async fn standing(&self, person: PersonId) -> Result<Option<FactorStanding>, ApiError> {
        let platform = self.database.platform();
        let Some(since) = platform
            .second_factor(person)
            .await?
            .and_then(|factor| factor.confirmed_at)
        else {
            return Ok(None);
        };
        Ok(Some(FactorStanding {
            since,
            recovery_codes_left: platform.recovery_codes_left(person).await?,
        }))
    }

    /// Whether signing in asks for a second factor.
    pub async fn is_on(&self, person: PersonId) -> Result<bool, ApiError> {
        Ok(self
            .database
            .platform()
            .second_factor(person)
            .await?
            .is_some_and(|factor| factor.confirmed_at.is_some()))
    }

    /// A new secret, which asks for nothing before it is confirmed. 409 where a second factor is
    /// on.
    pub async fn begin(&self, person: &person::Model) -> Result<NewFactor, ApiError> {
        let secret = self.entropy.bytes::<SECRET_BYTES>()?;
        let sealed = self.vault.seal_for(
            Bond::SecondFactor(PersonId(person.id)),
            &URL_SAFE_NO_PAD.encode(secret),
        );
        let row = second_factor::Model {
            person_id: person.id,
            secret: sealed.map_err(|error| ApiError::internal(&error))?,
            created_at: self.clock.now(),
            confirmed_at: None,
            last_step: 0,
        };
        self.database
            .platform()
            .begin_second_factor(row)
            .await
            .map_err(|error| match error {
                DbError::Duplicate(_) => ApiError::conflict(
                    "mfa_on",
                    "Two-step sign-in is on already: turn it off first to set up another app.",
                ),
                other => other.into(),
            })?;
        Ok(NewFactor {
            secret: base32(&secret),
            uri: otpauth_uri(&person.email, &secret),
        })
    }

    /// The second factor that is to be turned on, where the code shows that the person's app has
    /// its secret; `None` where the code is wrong.
    pub async fn shown(
        &self,
        person: PersonId,
        code: &str,
    ) -> Result<Option<ShownFactor>, ApiError> {
        let Some(factor) = self
            .database
            .platform()
            .second_factor(person)
            .await?
            .filter(|factor| factor.confirmed_at.is_none())
        else {
            return Err(ApiError::conflict(
                "mfa_not_begun",
                "There is nothing to confirm: set up two-step sign-in from its beginning.",
            ));
        };
        let step = matching_step(
            &self.secret(&factor)?,
            &digits(code),
            self.clock.now(),
            factor.last_step,
        );
        Ok(step.map(|step| ShownFactor { factor, step }))
    }

    /// Turns it on and gives the recovery codes; `None` where it is not the one to turn on any
    /// more.
    pub async fn confirm(
        &self,
        access: &Access,
        shown: ShownFactor,
        told: letter::Model,
    ) -> Result<Option<Vec<String>>, ApiError> {
        let mut codes = Vec::with_capacity(RECOVERY_CODES);
        for _ in 0..RECOVERY_CODES {
            codes.push(base32(&self.entropy.bytes::<RECOVERY_BYTES>()?));
        }
        let hashes = codes.iter().map(|code| hash_token(code)).collect();
        let confirmed = self
            .database
            .platform()
            .confirm_second_factor(
                access,
                &shown.factor,
                shown.step,
                hashes,
                told,
                self.clock.now(),
            )
            .await?;
        Ok(confirmed.then(|| codes.iter().map(|code| in_fours(code)).collect()))
    }

    /// Whether this is a code of the person's app that was not used before, or one of their
    /// recovery codes, which is used up by this.
    pub async fn check(&self, person: PersonId, code: &str) -> Result<bool, ApiError> {
        let platform = self.database.platform();
        let Some(factor) = platform
            .second_factor(person)
            .await?
            .filter(|factor| factor.confirmed_at.is_some())
        else {
            return Ok(false);
        };
        let now = self.clock.now();
        if let Some(step) =
            matching_step(&self.secret(&factor)?, &digits(code), now, factor.last_step)
        {
            return Ok(platform.use_second_factor_step(person, step).await?);
        }
        let recovery: String = code
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_uppercase())
            .collect();
        Ok(platform
            .use_recovery_code(person, &hash_token(&recovery), now)
            .await?)
    }

    /// Signing in asks for the password alone from now on.
    pub async fn end(
        &self,
        access: &Access,
        person: PersonId,
        told: letter::Model,
    ) -> Result<(), ApiError> {
        Ok(self
            .database
            .platform()
            .end_second_factor(access, person, told, self.clock.now())
            .await?)
    }

    fn secret(&self, factor: &second_factor::Model) -> Result<Vec<u8>, ApiError> {
        let opened = self.vault.open_for(
            Bond::SecondFactor(PersonId(factor.person_id)),
            &factor.secret,
        );
        let bytes =
            opened.and_then(|text| URL_SAFE_NO_PAD.decode(text).map_err(|_| VaultError::Closed));
        bytes.map_err(|error| ApiError::internal(&error))
    }
}

/// Apps show codes with a gap.
fn digits(code: &str) -> String {
    code.chars().filter(|c| !c.is_whitespace()).collect()
}

/// `ABCD-EFGH-IJKL-MNOP`, as people read it.
fn in_fours(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    letters
        .chunks(4)
        .map(|four| four.iter().collect::<String>())
        .collect::<Vec<_>>()
        .join("-")
}
