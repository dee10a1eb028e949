//! Wilson's lower confidence bound of a success rate.
//!
//! Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
//! American Statistical Association 22 (1927) 209-212.

/// One-sided lower bound for `rate` (0 to 1) observed in `trials`; `deviations` is the normal
/// quantile of the confidence (1.2816 for 90 %). None without trials, or if a value is out of
/// range. `trials` may be fractional: correlated trials may count as less than one.
pub fn lower_bound(rate: f64, trials: f64, deviations: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&rate)
        || !trials.is_finite()
        || trials <= 0.0
        || !deviations.is_finite()
    {
        return None;
    }
    let square = deviations * deviations;
    let center = rate + square / (2.0 * trials);
    let half =
        deviations * (rate * (1.0 - rate) / trials + square / (4.0 * trials * trials)).sqrt();
    let low = (center - half) / (1.0 + square / trials);
    low.is_finite().then(|| low.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_a_printed_example() {
        // 81 of 263 at 95 % two-sided: 0.2553 to 0.3662 (Newcombe, Statistics in Medicine 17, 1998,
        // table I).
        assert!((lower_bound(81.0 / 263.0, 263.0, 1.959_964).unwrap() - 0.2553).abs() < 5e-5);
    }

    #[test]
    fn few_trials_give_low_bound() {
        let few = lower_bound(1.0, 3.0, 1.2816).unwrap();
        let many = lower_bound(1.0, 300.0, 1.2816).unwrap();
        assert!(few < 0.7 && many > 0.99, "{few} {many}");
        assert!(lower_bound(0.0, 10.0, 1.2816).unwrap() < 1e-12);
    }

    #[test]
    fn no_trials_give_no_bound() {
        assert_eq!(lower_bound(0.5, 0.0, 1.2816), None);
        assert_eq!(lower_bound(1.5, 10.0, 1.2816), None);
        assert_eq!(lower_bound(f64::NAN, 10.0, 1.2816), None);
        assert_eq!(lower_bound(0.5, f64::INFINITY, 1.2816), None);
    }
}
