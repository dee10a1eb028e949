//! Random draws that never change: the same seed, topic and keys give the same numbers in every
//! version of Sprout.
//!
//! Only the `ChaCha8` block function is taken from a crate; the draws on top are written here,
//! because sampling algorithms of general crates change between their versions.

use std::f64::consts::TAU;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// What a stream of numbers is for. Two topics never share numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Topic {
    Sales = 1,
    Purchases = 2,
    Tenure = 3,
    Grower = 4,
    Quotes = 5,
    Volume = 6,
    Wave = 7,
    ListPrice = 8,
    Years = 9,
    Lateness = 10,
    Shelf = 11,
    Profile = 12,
}

/// A stream of numbers.
pub(super) struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of `topic` for the two keys (a day, an item, a customer, ... as the topic has
    /// it).
    pub(super) fn new(seed: u64, topic: Topic, first: i64, second: i64) -> Self {
        let mut key = [0_u8; 32];
        let words = [
            seed.to_le_bytes(),
            (topic as u64).to_le_bytes(),
            first.to_le_bytes(),
            second.to_le_bytes(),
        ];
        for (place, byte) in key.iter_mut().zip(words.into_iter().flatten()) {
            *place = byte;
        }
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Uniform in [0, 1), 53 bits.
    pub(super) fn unit(&mut self) -> f64 {
        let high = f64::from(self.0.next_u32() >> 5);
        let low = f64::from(self.0.next_u32() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }

    /// Uniform in [low, high).
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Uniform in 0 .. `count`, by multiplication; 0 where `count` is 0.
    pub(super) fn below(&mut self, count: u32) -> u32 {
        let product = u64::from(self.0.next_u32()) * u64::from(count);
        u32::try_from(product >> 32).unwrap_or_default()
    }

    /// A whole number of days in 0 .. `count`.
    pub(super) fn days(&mut self, count: u32) -> i32 {
        i32::try_from(self.below(count)).unwrap_or_default()
    }

    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Standard normal, by Box and Muller (1958).
    pub(super) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (TAU * self.unit()).cos()
    }

    /// Exponential with the given mean.
    pub(super) fn exponential(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.unit()).ln()
    }

    /// Log-normal with mean 1 and the given sigma of its logarithm.
    pub(super) fn spread(&mut self, sigma: f64) -> f64 {
        (sigma * self.normal() - 0.5 * sigma * sigma).exp()
    }

    /// One of the list, all equally likely.
    pub(super) fn pick<T: Copy, const N: usize>(&mut self, list: &[T; N]) -> T {
        const { assert!(N > 0) };
        let place = usize::try_from(self.0.next_u64() % N as u64).unwrap_or_default();
        list[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_numbers() {
        let mut stream = Stream::new(7, Topic::Sales, 9456, 0);
        let drawn: Vec<u32> = (0..4).map(|_| stream.below(1000)).collect();
        assert_eq!(
            drawn,
            [171, 749, 67, 414],
            "another version of the generator would change every demo"
        );
        let other = Stream::new(7, Topic::Purchases, 9456, 0).below(u32::MAX);
        assert_ne!(Stream::new(7, Topic::Sales, 9456, 0).below(u32::MAX), other);
    }

    #[test]
    fn draws_with_the_promised_moments() {
        let mut stream = Stream::new(1, Topic::Quotes, 0, 0);
        let count = 20_000;
        let mean = |draw: &mut dyn FnMut() -> f64| {
            (0..count).map(|_| draw()).sum::<f64>() / f64::from(count)
        };
        assert!((mean(&mut || stream.unit()) - 0.5).abs() < 0.01);
        assert!(mean(&mut || stream.normal()).abs() < 0.03);
        assert!((mean(&mut || stream.spread(0.5)) - 1.0).abs() < 0.02);
        assert!((mean(&mut || stream.exponential(3.0)) - 3.0).abs() < 0.1);
        assert!((mean(&mut || f64::from(stream.below(10))) - 4.5).abs() < 0.1);
        assert_eq!(stream.below(0), 0);
    }
}
