//! The parameters under which what was seen is most likely.
//!
//! Equation 6 of Fader, Hardie, Lee (2005). What depends on the number of repeats alone is worked
//! out once per number, and logarithms that are added up are those of products: they are most of
//! the work.

use std::collections::BTreeMap;

use statrs::function::gamma::ln_gamma;

use super::{BgNbd, ENDING, GOING_ON, SHAPE, Seen};
use crate::{count, simplex};

/// Times are scaled so that the longest one is this, and a search from [`START`] begins near the
/// answer in any unit.
const LONGEST: f64 = 10.0;
/// r, alpha, a, b.
const START: [f64; 4] = [1.0, 1.0, 1.0, 3.0];
const ALPHA: std::ops::RangeInclusive<f64> = 1e-3..=1e4;
pub(super) fn highest(seen: &[Seen]) -> Option<BgNbd> {
    let sample = Sample::of(seen)?;
    let [r, alpha, a, b] =
        simplex::lowest(START, &[SHAPE, ALPHA, ENDING, GOING_ON], |parameters| {
            sample.cost(parameters)
        })?;
    BgNbd::new(r, alpha / sample.scale, a, b)
}

struct Sample {
    scale: f64,
    individuals: usize,
    /// Ages of those without repeats.
    once: Vec<f64>,
    /// By number of repeats: last and age of each.
    again: BTreeMap<u32, Vec<(f64, f64)>>,
}

impl Sample {
    fn of(seen: &[Seen]) -> Option<Self> {
        let valid = || seen.iter().filter(|seen| seen.is_valid());
        let longest = valid().map(|seen| seen.age).fold(0.0, f64::max);
        let scale = LONGEST / longest;
        if !(scale.is_finite() && scale > 0.0) || valid().all(|seen| seen.repeats == 0) {
            return None;
        }
        let mut sample = Self {
            scale,
            individuals: valid().count(),
            once: Vec::new(),
            again: BTreeMap::new(),
        };
        for seen in valid() {
            if seen.repeats == 0 {
                sample.once.push(seen.age * scale);
            } else {
                sample
                    .again
                    .entry(seen.repeats)
                    .or_default()
                    .push((seen.last * scale, seen.age * scale));
            }
        }
        Some(sample)
    }

    /// Mean negative log-likelihood.
    fn cost(&self, [r, alpha, a, b]: [f64; 4]) -> f64 {
        let (gamma_rate, gamma_stay, gamma_both) = (ln_gamma(r), ln_gamma(b), ln_gamma(a + b));
        let of_number = |x: f64, individuals: usize| {
            let rate = ln_gamma(r + x) - gamma_rate + r * alpha.ln();
            let going_on = ln_gamma(b + x) - gamma_stay - (ln_gamma(a + b + x) - gamma_both);
            count(individuals) * (rate + going_on)
        };
        let mut ages = Product::default();
        self.once.iter().for_each(|age| ages.times(alpha + age));
        let mut sum = of_number(0.0, self.once.len()) - r * ages.ln();
        for (&repeats, individuals) in &self.again {
            let x = f64::from(repeats);
            let ending = (a / (b + x - 1.0)).ln();
            let (mut ages, mut either, mut large) = (Product::default(), Product::default(), 0.0);
            for &(last, age) in individuals {
                let (until_now, until_last) = (alpha + age, alpha + last);
                let ended = (r + x) * (until_now / until_last).ln() + ending;
                // ln(1 + e^ended), whichever of the two is larger.
                large += ended.max(0.0);
                either.times(1.0 + (-ended.abs()).exp());
                ages.times(until_now);
            }
            sum += of_number(x, individuals.len()) + large + either.ln() - (r + x) * ages.ln();
        }
        -sum / count(self.individuals)
    }
}

/// Factors whose logarithms are wanted together: one logarithm for many of them.
struct Product {
    factors: f64,
    ln: f64,
}

impl Default for Product {
    fn default() -> Self {
        Self {
            factors: 1.0,
            ln: 0.0,
        }
    }
}

impl Product {
    /// Beyond this, or below its inverse, no further factor is taken in: every factor here lies far
    /// inside the same range.
    const FULL: f64 = 1e200;

    fn times(&mut self, factor: f64) {
        self.factors *= factor;
        if !(1.0 / Self::FULL..Self::FULL).contains(&self.factors) {
            self.ln += self.factors.ln();
            self.factors = 1.0;
        }
    }

    fn ln(&self) -> f64 {
        self.ln + self.factors.ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_of_many_factors_is_the_sum_of_theirs() {
        let factors: Vec<f64> = (1_u16..=2_000)
            .map(|number| f64::from(number) * if number % 2 == 0 { 10.0 } else { 1e-3 })
            .collect();
        let mut product = Product::default();
        for factor in &factors {
            product.times(*factor);
        }
        let sum: f64 = factors.iter().map(|factor| factor.ln()).sum();
        assert!(
            (product.ln() / sum - 1.0).abs() < 1e-13,
            "{} {sum}",
            product.ln()
        );
        assert!(Product::default().ln().abs() < f64::MIN_POSITIVE);
    }

    #[test]
    fn the_cost_is_that_of_each_individual_by_itself() {
        let seen: Vec<Seen> = (0_u32..300)
            .map(|n| {
                let (repeats, age) = (n % 7 * 9, 30.0 + f64::from(n));
                Seen {
                    repeats,
                    last: if repeats == 0 {
                        0.0
                    } else {
                        age * f64::from(n % 5) / 4.0
                    },
                    age,
                }
            })
            .collect();
        let sample = Sample::of(&seen).unwrap();
        for [r, alpha, a, b] in [
            [1.0, 1.0, 1.0, 3.0],
            [0.2, 400.0, 0.01, 2.5],
            [19.0, 0.002, 15.0, 0.01],
        ] {
            let one = |seen: &Seen| {
                let (x, last, age) = (
                    f64::from(seen.repeats),
                    seen.last * sample.scale,
                    seen.age * sample.scale,
                );
                let of_number = ln_gamma(r + x) - ln_gamma(r) + r * alpha.ln() + ln_gamma(b + x)
                    - ln_gamma(b)
                    - ln_gamma(a + b + x)
                    + ln_gamma(a + b);
                let (now, ended) = (
                    (alpha + age).ln(),
                    (a / (b + x - 1.0)).ln() - (r + x) * (alpha + last).ln(),
                );
                let alive = -(r + x) * now;
                of_number
                    + if seen.repeats == 0 {
                        alive
                    } else {
                        alive.max(ended) + (-(alive - ended).abs()).exp().ln_1p()
                    }
            };
            let expected = -seen.iter().map(one).sum::<f64>() / 300.0;
            let cost = sample.cost([r, alpha, a, b]);
            assert!((cost / expected - 1.0).abs() < 1e-12, "{cost} {expected}");
        }
    }
}
