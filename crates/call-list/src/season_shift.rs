//! How early or late a product line is bought in a season, compared with each grower's usual day.
//!
//! The mean deviation of growers with a similar usual day, shrunk toward zero; for a season in
//! progress the posterior mean, in which those that have not bought yet count as censored.

use std::collections::BTreeMap;

use crate::grower::{ProductLine, YEAR_DAYS};
use crate::normal::normal_cdf;
use crate::occasion::Occasion;

/// Width of the bins of usual days, in days.
const BIN_DAYS: f64 = 5.0;
/// Standard deviation of the kernel over usual days, in days.
const KERNEL_DAYS: f64 = 18.0;
/// Standard deviation of shifts, in days.
const PRIOR_DAYS: f64 = 8.0;
/// Deviations of growers are correlated, so that no number of them makes a shift certain.
const PRIOR_WEIGHT: f64 = 3.0;
/// Standard deviation of a grower's day around its usual day before any is known, in days.
const PRIOR_DEVIATION: f64 = 9.0;
/// Purchases that count as much as the prior deviation.
const PRIOR_PURCHASES: f64 = 20.0;
/// A single purchase counts for no larger deviation, in days.
const LARGEST_DEVIATION: f64 = 25.0;
/// Days around the as-of day in which a season is in progress.
const IN_PROGRESS_DAYS: f64 = 60.0;
/// Chance that a grower skips a season, while it is in progress.
const SKIP_CHANCE: f64 = 0.1;

#[derive(Debug, Clone)]
pub(crate) struct SeasonShifts {
    days: BTreeMap<(ProductLine, i32, i32), f64>,
    deviation: f64,
}

impl Default for SeasonShifts {
    fn default() -> Self {
        Self {
            days: BTreeMap::new(),
            deviation: PRIOR_DEVIATION,
        }
    }
}

/// A grower's deviation in a season, or how far it is past its usual day without a purchase.
#[derive(Debug, Clone, Copy)]
struct Deviation {
    phase: f64,
    days: f64,
    weight: f64,
    is_open: bool,
}

fn bin_of(phase: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 73 bins")]
    let bin = (phase.rem_euclid(YEAR_DAYS) / BIN_DAYS).floor() as i32;
    bin
}

impl SeasonShifts {
    /// Days by which a season is late; negative if early.
    pub(crate) fn days(&self, line: ProductLine, phase: f64, season: i32) -> f64 {
        self.days
            .get(&(line, season, bin_of(phase)))
            .copied()
            .unwrap_or(0.0)
    }

    /// Standard deviation of a grower's day around its usual day, in days.
    pub(crate) fn deviation(&self) -> f64 {
        self.deviation
    }

    pub(crate) fn estimate<'a>(
        occasions: impl IntoIterator<Item = &'a Occasion>,
        as_of: f64,
    ) -> Self {
        let mut deviations: BTreeMap<(ProductLine, i32), Vec<Deviation>> = BTreeMap::new();
        for occasion in occasions.into_iter().filter(|found| found.strength() > 1) {
            let own = estimators::usize_to_f64(occasion.strength());
            for (season, bought) in occasion.purchases.iter().filter(|(_, p)| !p.is_ahead) {
                let days = bought.day - occasion.phase - f64::from(season) * YEAR_DAYS;
                deviations
                    .entry((occasion.line, season))
                    .or_default()
                    .push(Deviation {
                        phase: occasion.phase,
                        days: days * own / (own - 1.0),
                        weight: (own - 1.0) / own,
                        is_open: false,
                    });
            }
            let season = occasion.season_after(as_of, IN_PROGRESS_DAYS);
            let days = as_of - occasion.phase - f64::from(season) * YEAR_DAYS;
            if !occasion.purchases.contains(season) && days > -IN_PROGRESS_DAYS {
                deviations
                    .entry((occasion.line, season))
                    .or_default()
                    .push(Deviation {
                        phase: occasion.phase,
                        days,
                        weight: 1.0,
                        is_open: true,
                    });
            }
        }
        let deviation = estimate_deviation(deviations.values());
        let mut days = BTreeMap::new();
        for ((line, season), found) in &deviations {
            let likelihoods = ShiftLikelihoods::of_season(found, deviation);
            for bin in 0..=bin_of(YEAR_DAYS - 0.01) {
                let phase = (f64::from(bin) + 0.5) * BIN_DAYS;
                let near: Vec<(usize, Deviation)> = found
                    .iter()
                    .enumerate()
                    .filter_map(|(index, deviation)| {
                        let gap = (deviation.phase - phase + YEAR_DAYS / 2.0).rem_euclid(YEAR_DAYS)
                            - YEAR_DAYS / 2.0;
                        let kernel = (-0.5 * (gap / KERNEL_DAYS).powi(2)).exp();
                        let near = Deviation {
                            weight: deviation.weight * kernel,
                            ..*deviation
                        };
                        (kernel > 0.05).then_some((index, near))
                    })
                    .collect();
                let shift = if near.iter().any(|(_, deviation)| deviation.is_open) {
                    likelihoods.posterior_mean(&near)
                } else {
                    shrunken_mean(near.iter().map(|(_, deviation)| deviation))
                };
                if shift != 0.0 {
                    days.insert((*line, *season, bin), shift);
                }
            }
        }
        Self { days, deviation }
    }
}

fn shrunken_mean<'a>(near: impl Iterator<Item = &'a Deviation> + Clone) -> f64 {
    let weight: f64 = near.clone().map(|deviation| deviation.weight).sum();
    let sum: f64 = near
        .map(|deviation| deviation.weight * deviation.days.clamp(-40.0, 40.0))
        .sum();
    sum / (weight + PRIOR_WEIGHT)
}

/// Pooled over the seasons of all product lines, and shrunken toward the prior.
fn estimate_deviation<'a>(seasons: impl Iterator<Item = &'a Vec<Deviation>>) -> f64 {
    let mut squares = PRIOR_PURCHASES * PRIOR_DEVIATION.powi(2);
    let mut number = PRIOR_PURCHASES;
    for found in seasons {
        let bought: Vec<Deviation> = found.iter().filter(|one| !one.is_open).copied().collect();
        let shift = shrunken_mean(bought.iter());
        for one in &bought {
            let days = (one.days - shift).clamp(-LARGEST_DEVIATION, LARGEST_DEVIATION);
            squares += one.weight * days.powi(2);
            number += 1.0;
        }
    }
    (squares / number).sqrt()
}

/// The shifts that are compared, in days.
const SHIFTS: std::ops::RangeInclusive<i32> = -30..=30;
const SHIFT_COUNT: usize = 61;

/// The log likelihood of each deviation of a season in progress under each shift. A deviation is
/// near many usual days, and its likelihood is the same for all.
struct ShiftLikelihoods(Vec<[f64; SHIFT_COUNT]>);

impl ShiftLikelihoods {
    /// Empty for a season that is over.
    fn of_season(found: &[Deviation], deviation: f64) -> Self {
        if !found.iter().any(|one| one.is_open) {
            return Self(Vec::new());
        }
        let of_one = |one: &Deviation| {
            let mut logs = [0.0; SHIFT_COUNT];
            for (log, shift) in logs.iter_mut().zip(SHIFTS) {
                let z = (one.days - f64::from(shift)) / (deviation * 1.1);
                *log = if one.is_open {
                    (SKIP_CHANCE + (1.0 - SKIP_CHANCE) * (1.0 - normal_cdf(z))).ln()
                } else {
                    -0.5 * z * z
                };
            }
            logs
        };
        Self(found.iter().map(of_one).collect())
    }

    /// The mean shift of weighted deviations, each with its index in the season.
    fn posterior_mean(&self, near: &[(usize, Deviation)]) -> f64 {
        let evidence: f64 = near.iter().map(|(_, deviation)| deviation.weight).sum();
        // No more than a few dozen independent growers.
        let scale = 1.0 / (1.0 + evidence / 40.0);
        let mut sums = [0.0; SHIFT_COUNT];
        for (index, deviation) in near {
            for (sum, log) in sums
                .iter_mut()
                .zip(self.0.get(*index).into_iter().flatten())
            {
                *sum += deviation.weight * log;
            }
        }
        let logs = sums.iter().zip(SHIFTS).map(|(sum, shift)| {
            let shift = f64::from(shift);
            let prior = -0.5 * (shift / PRIOR_DAYS).powi(2);
            (shift, prior + scale * sum)
        });
        let most = logs.clone().map(|(_, log)| log).fold(f64::MIN, f64::max);
        let (mut sum, mut total) = (0.0, 0.0);
        for (shift, log) in logs {
            let weight = (log - most).exp();
            sum += weight * shift;
            total += weight;
        }
        sum / total
    }
}
