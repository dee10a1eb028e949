//! Expected shortage of gamma-distributed demand, from a table.

use std::sync::LazyLock;

use statrs::function::gamma::gamma_ur;

use crate::number::{floor_to_usize, usize_to_f64};

/// Standardized stock levels in the table, and the first of them.
const LEVELS: usize = 161;
const FIRST_LEVEL: f64 = -5.0;
const LEVEL_STEP: f64 = 0.1;
/// Coefficients of variation in the table, equally spaced in the logarithm.
const VARIATIONS: usize = 32;
const MIN_VARIATION: f64 = 0.04;
const MAX_VARIATION: f64 = 4.0;

/// Expected shortage in standard deviations, by variation and level.
static TABLE: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let mut table = Vec::with_capacity(VARIATIONS * LEVELS);
    for variation in 0..VARIATIONS {
        let share = usize_to_f64(variation) / usize_to_f64(VARIATIONS - 1);
        let deviation = MIN_VARIATION * (MAX_VARIATION / MIN_VARIATION).powf(share);
        for level in 0..LEVELS {
            let z = FIRST_LEVEL + LEVEL_STEP * usize_to_f64(level);
            table.push(compute_loss(1.0 + z * deviation, deviation) / deviation);
        }
    }
    table
});

/// Smaller shortages count as none, in standard deviations.
const NO_SHORTAGE: f64 = 1e-6;
/// By variation: the first level without a shortage.
static LAST_LEVELS: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let lines = TABLE.chunks_exact(LEVELS);
    lines
        .map(|line| {
            let first = line.iter().position(|loss| *loss < NO_SHORTAGE);
            first.unwrap_or(LEVELS).min(LEVELS - 1)
        })
        .collect()
});

/// Expected demand above a level, for gamma demand with mean 1.
fn compute_loss(level: f64, deviation: f64) -> f64 {
    if level <= 0.0 {
        return 1.0 - level;
    }
    let shape = 1.0 / (deviation * deviation);
    let scaled = level * shape;
    (gamma_ur(shape + 1.0, scaled) - level * gamma_ur(shape, scaled)).max(0.0)
}

/// Demand of some period, gamma-distributed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GammaDemand {
    mean: f64,
    deviation: f64,
    /// The table's line, and the weight of the next one.
    line: usize,
    weight: f64,
}

impl GammaDemand {
    pub(crate) fn new(mean: f64, variance: f64) -> Self {
        let mean = mean.max(0.0);
        let deviation = if mean > 0.0 {
            (variance.max(0.0).sqrt() / mean).clamp(MIN_VARIATION, MAX_VARIATION) * mean
        } else {
            0.0
        };
        let share = if mean > 0.0 {
            (deviation / mean / MIN_VARIATION).ln() / (MAX_VARIATION / MIN_VARIATION).ln()
        } else {
            0.0
        };
        let place = share.clamp(0.0, 1.0) * usize_to_f64(VARIATIONS - 1);
        let line = floor_to_usize(place).min(VARIATIONS - 2);
        Self {
            mean,
            deviation,
            line,
            weight: place - usize_to_f64(line),
        }
    }

    /// The first level of the table without a shortage.
    fn last_level(&self) -> usize {
        LAST_LEVELS[self.line].max(LAST_LEVELS[self.line + 1])
    }

    /// Expected units of demand above `level`.
    pub(crate) fn expected_shortage(&self, level: f64) -> f64 {
        if self.deviation <= 0.0 {
            return (self.mean - level).max(0.0);
        }
        let place = ((level - self.mean) / self.deviation - FIRST_LEVEL) / LEVEL_STEP;
        if place <= 0.0 {
            return self.mean - level;
        }
        let index = floor_to_usize(place);
        if index >= self.last_level() {
            return 0.0;
        }
        let rest = place - usize_to_f64(index);
        let at = |line: usize| {
            let start = line * LEVELS + index;
            TABLE[start] * (1.0 - rest) + TABLE[start + 1] * rest
        };
        self.deviation * (at(self.line) * (1.0 - self.weight) + at(self.line + 1) * self.weight)
    }

    /// Expected units of demand above 0, `step`, 2 `step` and so on.
    pub(crate) fn expected_shortages(&self, step: f64, out: &mut [f64]) {
        if self.deviation <= 0.0 {
            for (index, value) in out.iter_mut().enumerate() {
                *value = (self.mean - usize_to_f64(index) * step).max(0.0);
            }
            return;
        }
        let start = (-self.mean / self.deviation - FIRST_LEVEL) / LEVEL_STEP;
        let growth = step / self.deviation / LEVEL_STEP;
        let lines = TABLE[self.line * LEVELS..].split_at(LEVELS);
        let (lower, upper) = (&lines.0[..LEVELS], &lines.1[..LEVELS]);
        let last_level = self.last_level();
        out.fill(0.0);
        for (index, value) in out.iter_mut().enumerate() {
            let count = usize_to_f64(index);
            let place = start + growth * count;
            if place <= 0.0 {
                *value = self.mean - count * step;
                continue;
            }
            let cell = floor_to_usize(place);
            if cell >= last_level {
                break;
            }
            let rest = place - usize_to_f64(cell);
            let at = |line: &[f64]| line[cell] * (1.0 - rest) + line[cell + 1] * rest;
            *value = self.deviation * (at(lower) * (1.0 - self.weight) + at(upper) * self.weight);
        }
    }

    /// Wilson and Hilferty's approximation of the quantile at a normal quantile.
    pub(crate) fn quantile(&self, normal: f64) -> f64 {
        if self.mean <= 0.0 {
            return 0.0;
        }
        let ninth = (self.deviation / self.mean).powi(2) / 9.0;
        self.mean * (1.0 - ninth + normal * ninth.sqrt()).max(0.0).powi(3)
    }

    /// Equally likely values with the same mean.
    pub(crate) fn points<const N: usize>(&self, normal: [f64; N]) -> [f64; N] {
        if self.mean <= 0.0 {
            return [0.0; N];
        }
        let raw = normal.map(|normal| self.quantile(normal));
        let sum: f64 = raw.iter().sum();
        if sum <= 0.0 {
            return [self.mean; N];
        }
        raw.map(|value| value * self.mean * usize_to_f64(N) / sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_exponential_distribution() {
        let demand = GammaDemand::new(10.0, 100.0);
        for level in [0.0, 5.0, 20.0, 45.0] {
            let exact = 10.0 * (-level / 10.0_f64).exp();
            let shortage = demand.expected_shortage(level);
            assert!(
                (shortage - exact).abs() < 0.02,
                "{level}: {shortage} {exact}"
            );
        }
        assert!((demand.expected_shortage(-3.0) - 13.0).abs() < 1e-9);
    }

    #[test]
    fn shortages_of_equal_steps_are_those_of_their_levels() {
        for (mean, variance) in [(0.0, 0.0), (10.0, 100.0), (40.0, 90.0), (2.0, 50.0)] {
            let demand = GammaDemand::new(mean, variance);
            let mut all = [0.0; 40];
            demand.expected_shortages(3.5, &mut all);
            for (index, shortage) in all.iter().enumerate() {
                let one = demand.expected_shortage(3.5 * usize_to_f64(index));
                assert!((shortage - one).abs() < 1e-9, "{mean} {index}");
            }
        }
    }

    #[test]
    fn no_demand_is_never_short() {
        let none = GammaDemand::new(0.0, 0.0);
        assert!(none.expected_shortage(0.0).abs() < 1e-12);
        assert!(
            none.points([0.0, 1.0])
                .iter()
                .all(|units| units.abs() < 1e-12)
        );
    }

    #[test]
    fn points_keep_the_mean() {
        let points = GammaDemand::new(40.0, 900.0).points([-1.0, 0.0, 1.0]);
        assert!((points.iter().sum::<f64>() / 3.0 - 40.0).abs() < 1e-9);
        assert!(points[0] < points[1] && points[1] < points[2]);
    }
}
