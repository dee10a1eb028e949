//! Stable random numbers: the same seed, topic and keys give the same numbers in every version of
//! Sprout.
//!
//! Only the `ChaCha8` block function comes from a crate; the distributions are implemented here,
//! because the algorithms of general crates change between versions.

use std::f64::consts::TAU;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Purpose of a stream. Topics never share numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum StreamTopic {
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
    PriceList = 13,
}

/// A stream of numbers.
pub(super) struct RandomStream(ChaCha8Rng);

impl RandomStream {
    /// The stream of `topic` for two keys (a day, an item, a customer, ..., depending on the
    /// topic).
    pub(super) fn new(seed: u64, topic: StreamTopic, first: i64, second: i64) -> Self {
        let mut key = [0_u8; 32];
        let words = [
            seed.to_le_bytes(),
            (topic as u64).to_le_bytes(),
            first.to_le_bytes(),
            second.to_le_bytes(),
        ];
        for (target, byte) in key.iter_mut().zip(words.into_iter().flatten()) {
            *target = byte;
        }
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Uniform in [0, 1), 53 bits.
    pub(super) fn next_unit(&mut self) -> f64 {
        let high = f64::from(self.0.next_u32() >> 5);
        let low = f64::from(self.0.next_u32() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }

    /// Uniform in [low, high).
    pub(super) fn uniform_between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next_unit()
    }

    /// Uniform in 0 .. `count`, by multiplication; 0 if `count` is 0.
    pub(super) fn uniform_below(&mut self, count: u32) -> u32 {
        let product = u64::from(self.0.next_u32()) * u64::from(count);
        u32::try_from(product >> 32).unwrap_or_default()
    }

    /// Uniform number of days in 0 .. `count`.
    pub(super) fn uniform_days(&mut self, count: u32) -> i32 {
        i32::try_from(self.uniform_below(count)).unwrap_or_default()
    }

    pub(super) fn draw_chance(&mut self, probability: f64) -> bool {
        self.next_unit() < probability
    }

    /// Standard normal, by Box and Muller (1958).
    pub(super) fn standard_normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.next_unit()).ln()).sqrt();
        radius * (TAU * self.next_unit()).cos()
    }

    /// Exponential with the given mean.
    pub(super) fn draw_exponential(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.next_unit()).ln()
    }

    /// Log-normal with mean 1 and the given sigma of its logarithm.
    pub(super) fn log_normal(&mut self, sigma: f64) -> f64 {
        (sigma * self.standard_normal() - 0.5 * sigma * sigma).exp()
    }

    /// An element of the list, all with equal probability.
    pub(super) fn pick_one<T: Copy, const N: usize>(&mut self, list: &[T; N]) -> T {
        const { assert!(N > 0) };
        let index = usize::try_from(self.0.next_u64() % N as u64).unwrap_or_default();
        list[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_stable() {
        let mut stream = RandomStream::new(7, StreamTopic::Sales, 9456, 0);
        let drawn: Vec<u32> = (0..4).map(|_| stream.uniform_below(1000)).collect();
        assert_eq!(
            drawn,
            [171, 749, 67, 414],
            "another version of the generator would change every demo"
        );
        let other = RandomStream::new(7, StreamTopic::Purchases, 9456, 0).uniform_below(u32::MAX);
        assert_ne!(
            RandomStream::new(7, StreamTopic::Sales, 9456, 0).uniform_below(u32::MAX),
            other
        );
    }

    #[test]
    fn distributions_have_expected_moments() {
        let mut stream = RandomStream::new(1, StreamTopic::Quotes, 0, 0);
        let count = 20_000;
        let mean = |draw: &mut dyn FnMut() -> f64| {
            (0..count).map(|_| draw()).sum::<f64>() / f64::from(count)
        };
        assert!((mean(&mut || stream.next_unit()) - 0.5).abs() < 0.01);
        assert!(mean(&mut || stream.standard_normal()).abs() < 0.03);
        assert!((mean(&mut || stream.log_normal(0.5)) - 1.0).abs() < 0.02);
        assert!((mean(&mut || stream.draw_exponential(3.0)) - 3.0).abs() < 0.1);
        assert!((mean(&mut || f64::from(stream.uniform_below(10))) - 4.5).abs() < 0.1);
        assert_eq!(stream.uniform_below(0), 0);
    }
}
