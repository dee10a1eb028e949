//! The parameters under which what was seen is most likely.
//!
//! Equation 6 of Fader, Hardie, Lee (2005). What depends on the number of repeats alone is worked out once per number.

use std::collections::BTreeMap;

use statrs::function::gamma::ln_gamma;

use super::{BgNbd, ENDING, GOING_ON, SHAPE, Seen};
use crate::stats::{count, simplex};

/// Times are scaled so that the longest one is this, and a search from [`START`] begins near the answer in any unit.
const LONGEST: f64 = 10.0;
/// r, alpha, a, b.
const START: [f64; 4] = [1.0, 1.0, 1.0, 3.0];
const ALPHA: std::ops::RangeInclusive<f64> = 1e-3..=1e4;
/// Numbers of repeats below this are those of several individuals each, where there are many.
const USUAL_REPEATS: usize = 400;

pub(super) fn highest(seen: &[Seen]) -> Option<BgNbd> {
    let sample = Sample::of(seen)?;
    let [r, alpha, a, b] = simplex::lowest(START, &[SHAPE, ALPHA, ENDING, GOING_ON], |parameters| sample.cost(parameters))?;
    BgNbd::new(r, alpha / sample.scale, a, b)
}

struct Sample {
    scale: f64,
    /// How many individuals have so many repeats.
    numbers: BTreeMap<u32, usize>,
    /// Of those without repeats: the age. Of the others: repeats, last, age.
    once: Vec<f64>,
    again: Vec<(u32, f64, f64)>,
}

impl Sample {
    fn of(seen: &[Seen]) -> Option<Self> {
        let valid = || seen.iter().filter(|seen| seen.is_valid());
        let longest = valid().map(|seen| seen.age).fold(0.0, f64::max);
        let scale = LONGEST / longest;
        if !(scale.is_finite() && scale > 0.0) || valid().all(|seen| seen.repeats == 0) {
            return None;
        }
        let mut sample = Self { scale, numbers: BTreeMap::new(), once: Vec::new(), again: Vec::new() };
        for seen in valid() {
            *sample.numbers.entry(seen.repeats).or_default() += 1;
            if seen.repeats == 0 {
                sample.once.push(seen.age * scale);
            } else {
                sample.again.push((seen.repeats, seen.last * scale, seen.age * scale));
            }
        }
        Some(sample)
    }

    /// Mean negative log-likelihood.
    fn cost(&self, [r, alpha, a, b]: [f64; 4]) -> f64 {
        let (gamma_rate, gamma_stay, gamma_both) = (ln_gamma(r), ln_gamma(b), ln_gamma(a + b));
        let by_number = self.numbers.iter().map(|(&repeats, &individuals)| {
            let x = f64::from(repeats);
            let rate = ln_gamma(r + x) - gamma_rate + r * alpha.ln();
            let going_on = ln_gamma(b + x) - gamma_stay - (ln_gamma(a + b + x) - gamma_both);
            count(individuals) * (rate + going_on)
        });
        // By number of repeats from none on, as far as they are many individuals'.
        let ending = |x: f64| (a / (b + x - 1.0)).ln();
        let endings: Vec<f64> = (0..USUAL_REPEATS.min(self.again.len())).map(|repeats| ending(count(repeats))).collect();
        let once = self.once.iter().map(|age| -r * (alpha + age).ln());
        let again = self.again.iter().map(|&(repeats, last, age)| {
            let x = f64::from(repeats);
            let (until_now, until_last) = ((alpha + age).ln(), (alpha + last).ln());
            let silence = (r + x) * (until_now - until_last);
            let ended = silence + endings.get(repeats as usize).copied().unwrap_or_else(|| ending(x));
            // ln(1 + e^ended), whichever of the two is larger.
            let either = if ended > 0.0 { ended + (-ended).exp().ln_1p() } else { ended.exp().ln_1p() };
            either - (r + x) * until_now
        });
        let sum: f64 = by_number.chain(once).sum::<f64>() + again.sum::<f64>();
        -sum / count(self.once.len() + self.again.len())
    }
}
