//! Quantiles of overdispersed counts: the negative binomial distribution with a given mean and
//! variance.
//!
//! Johnson, Kemp, Kotz, Univariate Discrete Distributions, 3rd ed. (2005), ch. 5; for large means
//! the gamma distribution with the same mean and variance, its limit.

use statrs::function::beta::checked_beta_reg;
use statrs::function::gamma::checked_gamma_lr;

/// Below this excess of the variance over the mean, the distribution is Poisson.
const MIN_EXCESS: f64 = 1e-4;
/// Above this mean the limit applies, as a step of one is negligible.
const LARGE_MEAN: f64 = 1_000.0;
/// Bisection steps: enough for every double.
const MAX_HALVINGS: usize = 200;

/// The smallest integer that is not exceeded with probability `q` (0 to 1). A variance below the
/// mean is replaced by the mean. None unless mean and variance are finite and not negative and `q`
/// is below 1.
pub fn quantile(mean: f64, variance: f64, q: f64) -> Option<f64> {
    if !(mean >= 0.0 && mean.is_finite() && variance.is_finite() && (0.0..1.0).contains(&q)) {
        return None;
    }
    if mean == 0.0 {
        return Some(0.0);
    }
    let excess = (variance - mean).max(MIN_EXCESS * mean);
    // Number of successes and their probability.
    let (size, chance) = (mean * mean / excess, mean / (mean + excess));
    let cumulative = |count: f64| {
        if mean > LARGE_MEAN {
            // Continuity correction of half a step.
            let shape = mean * mean / (mean + excess);
            checked_gamma_lr(shape, (count + 0.5) * shape / mean).ok()
        } else {
            checked_beta_reg(size, count + 1.0, chance).ok()
        }
    };
    if cumulative(0.0)? >= q {
        return Some(0.0);
    }
    // Invariant: `low` is too low, `high` is high enough.
    let (mut low, mut high) = (0.0_f64, mean.ceil());
    for _ in 0..MAX_HALVINGS {
        if cumulative(high)? >= q {
            break;
        }
        (low, high) = (high, high * 2.0);
    }
    for _ in 0..MAX_HALVINGS {
        let middle = f64::midpoint(low, high).floor();
        if middle <= low || middle >= high {
            break;
        }
        if cumulative(middle)? >= q {
            high = middle;
        } else {
            low = middle;
        }
    }
    high.is_finite().then_some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scipy 1.16 nbinom.ppf(q, m^2 / (v - m), m / v).
    #[test]
    fn matches_scipy() {
        for (mean, variance, q, expected) in SCIPY {
            assert_eq!(
                quantile(mean, variance, q),
                Some(expected),
                "{mean} {variance} {q}"
            );
        }
    }

    const SCIPY: [(f64, f64, f64, f64); 8] = [
        (0.5, 1.5, 0.95, 3.0),
        (3.0, 9.0, 0.5, 2.0),
        (3.0, 9.0, 0.99, 13.0),
        (40.0, 300.0, 0.97, 78.0),
        (40.0, 41.0, 0.9, 48.0),
        (250.0, 4000.0, 0.995, 442.0),
        (900.0, 20000.0, 0.85, 1047.0),
        (12.5, 600.0, 0.99, 119.0),
    ];

    #[test]
    fn limit_is_accurate_for_large_means() {
        for (mean, variance, q) in [
            (999.0, 40_000.0, 0.95),
            (1_001.0, 40_100.0, 0.95),
            (5e6, 1e12, 0.9),
        ] {
            let found = quantile(mean, variance, q).unwrap();
            assert!(
                found > mean && found < mean + 4.0 * f64::sqrt(variance),
                "{found}"
            );
        }
        let (below, above) = (
            quantile(1_000.0, 40_000.0, 0.95).unwrap(),
            quantile(1_000.000_1, 40_000.0, 0.95).unwrap(),
        );
        assert!((below - above).abs() <= 2.0, "{below} {above}");
    }

    #[test]
    fn low_variance_is_poisson() {
        // Poisson with mean 4: P(X <= 7) = 0.9489, P(X <= 8) = 0.9786.
        assert_eq!(quantile(4.0, 1.0, 0.95), Some(8.0));
        assert_eq!(quantile(4.0, 4.0, 0.94), Some(7.0));
    }

    #[test]
    fn zero_mean_gives_zero() {
        assert_eq!(quantile(0.0, 0.0, 0.9), Some(0.0));
        assert_eq!(quantile(1e-9, 1e-9, 0.9), Some(0.0));
        for (mean, variance, q) in [
            (-1.0, 1.0, 0.5),
            (f64::NAN, 1.0, 0.5),
            (1.0, f64::INFINITY, 0.5),
            (1.0, 1.0, 1.0),
            (1.0, 1.0, f64::NAN),
        ] {
            assert_eq!(quantile(mean, variance, q), None);
        }
    }
}
