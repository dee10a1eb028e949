//! Calibrates the chance of no order on the organization's own past weeks.
//!
//! Logistic recalibration: Platt, "Probabilistic outputs for support vector machines", Advances in
//! Large Margin Classifiers (1999) 61-74; by Newton's method under a normal prior around no
//! change.

/// Standard deviations of the prior of the intercept and of the slope.
const PRIOR_DEVIATIONS: (f64, f64) = (1.0, 0.3);
const ROUNDS: usize = 25;

/// Correction of chances on the scale of log odds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Calibration {
    intercept: f64,
    slope: f64,
}

fn log_odds(chance: f64) -> f64 {
    let chance = chance.clamp(1e-4, 1.0 - 1e-4);
    (chance / (1.0 - chance)).ln()
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

impl Calibration {
    /// From earlier chances and whether the event happened.
    pub(crate) fn fit(earlier: &[(f64, bool)]) -> Self {
        let mut found = Self {
            intercept: 0.0,
            slope: 1.0,
        };
        let (intercept_weight, slope_weight) =
            (PRIOR_DEVIATIONS.0.powi(-2), PRIOR_DEVIATIONS.1.powi(-2));
        for _ in 0..ROUNDS {
            let (mut intercept_gradient, mut slope_gradient) = (
                -found.intercept * intercept_weight,
                -(found.slope - 1.0) * slope_weight,
            );
            let (mut intercept_curvature, mut mixed_curvature, mut slope_curvature) =
                (intercept_weight, 0.0, slope_weight);
            for &(chance, happened) in earlier {
                let x = log_odds(chance);
                let expected = logistic(found.intercept + found.slope * x);
                let error = f64::from(u8::from(happened)) - expected;
                let weight = expected * (1.0 - expected);
                intercept_gradient += error;
                slope_gradient += error * x;
                intercept_curvature += weight;
                mixed_curvature += weight * x;
                slope_curvature += weight * x * x;
            }
            let determinant =
                intercept_curvature * slope_curvature - mixed_curvature * mixed_curvature;
            let step = (
                (slope_curvature * intercept_gradient - mixed_curvature * slope_gradient)
                    / determinant,
                (intercept_curvature * slope_gradient - mixed_curvature * intercept_gradient)
                    / determinant,
            );
            if !(step.0.is_finite() && step.1.is_finite()) {
                break;
            }
            found.intercept += step.0.clamp(-1.0, 1.0);
            found.slope = (found.slope + step.1.clamp(-0.5, 0.5)).max(0.05);
            if step.0.abs() + step.1.abs() < 1e-9 {
                break;
            }
        }
        found
    }

    pub(crate) fn apply(self, chance: f64) -> f64 {
        logistic(self.intercept + self.slope * log_odds(chance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_observations_change_little() {
        let found = Calibration::fit(&[]);
        assert!((found.apply(0.3) - 0.3).abs() < 1e-9);
    }

    #[test]
    fn overstated_chances_are_lowered_to_what_happened() {
        let earlier: Vec<(f64, bool)> = (0..2_000).map(|n| (0.8, n % 2 == 0)).collect();
        let found = Calibration::fit(&earlier).apply(0.8);
        assert!((found - 0.5).abs() < 0.01, "{found}");
    }
}
