//! Expected events of a BG/NBD individual, without overflow or division by zero.
//!
//! Equation 10 of Fader, Hardie, Lee (2005) contains 2F1(r + x, b + x; a + b + x - 1; z). Euler's
//! transformation turns its growing terms into falling ones, 2F1(A, a - 1; c; z) with
//! A = a + b - 1 - r and c = a + b + x - 1, times a power of 1 - z that cancels against the factor
//! before it.
//! Taking the first term out of the series also removes the poles at a = 1 and at c = 0.

use super::{BgNbd, EventHistory};

const MAX_TERMS: u32 = 100_000;
/// Terms below this share of the sum are negligible.
const MIN_TERM_SHARE: f64 = 1e-15;

pub(super) fn expected_while_alive(model: &BgNbd, seen: &EventHistory, ahead: f64) -> f64 {
    let &BgNbd { r, alpha, a, b, .. } = model;
    if ahead.is_nan() || ahead <= 0.0 {
        return 0.0;
    }
    let x = f64::from(seen.repeats);
    let ahead = ahead.min(f64::MAX / 4.0);
    let z = ahead / (alpha + seen.age + ahead);
    // Logarithm of 1 - z.
    let decay = -(ahead / (alpha + seen.age)).ln_1p();
    let c = a + b + x - 1.0;
    let e = a - 1.0;
    let power = if e.abs() < 1e-9 {
        -decay
    } else {
        -(e * decay).exp_m1() / e
    };
    let expected = c * power - (e * decay).exp() * sum_series(a + b - 1.0 - r, a, c, z);
    if expected.is_finite() {
        expected.max(0.0)
    } else {
        0.0
    }
}

/// Sum over n >= 1 of `(A)_n` `(a)_(n-1)` / (`(c + 1)_(n-1)` n!) z^n.
fn sum_series(upper: f64, a: f64, c: f64, z: f64) -> f64 {
    let mut term = upper * z;
    let mut sum = term;
    for step in 1..MAX_TERMS {
        let n = f64::from(step);
        let ratio = (upper + n) * (a + n - 1.0) / ((c + n) * (n + 1.0)) * z;
        term *= ratio;
        sum += term;
        if ratio.abs() < 1.0 && term.abs() <= MIN_TERM_SHARE * sum.abs() {
            break;
        }
    }
    sum
}
