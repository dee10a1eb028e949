//! How early or late the current seasons are: from what was sold so far, and from due dates that
//! customers moved.

use crate::calendar::CycleDay;
use crate::input::{Day, DueChange};
use crate::number::usize_to_f64;
use crate::season_profile::{MAX_SHIFT, SeasonProfiles, ShiftLikelihood};

/// Equally likely cases of a season's timing.
pub(crate) const CASES: usize = 5;
/// Probabilities whose quantiles are the cases.
const PROBABILITIES: [f64; CASES] = [0.1, 0.3, 0.5, 0.7, 0.9];
const NORMAL_QUANTILES: [f64; CASES] = [-1.4, -0.53, 0.0, 0.53, 1.4];
/// Sales are less regular than independent lots: their evidence counts by this share.
const SALES_EVIDENCE: f64 = 0.5;
/// Days by which moved due dates can differ from the season as a whole.
const CHANGE_BIAS_DAYS: f64 = 2.0;
const MIN_CHANGES: usize = 3;
const MIN_CHANGE_DEVIATION: f64 = 4.0;

/// Lots of an item, sold at a phase of the current cycle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ItemSale {
    pub(crate) item: usize,
    pub(crate) phase: usize,
    pub(crate) lots: f64,
}

/// What the current cycle shows so far.
pub(crate) struct Evidence<'a> {
    pub(crate) now: CycleDay,
    /// Sales of the current cycle, by item.
    pub(crate) sales: &'a [ItemSale],
    /// By item: expected lots of a cycle.
    pub(crate) yearly_lots: &'a [f64],
    /// Weight of the usual level, in lots.
    pub(crate) level_weight: f64,
    pub(crate) due_changes: &'a [DueChange],
}

/// Cases of a season's shift in days, ascending.
pub(crate) type ShiftCases = [f64; CASES];

pub(crate) fn prior_cases(profiles: &SeasonProfiles) -> ShiftCases {
    NORMAL_QUANTILES.map(|z| z * profiles.shift_deviation)
}

/// The cases of a season of the current cycle.
pub(crate) fn season_cases(
    profiles: &SeasonProfiles,
    season: usize,
    evidence: &Evidence<'_>,
) -> ShiftCases {
    let shifts = -MAX_SHIFT..=MAX_SHIFT;
    let mut logs: Vec<f64> = shifts
        .clone()
        .map(|shift| -0.5 * (f64::from(shift) / profiles.shift_deviation).powi(2))
        .collect();
    add_sales(profiles, season, evidence, &mut logs);
    add_due_changes(profiles, season, evidence, &mut logs);
    let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| (log - highest).exp()).collect();
    let total: f64 = weights.iter().sum();
    PROBABILITIES.map(|probability| {
        let mut sum = 0.0;
        for (shift, weight) in shifts.clone().zip(&weights) {
            let share = weight / total;
            if sum + share >= probability {
                return f64::from(shift) - 0.5 + (probability - sum) / share;
            }
            sum += share;
        }
        0.0
    })
}

fn add_sales(profiles: &SeasonProfiles, season: usize, evidence: &Evidence<'_>, logs: &mut [f64]) {
    let calendar = &profiles.calendar;
    let phases: Vec<usize> = (0..crate::calendar::PHASES)
        .filter(|phase| calendar.season_at(*phase) == season)
        .collect();
    let (Some(first), Some(last)) = (phases.first(), phases.last()) else {
        return;
    };
    if evidence.now.phase <= *first {
        return;
    }
    let end = evidence.now.phase.min(last + 1);
    let is_over = evidence.now.phase > *last;
    let mut sales: Vec<&[ItemSale]> = vec![&[]; profiles.items.len()];
    for of_item in evidence.sales.chunk_by(|one, next| one.item == next.item) {
        if let Some(sale) = of_item.first() {
            sales[sale.item] = of_item;
        }
    }
    let (start, until) = (usize_to_f64(*first), usize_to_f64(end));
    let by_chunk = profiles.fold_densities(|sums: &mut ShiftLikelihood, item, density| {
        let in_season = sales[item]
            .iter()
            .filter(|sale| (*first..end).contains(&sale.phase));
        let mut logs = None;
        let mut sold = 0.0;
        for sale in in_season {
            let logs = logs.get_or_insert_with(|| density.wide_logarithms());
            sold += sale.lots;
            sums.add(logs, sale.phase, sale.lots);
        }
        let before = density.share_before(start);
        let weight = evidence.level_weight;
        sums.add_by_shift(|shift| {
            let until = if is_over {
                until
            } else {
                until - f64::from(shift)
            };
            let share = (density.share_before(until) - before).max(1e-6);
            -(weight + sold) * (weight + evidence.yearly_lots[item] * share).ln()
        });
    });
    let mut likelihood = ShiftLikelihood::default();
    for of_chunk in &by_chunk {
        likelihood.merge(of_chunk);
    }
    for (log, (_, sum)) in logs.iter_mut().zip(likelihood.by_shift()) {
        *log += SALES_EVIDENCE * sum;
    }
}

fn add_due_changes(
    profiles: &SeasonProfiles,
    season: usize,
    evidence: &Evidence<'_>,
    logs: &mut [f64],
) {
    let is_of_season = |due: Day| {
        let place = profiles.calendar.locate(due);
        place.cycle == evidence.now.cycle && profiles.calendar.season_at(place.phase) == season
    };
    let moved: Vec<f64> = evidence
        .due_changes
        .iter()
        .filter(|change| is_of_season(change.due))
        .map(|change| change.moved_days)
        .collect();
    if moved.len() < MIN_CHANGES {
        return;
    }
    let count = usize_to_f64(moved.len());
    let mean = moved.iter().sum::<f64>() / count;
    let squares: f64 = moved.iter().map(|days| (days - mean).powi(2)).sum();
    let deviation = (squares / count).sqrt().max(MIN_CHANGE_DEVIATION);
    let variance = deviation.powi(2) / count + CHANGE_BIAS_DAYS.powi(2);
    for (log, shift) in logs.iter_mut().zip(-MAX_SHIFT..=MAX_SHIFT) {
        *log -= 0.5 * (f64::from(shift) - mean).powi(2) / variance;
    }
}
