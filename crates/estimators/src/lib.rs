//! Statistical estimators without domain terms. Each cites its source; none panics or returns an
//! infinity or NaN as an estimate.

pub mod ar_season;
pub mod bg_nbd;
pub mod conformal;
pub mod correlation;
pub mod credibility;
pub mod gamma_gamma;
pub mod geks;
pub mod matched_change;
pub mod negative_binomial;
pub mod parallel;
pub mod quantile;
pub mod seasonal_density;
pub mod seasonal_shift;
pub mod simplex;
pub mod theil_sen;
pub mod wilson;

/// Converts a count to a float; exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "no slice is longer than 2^53")]
pub fn usize_to_f64(things: usize) -> f64 {
    things as f64
}

/// Arithmetic mean; none if empty or if a value is not finite.
pub fn mean(values: &[f64]) -> Option<f64> {
    let mean = values.iter().sum::<f64>() / usize_to_f64(values.len());
    mean.is_finite().then_some(mean)
}

/// Sample standard deviation (divisor n - 1); none with fewer than two values.
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    let center = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - center).powi(2)).sum();
    let deviation = (squares / (usize_to_f64(values.len()) - 1.0)).sqrt();
    deviation.is_finite().then_some(deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation_match_hand_calculation() {
        assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
        assert_eq!(
            standard_deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]),
            Some((32.0_f64 / 7.0).sqrt())
        );
        assert_eq!(standard_deviation(&[3.0, 3.0]), Some(0.0));
    }

    #[test]
    fn insufficient_or_non_finite_values_give_none() {
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[1.0, f64::NAN]), None);
        assert_eq!(standard_deviation(&[]), None);
        assert_eq!(standard_deviation(&[1.0]), None);
        assert_eq!(standard_deviation(&[f64::MAX, -f64::MAX]), None);
    }
}
