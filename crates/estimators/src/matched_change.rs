//! Change of a group of series over three periods, tested against their noise.
//!
//! Only levels of the same series are compared, so a change of the mix does not count. The change
//! is a Tornqvist index of the newest known levels over those known three periods before (Diewert,
//! "Exact and superlative index numbers", Journal of Econometrics 4 (1976) 115-145). Two estimates
//! of the noise are compared with it, and the larger one decides: half the mean square of
//! successive differences within the series (von Neumann, Annals of Mathematical Statistics 12
//! (1941) 367-395), and the mean square of earlier changes of the group, which includes noise that
//! the series share.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::usize_to_f64;

/// Periods of a change.
const SPAN: i32 = 3;
/// Levels that are further apart than this are not compared.
const MAX_AGE: i32 = 12;
/// Earlier changes and differences within this many periods estimate the noise.
const HISTORY: i32 = 36;
/// With fewer earlier changes, only series without noise can have a significant change.
const MIN_EARLIER_CHANGES: usize = 6;
/// Fewer successive differences do not estimate noise.
const MIN_DIFFERENCES: usize = 2;
/// The quantile of a two-sided test at 5 %.
const QUANTILE: f64 = 0.975;
/// A relative change of at most 1 % is never significant.
const MIN_CHANGE: f64 = 0.01;
/// Deviation of logarithms below which a series is constant, except for rounding.
const MAX_ROUNDING: f64 = 5e-4;

/// The level of a series in a period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    pub period: i32,
    /// Logarithm of the level.
    pub ln_level: f64,
    /// Weight of the series in this period, such as the amount paid; positive.
    pub weight: f64,
}

/// A change over three periods.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchedChange {
    /// Such as 0.05 for 5 %.
    pub relative: f64,
    /// Whether noise explains a change of this size in less than 5 % of cases.
    pub is_significant: bool,
}

impl MatchedChange {
    /// The change of `series` up to the period `at`: of each series that has a level in the last
    /// three periods, and one before them that is not older than a year of periods. Levels are in
    /// order of their periods. None without such a series.
    pub fn measure(series: &[Vec<Level>], at: i32) -> Option<Self> {
        let change = RawChange::measure(series, at)?;
        let relative = change.ln_change.exp_m1();
        if !relative.is_finite() {
            return None;
        }
        let exceeds = |noise: f64| change.ln_change.abs() > noise * change.variance_factor.sqrt();
        Some(Self {
            relative,
            is_significant: relative.abs() > MIN_CHANGE
                && noise_bound(series, at).is_some_and(exceeds),
        })
    }
}

struct RawChange {
    ln_change: f64,
    /// Variance of the change, if the variance of each logarithm is 1.
    variance_factor: f64,
}

impl RawChange {
    fn measure(series: &[Vec<Level>], at: i32) -> Option<Self> {
        let pairs: Vec<(Level, Level)> = series
            .iter()
            .filter_map(|levels| {
                let newest = find_newest(levels, at, SPAN)?;
                let base = find_newest(levels, at.saturating_sub(SPAN), MAX_AGE)?;
                Some((base, newest))
            })
            .collect();
        let sum = |weight: fn(&(Level, Level)) -> f64| pairs.iter().map(weight).sum::<f64>();
        let (base_weight, newest_weight) = (
            sum(|(base, _)| base.weight),
            sum(|(_, newest)| newest.weight),
        );
        let (mut ln_change, mut variance_factor) = (0.0, 0.0);
        for (base, newest) in &pairs {
            let share = 0.5 * (base.weight / base_weight + newest.weight / newest_weight);
            ln_change += share * (newest.ln_level - base.ln_level);
            variance_factor += 2.0 * share * share;
        }
        (variance_factor > 0.0 && ln_change.is_finite()).then_some(Self {
            ln_change,
            variance_factor,
        })
    }
}

/// The newest level up to `through`, within `periods`.
fn find_newest(levels: &[Level], through: i32, periods: i32) -> Option<Level> {
    let known = levels.partition_point(|level| level.period <= through);
    let newest = levels.get(known.checked_sub(1)?)?;
    (newest.period > through.saturating_sub(periods)).then_some(*newest)
}

/// The change of a single logarithm with unit variance factor that noise exceeds in 5 % of cases;
/// none with too little history. Only what precedes the change counts.
fn noise_bound(series: &[Vec<Level>], at: i32) -> Option<f64> {
    let last = at.saturating_sub(SPAN);
    let earlier = last.saturating_sub(HISTORY - 1)..=last;
    let differences: Vec<f64> = series
        .iter()
        .flat_map(|levels| levels.windows(2))
        .filter_map(|pair| match pair {
            [before, after]
                if earlier.contains(&after.period) && after.period - before.period <= MAX_AGE =>
            {
                Some((after.ln_level - before.ln_level).powi(2) / 2.0)
            }
            _ => None,
        })
        .collect();
    if differences.len() < MIN_DIFFERENCES {
        return None;
    }
    let within = mean_root(&differences);
    let changes: Vec<f64> = earlier
        .filter_map(|period| RawChange::measure(series, period))
        .map(|change| change.ln_change.powi(2) / change.variance_factor)
        .collect();
    if changes.len() < MIN_EARLIER_CHANGES {
        return (within <= MAX_ROUNDING).then_some(0.0);
    }
    // Successive differences share levels, and changes over three periods overlap.
    let own = student_quantile(differences.len() * 2 / 3)? * within;
    let shared = student_quantile(changes.len() / 3)? * mean_root(&changes);
    Some(own.max(shared))
}

fn mean_root(squares: &[f64]) -> f64 {
    (squares.iter().sum::<f64>() / usize_to_f64(squares.len())).sqrt()
}

fn student_quantile(degrees_of_freedom: usize) -> Option<f64> {
    let freedom = usize_to_f64(degrees_of_freedom.max(1));
    Some(
        StudentsT::new(0.0, 1.0, freedom)
            .ok()?
            .inverse_cdf(QUANTILE),
    )
}

#[cfg(test)]
mod tests;
