//! How many passwords may be guessed: counted in the database, so that it holds over all servers
//! and their restarts. Only wrong ones cost.
//!
//! Ten wrong tries for one account from one address, then one every 30 seconds. An account that is
//! guessed at from many addresses leaves each of them one try at a time: strangers can slow each
//! other down, and never keep its owner out. An address that fails at many accounts is slowed down
//! too. Whether an account exists plays no part in any of it.

mod invitation_throttle;

use super::client_address::{ClientAddress, TrustedProxies};
use super::installation_secret::{InstallationSecret, SecretError};
use crate::clock::Clock;
use crate::db::{Database, RateLimitCost};
use crate::http::ApiError;
use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poem::Request;
use std::collections::HashMap;
use std::sync::Arc;

/// Counts attempts to get in.
#[derive(Clone)]
pub struct LoginThrottle {
    database: Database,
    clock: Clock,
    key: Arc<hmac::Key>,
    proxies: TrustedProxies,
}

/// A bucket holds so many attempts; each that was taken comes back after its step.
#[derive(Clone, Copy)]
struct BucketKind {
    /// Keeps buckets of different kinds apart.
    name: &'static str,
    capacity: i64,
    refill_ms: i64,
}

const ACCOUNT_AND_ADDRESS_BUCKET: BucketKind = BucketKind {
    name: "account from address",
    capacity: 10,
    refill_ms: 30_000,
};
const ACCOUNT_BUCKET: BucketKind = BucketKind {
    name: "account",
    capacity: 50,
    refill_ms: 60_000,
};
const ADDRESS_BUCKET: BucketKind = BucketKind {
    name: "address",
    capacity: 100,
    refill_ms: 5_000,
};
/// Codes of a second factor, tried by somebody who knows the password, from wherever: a six-digit
/// code is guessed in centuries.
const MFA_CODE_BUCKET: BucketKind = BucketKind {
    name: "codes",
    capacity: 20,
    refill_ms: 120_000,
};
/// What there were too many of.
const TOO_MANY_PASSWORDS: &str = "Too many wrong passwords were tried.";
const REGISTRATION_BUCKET: BucketKind = BucketKind {
    name: "registrations",
    capacity: 300,
    refill_ms: 20_000,
};

/// How many buckets that are full again are cleared away with each wrong guess: more than one guess
/// makes.
const PURGE_BATCH_SIZE: u64 = 50;

impl BucketKind {
    /// How long until an attempt is there, in milliseconds; 0 where one is.
    fn wait_ms(self, full_at: i64, now: i64) -> i64 {
        self.wait_ms_with_capacity(self.capacity, full_at, now)
    }

    /// As [`Self::wait`], of a bucket that holds fewer.
    fn wait_ms_with_capacity(self, holds: i64, full_at: i64, now: i64) -> i64 {
        full_at
            .saturating_sub(now)
            .saturating_sub((holds - 1) * self.refill_ms)
            .max(0)
    }

    fn build_attempt(self, now_ms: i64) -> RateLimitCost {
        RateLimitCost {
            now_ms,
            refill_ms: self.refill_ms,
            full_refill_ms: self.capacity * self.refill_ms,
        }
    }
}

/// What became of an attempt to get in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginOutcome {
    /// All of it was right: earlier wrong ones are forgiven.
    Success,
    /// What there was of it was right, and something is missing: it costs nothing and forgives
    /// nothing.
    Incomplete,
    /// It costs an attempt.
    Failure,
}

/// The buckets that one guess draws from.
struct BucketKeys {
    account_and_address: String,
    account: String,
    address: String,
}

impl LoginThrottle {
    /// The count of an installation.
    pub fn new(
        database: Database,
        clock: Clock,
        secret: &InstallationSecret,
        proxies: TrustedProxies,
    ) -> Result<Self, SecretError> {
        let key = hmac::Key::new(
            hmac::HMAC_SHA256,
            &secret.derive_key(b"attempt buckets key 1")?,
        );
        Ok(Self {
            database,
            clock,
            key: Arc::new(key),
            proxies,
        })
    }

    /// Runs a check of a password for the account of this address (trimmed, lower-case) where
    /// another guess is allowed, and counts it where it was wrong. Else 429, before any work.
    pub async fn throttle_password_check(
        &self,
        email: &str,
        request: &Request,
        check: impl Future<Output = Result<bool, ApiError>>,
    ) -> Result<bool, ApiError> {
        let judged = async {
            Ok(if check.await? {
                LoginOutcome::Success
            } else {
                LoginOutcome::Failure
            })
        };
        Ok(self.throttle_login(email, request, judged).await? == LoginOutcome::Success)
    }

    /// As [`Self::count`], for a check that may find that something is missing.
    pub async fn throttle_login(
        &self,
        email: &str,
        request: &Request,
        check: impl Future<Output = Result<LoginOutcome, ApiError>>,
    ) -> Result<LoginOutcome, ApiError> {
        let names = self.bucket_keys(email, request);
        self.check_login_buckets(&names, TOO_MANY_PASSWORDS).await?;
        let guess = check.await?;
        // Many may have been let in together: those that come after the last allowed one learn
        // nothing.
        let full_at = self.check_login_buckets(&names, TOO_MANY_PASSWORDS).await?;
        match guess {
            LoginOutcome::Failure => self.record_failed_login(&names).await?,
            LoginOutcome::Success if full_at.contains_key(&names.account_and_address) => {
                self.database
                    .platform()
                    .reset_rate_limit_bucket(&names.account_and_address)
                    .await?;
            }
            LoginOutcome::Success | LoginOutcome::Incomplete => {}
        }
        Ok(guess)
    }

    /// Counts a request for a letter to this address as it counts a wrong password, or 429. Whether
    /// the account exists plays no part.
    pub async fn record_email_request(
        &self,
        email: &str,
        request: &Request,
    ) -> Result<(), ApiError> {
        let names = self.bucket_keys(email, request);
        self.check_login_buckets(&names, "Too many attempts were made.")
            .await?;
        self.record_failed_login(&names).await
    }

    /// Runs a check of a second factor's code for the account of this address, and counts it where
    /// it was wrong. Else 429, before any look at the code.
    pub async fn throttle_code_check(
        &self,
        email: &str,
        check: impl Future<Output = Result<bool, ApiError>>,
    ) -> Result<bool, ApiError> {
        let name = self.bucket_key(MFA_CODE_BUCKET, &[email]);
        self.check_code_bucket(&name).await?;
        let right = check.await?;
        // As above.
        self.check_code_bucket(&name).await?;
        if right {
            self.database
                .platform()
                .reset_rate_limit_bucket(&name)
                .await?;
        } else {
            self.record_attempts(&[(MFA_CODE_BUCKET, &name)]).await?;
        }
        Ok(right)
    }

    async fn check_code_bucket(&self, name: &String) -> Result<(), ApiError> {
        let full_at = self
            .database
            .platform()
            .load_rate_limit_buckets(std::slice::from_ref(name))
            .await?;
        let wait = full_at.get(name).map_or(0, |full_at| {
            MFA_CODE_BUCKET.wait_ms(*full_at, self.now_ms())
        });
        if wait > 0 {
            Err(ApiError::too_many_attempts(
                "Too many wrong codes were tried.",
                wait,
            ))
        } else {
            Ok(())
        }
    }

    fn bucket_keys(&self, email: &str, request: &Request) -> BucketKeys {
        let client = self.client_address(request);
        BucketKeys {
            account_and_address: self
                .bucket_key(ACCOUNT_AND_ADDRESS_BUCKET, &[email, client.as_str()]),
            account: self.bucket_key(ACCOUNT_BUCKET, &[email]),
            address: self.bucket_key(ADDRESS_BUCKET, &[client.as_str()]),
        }
    }

    async fn record_failed_login(&self, names: &BucketKeys) -> Result<(), ApiError> {
        self.record_attempts(&[
            (ACCOUNT_AND_ADDRESS_BUCKET, &names.account_and_address),
            (ACCOUNT_BUCKET, &names.account),
            (ADDRESS_BUCKET, &names.address),
        ])
        .await
    }

    /// Counts an attempt to register, or 429. Trying addresses costs like guessing passwords: the
    /// answer tells whether one is taken.
    pub async fn throttle_registration<T>(
        &self,
        request: &Request,
        taken: impl FnOnce(&ApiError) -> bool,
        register: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let client = self.client_address(request);
        let (registrations, address) = (
            self.bucket_key(REGISTRATION_BUCKET, &[client.as_str()]),
            self.bucket_key(ADDRESS_BUCKET, &[client.as_str()]),
        );
        let full_at = self
            .database
            .platform()
            .load_rate_limit_buckets(&[registrations.clone(), address.clone()])
            .await?;
        let now = self.now_ms();
        let wait = |bucket: BucketKind, name: &String| {
            full_at
                .get(name)
                .map_or(0, |full_at| bucket.wait_ms(*full_at, now))
        };
        let longest = wait(REGISTRATION_BUCKET, &registrations).max(wait(ADDRESS_BUCKET, &address));
        if longest > 0 {
            return Err(ApiError::too_many_attempts(
                "Too many organizations were registered from your network.",
                longest,
            ));
        }
        let registered = register.await;
        match &registered {
            Err(error) if taken(error) => {
                self.record_attempts(&[
                    (REGISTRATION_BUCKET, &registrations),
                    (ADDRESS_BUCKET, &address),
                ])
                .await?;
            }
            Err(_) => {}
            Ok(_) => {
                self.record_attempts(&[(REGISTRATION_BUCKET, &registrations)])
                    .await?
            }
        }
        registered
    }

    /// Whose word about a caller's address is taken.
    pub fn trusted_proxies(&self) -> &TrustedProxies {
        &self.proxies
    }

    fn client_address(&self, request: &Request) -> ClientAddress {
        self.proxies
            .client_address(request.remote_addr(), request.headers())
    }

    fn now_ms(&self) -> i64 {
        self.clock.now().timestamp_millis()
    }

    /// A keyed hash: whoever has the table cannot find out whom it speaks of.
    fn bucket_key(&self, bucket: BucketKind, parts: &[&str]) -> String {
        let mut context = hmac::Context::with_key(&self.key);
        for part in std::iter::once(&bucket.name).chain(parts) {
            // The length first, so that no two lists of parts read alike.
            context.update(&part.len().to_be_bytes());
            context.update(part.as_bytes());
        }
        URL_SAFE_NO_PAD.encode(context.sign())
    }

    /// When the buckets that are not full will be, or 429 where no guess is allowed.
    async fn check_login_buckets(
        &self,
        names: &BucketKeys,
        what: &str,
    ) -> Result<HashMap<String, i64>, ApiError> {
        let all = [
            names.account_and_address.clone(),
            names.account.clone(),
            names.address.clone(),
        ];
        let full_at = self
            .database
            .platform()
            .load_rate_limit_buckets(&all)
            .await?;
        let now = self.now_ms();
        let of = |name: &String| full_at.get(name).copied().unwrap_or(now);
        // An account under attack leaves every address one try at a time.
        let holds = if ACCOUNT_BUCKET.wait_ms(of(&names.account), now) > 0 {
            1
        } else {
            ACCOUNT_AND_ADDRESS_BUCKET.capacity
        };
        let wait = ACCOUNT_AND_ADDRESS_BUCKET
            .wait_ms_with_capacity(holds, of(&names.account_and_address), now)
            .max(ADDRESS_BUCKET.wait_ms(of(&names.address), now));
        if wait > 0 {
            return Err(ApiError::too_many_attempts(what, wait));
        }
        Ok(full_at)
    }

    async fn record_attempts(&self, buckets: &[(BucketKind, &String)]) -> Result<(), ApiError> {
        let (platform, now) = (self.database.platform(), self.now_ms());
        for (bucket, name) in buckets {
            platform
                .consume_rate_limit(name, bucket.build_attempt(now))
                .await?;
        }
        if let Err(error) = platform
            .delete_full_rate_limit_buckets(now, PURGE_BATCH_SIZE)
            .await
        {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "buckets of attempts that are full again could not be cleared away"
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_what_it_holds_and_then_one_a_step() {
        let bucket = BucketKind {
            name: "test",
            capacity: 3,
            refill_ms: 10,
        };
        let now = 1_000;
        assert_eq!(
            [now, now + 10, now + 20].map(|full_at| bucket.wait_ms(full_at, now)),
            [0, 0, 0]
        );
        assert_eq!(bucket.wait_ms(now + 30, now), 10);
        assert_eq!(bucket.wait_ms(now + 30, now + 4), 6);
        assert_eq!(bucket.wait_ms(now + 30, now + 10), 0);
        assert_eq!(bucket.wait_ms_with_capacity(1, now + 1, now), 1);
        assert_eq!(bucket.wait_ms(now - 500, now), 0);
    }
}
