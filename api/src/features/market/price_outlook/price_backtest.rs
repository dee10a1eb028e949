//! Backtest of the price forecasts of a kind of commodity: a forecast for every past whole month,
//! from the months before it only.

use std::collections::BTreeSet;

use super::super::monthly_prices::PriceRun;
use super::price_model::{HORIZON_MONTHS, PriceForecast, forecast_all_months};
use super::{CallDirection, is_unchanged, to_percent};
use crate::features::supply_prices::price_index::Month;
use estimators::{standard_deviation, usize_to_f64, wilson};

/// Distinct quarters that a record requires; calls of one quarter forecast nearly the same three
/// months.
const MIN_QUARTERS: usize = 5;
/// Normal quantile of 90 %: the confidence with which a record must beat the base rate.
const Z_90: f64 = 1.281_551_565_544_600_4;

/// A past forecast, with its outcome if known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PastPriceForecast {
    pub forecast: PriceForecast,
    /// Mean price of the target month.
    pub actual: Option<f64>,
    /// Standard deviation of the 3-month changes of the logarithm before the origin.
    usual_change: Option<f64>,
    /// The quote had not changed for 6 months, so there was no call.
    unchanged: bool,
}

/// The past forecasts of one or more series, oldest first within each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PriceBacktest(Vec<PastPriceForecast>);

/// Record of the calls of one direction.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CallRecord {
    /// Percent of the calls that came true: Bullish if the price rose, Bearish if it fell, Neutral
    /// if it moved by at most one standard deviation of its 3-month changes. None without calls.
    pub hit_rate: Option<f64>,
    /// Percent of all forecasts for which such a call would have come true: the expected hit rate
    /// of random calls.
    pub base_rate: Option<f64>,
    /// Number of calls with a known outcome.
    pub calls: usize,
    /// Number of distinct quarters of these calls.
    pub quarters: usize,
    /// Lower 90 % confidence bound of the hit rate, in percent; calls of one quarter count as one.
    pub sure_rate: Option<f64>,
}

impl CallRecord {
    /// Whether there are enough calls for a record.
    pub fn is_measurable(&self) -> bool {
        self.quarters >= MIN_QUARTERS
    }

    /// The record as text: `65.12 % of 129 past calls came true (51.94 % would have by chance)`.
    pub fn to_text(&self) -> String {
        match (self.hit_rate, self.base_rate) {
            (Some(hits), Some(base)) if self.is_measurable() => format!(
                "{hits} % of {} past calls came true ({base} % would have by chance)",
                self.calls
            ),
            _ => format!(
                "Hit rate not yet measurable ({} past calls in {} quarters, needs {MIN_QUARTERS})",
                self.calls, self.quarters
            ),
        }
    }

    /// Whether the calls beat the base rate with confidence.
    pub fn has_skill(&self) -> bool {
        self.is_measurable()
            && self
                .sure_rate
                .zip(self.base_rate)
                .is_some_and(|(sure, base)| sure > base)
    }
}

impl PriceBacktest {
    /// The forecasts at every month of the runs, which may belong to several commodities.
    pub fn from_runs<'a>(runs: impl IntoIterator<Item = &'a PriceRun>) -> Self {
        Self(runs.into_iter().flat_map(backtest_run).collect())
    }

    pub fn past_forecasts(&self) -> &[PastPriceForecast] {
        &self.0
    }

    /// The record of the calls of `label`.
    pub fn call_record(&self, label: CallDirection) -> CallRecord {
        let settled: Vec<(&PastPriceForecast, bool)> = self
            .0
            .iter()
            .filter(|origin| !origin.unchanged)
            .filter_map(|origin| Some((origin, origin.call_holds(label)?)))
            .collect();
        let calls: Vec<&(&PastPriceForecast, bool)> = settled
            .iter()
            .filter(|(origin, _)| CallDirection::from_probability(origin.forecast.p_up) == label)
            .collect();
        let quarters: BTreeSet<(i32, u32)> = calls
            .iter()
            .map(|(origin, _)| calendar_quarter(origin.forecast.origin))
            .collect();
        let base = share_true(settled.iter().map(|(_, holds)| *holds));
        let hits = share_true(calls.iter().map(|(_, holds)| *holds));
        let sure =
            hits.and_then(|hits| wilson::lower_bound(hits, usize_to_f64(quarters.len()), Z_90));
        CallRecord {
            hit_rate: hits.map(to_percent),
            base_rate: base.map(to_percent),
            calls: calls.len(),
            quarters: quarters.len(),
            sure_rate: sure.map(to_percent),
        }
    }
}

impl PastPriceForecast {
    /// Whether a call of `label` at this origin would have come true; none if the outcome is
    /// unknown.
    fn call_holds(&self, label: CallDirection) -> Option<bool> {
        let change = (self.actual? / self.forecast.now).ln();
        match label {
            CallDirection::Bullish => Some(change > 0.0),
            CallDirection::Bearish => Some(change < 0.0),
            CallDirection::Neutral => self.usual_change.map(|usual| change.abs() <= usual),
        }
    }
}

fn backtest_run(stretch: &PriceRun) -> Vec<PastPriceForecast> {
    let means = &stretch.means;
    let changes: Vec<f64> = means
        .iter()
        .zip(means.iter().skip(HORIZON_MONTHS))
        .map(|(now, then)| (then / now).ln())
        .collect();
    let origin = |(place, forecast): (usize, PriceForecast)| PastPriceForecast {
        forecast,
        actual: means.get(place + HORIZON_MONTHS).copied(),
        usual_change: changes
            .get(..(place + 1).saturating_sub(HORIZON_MONTHS))
            .and_then(standard_deviation),
        unchanged: means.get(..=place).is_some_and(is_unchanged),
    };
    forecast_all_months(stretch)
        .into_iter()
        .map(origin)
        .collect()
}

fn calendar_quarter(month: Month) -> (i32, u32) {
    (month.year(), (month.month_number() - 1) / 3)
}

/// Share of true outcomes; none without outcomes.
fn share_true(outcomes: impl Iterator<Item = bool>) -> Option<f64> {
    let (hits, n) = outcomes.fold((0_usize, 0_usize), |(hits, n), holds| {
        (hits + usize::from(holds), n + 1)
    });
    (n > 0).then(|| usize_to_f64(hits) / usize_to_f64(n))
}
