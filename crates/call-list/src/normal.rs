//! The normal distribution.

use statrs::function::erf::erf;

/// Probability that a standard normal value is at most `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    f64::midpoint(1.0, erf(z / std::f64::consts::SQRT_2))
}
