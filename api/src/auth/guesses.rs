//! How many passwords may be guessed: counted in the database, so that it holds over all servers
//! and their restarts. Only wrong ones cost.
//!
//! Ten wrong tries for one account from one address, then one every 30 seconds. An account that is
//! guessed at from many addresses leaves each of them one try at a time: strangers can slow each
//! other down, and never keep its owner out. An address that fails at many accounts is slowed down
//! too. Whether an account exists plays no part in any of it.

mod invitations;

use super::client_address::{ClientAddress, TrustedProxies};
use super::keys::{KeysError, Secret};
use crate::clock::Clock;
use crate::db::{Attempt, Database};
use crate::http::ApiError;
use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poem::Request;
use std::collections::HashMap;
use std::sync::Arc;

/// Counts attempts to get in.
#[derive(Clone)]
pub struct Guesses {
    database: Database,
    clock: Clock,
    key: Arc<hmac::Key>,
    proxies: TrustedProxies,
}

/// A bucket holds so many attempts; each that was taken comes back after its step.
#[derive(Clone, Copy)]
struct Bucket {
    /// Keeps buckets of different kinds apart.
    kind: &'static str,
    holds: i64,
    step_ms: i64,
}

const ACCOUNT_FROM_ADDRESS: Bucket = Bucket {
    kind: "account from address",
    holds: 10,
    step_ms: 30_000,
};
const ACCOUNT: Bucket = Bucket {
    kind: "account",
    holds: 50,
    step_ms: 60_000,
};
const ADDRESS: Bucket = Bucket {
    kind: "address",
    holds: 100,
    step_ms: 5_000,
};
/// Codes of a second factor, tried by somebody who knows the password, from wherever: a six-digit
/// code is guessed in centuries.
const CODES: Bucket = Bucket {
    kind: "codes",
    holds: 20,
    step_ms: 120_000,
};
/// What there were too many of.
const PASSWORDS: &str = "Too many wrong passwords were tried.";
const REGISTRATIONS: Bucket = Bucket {
    kind: "registrations",
    holds: 300,
    step_ms: 20_000,
};

/// How many buckets that are full again are cleared away with each wrong guess: more than one guess
/// makes.
const CLEARED_AT_ONCE: u64 = 50;

impl Bucket {
    /// How long until an attempt is there, in milliseconds; 0 where one is.
    fn wait(self, full_at: i64, now: i64) -> i64 {
        self.wait_holding(self.holds, full_at, now)
    }

    /// As [`Self::wait`], of a bucket that holds fewer.
    fn wait_holding(self, holds: i64, full_at: i64, now: i64) -> i64 {
        full_at
            .saturating_sub(now)
            .saturating_sub((holds - 1) * self.step_ms)
            .max(0)
    }

    fn attempt(self, now_ms: i64) -> Attempt {
        Attempt {
            now_ms,
            step_ms: self.step_ms,
            empty_ms: self.holds * self.step_ms,
        }
    }
}

/// What became of an attempt to get in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// All of it was right: earlier wrong ones are forgiven.
    Right,
    /// What there was of it was right, and something is missing: it costs nothing and forgives
    /// nothing.
    Unfinished,
    /// It costs an attempt.
    Wrong,
}

/// The buckets that one guess draws from.
struct Names {
    account_from_address: String,
    account: String,
    address: String,
}

impl Guesses {
    /// The count of an installation.
    pub fn new(
        database: Database,
        clock: Clock,
        secret: &Secret,
        proxies: TrustedProxies,
    ) -> Result<Self, KeysError> {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &secret.derive(b"attempt buckets key 1")?);
        Ok(Self {
            database,
            clock,
            key: Arc::new(key),
            proxies,
        })
    }

    /// Runs a check of a password for the account of this address (trimmed, lower-case) where
    /// another guess is allowed, and counts it where it was wrong. Else 429, before any work.
    pub async fn count(
        &self,
        email: &str,
        request: &Request,
        check: impl Future<Output = Result<bool, ApiError>>,
    ) -> Result<bool, ApiError> {
        let judged = async {
            Ok(if check.await? {
                Guess::Right
            } else {
                Guess::Wrong
            })
        };
        Ok(self.judge(email, request, judged).await? == Guess::Right)
    }

    /// As [`Self::count`], for a check that may find that something is missing.
    pub async fn judge(
        &self,
        email: &str,
        request: &Request,
        check: impl Future<Output = Result<Guess, ApiError>>,
    ) -> Result<Guess, ApiError> {
        let names = self.names(email, request);
        self.look(&names, PASSWORDS).await?;
        let guess = check.await?;
        // Many may have been let in together: those that come after the last allowed one learn
        // nothing.
        let full_at = self.look(&names, PASSWORDS).await?;
        match guess {
            Guess::Wrong => self.take_all(&names).await?,
            Guess::Right if full_at.contains_key(&names.account_from_address) => {
                self.database
                    .platform()
                    .fill_attempt_bucket(&names.account_from_address)
                    .await?;
            }
            Guess::Right | Guess::Unfinished => {}
        }
        Ok(guess)
    }

    /// Counts a request for a letter to this address as it counts a wrong password, or 429. Whether
    /// the account exists plays no part.
    pub async fn count_request(&self, email: &str, request: &Request) -> Result<(), ApiError> {
        let names = self.names(email, request);
        self.look(&names, "Too many attempts were made.").await?;
        self.take_all(&names).await
    }

    /// Runs a check of a second factor's code for the account of this address, and counts it where
    /// it was wrong. Else 429, before any look at the code.
    pub async fn count_code(
        &self,
        email: &str,
        check: impl Future<Output = Result<bool, ApiError>>,
    ) -> Result<bool, ApiError> {
        let name = self.name(CODES, &[email]);
        self.look_at_codes(&name).await?;
        let right = check.await?;
        // As above.
        self.look_at_codes(&name).await?;
        if right {
            self.database.platform().fill_attempt_bucket(&name).await?;
        } else {
            self.take(&[(CODES, &name)]).await?;
        }
        Ok(right)
    }

    async fn look_at_codes(&self, name: &String) -> Result<(), ApiError> {
        let full_at = self
            .database
            .platform()
            .attempt_buckets(std::slice::from_ref(name))
            .await?;
        let wait = full_at
            .get(name)
            .map_or(0, |full_at| CODES.wait(*full_at, self.now()));
        if wait > 0 {
            Err(ApiError::too_many("Too many wrong codes were tried.", wait))
        } else {
            Ok(())
        }
    }

    fn names(&self, email: &str, request: &Request) -> Names {
        let client = self.client(request);
        Names {
            account_from_address: self.name(ACCOUNT_FROM_ADDRESS, &[email, client.text()]),
            account: self.name(ACCOUNT, &[email]),
            address: self.name(ADDRESS, &[client.text()]),
        }
    }

    async fn take_all(&self, names: &Names) -> Result<(), ApiError> {
        self.take(&[
            (ACCOUNT_FROM_ADDRESS, &names.account_from_address),
            (ACCOUNT, &names.account),
            (ADDRESS, &names.address),
        ])
        .await
    }

    /// Counts an attempt to register, or 429. Trying addresses costs like guessing passwords: the
    /// answer tells whether one is taken.
    pub async fn count_registration<T>(
        &self,
        request: &Request,
        taken: impl FnOnce(&ApiError) -> bool,
        register: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let client = self.client(request);
        let (registrations, address) = (
            self.name(REGISTRATIONS, &[client.text()]),
            self.name(ADDRESS, &[client.text()]),
        );
        let full_at = self
            .database
            .platform()
            .attempt_buckets(&[registrations.clone(), address.clone()])
            .await?;
        let now = self.now();
        let wait = |bucket: Bucket, name: &String| {
            full_at
                .get(name)
                .map_or(0, |full_at| bucket.wait(*full_at, now))
        };
        let longest = wait(REGISTRATIONS, &registrations).max(wait(ADDRESS, &address));
        if longest > 0 {
            return Err(ApiError::too_many(
                "Too many organizations were registered from your network.",
                longest,
            ));
        }
        let registered = register.await;
        match &registered {
            Err(error) if taken(error) => {
                self.take(&[(REGISTRATIONS, &registrations), (ADDRESS, &address)])
                    .await?;
            }
            Err(_) => {}
            Ok(_) => self.take(&[(REGISTRATIONS, &registrations)]).await?,
        }
        registered
    }

    /// Whose word about a caller's address is taken.
    pub fn proxies(&self) -> &TrustedProxies {
        &self.proxies
    }

    fn client(&self, request: &Request) -> ClientAddress {
        self.proxies
            .client(request.remote_addr(), request.headers())
    }

    fn now(&self) -> i64 {
        self.clock.now().timestamp_millis()
    }

    /// A keyed hash: whoever has the table cannot find out whom it speaks of.
    fn name(&self, bucket: Bucket, parts: &[&str]) -> String {
        let mut context = hmac::Context::with_key(&self.key);
        for part in std::iter::once(&bucket.kind).chain(parts) {
            // The length first, so that no two lists of parts read alike.
            context.update(&part.len().to_be_bytes());
            context.update(part.as_bytes());
        }
        URL_SAFE_NO_PAD.encode(context.sign())
    }

    /// When the buckets that are not full will be, or 429 where no guess is allowed.
    async fn look(&self, names: &Names, what: &str) -> Result<HashMap<String, i64>, ApiError> {
        let all = [
            names.account_from_address.clone(),
            names.account.clone(),
            names.address.clone(),
        ];
        let full_at = self.database.platform().attempt_buckets(&all).await?;
        let now = self.now();
        let of = |name: &String| full_at.get(name).copied().unwrap_or(now);
        // An account under attack leaves every address one try at a time.
        let holds = if ACCOUNT.wait(of(&names.account), now) > 0 {
            1
        } else {
            ACCOUNT_FROM_ADDRESS.holds
        };
        let wait = ACCOUNT_FROM_ADDRESS
            .wait_holding(holds, of(&names.account_from_address), now)
            .max(ADDRESS.wait(of(&names.address), now));
        if wait > 0 {
            return Err(ApiError::too_many(what, wait));
        }
        Ok(full_at)
    }

    async fn take(&self, buckets: &[(Bucket, &String)]) -> Result<(), ApiError> {
        let (platform, now) = (self.database.platform(), self.now());
        for (bucket, name) in buckets {
            platform.take_attempt(name, bucket.attempt(now)).await?;
        }
        if let Err(error) = platform
            .drop_full_attempt_buckets(now, CLEARED_AT_ONCE)
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
        let bucket = Bucket {
            kind: "test",
            holds: 3,
            step_ms: 10,
        };
        let now = 1_000;
        assert_eq!(
            [now, now + 10, now + 20].map(|full_at| bucket.wait(full_at, now)),
            [0, 0, 0]
        );
        assert_eq!(bucket.wait(now + 30, now), 10);
        assert_eq!(bucket.wait(now + 30, now + 4), 6);
        assert_eq!(bucket.wait(now + 30, now + 10), 0);
        assert_eq!(bucket.wait_holding(1, now + 1, now), 1);
        assert_eq!(bucket.wait(now - 500, now), 0);
    }
}
