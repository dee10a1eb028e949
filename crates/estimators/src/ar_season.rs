//! Forecasts a series of changes: autoregression with a coefficient shrunk toward a prior, plus an
//! effect of each position in the yearly cycle, shrunk toward zero.
//!
//! First-order autoregression with a ridge toward a prior coefficient (Hoerl, Kennard, "Ridge
//! regression", Technometrics 12 (1970) 55-67) and shrunken cycle means (Miller, Williams,
//! "Shrinkage estimators of time series seasonal factors", International Journal of Forecasting 19
//! (2003) 669-684). The error variance is half the recent one (exponential weights, `RiskMetrics`
//! Technical Document, 1996) and half the overall one.

use super::{mean, usize_to_f64};

/// Weight of an error relative to the next one.
const ERROR_DECAY: f64 = 0.94;

/// Prior. Weights count changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prior {
    /// Autoregressive coefficient.
    pub persistence: f64,
    /// Weight of the coefficient, in changes.
    pub persistence_weight: f64,
    /// Weight of a zero cycle effect, in changes at a position of the cycle.
    pub cycle_weight: f64,
}

/// A fitted series of changes.
#[derive(Debug, Clone, PartialEq)]
pub struct ArSeason {
    /// Autoregressive coefficient, between -1 and 1.
    persistence: f64,
    /// Effect of each position of the cycle.
    cycle_effects: Vec<f64>,
    last: f64,
    /// Position in the cycle of the change after the last.
    next_position: usize,
    /// Variance of a one-step error.
    variance: f64,
}

/// Forecast of the sum of the next changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SumForecast {
    pub mean: f64,
    /// Standard deviation of its error; not negative.
    pub deviation: f64,
}

impl ArSeason {
    /// Fits `changes`, the first of which is at position `first` (from 0) of a cycle of `cycle`
    /// positions. None with fewer than two changes, without a cycle, or with a value that is not
    /// finite.
    pub fn fit(changes: &[f64], first: usize, cycle: usize, prior: Prior) -> Option<Self> {
        let &last = changes.last()?;
        if changes.len() < 2 || cycle == 0 || changes.iter().any(|change| !change.is_finite()) {
            return None;
        }
        let persistence = estimate_persistence(changes, prior)?;
        let errors: Vec<f64> = successive_pairs(changes)
            .map(|(before, after)| after - persistence * before)
            .collect();
        let fitted = Self {
            persistence,
            cycle_effects: estimate_cycle_effects(changes, first, cycle, prior.cycle_weight)?,
            last,
            next_position: (first + changes.len()) % cycle,
            variance: f64::midpoint(recent_mean_square(&errors), mean(&square_values(&errors))?),
        };
        fitted.variance.is_finite().then_some(fitted)
    }

    /// The sum of the next `steps` changes. None if it is not finite.
    pub fn forecast_sum(&self, steps: usize) -> Option<SumForecast> {
        let mut mean = 0.0;
        let mut squares = 0.0;
        let (mut power, mut reach) = (1.0, 0.0);
        let coming = self
            .cycle_effects
            .iter()
            .cycle()
            .skip(self.next_position)
            .take(steps);
        for push in coming {
            // An error of the first step affects all later ones, that of the last none.
            reach += power;
            squares += reach * reach;
            power *= self.persistence;
            mean += self.last * power + push;
        }
        let deviation = (self.variance * squares).sqrt();
        (mean.is_finite() && deviation.is_finite()).then_some(SumForecast { mean, deviation })
    }
}

fn successive_pairs(changes: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    changes.iter().copied().zip(changes.iter().skip(1).copied())
}

/// Least squares of each change on the one before, with the prior as additional changes of mean
/// size.
fn estimate_persistence(changes: &[f64], prior: Prior) -> Option<f64> {
    let worth = prior.persistence_weight * mean(&square_values(changes))?;
    let (products, square) = successive_pairs(changes)
        .fold((0.0, 0.0), |(products, square), (before, after)| {
            (products + before * after, square + before * before)
        });
    let whole = square + worth;
    if whole <= 0.0 {
        return Some(prior.persistence);
    }
    let persistence = (products + worth * prior.persistence) / whole;
    persistence
        .is_finite()
        .then(|| persistence.clamp(-0.99, 0.99))
}

/// Sum of each position's deviations from the mean change, divided by their number plus the prior's
/// weight.
fn estimate_cycle_effects(
    changes: &[f64],
    first: usize,
    cycle: usize,
    weight: f64,
) -> Option<Vec<f64>> {
    let center = mean(changes)?;
    let position = |position: usize| {
        // First index of this position in `changes`.
        let offset = (position + cycle - first % cycle) % cycle;
        let deviations = changes
            .iter()
            .skip(offset)
            .step_by(cycle)
            .map(|change| change - center);
        let (sum, n) = deviations.fold((0.0, 0_usize), |(sum, n), deviation| {
            (sum + deviation, n + 1)
        });
        if n == 0 {
            0.0
        } else {
            sum / (usize_to_f64(n) + weight)
        }
    };
    Some((0..cycle).map(position).collect())
}

fn square_values(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| value * value).collect()
}

/// Mean of the squares with exponentially decaying weights.
fn recent_mean_square(errors: &[f64]) -> f64 {
    let mut weight = 1.0;
    let (sum, weights) = errors
        .iter()
        .rev()
        .fold((0.0, 0.0), |(sum, weights), error| {
            let sums = (sum + weight * error * error, weights + weight);
            weight *= ERROR_DECAY;
            sums
        });
    sum / weights
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRIOR: Prior = Prior {
        persistence: 0.25,
        persistence_weight: 60.0,
        cycle_weight: 24.0,
    };
    const NONE: Prior = Prior {
        persistence: 0.0,
        persistence_weight: 0.0,
        cycle_weight: 0.0,
    };

    #[test]
    fn matches_hand_calculation() {
        // Changes 1, 2, 1 at positions 1, 0, 1 of a cycle of two; products 2 + 2, squares 1 + 4.
        let fitted = ArSeason::fit(&[1.0, 2.0, 1.0], 1, 2, NONE).unwrap();
        assert!((fitted.persistence - 0.8).abs() < 1e-12);
        let center = 4.0 / 3.0;
        assert!(
            (fitted.cycle_effects[0] - (2.0 - center)).abs() < 1e-12
                && (fitted.cycle_effects[1] - (1.0 - center)).abs() < 1e-12
        );
        // Errors 2 - 0.8 and 1 - 1.6.
        let recent = (0.94 * 1.44 + 0.36) / 1.94;
        assert!((fitted.variance - f64::midpoint(recent, 0.9)).abs() < 1e-12);
        let ahead = fitted.forecast_sum(2).unwrap();
        assert!(
            (ahead.mean - (0.8 + 0.64 + fitted.cycle_effects[0] + fitted.cycle_effects[1])).abs()
                < 1e-12
        );
        assert!((ahead.deviation - (fitted.variance * (1.0 + 1.8 * 1.8)).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn little_data_stays_near_prior() {
        let fitted = ArSeason::fit(&[0.01, -0.01, 0.01, -0.01], 0, 12, PRIOR).unwrap();
        assert!(
            (fitted.persistence - 0.25).abs() < 0.08,
            "{}",
            fitted.persistence
        );
        assert!(
            fitted
                .cycle_effects
                .iter()
                .all(|push| push.abs() < 0.01 / 24.0)
        );
    }

    #[test]
    fn much_data_overrides_prior() {
        let changes: Vec<f64> = (0..600)
            .map(|step| if step % 2 == 0 { 0.05 } else { -0.05 })
            .collect();
        let fitted = ArSeason::fit(&changes, 0, 12, PRIOR).unwrap();
        assert!(fitted.persistence < -0.8, "{}", fitted.persistence);
    }

    #[test]
    fn cycle_effect_is_at_its_position() {
        // +0.1 at position 3 of twelve, starting at position 10.
        let changes: Vec<f64> = (0..240)
            .map(|step| if (step + 10) % 12 == 3 { 0.1 } else { 0.0 })
            .collect();
        let fitted = ArSeason::fit(
            &changes,
            10,
            12,
            Prior {
                persistence_weight: 1e9,
                persistence: 0.0,
                ..PRIOR
            },
        )
        .unwrap();
        assert_eq!(fitted.next_position, 10);
        let to_place_2 = fitted.forecast_sum(5).unwrap().mean;
        let to_place_3 = fitted.forecast_sum(6).unwrap().mean;
        assert!(
            to_place_3 - to_place_2 > 0.04 && to_place_2 < 0.0,
            "{to_place_2} {to_place_3}"
        );
    }

    #[test]
    fn zero_changes_give_zero_forecast() {
        let fitted = ArSeason::fit(&[0.0; 40], 5, 12, PRIOR).unwrap();
        assert_eq!(
            fitted.forecast_sum(3),
            Some(SumForecast {
                mean: 0.0,
                deviation: 0.0
            })
        );
    }

    #[test]
    fn insufficient_data_gives_no_fit() {
        assert_eq!(ArSeason::fit(&[], 0, 12, PRIOR), None);
        assert_eq!(ArSeason::fit(&[0.1], 0, 12, PRIOR), None);
        assert_eq!(ArSeason::fit(&[0.1, 0.2], 0, 0, PRIOR), None);
        assert_eq!(ArSeason::fit(&[0.1, f64::NAN], 0, 12, PRIOR), None);
        assert_eq!(
            ArSeason::fit(&[f64::MAX, f64::MAX, 1.0], 0, 12, PRIOR),
            None
        );
        assert_eq!(
            ArSeason::fit(&[0.1, 0.2, 0.1], 0, 12, PRIOR)
                .unwrap()
                .forecast_sum(0),
            Some(SumForecast {
                mean: 0.0,
                deviation: 0.0
            })
        );
    }
}
