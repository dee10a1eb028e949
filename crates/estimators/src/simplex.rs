//! The lowest point of a smooth function of a few positive numbers, found without derivatives; the
//! same one on every run.
//!
//! Nelder, Mead, "A simplex method for function minimization", Computer Journal 7 (1965) 308-313,
//! as `argmin` has it; on logarithms, so that no step leaves the positive numbers, and inside a
//! box, so that data without an optimum end at a wall instead of nowhere.

use std::ops::RangeInclusive;

use argmin::core::{CostFunction, Error, Executor};
use argmin::solver::neldermead::NelderMead;

/// Where the corners of the first simplex stand: this far from the start on the logarithmic scale.
const FIRST_STEP: f64 = 0.5;
/// Spread of the costs at the corners below which the search is over.
const TOLERANCE: f64 = 1e-12;
/// A valley so flat that they do not suffice has no telling lowest point.
const MAX_STEPS: u64 = 400;
/// Cost where the function has none: more than any likelihood.
const UNDEFINED_COST: f64 = 1e100;

/// The `N` numbers within `bounds` (positive, finite) at which `cost` is lowest. None where a bound
/// is not a positive range or the search fails.
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
        if let (Some(place), Some(wall)) = (corner.get_mut(axis), walls.get(axis)) {
            *place += if *place + FIRST_STEP <= wall.ln_high {
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
    let place = found.state.best_param?;
    let values = valley.to_values(&place)?;
    values
        .iter()
        .all(|value| value.is_finite())
        .then_some(values)
}

/// Between which values a number may lie, and their logarithms.
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
    fn clamp_log(&self, place: f64) -> f64 {
        if place.is_nan() {
            f64::midpoint(self.ln_low, self.ln_high)
        } else {
            place.clamp(self.ln_low, self.ln_high)
        }
    }

    /// Off the logarithmic scale; inside of the walls to the last bit.
    fn value_at_log(&self, place: f64) -> f64 {
        self.clamp_log(place)
            .exp()
            .clamp(*self.range.start(), *self.range.end())
    }
}

struct BoundedCost<const N: usize, F> {
    bounds: Vec<LogBounds>,
    cost: F,
}

impl<const N: usize, F> BoundedCost<N, F> {
    /// The point of the box that is nearest to `place`, off the logarithmic scale.
    fn to_values(&self, place: &[f64]) -> Option<[f64; N]> {
        let inside: Vec<f64> = place
            .iter()
            .zip(&self.bounds)
            .map(|(place, wall)| wall.value_at_log(*place))
            .collect();
        inside.try_into().ok()
    }
}

impl<const N: usize, F: Fn([f64; N]) -> f64> CostFunction for &BoundedCost<N, F> {
    type Param = Vec<f64>;
    type Output = f64;

    /// Outside of the box: the cost at its wall, and more with the distance from it.
    fn cost(&self, place: &Vec<f64>) -> Result<f64, Error> {
        let outside: f64 = place
            .iter()
            .zip(&self.bounds)
            .map(|(place, wall)| (place - wall.clamp_log(*place)).powi(2))
            .sum();
        let cost = self.to_values(place).map_or(UNDEFINED_COST, &self.cost) + outside;
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
    fn the_foot_of_a_bent_valley_is_found() {
        // Rosenbrock's, moved to (2, 4).
        let rosenbrock = |[x, y]: [f64; 2]| (2.0 - x).powi(2) + 100.0 * (y - x * x).powi(2);
        let [x, y] = minimize_cost([0.1, 0.1], &[1e-3..=1e3, 1e-3..=1e3], rosenbrock).unwrap();
        assert!(is_close(x, 2.0) && is_close(y, 4.0), "{x} {y}");
    }

    #[test]
    fn the_same_on_every_run() {
        let cost = |[x, y]: [f64; 2]| (x.ln() - 1.0).powi(2) + (y.ln() * x.ln() - 0.5).powi(2);
        let find = || minimize_cost([1.0, 1.0], &[1e-3..=1e3, 1e-3..=1e3], cost).unwrap();
        assert_eq!(find().map(f64::to_bits), find().map(f64::to_bits));
    }

    #[test]
    fn a_slope_without_a_foot_ends_at_the_wall() {
        let [x] = minimize_cost([1.0], &[0.5..=20.0], |[x]| -x).unwrap();
        assert!(is_close(x, 20.0) && x <= 20.0, "{x}");
        let [x] = minimize_cost([100.0], &[0.5..=20.0], |[x]| x).unwrap();
        assert!(is_close(x, 0.5) && x >= 0.5, "{x}");
    }

    #[test]
    fn a_function_without_values_does_no_harm() {
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
    fn walls_must_be_positive_and_apart() {
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
