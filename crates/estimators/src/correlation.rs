//! Pearson's product-moment correlation.

use super::usize_to_f64;

/// Between -1 and 1; none with fewer than two pairs, or if a side is constant or not finite.
pub fn pearson_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let n = usize_to_f64(pairs.len());
    let (x, y) = pairs
        .iter()
        .fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / n, y + pair.1 / n));
    let (xx, xy, yy) = pairs
        .iter()
        .map(|pair| (pair.0 - x, pair.1 - y))
        .fold((0.0, 0.0, 0.0), |(xx, xy, yy), (dx, dy)| {
            (xx + dx * dx, xy + dx * dy, yy + dy * dy)
        });
    let correlation = xy / (xx.sqrt() * yy.sqrt());
    correlation
        .is_finite()
        .then(|| correlation.clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_hand_calculation() {
        assert!(
            (pearson_correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]).unwrap() - 1.0).abs()
                < 1e-12
        );
        assert!(
            (pearson_correlation(&[(1.0, 6.0), (2.0, 4.0), (3.0, 2.0)]).unwrap() + 1.0).abs()
                < 1e-12
        );
        // Deviations -1.5, -0.5, 0.5, 1.5 and -1, 1, -1, 1: 2 / sqrt(5 x 4).
        assert!(
            (pearson_correlation(&[(1.0, 1.0), (2.0, 3.0), (3.0, 1.0), (4.0, 3.0)]).unwrap()
                - 2.0 / 20.0_f64.sqrt())
            .abs()
                < 1e-12
        );
    }

    #[test]
    fn insufficient_data_gives_no_correlation() {
        assert_eq!(pearson_correlation(&[]), None);
        assert_eq!(pearson_correlation(&[(1.0, 1.0)]), None);
        assert_eq!(pearson_correlation(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(pearson_correlation(&[(1.0, f64::NAN), (2.0, 2.0)]), None);
    }
}
