//! Mean and variance of a row's demand between two moments.

use crate::demand_model::RowDemand;
use crate::number::{floor_to_usize, usize_to_f64};
use crate::season_timing::CASES;

/// Running sums of a row's demand, by week from today.
#[derive(Debug, Clone)]
pub(crate) struct DemandPath {
    unbooked: Vec<f64>,
    cases: Vec<[f64; CASES]>,
    level_variance: f64,
    lot: f64,
}

impl DemandPath {
    pub(crate) fn new(demand: &RowDemand) -> Self {
        let mut unbooked = vec![0.0];
        let mut cases = vec![[0.0; CASES]];
        let (mut sum, mut case_sums) = (0.0, [0.0; CASES]);
        for (week, values) in demand.unbooked.iter().zip(&demand.cases) {
            sum += week;
            for (total, value) in case_sums.iter_mut().zip(values) {
                *total += value;
            }
            unbooked.push(sum);
            cases.push(case_sums);
        }
        Self {
            unbooked,
            cases,
            level_variance: demand.level_variance,
            lot: demand.lot,
        }
    }

    pub(crate) fn weeks(&self) -> usize {
        self.unbooked.len() - 1
    }

    /// Mean and variance of the demand from one moment to a later one, in weeks from today.
    pub(crate) fn moments(&self, from: f64, to: f64) -> (f64, f64) {
        let (from, to) = (self.place(from), self.place(to));
        let unbooked = interpolate(&self.unbooked, to) - interpolate(&self.unbooked, from);
        let (mut sum, mut squares) = (0.0, 0.0);
        for case in 0..CASES {
            let at = |(index, rest): (usize, f64)| {
                self.cases[index][case] * (1.0 - rest)
                    + self.cases[(index + 1).min(self.weeks())][case] * rest
            };
            let units = at(to) - at(from);
            sum += units;
            squares += units * units;
        }
        let mean = sum / usize_to_f64(CASES);
        let between = (squares / usize_to_f64(CASES) - mean * mean).max(0.0);
        let variance = between + self.lot * unbooked + self.level_variance * unbooked * unbooked;
        (mean, variance)
    }

    fn place(&self, week: f64) -> (usize, f64) {
        let index = floor_to_usize(week).min(self.weeks());
        (index, (week - usize_to_f64(index)).clamp(0.0, 1.0))
    }
}

fn interpolate(sums: &[f64], (index, rest): (usize, f64)) -> f64 {
    let next = (index + 1).min(sums.len() - 1);
    sums[index] * (1.0 - rest) + sums[next] * rest
}
