//! Median and weighted quantiles of a sample.

/// Middle value, or the mean of the two middle ones; none if empty or if a value is not finite.
/// Reorders `values`.
pub fn median(values: &mut [f64]) -> Option<f64> {
    if values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let length = values.len();
    if length == 0 {
        return None;
    }
    let (below, upper, _) = values.select_nth_unstable_by(length / 2, f64::total_cmp);
    let upper = *upper;
    if length % 2 == 1 {
        return Some(upper);
    }
    let lower = below.iter().copied().max_by(f64::total_cmp)?;
    // Halved before adding, to avoid overflow.
    Some(lower / 2.0 + upper / 2.0)
}

/// Smallest value up to which the weights sum to `mass`; none if they do not. `sample` is (value,
/// weight), ascending by value.
pub fn weighted_quantile(sample: impl IntoIterator<Item = (f64, f64)>, mass: f64) -> Option<f64> {
    let mut sum = 0.0;
    sample.into_iter().find_map(|(value, weight)| {
        sum += weight;
        // Tolerance for rounding: ten weights of 0.1 must reach 1.
        (sum >= mass * (1.0 - 1e-12)).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_even_and_unsorted() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&mut [4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(median(&mut [7.0]), Some(7.0));
        assert_eq!(median(&mut [1e308, 1.5e308]), Some(1.25e308));
        assert_eq!(median(&mut [-1.0, -1.0, 5.0, 5.0]), Some(2.0));
    }

    #[test]
    fn median_of_nothing_or_of_nan_is_none() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [1.0, f64::NAN]), None);
        assert_eq!(median(&mut [f64::INFINITY]), None);
    }

    #[test]
    fn sums_weights_from_smallest_value() {
        let sample = [(1.0, 1.0), (2.0, 5.0), (9.0, 1.0)];
        assert_eq!(weighted_quantile(sample, 1.0), Some(1.0));
        assert_eq!(weighted_quantile(sample, 1.1), Some(2.0));
        assert_eq!(weighted_quantile(sample, 7.0), Some(9.0));
        assert_eq!(weighted_quantile(sample, 7.1), None);
        assert_eq!(weighted_quantile([(4.0, 0.1); 10], 1.0), Some(4.0));
        assert_eq!(weighted_quantile([], 0.5), None);
    }
}
