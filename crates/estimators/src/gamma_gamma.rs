//! Estimates the mean amount of an individual's events from few of them: a weighted mean of the
//! individual's and the population's means.
//!
//! Gamma-Gamma: Fader, Hardie, "The Gamma-Gamma model of monetary value" (2013), after Colombo,
//! Jiang, "A stochastic RFM model", Journal of Interactive Marketing 13 (1999) 2-12. Amounts of an
//! individual are gamma distributed (shape `p`), and so is their scale over individuals (`q`, `v`);
//! `v` is in the unit of the amounts. The model assumes that amount and frequency are independent:
//! check their correlation first.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use statrs::function::gamma::ln_gamma;

use super::{mean, simplex, usize_to_f64};

const P_BOUNDS: RangeInclusive<f64> = 1e-2..=1e4;
/// At 1 and below the population has no mean.
const Q_BOUNDS: RangeInclusive<f64> = 1.001..=1e4;
/// Bounds of `v`, in units of the sample's mean amount.
const V_BOUNDS: RangeInclusive<f64> = 1e-5..=1e5;
/// p, q and v, the latter in units of the sample's mean amount.
const START: [f64; 3] = [4.0, 4.0, 1.0];

/// History of an individual: number of events and their mean amount.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AmountHistory {
    pub events: u32,
    pub mean: f64,
}

impl AmountHistory {
    fn is_valid(&self) -> bool {
        self.events > 0 && self.mean > 0.0 && self.mean.is_finite()
    }
}

/// Parameters of a population.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GammaGamma {
    p: f64,
    q: f64,
    v: f64,
}

impl GammaGamma {
    /// None unless `p` and `v` are positive and `q` is above 1, all finite.
    pub fn new(p: f64, q: f64, v: f64) -> Option<Self> {
        (P_BOUNDS.contains(&p) && Q_BOUNDS.contains(&q) && v > 0.0 && v.is_finite())
            .then_some(Self { p, q, v })
    }

    /// Maximum likelihood over individuals; those without events or a positive mean are ignored.
    /// None with fewer than two.
    pub fn fit(seen: &[AmountHistory]) -> Option<Self> {
        let sample = Sample::from_amounts(seen)?;
        let [p, q, v] =
            simplex::minimize_cost(START, &[P_BOUNDS, Q_BOUNDS, V_BOUNDS], |parameters| {
                sample.mean_negative_log_likelihood(parameters)
            })?;
        Self::new(p, q, v * sample.unit)
    }

    pub fn p(&self) -> f64 {
        self.p
    }

    pub fn q(&self) -> f64 {
        self.q
    }

    pub fn v(&self) -> f64 {
        self.v
    }

    /// Expected mean amount of the individual's past and future events; the population's mean
    /// without a valid history.
    pub fn expected_mean(&self, seen: &AmountHistory) -> f64 {
        let Self { p, q, v } = *self;
        let (x, sum) = if seen.is_valid() {
            (f64::from(seen.events), f64::from(seen.events) * seen.mean)
        } else {
            (0.0, 0.0)
        };
        p * (v + sum) / (p * x + q - 1.0)
    }
}

struct Sample {
    /// Divisor of the amounts.
    unit: f64,
    /// Number of individuals by number of events.
    individuals_by_events: BTreeMap<u32, usize>,
    /// Number of events and sum of the amounts.
    sums: Vec<(f64, f64)>,
    /// Sum over individuals of events x ln(mean amount), and of ln(mean amount).
    weighted_ln: f64,
    plain_ln: f64,
}

impl Sample {
    fn from_amounts(seen: &[AmountHistory]) -> Option<Self> {
        let valid: Vec<&AmountHistory> = seen.iter().filter(|seen| seen.is_valid()).collect();
        let unit = mean(&valid.iter().map(|seen| seen.mean).collect::<Vec<_>>())?;
        if valid.len() < 2 || unit <= 0.0 {
            return None;
        }
        let mut sample = Self {
            unit,
            individuals_by_events: BTreeMap::new(),
            sums: Vec::new(),
            weighted_ln: 0.0,
            plain_ln: 0.0,
        };
        for seen in valid {
            let (x, amount) = (f64::from(seen.events), seen.mean / unit);
            *sample.individuals_by_events.entry(seen.events).or_default() += 1;
            sample.sums.push((x, x * amount));
            sample.weighted_ln += x * amount.ln();
            sample.plain_ln += amount.ln();
        }
        Some(sample)
    }

    /// Mean negative log-likelihood of the mean amounts.
    fn mean_negative_log_likelihood(&self, [p, q, v]: [f64; 3]) -> f64 {
        let of_q = ln_gamma(q) - q * v.ln();
        let by_number = self
            .individuals_by_events
            .iter()
            .map(|(&events, &individuals)| {
                let x = f64::from(events);
                usize_to_f64(individuals)
                    * (ln_gamma(p * x + q) - ln_gamma(p * x) - of_q + p * x * x.ln())
            });
        let sums = self
            .sums
            .iter()
            .map(|&(x, sum)| -(p * x + q) * (sum + v).ln());
        let likelihood: f64 =
            by_number.chain(sums).sum::<f64>() + p * self.weighted_ln - self.plain_ln;
        -likelihood / usize_to_f64(self.sums.len())
    }
}

#[cfg(test)]
mod tests;
