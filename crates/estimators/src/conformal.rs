//! Distribution-free prediction intervals from past forecast errors.
//!
//! Weighted split conformal prediction: Tibshirani, Barber, Candes, Ramdas, "Conformal Prediction
//! Under Covariate Shift", Advances in Neural Information Processing Systems 32 (2019); fixed
//! weights as in Barber, Candes, Ramdas, Tibshirani, "Conformal prediction beyond exchangeability",
//! Annals of Statistics 51 (2023). Scores are relative errors, so that series of different levels
//! can share them; each side has its own quantile, because a bad harvest falls further below its
//! forecast than a good one rises above it.

use super::quantile::weighted_quantile;
use super::usize_to_f64;

/// Weight of an error of the series itself.
const OWN_WEIGHT: f64 = 5.0;
/// Weight of an error of another series of its group.
const GROUP_WEIGHT: f64 = 1.0;

/// Interval that contains the value with the requested probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// Past errors, ascending, with their weights.
#[derive(Debug, Clone, Default)]
pub struct WeightedErrors(Vec<(f64, f64)>);

impl WeightedErrors {
    /// `own` and `group`: past relative errors, (actual - forecast) / forecast, of the series
    /// itself and of the other series of its group.
    pub fn from_own_and_group(
        own: impl IntoIterator<Item = f64>,
        group: impl IntoIterator<Item = f64>,
    ) -> Self {
        let own = own.into_iter().map(|error| (error, OWN_WEIGHT));
        let group = group.into_iter().map(|error| (error, GROUP_WEIGHT));
        let mut errors: Vec<(f64, f64)> = own
            .chain(group)
            .filter(|(error, _)| error.is_finite())
            .collect();
        errors.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self(errors)
    }

    /// The interval around a positive `forecast` with probability `level` (0 to 1). The coming
    /// error counts as one more of the group. None if the errors are so few that a tail of (1 -
    /// level) / 2 is less than one of them: 80 % requires nine.
    pub fn prediction_interval(&self, forecast: f64, level: f64) -> Option<Interval> {
        if !forecast.is_finite() || forecast <= 0.0 || !(0.0..1.0).contains(&level) {
            return None;
        }
        let tail = (1.0 - level) / 2.0;
        // Tolerance for rounding: a tenth of ten is one.
        if usize_to_f64(self.0.len() + 1) * tail < 1.0 - 1e-9 {
            return None;
        }
        let mass =
            (self.0.iter().map(|(_, weight)| weight).sum::<f64>() + GROUP_WEIGHT) * (1.0 - tail);
        let above = weighted_quantile(self.0.iter().copied(), mass)?;
        let below = weighted_quantile(self.0.iter().rev().copied(), mass)?;
        let (low, high) = (forecast * (1.0 + below), forecast * (1.0 + above));
        (low.is_finite() && high.is_finite()).then_some(Interval { low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requires_nine_own_errors_for_80_percent() {
        let errors: Vec<f64> = (0..9).map(|step| f64::from(step - 4) / 10.0).collect();
        let interval = WeightedErrors::from_own_and_group(errors.clone(), [])
            .prediction_interval(100.0, 0.8)
            .unwrap();
        assert!(
            (interval.low - 60.0).abs() < 1e-9 && (interval.high - 140.0).abs() < 1e-9,
            "{interval:?}"
        );
        assert_eq!(
            WeightedErrors::from_own_and_group(errors.into_iter().take(8), [])
                .prediction_interval(100.0, 0.8),
            None
        );
    }

    #[test]
    fn own_errors_weigh_more_than_group_errors() {
        let narrow = [0.01, -0.01].repeat(20);
        let wide = [0.5, -0.5].repeat(20);
        let own_narrow = WeightedErrors::from_own_and_group(narrow.clone(), wide.clone())
            .prediction_interval(100.0, 0.6)
            .unwrap();
        let own_wide = WeightedErrors::from_own_and_group(wide, narrow)
            .prediction_interval(100.0, 0.6)
            .unwrap();
        assert!(
            own_narrow.high < 102.0 && own_narrow.low > 98.0,
            "{own_narrow:?}"
        );
        assert!(own_wide.high > 140.0 && own_wide.low < 60.0, "{own_wide:?}");
    }

    #[test]
    fn sides_have_separate_widths() {
        let errors: Vec<f64> = (0..30)
            .map(|step| if step < 10 { -0.3 } else { 0.05 })
            .collect();
        let interval = WeightedErrors::from_own_and_group(errors, [])
            .prediction_interval(200.0, 0.8)
            .unwrap();
        assert!((interval.low - 140.0).abs() < 1e-9 && (interval.high - 210.0).abs() < 1e-9);
    }

    #[test]
    fn no_errors_give_no_interval() {
        let some = WeightedErrors::from_own_and_group([0.1; 50], []);
        assert_eq!(
            WeightedErrors::from_own_and_group([], []).prediction_interval(100.0, 0.8),
            None
        );
        assert_eq!(
            WeightedErrors::from_own_and_group([f64::NAN; 50], [f64::INFINITY; 50])
                .prediction_interval(100.0, 0.8),
            None
        );
        for forecast in [0.0, -5.0, f64::NAN, f64::INFINITY] {
            assert_eq!(some.prediction_interval(forecast, 0.8), None);
        }
        for level in [-0.1, 1.0, 1.5, f64::NAN] {
            assert_eq!(some.prediction_interval(100.0, level), None);
        }
        assert_eq!(some.prediction_interval(f64::MAX, 0.8), None);
    }
}
