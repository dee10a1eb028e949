//! Passwords: argon2id off the async threads, as many at once as there are cores.

use super::new_password;
use crate::entropy::{Entropy, NoEntropy};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Semaphore;

/// A password as somebody typed it: kept whole, never logged.
pub struct Password(String);

impl Password {
    /// Takes the text as it is.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The rules for a new password; `about` is what is known of its owner: address, name,
    /// organization.
    pub fn check_new(&self, about: &[&str]) -> Result<(), &'static str> {
        new_password::check(&self.0, about)
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(..)")
    }
}

/// Why a password could not be hashed or compared.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// Too many are waiting already.
    #[error("too many sign-ins are being checked at this moment")]
    Busy,
    /// The library or the runtime failed.
    #[error("a password could not be processed: {0}")]
    Failed(String),
    /// No randomness for a salt.
    #[error(transparent)]
    Entropy(#[from] NoEntropy),
}

/// Hashes and compares passwords.
#[derive(Clone)]
pub struct Passwords {
    at_once: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
    entropy: Entropy,
    nobody: Arc<str>,
}

/// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
fn argon2() -> Result<Argon2<'static>, PasswordError> {
    let params = Params::new(19 * 1024, 2, 1, None)
        .map_err(|error| PasswordError::Failed(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &str, salt: &[u8]) -> Result<String, PasswordError> {
    let hash = argon2()?
        .hash_password_with_salt(password.as_bytes(), salt)
        .map_err(|error| PasswordError::Failed(error.to_string()))?;
    Ok(hash.to_string())
}

impl Passwords {
    /// As many hashes at once as the machine has cores, and a short queue before them.
    pub fn new(entropy: Entropy) -> Result<Self, PasswordError> {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let nobody = hash("nobody has this password", &entropy.bytes::<16>()?)?.into();
        Ok(Self {
            at_once: Arc::new(Semaphore::new(cores)),
            waiting: Arc::default(),
            most_waiting: cores * 32,
            entropy,
            nobody,
        })
    }

    /// The hash to keep, in PHC string format.
    pub async fn hash(&self, password: Password) -> Result<String, PasswordError> {
        let salt = self.entropy.bytes::<16>()?;
        self.run(move || hash(&password.0, &salt)).await?
    }

    /// Whether the password is the one behind `stored`. Without a stored hash the same work is
    /// done, so that time tells nothing about who exists.
    pub async fn matches(
        &self,
        password: Password,
        stored: Option<String>,
    ) -> Result<bool, PasswordError> {
        let exists = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.nobody.to_string());
        let same = self
            .run(move || {
                let stored = PasswordHash::new(&stored)
                    .map_err(|error| PasswordError::Failed(error.to_string()))?;
                Ok::<_, PasswordError>(
                    argon2()?
                        .verify_password(password.0.as_bytes(), &stored)
                        .is_ok(),
                )
            })
            .await??;
        Ok(same && exists)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordError> {
        let waiting = Waiting::enter(&self.waiting, self.most_waiting)?;
        let failed = |error: &dyn std::error::Error| PasswordError::Failed(error.to_string());
        let permit = Arc::clone(&self.at_once)
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

/// A place in the queue, given back when dropped, also by a caller who hangs up.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn enter(count: &Arc<AtomicUsize>, most: usize) -> Result<Self, PasswordError> {
        let place = Self(Arc::clone(count));
        if count.fetch_add(1, Ordering::Relaxed) >= most {
            Err(PasswordError::Busy)
        } else {
            Ok(place)
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
