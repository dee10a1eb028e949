//! The only source of randomness: the operating system, or a seed in tests.

use aws_lc_rs::rand::{SecureRandom, SystemRandom};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::sync::{Arc, Mutex, PoisonError};
use uuid::Uuid;

/// Generates random bytes. Clones share one stream.
#[derive(Clone)]
pub struct Entropy(RandomSource);

#[derive(Clone)]
enum RandomSource {
    System(SystemRandom),
    Seeded(Arc<Mutex<ChaCha20Rng>>),
}

/// The operating system's random source failed.
#[derive(Debug, thiserror::Error)]
#[error("the operating system's random source failed")]
pub struct EntropyError;

impl Entropy {
    /// The operating system's generator. Its first use takes 20 to 30 ms, so it starts in the
    /// background here.
    pub fn system() -> Self {
        let random = SystemRandom::new();
        let warm_up = random.clone();
        // Without a thread, the first caller waits instead.
        drop(
            std::thread::Builder::new()
                .name("entropy".to_owned())
                .spawn(move || warm_up.fill(&mut [0])),
        );
        Self(RandomSource::System(random))
    }

    /// A deterministic stream for a seed. For tests and generated data only.
    pub fn seeded(seed: u64) -> Self {
        Self(RandomSource::Seeded(Arc::new(Mutex::new(
            ChaCha20Rng::seed_from_u64(seed),
        ))))
    }

    /// `N` random bytes.
    pub fn random_bytes<const N: usize>(&self) -> Result<[u8; N], EntropyError> {
        let mut bytes = [0; N];
        match &self.0 {
            RandomSource::System(random) => random.fill(&mut bytes).map_err(|_| EntropyError)?,
            RandomSource::Seeded(stream) => stream
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .fill_bytes(&mut bytes),
        }
        Ok(bytes)
    }

    /// An opaque token: 256 random bits as URL-safe base64.
    pub fn random_token(&self) -> Result<String, EntropyError> {
        Ok(URL_SAFE_NO_PAD.encode(self.random_bytes::<32>()?))
    }

    /// A version 7 UUID: the milliseconds of `now`, then random bits.
    pub fn uuid_v7(&self, now: DateTime<Utc>) -> Result<Uuid, EntropyError> {
        let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
        Ok(
            uuid::Builder::from_unix_timestamp_millis(millis, &self.random_bytes::<10>()?)
                .into_uuid(),
        )
    }
}
