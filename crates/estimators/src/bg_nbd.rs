//! How often something that may have ended unseen will happen again: rates and chances of ending
//! differ between individuals and are told from how often and how lately each was seen.
//!
//! BG/NBD: Fader, Hardie, Lee, "Counting your customers the easy way: an alternative to the
//! Pareto/NBD model", Marketing Science 24 (2005) 275-284. While alive an individual's events are a
//! Poisson process, its rate gamma distributed (`r`, `alpha`) over individuals; after each event it
//! ends with a probability that is beta distributed (`a`, `b`). Times are in any one unit, and
//! `alpha` is in that unit.

mod expected_events;
mod likelihood;

use std::ops::RangeInclusive;

use statrs::function::gamma::ln_gamma;

/// Parameters beyond these walls are those of a population that shows no differences, or no end;
/// figures hardly change there any more. Above 20, rates differ by less than a quarter, and the
/// series for expected events would lose its digits.
const R_BOUNDS: RangeInclusive<f64> = 1e-3..=20.0;
const A_BOUNDS: RangeInclusive<f64> = 1e-4..=20.0;
const B_BOUNDS: RangeInclusive<f64> = 1e-3..=2e3;
/// Intervals of silence beyond which nothing changes any more.
const MAX_CHANCES: f64 = 1e6;

/// What was seen of an individual. Times count from its first event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EventHistory {
    /// Events after the first.
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

/// A population's parameters, all positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BgNbd {
    r: f64,
    alpha: f64,
    a: f64,
    b: f64,
}

impl BgNbd {
    /// None where one lies beyond its wall: `r` and `a` above 20, `b` above 2,000, or one not
    /// positive.
    pub fn new(r: f64, alpha: f64, a: f64, b: f64) -> Option<Self> {
        let inside = R_BOUNDS.contains(&r)
            && alpha > 0.0
            && alpha.is_finite()
            && A_BOUNDS.contains(&a)
            && B_BOUNDS.contains(&b);
        inside.then_some(Self { r, alpha, a, b })
    }

    /// Maximum likelihood over individuals; those with impossible times are passed over. None where
    /// nobody repeats or nobody was watched for any time.
    pub fn fit(seen: &[EventHistory]) -> Option<Self> {
        likelihood::maximize_likelihood(seen)
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

    /// Probability that the individual has not ended. The model lets nobody end before a repeat:
    /// without one it is 1.
    pub fn p_alive(&self, seen: &EventHistory) -> f64 {
        if seen.repeats == 0 {
            return 1.0;
        }
        let x = f64::from(seen.repeats);
        let silence = (self.r + x) * ((self.alpha + seen.age) / (self.alpha + seen.last)).ln();
        1.0 / (1.0 + self.a / (self.b + x - 1.0) * silence.exp())
    }

    /// The same for an individual without repeats, judged by its silence against the usual
    /// `interval` between events of its like: it may have ended right after its first event, and
    /// again whenever such an interval had passed.
    ///
    /// With one chance to end this is the equation for x = 0 of Batislam, Denizel, Filiztekin,
    /// "Empirical validation and comparison of models for customer base analysis", International
    /// Journal of Research in Marketing 24 (2007) 201-209. The further chances say that who stays
    /// away for many intervals has more likely ended than changed its pace. An infinite interval
    /// leaves the one chance.
    pub fn p_alive_without_repeat(&self, seen: &EventHistory, interval: f64) -> f64 {
        let chances = 1.0
            + if interval > 0.0 {
                (seen.age / interval).min(MAX_CHANCES)
            } else {
                0.0
            };
        let (a, b) = (self.a, self.b);
        let stayed = (ln_gamma(b + chances) - ln_gamma(b) - ln_gamma(a + b + chances)
            + ln_gamma(a + b))
        .exp()
        .min(1.0);
        let silent = (-self.r * (seen.age / self.alpha).ln_1p()).exp();
        let alive = stayed * silent;
        if alive > 0.0 {
            alive / (alive + 1.0 - stayed)
        } else {
            0.0
        }
    }

    /// The population if its events came `times` as fast. None unless that is positive and finite.
    pub fn scale_rate(&self, times: f64) -> Option<Self> {
        Self::new(self.r, self.alpha / times, self.a, self.b)
    }

    /// Expected events in the time `ahead`.
    pub fn expected_events(&self, seen: &EventHistory, ahead: f64) -> f64 {
        self.p_alive(seen) * self.expected_events_if_alive(seen, ahead)
    }

    /// Expected events in the time `ahead` of an individual that has not ended yet, though it may
    /// on the way.
    pub fn expected_events_if_alive(&self, seen: &EventHistory, ahead: f64) -> f64 {
        expected_events::expected_while_alive(self, seen, ahead)
    }

    /// Probability that an individual that has not ended has its next event in the time `ahead`.
    pub fn p_event_if_alive(&self, seen: &EventHistory, ahead: f64) -> f64 {
        if ahead.is_nan() || ahead <= 0.0 {
            return 0.0;
        }
        let x = f64::from(seen.repeats);
        -((self.r + x) * -(ahead / (self.alpha + seen.age)).ln_1p()).exp_m1()
    }

    /// Time by which the next event has come with probability `q` (0 to 1), for an individual that
    /// has not ended: the inverse of [`BgNbd::p_event_if_alive`]. Infinite where it lies beyond all
    /// counting.
    pub fn wait_quantile(&self, seen: &EventHistory, q: f64) -> f64 {
        let x = f64::from(seen.repeats);
        let q = if q.is_nan() { 0.0 } else { q.clamp(0.0, 1.0) };
        (self.alpha + seen.age) * (-(-q).ln_1p() / (self.r + x)).exp_m1()
    }
}

#[cfg(test)]
mod tests;
