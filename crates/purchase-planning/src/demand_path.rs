//! Mean and variance of a row's demand between two moments.

use crate::demand_model::RowDemand;
use crate::number::{floor_to_usize, usize_to_f64};
use crate::season_timing::CASES;

/// Running sums of a row's demand, by week from today.
#[derive(Debug, Clone)]
pub(crate) struct DemandPath {
    sums: Vec<WeekSums>,
    level_variance: f64,
    lot: f64,
}

/// What is sold from today to a moment.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WeekSums {
    unbooked: f64,
    cases: [f64; CASES],
}

impl DemandPath {
    pub(crate) fn new(demand: &RowDemand) -> Self {
        let mut sums = Vec::with_capacity(demand.unbooked.len() + 1);
        let mut sum = WeekSums::default();
        sums.push(sum);
        for (week, values) in demand.unbooked.iter().zip(&demand.cases) {
            sum.unbooked += week;
            for (total, value) in sum.cases.iter_mut().zip(values) {
                *total += value;
            }
            sums.push(sum);
        }
        Self {
            sums,
            level_variance: demand.level_variance,
            lot: demand.lot,
        }
    }

    /// Mean and variance of the demand from one moment to a later one, in weeks from today.
    pub(crate) fn moments(&self, from: f64, to: f64) -> (f64, f64) {
        self.moments_after(&self.sums_until(from), to)
    }

    /// Mean and variance of the demand after these sums.
    pub(crate) fn moments_after(&self, from: &WeekSums, to: f64) -> (f64, f64) {
        let to = self.sums_until(to);
        let unbooked = to.unbooked - from.unbooked;
        let (mut sum, mut squares) = (0.0, 0.0);
        for (from, to) in from.cases.iter().zip(&to.cases) {
            let units = to - from;
            sum += units;
            squares += units * units;
        }
        let mean = sum / usize_to_f64(CASES);
        let between = (squares / usize_to_f64(CASES) - mean * mean).max(0.0);
        let variance = between + self.lot * unbooked + self.level_variance * unbooked * unbooked;
        (mean, variance)
    }

    /// The sums of the demand from today to a moment, in weeks from today.
    pub(crate) fn sums_until(&self, week: f64) -> WeekSums {
        let last = self.sums.len() - 1;
        let index = floor_to_usize(week).min(last);
        let rest = (week - usize_to_f64(index)).clamp(0.0, 1.0);
        let (before, after) = (&self.sums[index], &self.sums[(index + 1).min(last)]);
        let at = |before: f64, after: f64| before * (1.0 - rest) + after * rest;
        WeekSums {
            unbooked: at(before.unbooked, after.unbooked),
            cases: std::array::from_fn(|case| at(before.cases[case], after.cases[case])),
        }
    }
}
