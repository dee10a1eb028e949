//! Outlier-resistant trend line: median of the pairwise slopes.
//!
//! Theil (1950), Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63
//! (1968) 1379-1389; intercept as the median of y - slope x (Conover, Practical Nonparametric
//! Statistics, 1980).

use super::quantile::median;

/// y = intercept + slope x.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FittedLine {
    pub slope: f64,
    pub intercept: f64,
}

impl FittedLine {
    /// Fits the points (x, y); none with fewer than two distinct x or with a value that is not
    /// finite.
    pub fn fit_points(points: &[(f64, f64)]) -> Option<Self> {
        let mut slopes: Vec<f64> = points
            .iter()
            .enumerate()
            .flat_map(|(position, &(x1, y1))| {
                points
                    .iter()
                    .skip(position + 1)
                    .map(move |&(x2, y2)| (x2 - x1, y2 - y1))
            })
            .filter(|&(run, _)| run != 0.0)
            .map(|(run, rise)| rise / run)
            .collect();
        let slope = median(&mut slopes)?;
        let mut intercepts: Vec<f64> = points.iter().map(|&(x, y)| y - slope * x).collect();
        let intercept = median(&mut intercepts)?;
        Some(Self { slope, intercept })
    }

    /// The line's value at `x`; none if it is not finite.
    pub fn value_at(&self, x: f64) -> Option<f64> {
        let y = self.intercept + self.slope * x;
        y.is_finite().then_some(y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_straight_line_exactly() {
        let points: Vec<(f64, f64)> = (0..10)
            .map(|x| (f64::from(x), 3.0 + 2.0 * f64::from(x)))
            .collect();
        let line = FittedLine::fit_points(&points).unwrap();
        assert_eq!((line.slope, line.intercept), (2.0, 3.0));
        assert_eq!(line.value_at(10.0), Some(23.0));
    }

    #[test]
    fn ignores_outlier() {
        let mut points: Vec<(f64, f64)> = (0..15).map(|x| (f64::from(x), f64::from(x))).collect();
        points[14].1 = -500.0;
        assert_eq!(
            FittedLine::fit_points(&points),
            Some(FittedLine {
                slope: 1.0,
                intercept: 0.0
            })
        );
    }

    #[test]
    fn matches_hand_calculation() {
        // Slopes 2, 1.5, 1.34375, 1, 1.125, 1.1875; y - slope x: 1, 1.734375, 1.46875, 1.3125.
        let line = FittedLine::fit_points(&[(0.0, 1.0), (1.0, 3.0), (2.0, 4.0), (4.0, 6.375)]);
        assert_eq!(
            line,
            Some(FittedLine {
                slope: 1.265_625,
                intercept: 1.390_625
            })
        );
    }

    #[test]
    fn constant_series_is_flat() {
        let line = FittedLine::fit_points(&[(1.0, 5.0), (2.0, 5.0), (9.0, 5.0)]).unwrap();
        assert_eq!((line.slope, line.value_at(1e6)), (0.0, Some(5.0)));
    }

    #[test]
    fn requires_two_distinct_x_and_finite_values() {
        assert_eq!(FittedLine::fit_points(&[]), None);
        assert_eq!(FittedLine::fit_points(&[(1.0, 1.0)]), None);
        assert_eq!(FittedLine::fit_points(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(FittedLine::fit_points(&[(1.0, f64::NAN), (2.0, 1.0)]), None);
        assert_eq!(
            FittedLine::fit_points(&[(1.0, f64::MAX), (2.0, -f64::MAX)]),
            None
        );
        assert_eq!(
            FittedLine {
                slope: f64::MAX,
                intercept: 0.0
            }
            .value_at(10.0),
            None
        );
    }
}
