//! Throttles sign-in attempts. Buckets are stored in the database, so limits apply across servers
//! and restarts. Only failed attempts count.
//!
//! An account accepts 10 failures from one address, then one every 30 seconds. An account under
//! attack from many addresses leaves each of them one attempt at a time: attackers slow each other
//! down but never lock out the owner. An address that fails for many accounts is slowed down too.
//! Whether an account exists makes no difference.

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

/// Counts failed attempts to sign in, register and enter codes, and requests for emails.
#[derive(Clone)]
pub struct LoginThrottle {
    database: Database,
    clock: Clock,
    key: Arc<hmac::Key>,
    proxies: TrustedProxies,
}

/// A bucket holds `capacity` attempts and regains one every `refill_ms`.
#[derive(Clone, Copy)]
struct BucketKind {
    /// Part of the hashed key, which keeps buckets of different kinds apart.
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
/// Wrong MFA codes after a correct password, from any address. At this rate, guessing a six-digit
/// code takes years.
const MFA_CODE_BUCKET: BucketKind = BucketKind {
    name: "codes",
    capacity: 20,
    refill_ms: 120_000,
};
/// Message for too many wrong passwords.
const TOO_MANY_PASSWORDS: &str = "Too many wrong passwords.";
/// Message for too many wrong MFA codes.
const TOO_MANY_CODES: &str = "Too many wrong codes.";
const REGISTRATION_BUCKET: BucketKind = BucketKind {
    name: "registrations",
    capacity: 300,
    refill_ms: 20_000,
};

/// How many full buckets are deleted after each failure. This is more than one failure creates, so
/// the table shrinks.
const PURGE_BATCH_SIZE: u64 = 50;

impl BucketKind {
    /// Milliseconds until an attempt is available; 0 if one is.
    fn wait_ms(self, full_at: i64, now: i64) -> i64 {
        self.wait_ms_with_capacity(self.capacity, full_at, now)
    }

    /// Like [`Self::wait_ms`], for a smaller capacity.
    fn wait_ms_with_capacity(self, capacity: i64, full_at: i64, now: i64) -> i64 {
        full_at
            .saturating_sub(now)
            .saturating_sub((capacity - 1) * self.refill_ms)
            .max(0)
    }

    fn build_attempt(self, now_ms: i64) -> RateLimitCost {
        self.build_attempt_with_capacity(self.capacity, now_ms)
    }

    fn build_attempt_with_capacity(self, capacity: i64, now_ms: i64) -> RateLimitCost {
        RateLimitCost {
            now_ms,
            refill_ms: self.refill_ms,
            full_refill_ms: capacity * self.refill_ms,
        }
    }
}

/// The buckets of a sign-in attempt.
struct LoginBuckets {
    /// When each bucket that is not full will be full.
    full_at: HashMap<String, i64>,
    /// The attempts of a full bucket for the account and the address.
    capacity: i64,
}

/// The result of a sign-in attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginOutcome {
    /// All credentials are correct: earlier failures are forgiven.
    Success,
    /// The given credentials are correct but one is missing: counts as neither success nor failure.
    Incomplete,
    /// A credential is wrong: counts as a failure.
    Failure,
}

/// The keys of the buckets for one sign-in attempt.
struct BucketKeys {
    account_and_address: String,
    account: String,
    address: String,
}

impl LoginThrottle {
    /// Creates the throttle of an installation.
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

    /// Runs a password check for the account with this email (trimmed, lowercase) if another
    /// attempt is allowed, and counts a failure. Otherwise 429, before any work.
    pub async fn throttle_password_check(
        &self,
        email: &str,
        request: &Request,
        check: impl Future<Output = Result<bool, ApiError>>,
    ) -> Result<bool, ApiError> {
        let outcome = async {
            Ok(if check.await? {
                LoginOutcome::Success
            } else {
                LoginOutcome::Failure
            })
        };
        Ok(self.throttle_login(email, request, outcome).await? == LoginOutcome::Success)
    }

    /// Like [`Self::throttle_password_check`], for a check that can find a missing credential.
    pub async fn throttle_login(
        &self,
        email: &str,
        request: &Request,
        check: impl Future<Output = Result<LoginOutcome, ApiError>>,
    ) -> Result<LoginOutcome, ApiError> {
        let keys = self.bucket_keys(email, request);
        self.check_login_buckets(&keys, TOO_MANY_PASSWORDS).await?;
        let outcome = check.await?;
        // Concurrent attempts may have passed the first check together. Those over the limit do not
        // learn their result.
        let buckets = self.check_login_buckets(&keys, TOO_MANY_PASSWORDS).await?;
        match outcome {
            LoginOutcome::Failure => {
                self.record_failed_login(&keys, buckets.capacity, TOO_MANY_PASSWORDS)
                    .await?;
            }
            LoginOutcome::Success if buckets.full_at.contains_key(&keys.account_and_address) => {
                self.database
                    .platform()
                    .reset_rate_limit_bucket(&keys.account_and_address)
                    .await?;
            }
            LoginOutcome::Success | LoginOutcome::Incomplete => {}
        }
        Ok(outcome)
    }

    /// Counts a request for an email to this address like a wrong password, or 429. Whether the
    /// account exists makes no difference.
    pub async fn record_email_request(
        &self,
        email: &str,
        request: &Request,
    ) -> Result<(), ApiError> {
        let keys = self.bucket_keys(email, request);
        let message = "Too many attempts.";
        let buckets = self.check_login_buckets(&keys, message).await?;
        self.record_failed_login(&keys, buckets.capacity, message)
            .await
    }

    /// Runs an MFA code check for the account with this email if another attempt is allowed, and
    /// counts a failure. Otherwise 429, before the code is checked.
    pub async fn throttle_code_check(
        &self,
        email: &str,
        check: impl Future<Output = Result<bool, ApiError>>,
    ) -> Result<bool, ApiError> {
        let name = self.bucket_key(MFA_CODE_BUCKET, &[email]);
        self.check_code_bucket(&name).await?;
        let is_correct = check.await?;
        // Concurrent attempts, as above.
        self.check_code_bucket(&name).await?;
        if is_correct {
            self.database
                .platform()
                .reset_rate_limit_bucket(&name)
                .await?;
        } else {
            let attempt = MFA_CODE_BUCKET.build_attempt(self.now_ms());
            self.consume_attempt(&name, attempt, TOO_MANY_CODES).await?;
        }
        Ok(is_correct)
    }

    /// Takes an attempt out of a bucket, or 429.
    async fn consume_attempt(
        &self,
        name: &str,
        attempt: RateLimitCost,
        message: &str,
    ) -> Result<(), ApiError> {
        let platform = self.database.platform();
        if platform.try_consume_rate_limit(name, attempt).await? {
            Ok(())
        } else {
            Err(ApiError::too_many_attempts(message, attempt.refill_ms))
        }
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
            Err(ApiError::too_many_attempts(TOO_MANY_CODES, wait))
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

    /// Counts an attempt, or 429 if concurrent ones have used all.
    async fn record_failed_login(
        &self,
        keys: &BucketKeys,
        capacity: i64,
        message: &str,
    ) -> Result<(), ApiError> {
        let attempt =
            ACCOUNT_AND_ADDRESS_BUCKET.build_attempt_with_capacity(capacity, self.now_ms());
        self.consume_attempt(&keys.account_and_address, attempt, message)
            .await?;
        self.record_attempts(&[
            (ACCOUNT_BUCKET, &keys.account),
            (ADDRESS_BUCKET, &keys.address),
        ])
        .await
    }

    /// Counts a registration, or 429. An email address that is taken counts like a wrong password,
    /// because the response reveals it.
    pub async fn throttle_registration<T>(
        &self,
        request: &Request,
        is_email_taken: impl FnOnce(&ApiError) -> bool,
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
                "Too many registrations from your network.",
                longest,
            ));
        }
        let registered = register.await;
        match &registered {
            Err(error) if is_email_taken(error) => {
                self.record_attempts(&[
                    (REGISTRATION_BUCKET, &registrations),
                    (ADDRESS_BUCKET, &address),
                ])
                .await?;
            }
            Err(_) => {}
            Ok(_) => {
                self.record_attempts(&[(REGISTRATION_BUCKET, &registrations)])
                    .await?;
            }
        }
        registered
    }

    /// The proxies that are trusted to name the client's address.
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

    /// A keyed hash, so that the table does not reveal accounts and addresses.
    fn bucket_key(&self, bucket: BucketKind, parts: &[&str]) -> String {
        let mut context = hmac::Context::with_key(&self.key);
        for part in std::iter::once(&bucket.name).chain(parts) {
            // Length prefixes keep different lists of parts from having the same hash.
            context.update(&part.len().to_be_bytes());
            context.update(part.as_bytes());
        }
        URL_SAFE_NO_PAD.encode(context.sign())
    }

    /// The state of the buckets, or 429 if no attempt is allowed.
    async fn check_login_buckets(
        &self,
        keys: &BucketKeys,
        message: &str,
    ) -> Result<LoginBuckets, ApiError> {
        let all = [
            keys.account_and_address.clone(),
            keys.account.clone(),
            keys.address.clone(),
        ];
        let full_at = self
            .database
            .platform()
            .load_rate_limit_buckets(&all)
            .await?;
        let now = self.now_ms();
        let full_time = |name: &String| full_at.get(name).copied().unwrap_or(now);
        // An account under attack leaves each address one attempt at a time.
        let capacity = if ACCOUNT_BUCKET.wait_ms(full_time(&keys.account), now) > 0 {
            1
        } else {
            ACCOUNT_AND_ADDRESS_BUCKET.capacity
        };
        let wait = ACCOUNT_AND_ADDRESS_BUCKET
            .wait_ms_with_capacity(capacity, full_time(&keys.account_and_address), now)
            .max(ADDRESS_BUCKET.wait_ms(full_time(&keys.address), now));
        if wait > 0 {
            return Err(ApiError::too_many_attempts(message, wait));
        }
        Ok(LoginBuckets { full_at, capacity })
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
                "cannot delete full rate limit buckets"
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_gives_its_capacity_then_one_attempt_per_refill() {
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
