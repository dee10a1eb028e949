//! The only source of randomness: the operating system, or a seed in tests.

use aws_lc_rs::rand::{SecureRandom, SystemRandom};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use uuid::Uuid;

/// Generates random bytes. Clones share one stream.
#[derive(Clone)]
pub struct Entropy {
    source: RandomSource,
    last_ids: Arc<Mutex<VecDeque<LastId>>>,
}

/// The random bits of the last version 7 UUID of a millisecond.
struct LastId {
    millis: u64,
    bits: u128,
}

/// Milliseconds whose last UUID is kept: concurrent requests don't have the same time, and their ids are
/// made in turns.
const KEPT_MILLIS: usize = 16;
/// A version 7 UUID has 74 random bits: 12 after the version, 62 after the variant.
const ID_BITS: u32 = 74;
const LOW_ID_BITS: u32 = 62;

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
        Self::from_source(RandomSource::System(random))
    }

    /// A deterministic stream for a seed. For tests and generated data only.
    pub fn seeded(seed: u64) -> Self {
        let stream = Mutex::new(ChaCha20Rng::seed_from_u64(seed));
        Self::from_source(RandomSource::Seeded(Arc::new(stream)))
    }

    fn from_source(source: RandomSource) -> Self {
        Self {
            source,
            last_ids: Arc::default(),
        }
    }

    /// `N` random bytes.
    pub fn random_bytes<const N: usize>(&self) -> Result<[u8; N], EntropyError> {
        let mut bytes = [0; N];
        match &self.source {
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

    /// A version 7 UUID: the milliseconds of `now`, then random bits. Those of one millisecond grow,
    /// so that rows in the order of their ids are in the order in which the ids were made.
    pub fn uuid_v7(&self, now: DateTime<Utc>) -> Result<Uuid, EntropyError> {
        let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
        let random = self.random_bytes::<10>()?;
        let bits = self.grow_id_bits(millis, random);
        let (high, low) = (bits >> LOW_ID_BITS, bits & ((1 << LOW_ID_BITS) - 1));
        let version_and_high = (7 << 12) | high;
        let variant_and_low = (0b10 << LOW_ID_BITS) | low;
        Ok(Uuid::from_u128(
            (u128::from(millis) << 80) | (version_and_high << 64) | variant_and_low,
        ))
    }

    /// Random bits, above those of the last id of the same millisecond: "monotonic random" of RFC 9562,
    /// section 6.2.
    fn grow_id_bits(&self, millis: u64, random: [u8; 10]) -> u128 {
        let random = random
            .iter()
            .fold(0_u128, |bits, byte| (bits << 8) | u128::from(*byte));
        let mut last_ids = self.last_ids.lock().unwrap_or_else(PoisonError::into_inner);
        let place = last_ids.iter().rposition(|last| last.millis == millis);
        let last = place.and_then(|place| last_ids.remove(place));
        if last_ids.len() == KEPT_MILLIS {
            last_ids.pop_front();
        }
        let step = 1 + (random & u128::from(u32::MAX));
        let bits = match last {
            Some(last) if last.bits + step < 1 << ID_BITS => last.bits + step,
            _ => random & ((1 << ID_BITS) - 1),
        };
        last_ids.push_back(LastId { millis, bits });
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_one_millisecond_grow() {
        let entropy = Entropy::seeded(7);
        let now = DateTime::from_timestamp_millis(1_780_000_000_123).unwrap();
        let other = DateTime::from_timestamp_millis(1_780_000_000_124).unwrap();
        let ids: Vec<Uuid> = (0..10_000)
            .map(|_| {
                entropy.uuid_v7(other).unwrap();
                entropy.clone().uuid_v7(now).unwrap()
            })
            .collect();
        assert!(ids.is_sorted_by(|one, next| one < next));
        for id in [ids[0], ids[9_999]] {
            assert_eq!(id.get_version_num(), 7);
            assert_eq!(id.get_variant(), uuid::Variant::RFC4122);
            let (seconds, nanos) = id.get_timestamp().unwrap().to_unix();
            assert_eq!((seconds, nanos), (1_780_000_000, 123_000_000));
        }
        let steps: std::collections::HashSet<u128> = ids
            .windows(2)
            .map(|pair| pair[1].as_u128() - pair[0].as_u128())
            .collect();
        assert!(steps.len() > 9_900, "the next id cannot be guessed");
    }

    #[test]
    fn a_later_id_is_above_an_earlier_one() {
        let entropy = Entropy::seeded(7);
        let at = |millis| DateTime::from_timestamp_millis(millis).unwrap();
        let earlier = entropy.uuid_v7(at(1_780_000_000_123)).unwrap();
        let later = entropy.uuid_v7(at(1_780_000_000_124)).unwrap();
        assert!(earlier < later);
        assert!(entropy.uuid_v7(at(1_780_000_000_000)).unwrap() < earlier);
    }
}
