//! Expected future events of individuals that may drop out unobserved, from the number and recency
//! of their events.
//!
//! BG/NBD: Fader, Hardie, Lee, "Counting your customers the easy way: an alternative to the
//! Pareto/NBD model", Marketing Science 24 (2005) 275-284. While alive an individual's events are a
//! Poisson process with a rate that is gamma distributed (`r`, `alpha`) over individuals; after
//! each event but the first it drops out with a probability that is beta distributed (`a`, `b`).
//! Times are in any one unit, and `alpha` is in that unit.
//!
//! MBG/NBD: Batislam, Denizel, Filiztekin, "Empirical validation and comparison of models for
//! customer base analysis", International Journal of Research in Marketing 24 (2007) 201-209. An
//! individual may drop out after the first event, too. Its equations are those of BG/NBD with b + 1
//! for b, and with a chance to have dropped out without a repeat.
//!
//! Gamma-Poisson: no individual drops out.

mod expected_events;
mod likelihood;

use std::ops::RangeInclusive;

/// Bounds of the parameters. At them a population shows practically no differences or no dropout,
/// and figures hardly change beyond. Above 20, rates differ by less than a quarter, and the series
/// for expected events would lose precision.
const R_BOUNDS: RangeInclusive<f64> = 1e-3..=20.0;
const A_BOUNDS: RangeInclusive<f64> = 1e-4..=20.0;
const B_BOUNDS: RangeInclusive<f64> = 1e-3..=2e3;
/// Gain in log-likelihood up to which dropout adds nothing.
const MIN_DROPOUT_GAIN: f64 = 0.1;

/// History of an individual. Times are relative to its first event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EventHistory {
    /// Number of events after the first.
    pub repeats: u32,
    /// Time of the last event; 0 without repeats.
    pub last: f64,
    /// Time up to now, not before the last event.
    pub age: f64,
}

impl EventHistory {
    fn is_valid(&self) -> bool {
        self.last >= 0.0 && self.age >= self.last && self.age.is_finite()
    }
}

/// When an individual may drop out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dropout {
    /// After every event but the first: BG/NBD.
    AfterRepeats,
    /// After every event: MBG/NBD.
    AfterEvents,
    /// Gamma-Poisson.
    Never,
}

/// Parameters of a population, all positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BgNbd {
    r: f64,
    alpha: f64,
    a: f64,
    b: f64,
    dropout: Dropout,
}

impl BgNbd {
    /// None if a parameter is beyond its bound (`r` and `a` above 20, `b` above 2,000) or not
    /// positive.
    pub fn new(r: f64, alpha: f64, a: f64, b: f64) -> Option<Self> {
        let inside = R_BOUNDS.contains(&r)
            && alpha > 0.0
            && alpha.is_finite()
            && A_BOUNDS.contains(&a)
            && B_BOUNDS.contains(&b);
        inside.then_some(Self {
            r,
            alpha,
            a,
            b,
            dropout: Dropout::AfterRepeats,
        })
    }

    /// The same parameters with other events after which individuals may drop out.
    #[must_use]
    pub fn with_dropout(self, dropout: Dropout) -> Self {
        Self { dropout, ..self }
    }

    /// Maximum likelihood of BG/NBD over individuals; those with invalid times are ignored. None
    /// without repeats or without any observed time.
    pub fn fit(seen: &[EventHistory]) -> Option<Self> {
        Some(likelihood::maximize_likelihood(seen, Dropout::AfterRepeats)?.0)
    }

    /// The same for MBG/NBD, or for gamma-Poisson where dropout adds nothing to the likelihood.
    pub fn fit_dropout(seen: &[EventHistory]) -> Option<Self> {
        let (leaving, likelihood) = likelihood::maximize_likelihood(seen, Dropout::AfterEvents)?;
        let staying = likelihood::maximize_likelihood(seen, Dropout::Never)
            .filter(|(_, staying)| likelihood - staying <= MIN_DROPOUT_GAIN);
        Some(staying.map_or(leaving, |(model, _)| model))
    }

    pub fn dropout(&self) -> Dropout {
        self.dropout
    }

    pub fn r(&self) -> f64 {
        self.r
    }

    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    pub fn a(&self) -> f64 {
        self.a
    }

    pub fn b(&self) -> f64 {
        self.b
    }

    /// Probability that the individual is alive. In BG/NBD it can't drop out before its first
    /// repeat, so without repeats this is 1.
    pub fn p_alive(&self, seen: &EventHistory) -> f64 {
        let x = f64::from(seen.repeats);
        let chances = match self.dropout {
            Dropout::Never => return 1.0,
            Dropout::AfterRepeats if seen.repeats == 0 => return 1.0,
            Dropout::AfterRepeats => x - 1.0,
            Dropout::AfterEvents => x,
        };
        let silence = (self.r + x) * ((self.alpha + seen.age) / (self.alpha + seen.last)).ln();
        1.0 / (1.0 + self.a / (self.b + chances) * silence.exp())
    }

    /// The population with event rates multiplied by `times`. None unless that is positive and
    /// finite.
    pub fn scale_rate(&self, times: f64) -> Option<Self> {
        Self::new(self.r, self.alpha / times, self.a, self.b)
            .map(|model| model.with_dropout(self.dropout))
    }

    /// Expected events within the time `ahead`.
    pub fn expected_events(&self, seen: &EventHistory, ahead: f64) -> f64 {
        self.p_alive(seen) * self.expected_events_if_alive(seen, ahead)
    }

    /// Expected events within the time `ahead` of an individual that is alive now, but may drop out
    /// later.
    pub fn expected_events_if_alive(&self, seen: &EventHistory, ahead: f64) -> f64 {
        match self.dropout {
            Dropout::AfterRepeats => expected_events::expected_while_alive(self, seen, ahead),
            Dropout::AfterEvents => {
                let later = Self {
                    b: self.b + 1.0,
                    ..*self
                };
                expected_events::expected_while_alive(&later, seen, ahead)
            }
            Dropout::Never if ahead > 0.0 => {
                (self.r + f64::from(seen.repeats)) / (self.alpha + seen.age) * ahead
            }
            Dropout::Never => 0.0,
        }
    }

    /// Probability that an individual that is alive has its next event within the time `ahead`.
    pub fn p_event_if_alive(&self, seen: &EventHistory, ahead: f64) -> f64 {
        if ahead.is_nan() || ahead <= 0.0 {
            return 0.0;
        }
        let x = f64::from(seen.repeats);
        -((self.r + x) * -(ahead / (self.alpha + seen.age)).ln_1p()).exp_m1()
    }

    /// Time until the next event with probability `q` (0 to 1), for an individual that is alive:
    /// the inverse of [`BgNbd::p_event_if_alive`]. Infinite beyond the range of floats.
    pub fn wait_quantile(&self, seen: &EventHistory, q: f64) -> f64 {
        let x = f64::from(seen.repeats);
        let q = if q.is_nan() { 0.0 } else { q.clamp(0.0, 1.0) };
        (self.alpha + seen.age) * (-(-q).ln_1p() / (self.r + x)).exp_m1()
    }
}

#[cfg(test)]
mod tests;
