//! Password hashing with argon2id, outside the async threads.

use super::password_policy::{self, MAX_CHARS, MIN_CHARS, WeakPassword};
use crate::entropy::{Entropy, EntropyError};
use crate::http::{ErrorDetail, ErrorDetailCode};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Semaphore;

/// A password as typed. Its `Debug` output is redacted.
pub struct Password(String);

impl Password {
    /// Wraps the text unchanged.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// Checks the rules for a new password. `owner_details` are the owner's email, name and
    /// organization.
    pub fn check_policy(&self, owner_details: &[&str]) -> Result<(), WeakPassword> {
        password_policy::check_password_policy(&self.0, owner_details)
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(..)")
    }
}

impl WeakPassword {
    /// The error for users, about the password at `path`.
    pub fn to_detail(self, path: &str) -> ErrorDetail {
        let detail = |code, message| ErrorDetail::new(path, code, message);
        match self {
            Self::TooShort => detail(
                ErrorDetailCode::PasswordTooShort,
                "Use at least 8 characters for the password.",
            )
            .at_least(MIN_CHARS),
            Self::TooLong => detail(
                ErrorDetailCode::PasswordTooLong,
                "Use at most 256 characters for the password.",
            )
            .at_most(MAX_CHARS),
            Self::Common => detail(
                ErrorDetailCode::PasswordCommon,
                "This password is too common. Choose another one.",
            ),
            Self::Guessable => detail(
                ErrorDetailCode::PasswordGuessable,
                "This password consists of common words, or of your name, email or organization. \
                 Choose one that is harder to guess.",
            ),
        }
    }
}

/// Why a password could not be hashed or verified.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// The queue is full.
    #[error("too many passwords are being checked")]
    Busy,
    /// The library or the runtime failed.
    #[error("cannot process a password: {0}")]
    Failed(String),
    /// No randomness for a salt.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
}

/// Hashes and verifies passwords with bounded concurrency.
#[derive(Clone)]
pub struct PasswordHashPool {
    permits: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    max_waiting: usize,
    entropy: Entropy,
    cost: PasswordCost,
    dummy_hash: Arc<str>,
}

/// What one hash costs, with one lane.
#[derive(Clone, Copy, Debug)]
pub struct PasswordCost {
    memory_kib: u32,
    passes: u32,
}

impl PasswordCost {
    /// OWASP's first recommendation for argon2id: 19 MiB, two passes.
    pub const RECOMMENDED: Self = Self {
        memory_kib: 19 * 1024,
        passes: 2,
    };

    /// The least that argon2 allows, for tests that register hundreds of people.
    pub const LOWEST: Self = Self {
        memory_kib: 8,
        passes: 1,
    };

    fn hash(self, password: &str, salt: &[u8]) -> Result<String, PasswordError> {
        let failed = |error: &dyn std::error::Error| PasswordError::Failed(error.to_string());
        let params =
            Params::new(self.memory_kib, self.passes, 1, None).map_err(|error| failed(&error))?;
        let hash = Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_with_salt(password.as_bytes(), salt)
            .map_err(|error| failed(&error))?;
        Ok(hash.to_string())
    }

    /// A hash in PHC string format that no password is known to have.
    fn random_hash(self, entropy: &Entropy) -> Result<String, EntropyError> {
        let Self { memory_kib, passes } = self;
        let salt = STANDARD_NO_PAD.encode(entropy.random_bytes::<16>()?);
        let hash = STANDARD_NO_PAD.encode(entropy.random_bytes::<32>()?);
        Ok(format!(
            "$argon2id$v=19$m={memory_kib},t={passes},p=1${salt}${hash}"
        ))
    }
}

impl PasswordHashPool {
    /// One concurrent hash per CPU core, and a bounded queue.
    pub fn new(cost: PasswordCost, entropy: Entropy) -> Result<Self, PasswordError> {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Ok(Self {
            permits: Arc::new(Semaphore::new(cores)),
            waiting: Arc::default(),
            max_waiting: cores * 32,
            dummy_hash: cost.random_hash(&entropy)?.into(),
            cost,
            entropy,
        })
    }

    /// Hashes a password for storage, in PHC string format.
    pub async fn hash_password(&self, password: Password) -> Result<String, PasswordError> {
        let (salt, cost) = (self.entropy.random_bytes::<16>()?, self.cost);
        self.run_blocking(move || cost.hash(&password.0, &salt))
            .await?
    }

    /// Whether the password matches the stored hash. Without a stored hash it does the same work,
    /// so that the response time does not reveal whether an account exists.
    pub async fn verify_password(
        &self,
        password: Password,
        stored: Option<String>,
    ) -> Result<bool, PasswordError> {
        let exists = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.dummy_hash.to_string());
        let same = self
            .run_blocking(move || {
                let stored = PasswordHash::new(&stored)
                    .map_err(|error| PasswordError::Failed(error.to_string()))?;
                // The parameters are those of the stored hash.
                Ok::<_, PasswordError>(
                    Argon2::default()
                        .verify_password(password.0.as_bytes(), &stored)
                        .is_ok(),
                )
            })
            .await??;
        Ok(same && exists)
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordError> {
        let waiting = QueueSlot::acquire_slot(&self.waiting, self.max_waiting)?;
        let failed = |error: &dyn std::error::Error| PasswordError::Failed(error.to_string());
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(|error| failed(&error))?;
        let result = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        })
        .await;
        drop(waiting);
        result.map_err(|error| failed(&error))
    }
}

/// A slot in the queue, released when dropped, also when the client disconnects.
struct QueueSlot(Arc<AtomicUsize>);

impl QueueSlot {
    fn acquire_slot(count: &Arc<AtomicUsize>, max: usize) -> Result<Self, PasswordError> {
        let slot = Self(Arc::clone(count));
        if count.fetch_add(1, Ordering::Relaxed) >= max {
            Err(PasswordError::Busy)
        } else {
            Ok(slot)
        }
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
