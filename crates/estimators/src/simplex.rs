//! Minimizes a smooth function of a few positive numbers without derivatives, deterministically.
//!
//! Nelder, Mead, "A simplex method for function minimization", Computer Journal 7 (1965) 308-313,
//! as implemented by `argmin`; on logarithms, so that values stay positive, and within bounds, so
//! that data without an optimum end at a bound.

use std::ops::RangeInclusive;

use argmin::core::{CostFunction, Error, Executor};
use argmin::solver::neldermead::NelderMead;

/// Distance of the corners of the first simplex from the start, on the logarithmic scale.
const FIRST_STEP: f64 = 0.5;
/// The search ends when the costs at the corners differ by less than this.
const TOLERANCE: f64 = 1e-12;
/// Maximum number of steps; a flatter function has no distinct minimum.
const MAX_STEPS: u64 = 400;
/// Cost where the function is undefined: more than any likelihood.
const UNDEFINED_COST: f64 = 1e100;

/// The `N` numbers within `bounds` (positive, finite) with the lowest `cost`. None if a bound is
/// not a positive range or the search fails.
pub fn minimize_cost<const N: usize>(
    start: [f64; N],
    bounds: &[RangeInclusive<f64>; N],
    cost: impl Fn([f64; N]) -> f64,
) -> Option<[f64; N]> {
    let walls: Vec<LogBounds> = bounds
        .iter()
        .map(LogBounds::from_range)
        .collect::<Option<_>>()?;
    let first: Vec<f64> = start
        .iter()
        .zip(&walls)
        .map(|(value, wall)| wall.clamp_log(value.ln()))
        .collect();
    let mut corners = vec![first.clone()];
    for axis in 0..N {
        let mut corner = first.clone();
        if let (Some(point), Some(wall)) = (corner.get_mut(axis), walls.get(axis)) {
            *point += if *point + FIRST_STEP <= wall.ln_high {
                FIRST_STEP
            } else {
                -FIRST_STEP
            };
        }
        corners.push(corner);
    }
    let valley = BoundedCost::<N, _> {
        bounds: walls,
        cost,
    };
    let solver = NelderMead::new(corners).with_sd_tolerance(TOLERANCE).ok()?;
    let found = Executor::new(&valley, solver)
        .configure(|state| state.max_iters(MAX_STEPS))
        .timer(false)
        .run()
        .ok()?;
    let point = found.state.best_param?;
    let values = valley.to_values(&point)?;
    values
        .iter()
        .all(|value| value.is_finite())
        .then_some(values)
}

/// Bounds of a number, and their logarithms.
struct LogBounds {
    range: RangeInclusive<f64>,
    ln_low: f64,
    ln_high: f64,
}

impl LogBounds {
    fn from_range(range: &RangeInclusive<f64>) -> Option<Self> {
        let (ln_low, ln_high) = (range.start().ln(), range.end().ln());
        (ln_low.is_finite() && ln_high.is_finite() && ln_low < ln_high).then(|| Self {
            range: range.clone(),
            ln_low,
            ln_high,
        })
    }

    /// On the logarithmic scale.
    fn clamp_log(&self, point: f64) -> f64 {
        if point.is_nan() {
            f64::midpoint(self.ln_low, self.ln_high)
        } else {
            point.clamp(self.ln_low, self.ln_high)
        }
    }

    /// Inverse of the logarithm; exactly within the bounds.
    fn value_at_log(&self, point: f64) -> f64 {
        self.clamp_log(point)
            .exp()
            .clamp(*self.range.start(), *self.range.end())
    }
}

struct BoundedCost<const N: usize, F> {
    bounds: Vec<LogBounds>,
    cost: F,
}

impl<const N: usize, F> BoundedCost<N, F> {
    /// The point within the bounds that is closest to `point`, on the linear scale.
    fn to_values(&self, point: &[f64]) -> Option<[f64; N]> {
        let inside: Vec<f64> = point
            .iter()
            .zip(&self.bounds)
            .map(|(point, wall)| wall.value_at_log(*point))
            .collect();
        inside.try_into().ok()
    }
}

impl<const N: usize, F: Fn([f64; N]) -> f64> CostFunction for &BoundedCost<N, F> {
    type Param = Vec<f64>;
    type Output = f64;

    /// Outside the bounds: the cost at the bound plus a penalty for the distance.
    fn cost(&self, point: &Vec<f64>) -> Result<f64, Error> {
        let outside: f64 = point
            .iter()
            .zip(&self.bounds)
            .map(|(point, wall)| (point - wall.clamp_log(*point)).powi(2))
            .sum();
        let cost = self.to_values(point).map_or(UNDEFINED_COST, &self.cost) + outside;
        Ok(if cost.is_finite() {
            cost
        } else {
            UNDEFINED_COST
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_close(left: f64, right: f64) -> bool {
        (left / right - 1.0).abs() < 1e-5
    }

    #[test]
    fn finds_minimum_of_rosenbrock_function() {
        // Rosenbrock's function, moved to (2, 4).
        let rosenbrock = |[x, y]: [f64; 2]| (2.0 - x).powi(2) + 100.0 * (y - x * x).powi(2);
        let [x, y] = minimize_cost([0.1, 0.1], &[1e-3..=1e3, 1e-3..=1e3], rosenbrock).unwrap();
        assert!(is_close(x, 2.0) && is_close(y, 4.0), "{x} {y}");
    }

    #[test]
    fn is_deterministic() {
        let cost = |[x, y]: [f64; 2]| (x.ln() - 1.0).powi(2) + (y.ln() * x.ln() - 0.5).powi(2);
        let find = || minimize_cost([1.0, 1.0], &[1e-3..=1e3, 1e-3..=1e3], cost).unwrap();
        assert_eq!(find().map(f64::to_bits), find().map(f64::to_bits));
    }

    #[test]
    fn unbounded_slope_ends_at_bound() {
        let [x] = minimize_cost([1.0], &[0.5..=20.0], |[x]| -x).unwrap();
        assert!(is_close(x, 20.0) && x <= 20.0, "{x}");
        let [x] = minimize_cost([100.0], &[0.5..=20.0], |[x]| x).unwrap();
        assert!(is_close(x, 0.5) && x >= 0.5, "{x}");
    }

    #[test]
    fn handles_undefined_function() {
        let [x] = minimize_cost([1.0], &[0.5..=20.0], |_| f64::NAN).unwrap();
        assert!((0.5..=20.0).contains(&x));
        let [x] = minimize_cost([1.0], &[0.5..=20.0], |[x]| {
            if x > 3.0 { f64::INFINITY } else { -x }
        })
        .unwrap();
        assert!(is_close(x, 3.0), "{x}");
        let [x] = minimize_cost([f64::NAN], &[0.5..=20.0], |[x]| (x - 2.0).powi(2)).unwrap();
        assert!(is_close(x, 2.0), "{x}");
    }

    #[test]
    fn rejects_invalid_bounds() {
        for wall in [
            0.0..=1.0,
            -1.0..=1.0,
            2.0..=2.0,
            3.0..=2.0,
            1.0..=f64::INFINITY,
            f64::NAN..=1.0,
        ] {
            assert_eq!(minimize_cost([1.0], &[wall], |[x]| x), None);
        }
    }
}
