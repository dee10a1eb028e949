//! Maximum likelihood fit of BG/NBD.
//!
//! Equation 6 of Fader, Hardie, Lee (2005). Terms that depend only on the number of repeats are
//! computed once per number, and sums of logarithms are computed as logarithms of products, because
//! they dominate the run time.

use std::collections::BTreeMap;

use statrs::function::gamma::ln_gamma;

use super::{A_BOUNDS, B_BOUNDS, BgNbd, Dropout, EventHistory, R_BOUNDS};
use crate::{simplex, usize_to_f64};

/// Times are scaled so that the longest one is this, and the search from [`START`] begins near the
/// optimum in any unit.
const MAX_SCALED_TIME: f64 = 10.0;
/// r, alpha, a, b.
const START: [f64; 4] = [1.0, 1.0, 1.0, 3.0];
const ALPHA_BOUNDS: std::ops::RangeInclusive<f64> = 1e-3..=1e4;

/// The model, and its log-likelihood relative to those of other models for the same individuals.
pub(super) fn maximize_likelihood(seen: &[EventHistory], dropout: Dropout) -> Option<(BgNbd, f64)> {
    let sample = Sample::from_histories(seen)?;
    let cost = |parameters| sample.mean_negative_log_likelihood(parameters, dropout);
    let [start_r, start_alpha, start_a, start_b] = START;
    let found = if dropout == Dropout::Never {
        let [r, alpha] = simplex::minimize_cost(
            [start_r, start_alpha],
            &[R_BOUNDS, ALPHA_BOUNDS],
            |[r, alpha]| cost([r, alpha, start_a, start_b]),
        )?;
        [r, alpha, *A_BOUNDS.start(), *B_BOUNDS.end()]
    } else {
        simplex::minimize_cost(START, &[R_BOUNDS, ALPHA_BOUNDS, A_BOUNDS, B_BOUNDS], cost)?
    };
    let [r, alpha, a, b] = found;
    let model = BgNbd::new(r, alpha / sample.scale, a, b)?.with_dropout(dropout);
    Some((model, -cost(found) * usize_to_f64(sample.individuals)))
}

struct Sample {
    scale: f64,
    individuals: usize,
    /// Ages of individuals without repeats.
    single_ages: Vec<f64>,
    /// Last event and age of each individual, by number of repeats.
    repeat_times: BTreeMap<u32, Vec<(f64, f64)>>,
}

impl Sample {
    fn from_histories(seen: &[EventHistory]) -> Option<Self> {
        let valid = || seen.iter().filter(|seen| seen.is_valid());
        let longest = valid().map(|seen| seen.age).fold(0.0, f64::max);
        let scale = MAX_SCALED_TIME / longest;
        if !(scale.is_finite() && scale > 0.0) || valid().all(|seen| seen.repeats == 0) {
            return None;
        }
        let mut sample = Self {
            scale,
            individuals: valid().count(),
            single_ages: Vec::new(),
            repeat_times: BTreeMap::new(),
        };
        for seen in valid() {
            if seen.repeats == 0 {
                sample.single_ages.push(seen.age * scale);
            } else {
                sample
                    .repeat_times
                    .entry(seen.repeats)
                    .or_default()
                    .push((seen.last * scale, seen.age * scale));
            }
        }
        Some(sample)
    }

    /// Mean negative log-likelihood; `a` and `b` have no effect if no individual drops out.
    fn mean_negative_log_likelihood(&self, [r, alpha, a, b]: [f64; 4], dropout: Dropout) -> f64 {
        // Events after which an individual without repeats may have dropped out.
        let first_events = match dropout {
            Dropout::AfterEvents => 1.0,
            Dropout::AfterRepeats | Dropout::Never => 0.0,
        };
        let (gamma_rate, gamma_stay, gamma_both) = (ln_gamma(r), ln_gamma(b), ln_gamma(a + b));
        let of_number = |x: f64, individuals: usize| {
            let rate = ln_gamma(r + x) - gamma_rate + r * alpha.ln();
            let events = x + first_events;
            let going_on = if dropout == Dropout::Never {
                0.0
            } else {
                ln_gamma(b + events) - gamma_stay - (ln_gamma(a + b + events) - gamma_both)
            };
            usize_to_f64(individuals) * (rate + going_on)
        };
        // An individual has either been silent by chance until now, or dropped out at its last
        // event.
        let of_times = |x: f64, times: &mut dyn Iterator<Item = (f64, f64)>| {
            let ending = (a / (b + x + first_events - 1.0)).ln();
            let (mut ages, mut either, mut large) =
                (LogProduct::default(), LogProduct::default(), 0.0);
            let may_end = match dropout {
                Dropout::AfterEvents => true,
                Dropout::AfterRepeats => x > 0.0,
                Dropout::Never => false,
            };
            for (last, age) in times {
                let (until_now, until_last) = (alpha + age, alpha + last);
                if may_end {
                    let ended = (r + x) * (until_now / until_last).ln() + ending;
                    // ln(1 + e^ended), stable for both signs.
                    large += ended.max(0.0);
                    either.multiply_by(1.0 + (-ended.abs()).exp());
                }
                ages.multiply_by(until_now);
            }
            large + either.ln() - (r + x) * ages.ln()
        };
        let mut singles = self.single_ages.iter().map(|age| (0.0, *age));
        let mut sum = of_number(0.0, self.single_ages.len()) + of_times(0.0, &mut singles);
        for (&repeats, individuals) in &self.repeat_times {
            let x = f64::from(repeats);
            sum += of_number(x, individuals.len()) + of_times(x, &mut individuals.iter().copied());
        }
        -sum / usize_to_f64(self.individuals)
    }
}

/// Collects factors so that one logarithm covers many of them.
struct LogProduct {
    factors: f64,
    ln: f64,
}

impl Default for LogProduct {
    fn default() -> Self {
        Self {
            factors: 1.0,
            ln: 0.0,
        }
    }
}

impl LogProduct {
    /// A product beyond this, or below its inverse, takes no further factor; every factor is far
    /// within this range.
    const MAX_FACTORS: f64 = 1e200;

    fn multiply_by(&mut self, factor: f64) {
        self.factors *= factor;
        if !(1.0 / Self::MAX_FACTORS..Self::MAX_FACTORS).contains(&self.factors) {
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
    fn product_logarithm_equals_sum() {
        let factors: Vec<f64> = (1_u16..=2_000)
            .map(|number| f64::from(number) * if number % 2 == 0 { 10.0 } else { 1e-3 })
            .collect();
        let mut product = LogProduct::default();
        for factor in &factors {
            product.multiply_by(*factor);
        }
        let sum: f64 = factors.iter().map(|factor| factor.ln()).sum();
        assert!(
            (product.ln() / sum - 1.0).abs() < 1e-13,
            "{} {sum}",
            product.ln()
        );
        assert!(LogProduct::default().ln().abs() < f64::MIN_POSITIVE);
    }

    #[test]
    fn cost_is_sum_over_individuals() {
        let seen: Vec<EventHistory> = (0_u32..300)
            .map(|n| {
                let (repeats, age) = (n % 7 * 9, 30.0 + f64::from(n));
                EventHistory {
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
        let sample = Sample::from_histories(&seen).unwrap();
        for [r, alpha, a, b] in [
            [1.0, 1.0, 1.0, 3.0],
            [0.2, 400.0, 0.01, 2.5],
            [19.0, 0.002, 15.0, 0.01],
        ] {
            let one = |seen: &EventHistory| {
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
            let cost = sample.mean_negative_log_likelihood([r, alpha, a, b], Dropout::AfterRepeats);
            assert!((cost / expected - 1.0).abs() < 1e-12, "{cost} {expected}");
        }
    }
}
