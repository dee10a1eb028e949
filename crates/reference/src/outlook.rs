//! Forecast of a commodity's monthly mean price in three months, and the record of past calls.

use super::amounts::{round_to_hundredths, usize_to_f64};
use super::month::Month;
use super::prices::standard_deviation;
use chrono::NaiveDate;
use std::collections::BTreeSet;
use std::f64::consts::PI;

const MONTHS_AHEAD: usize = 3;
/// Months that a forecast requires.
const MIN_MONTHS: usize = 36;
/// 90 % quantile of Student's t with 5 degrees of freedom, from published tables.
const T_QUANTILE_90: f64 = 1.475_884_048_824_481;
const TOO_LITTLE: &str = "Too little history";

/// Consecutive months with a mean price; up to two months without quotes carry the previous one.
#[derive(Clone)]
pub(super) struct MonthlySeries {
    first: Month,
    means: Vec<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PriceCall {
    Bullish,
    Neutral,
    Bearish,
}

#[derive(Clone, Copy)]
pub(super) struct Forecast {
    pub(super) month: Month,
    pub(super) price: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Probability that the price rises.
    pub(super) up: f64,
}

pub(super) struct Outlook {
    pub(super) call: PriceCall,
    pub(super) forecast: Option<Forecast>,
    pub(super) hit_rate: Option<f64>,
    /// Reason for a missing forecast.
    pub(super) no_forecast_reason: Option<String>,
    /// The run that extends to the present.
    pub(super) newest: Option<MonthlySeries>,
}

/// A past month with its forecast and the outcome.
struct ForecastOrigin {
    month: Month,
    forecast: Forecast,
    /// Log ratio of the price three months later to that of the month.
    outcome: Option<f64>,
    /// Standard deviation of the three-month changes known then.
    usual: Option<f64>,
}

impl MonthlySeries {
    fn last_month(&self) -> Month {
        Month(self.first.0 + i64::try_from(self.means.len()).unwrap_or_default() - 1)
    }

    fn month_at(&self, index: usize) -> Month {
        Month(self.first.0 + i64::try_from(index).unwrap_or_default())
    }

    pub(super) fn points(&self) -> Vec<(Month, f64)> {
        self.means
            .iter()
            .enumerate()
            .map(|(index, mean)| (self.month_at(index), *mean))
            .collect()
    }

    fn carry_forward_to(&mut self, month: Month) -> bool {
        let missing = month.0 - self.last_month().0;
        let Some(mean) = self.means.last().copied().filter(|_| missing <= 2) else {
            return false;
        };
        self.means.extend((0..missing.max(0)).map(|_| mean));
        true
    }
}

/// Months before the current one.
pub(super) fn split_series(
    means: impl Iterator<Item = (Month, f64)>,
    running: Month,
) -> Vec<MonthlySeries> {
    let mut runs: Vec<MonthlySeries> = Vec::new();
    for (month, mean) in means.filter(|(month, _)| *month < running) {
        let goes_on = runs
            .last_mut()
            .is_some_and(|run| run.carry_forward_to(Month(month.0 - 1)));
        match runs.last_mut() {
            Some(run) if goes_on => run.means.push(mean),
            _ => runs.push(MonthlySeries {
                first: month,
                means: vec![mean],
            }),
        }
    }
    if let Some(run) = runs.last_mut() {
        run.carry_forward_to(Month(running.0 - 1));
    }
    runs
}

/// `kind`: the runs of all commodities whose calls count for this one.
pub(super) fn forecast_outlook(
    own: &[MonthlySeries],
    kind: &[&MonthlySeries],
    as_of: NaiveDate,
) -> Outlook {
    let silent = |silence: String, newest: Option<MonthlySeries>| Outlook {
        call: PriceCall::Neutral,
        forecast: None,
        hit_rate: None,
        no_forecast_reason: Some(silence),
        newest,
    };
    let Some(last) = own.last() else {
        return silent(TOO_LITTLE.to_owned(), None);
    };
    if last.last_month().0 + 1 != Month::from_date(as_of).0 {
        return silent(
            format!(
                "No forecast (no whole month of quotes since {})",
                last.last_month().to_text()
            ),
            None,
        );
    }
    if last.means.len() < MIN_MONTHS {
        return silent(TOO_LITTLE.to_owned(), Some(last.clone()));
    }
    let newest = forecast_months(last)
        .pop()
        .flatten()
        .filter(|_| !is_unchanged(&last.means));
    let Some(forecast) = newest else {
        return silent("No signal (quote unchanged)".to_owned(), Some(last.clone()));
    };
    let origins: Vec<ForecastOrigin> = kind.iter().flat_map(|run| forecast_origins(run)).collect();
    let leaning = classify_call(forecast.up);
    let call = if leaning == PriceCall::Neutral
        || TrackRecord::from_origins(&origins, leaning).has_skill()
    {
        leaning
    } else {
        PriceCall::Neutral
    };
    let past = TrackRecord::from_origins(&origins, call);
    Outlook {
        call,
        forecast: Some(forecast),
        hit_rate: past.hit_rate.filter(|_| past.quarters >= 5),
        no_forecast_reason: None,
        newest: Some(last.clone()),
    }
}

fn classify_call(up: f64) -> PriceCall {
    if up >= 0.6 {
        PriceCall::Bullish
    } else if up <= 0.4 {
        PriceCall::Bearish
    } else {
        PriceCall::Neutral
    }
}

fn is_unchanged(means: &[f64]) -> bool {
    let Some(last) = means.last() else {
        return true;
    };
    means
        .iter()
        .rev()
        .take(6)
        .all(|mean| (mean / last - 1.0).abs() < 1e-9)
}

/// The forecast at every month, from the months up to it.
fn forecast_months(run: &MonthlySeries) -> Vec<Option<Forecast>> {
    let logs: Vec<f64> = run.means.iter().map(|mean| mean.ln()).collect();
    let changes: Vec<f64> = logs
        .iter()
        .zip(logs.iter().skip(1))
        .map(|(before, after)| after - before)
        .collect();
    let ahead: Vec<Option<(f64, f64)>> = (0..logs.len())
        .map(|index| {
            if index + 1 < MIN_MONTHS {
                None
            } else {
                fit_changes(changes.get(..index)?, run.first.month_index() + 1)
            }
        })
        .collect();
    let misses: Vec<Option<f64>> = (0..logs.len())
        .map(|index| {
            let (mean, deviation) = (*ahead.get(index)?)?;
            Some((logs.get(index + MONTHS_AHEAD)? - logs.get(index)? - mean).abs() / deviation)
        })
        .collect();
    // Standard deviation of the t distribution: sqrt(5 / 3).
    let own = (5.0_f64 / 3.0).sqrt();
    let forecast = |index: usize| {
        let (mean, deviation) = (*ahead.get(index)?)?;
        let now = *run.means.get(index)?;
        let reach = T_QUANTILE_90;
        let mut known: Vec<f64> = misses
            .get(..(index + 1).saturating_sub(MONTHS_AHEAD))?
            .iter()
            .flatten()
            .copied()
            .collect();
        known.sort_by(f64::total_cmp);
        let mut factor = 1.0;
        if known.len() >= 24 {
            // The smallest error that 80 % of the past and the coming one do not exceed.
            let mass = 0.8 * usize_to_f64(known.len() + 1);
            let reached = known
                .iter()
                .zip(1_u32..)
                .find(|(_, index)| f64::from(*index) >= mass * (1.0 - 1e-12))
                .map(|(miss, _)| *miss);
            factor = reached.map_or(1.0, |miss| (miss * own / reach).clamp(0.5, 2.0));
        }
        let half = reach * deviation / own * factor;
        let up = cumulative_t(mean * own / deviation).clamp(0.3, 0.8);
        Some(Forecast {
            month: run.month_at(index + MONTHS_AHEAD),
            price: now * mean.exp(),
            low: now * (mean - half).exp(),
            high: now * (mean + half).exp(),
            up,
        })
    };
    (0..logs.len()).map(forecast).collect()
}

/// Expected sum of the next three changes, and its standard deviation; none without variance.
/// `first`: month of the year of the first change.
fn fit_changes(changes: &[f64], first: usize) -> Option<(f64, f64)> {
    let n = usize_to_f64(changes.len());
    let last = *changes.last()?;
    let pairs = || changes.iter().zip(changes.iter().skip(1));
    // Each change on the one before, plus a prior of 60 changes of mean size with coefficient 0.25.
    let prior = 60.0 * changes.iter().map(|change| change * change).sum::<f64>() / n;
    let squares = pairs().map(|(before, _)| before * before).sum::<f64>() + prior;
    let persistence = if squares > 0.0 {
        ((pairs().map(|(a, b)| a * b).sum::<f64>() + 0.25 * prior) / squares).clamp(-0.99, 0.99)
    } else {
        0.25
    };
    let errors: Vec<f64> = pairs()
        .map(|(before, after)| (after - persistence * before).powi(2))
        .collect();
    let (mut lately, mut weights, mut weight) = (0.0, 0.0, 1.0);
    for error in errors.iter().rev() {
        lately += weight * error;
        weights += weight;
        weight *= 0.94;
    }
    let variance = f64::midpoint(
        lately / weights,
        errors.iter().sum::<f64>() / usize_to_f64(errors.len()),
    );
    let mean = changes.iter().sum::<f64>() / n;
    let push = |month: usize| {
        let own: Vec<f64> = changes
            .iter()
            .enumerate()
            .filter(|(index, _)| (first + index) % 12 == month)
            .map(|(_, change)| change - mean)
            .collect();
        if own.is_empty() {
            0.0
        } else {
            own.iter().sum::<f64>() / (usize_to_f64(own.len()) + 24.0)
        }
    };
    let (mut sum, mut power, mut reach, mut spread) = (0.0, 1.0, 0.0, 0.0);
    for step in 0..MONTHS_AHEAD {
        reach += power;
        spread += reach * reach;
        power *= persistence;
        sum += last * power + push((first + changes.len() + step) % 12);
    }
    let deviation = (variance * spread).sqrt();
    (sum.is_finite() && deviation.is_finite() && deviation > 0.0).then_some((sum, deviation))
}

fn forecast_origins(run: &MonthlySeries) -> Vec<ForecastOrigin> {
    let log_change =
        |from: usize| Some((run.means.get(from + MONTHS_AHEAD)? / run.means.get(from)?).ln());
    let origin = |(index, forecast): (usize, Option<Forecast>)| {
        let forecast = forecast?;
        if is_unchanged(run.means.get(..=index)?) {
            return None;
        }
        let known: Vec<f64> = (0..(index + 1).saturating_sub(MONTHS_AHEAD))
            .filter_map(log_change)
            .collect();
        Some(ForecastOrigin {
            month: run.month_at(index),
            forecast,
            outcome: log_change(index),
            usual: standard_deviation(&known),
        })
    };
    forecast_months(run)
        .into_iter()
        .enumerate()
        .filter_map(origin)
        .collect()
}

/// Record of the calls of a direction, in percent.
struct TrackRecord {
    hit_rate: Option<f64>,
    base_rate: Option<f64>,
    sure_rate: Option<f64>,
    quarters: usize,
}

impl TrackRecord {
    fn from_origins(origins: &[ForecastOrigin], label: PriceCall) -> Self {
        let holds = |origin: &ForecastOrigin| {
            let outcome = origin.outcome?;
            match label {
                PriceCall::Bullish => Some(outcome > 0.0),
                PriceCall::Bearish => Some(outcome < 0.0),
                PriceCall::Neutral => origin.usual.map(|usual| outcome.abs() <= usual),
            }
        };
        let settled: Vec<(&ForecastOrigin, bool)> = origins
            .iter()
            .filter_map(|origin| Some((origin, holds(origin)?)))
            .collect();
        let called: Vec<&(&ForecastOrigin, bool)> = settled
            .iter()
            .filter(|(origin, _)| classify_call(origin.forecast.up) == label)
            .collect();
        let quarters = called
            .iter()
            .map(|(origin, _)| origin.month.0.div_euclid(3))
            .collect::<BTreeSet<_>>()
            .len();
        let share = |held: usize, of: usize| {
            if of == 0 {
                None
            } else {
                Some(usize_to_f64(held) / usize_to_f64(of))
            }
        };
        let hits = share(
            called.iter().filter(|(_, held)| *held).count(),
            called.len(),
        );
        let base = share(
            settled.iter().filter(|(_, held)| *held).count(),
            settled.len(),
        );
        // Wilson's lower bound at 90 %. The calls of a quarter count as one.
        let sure = hits.map(|rate| {
            let (n, z) = (usize_to_f64(quarters), 1.281_551_565_544_600_4_f64);
            let half = z * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
            ((rate + z * z / (2.0 * n) - half) / (1.0 + z * z / n)).clamp(0.0, 1.0)
        });
        let percent = |share: Option<f64>| share.map(|share| round_to_hundredths(100.0 * share));
        Self {
            hit_rate: percent(hits),
            base_rate: percent(base),
            sure_rate: percent(sure),
            quarters,
        }
    }

    fn has_skill(&self) -> bool {
        self.quarters >= 5
            && self
                .sure_rate
                .zip(self.base_rate)
                .is_some_and(|(sure, base)| sure > base)
    }
}

/// P(T <= t) of Student's t with 5 degrees of freedom; 0.5 if `t` is NaN.
///
/// Johnson, Kotz, Balakrishnan, "Continuous Univariate Distributions", volume 2 (1995), chapter 28,
/// the finite sum for odd degrees of freedom. The figures use `statrs` instead.
fn cumulative_t(t: f64) -> f64 {
    if t.is_nan() {
        return 0.5;
    }
    let angle = (t / 5.0_f64.sqrt()).atan();
    let cosine = angle.cos();
    (0.5 + (angle + angle.sin() * cosine * (1.0 + 2.0 / 3.0 * cosine * cosine)) / PI)
        .clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ContinuousCDF, StudentsT};

    #[test]
    fn students_t_matches_published_tables() {
        let library = StudentsT::new(0.0, 1.0, 5.0).unwrap();
        for (probability, expected) in [
            (0.9, T_QUANTILE_90),
            (0.95, 2.015_048_373_333_024),
            (0.975, 2.570_581_835_636_314),
            (0.5, 0.0),
        ] {
            assert!(
                (library.inverse_cdf(probability) - expected).abs() < 1e-9,
                "{probability}"
            );
            assert!(
                (cumulative_t(expected) - probability).abs() < 1e-12,
                "{probability}"
            );
            assert!(
                (library.cdf(expected) - probability).abs() < 1e-12,
                "{probability}"
            );
        }
    }

    #[test]
    fn students_t_is_symmetric_and_bounded() {
        for t in [0.0, 0.3, 2.0, 50.0, 1e300, f64::INFINITY] {
            assert!(
                (cumulative_t(t) + cumulative_t(-t) - 1.0).abs() < 1e-12,
                "{t}"
            );
        }
        assert_eq!(
            (cumulative_t(f64::INFINITY), cumulative_t(f64::NAN)),
            (1.0, 0.5)
        );
    }
}
