//! The season year: a day as a cycle and a phase, and the seasons between the quiet times.

use crate::input::Day;
use crate::number::{days_to_usize, floor_to_usize, usize_to_f64};

/// Phases of a cycle, one per day.
pub(crate) const PHASES: usize = 366;
const DAYS_PER_CYCLE: f64 = 365.25;
/// A trough separates two seasons if it is lower than this share of the peaks beside it.
const MAX_TROUGH: f64 = 0.4;
/// A peak counts if it is higher than this share of the highest.
const MIN_PEAK: f64 = 0.1;

/// Where cycles start, and which phases are in which season.
#[derive(Debug, Clone)]
pub(crate) struct Calendar {
    origin: f64,
    season_of: Vec<usize>,
    pub(crate) seasons: usize,
}

/// A day as a cycle and a phase of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CycleDay {
    pub(crate) cycle: i32,
    pub(crate) phase: usize,
}

impl Calendar {
    /// `density`: sales by phase of the cycle that starts at day 0.
    pub(crate) fn from_density(density: &[f64]) -> Self {
        let trough = (0..PHASES)
            .min_by(|a, b| density[*a].total_cmp(&density[*b]))
            .unwrap_or(0);
        let rotated: Vec<f64> = (0..PHASES)
            .map(|phase| density[(phase + trough) % PHASES])
            .collect();
        let season_of = split_seasons(&rotated);
        let seasons = season_of.last().map_or(1, |last| last + 1);
        Self {
            origin: usize_to_f64(trough),
            season_of,
            seasons,
        }
    }

    /// The cycle that starts at day 0, before the quiet time is known.
    pub(crate) fn at_zero() -> Self {
        Self {
            origin: 0.0,
            season_of: vec![0; PHASES],
            seasons: 1,
        }
    }

    pub(crate) fn locate(&self, day: Day) -> CycleDay {
        let cycles = ((f64::from(day) - self.origin) / DAYS_PER_CYCLE).floor();
        let phase = f64::from(day) - self.origin - cycles * DAYS_PER_CYCLE;
        #[expect(clippy::cast_possible_truncation, reason = "days are 32 bits")]
        let cycle = cycles as i32;
        CycleDay {
            cycle,
            phase: floor_to_usize(phase).min(PHASES - 1),
        }
    }

    pub(crate) fn season_at(&self, phase: usize) -> usize {
        self.season_of[phase % PHASES]
    }
}

fn split_seasons(density: &[f64]) -> Vec<usize> {
    let highest = density.iter().copied().fold(0.0, f64::max);
    let mut starts = Vec::new();
    let mut peak = 0.0_f64;
    let mut trough = (f64::INFINITY, 0);
    for (phase, &value) in density.iter().enumerate() {
        if value < trough.0 {
            trough = (value, phase);
        }
        let is_next_season = peak > MIN_PEAK * highest
            && value > MIN_PEAK * highest
            && trough.0 < MAX_TROUGH * peak.min(value);
        if is_next_season {
            starts.push(trough.1);
            peak = value;
            trough = (value, phase);
        } else if value > peak {
            peak = value;
            trough = (value, phase);
        }
    }
    (0..density.len())
        .map(|phase| starts.iter().filter(|start| **start <= phase).count())
        .collect()
}

/// Smooths a circular series by a normal kernel.
pub(crate) fn smooth(series: &[f64], deviation_days: i32) -> Vec<f64> {
    let reach = 3 * deviation_days;
    let mut kernel: Vec<f64> = (-reach..=reach)
        .map(|days| (-0.5 * (f64::from(days) / f64::from(deviation_days)).powi(2)).exp())
        .collect();
    let sum: f64 = kernel.iter().sum();
    for weight in &mut kernel {
        *weight /= sum;
    }
    let (length, reach) = (series.len(), days_to_usize(reach));
    // Starts `reach` before the series and ends as much after it.
    let mut wide = vec![0.0; length + 2 * reach];
    for (phase, &value) in series.iter().enumerate() {
        if value != 0.0 {
            for (sum, weight) in wide[phase..].iter_mut().zip(&kernel) {
                *sum += value * weight;
            }
        }
    }
    let mut out = wide[reach..reach + length].to_vec();
    for index in 0..reach {
        out[(length + index - reach) % length] += wide[index];
        out[index % length] += wide[reach + length + index];
    }
    out
}
