//! How the forecasts of a kind of commodity have come out: every whole month of the past forecast
//! from the months before it alone.

use std::collections::BTreeSet;

use super::super::months::Stretch;
use super::model::{HORIZON, PriceForecast, forecasts};
use super::{Label, is_unchanged, percent};
use crate::features::supply_prices::index::Month;
use estimators::{count, standard_deviation, wilson};

/// Calls in this many different quarters make a record; calls of one quarter look at nearly the
/// same three months.
const LEAST_QUARTERS: usize = 5;
/// Normal quantile of 90 %: so sure a record must be to be called better than the base rate.
const CONFIDENCE: f64 = 1.281_551_565_544_600_4;

/// One past forecast, with what came of it where that is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Origin {
    pub forecast: PriceForecast,
    /// Mean price of the target month.
    pub actual: Option<f64>,
    /// Standard deviation of the 3-month changes of the logarithm before the origin.
    usual_change: Option<f64>,
    /// The quote had not moved for 6 months: no call was made.
    unchanged: bool,
}

/// All forecasts of one or more series, oldest first within each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record(Vec<Origin>);

/// What became of the calls of one label.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CallRecord {
    /// Percent of the calls that came true: Bullish where the price rose, Bearish where it fell,
    /// Neutral where it moved by no more than it usually does in 3 months (one standard deviation).
    /// None without calls.
    pub hit_rate: Option<f64>,
    /// Percent of all forecasts that would have made such a call come true: what calling at random
    /// would reach.
    pub base_rate: Option<f64>,
    /// Calls with a known outcome.
    pub calls: usize,
    /// Different quarters in which they were made.
    pub quarters: usize,
    /// Hit rate that the record vouches for with 90 % confidence, in percent; calls of one quarter
    /// count as one.
    pub sure_rate: Option<f64>,
}

impl CallRecord {
    /// Enough calls to judge by.
    pub fn is_measurable(&self) -> bool {
        self.quarters >= LEAST_QUARTERS
    }

    /// The record in words: `65.12 % of 129 past calls came true (51.94 % would have by chance)`.
    pub fn words(&self) -> String {
        match (self.hit_rate, self.base_rate) {
            (Some(hits), Some(base)) if self.is_measurable() => format!(
                "{hits} % of {} past calls came true ({base} % would have by chance)",
                self.calls
            ),
            _ => format!(
                "Hit rate not yet measurable ({} past calls in {} quarters, needs {LEAST_QUARTERS})",
                self.calls, self.quarters
            ),
        }
    }

    /// The calls beat the base rate, and not by luck.
    pub fn has_skill(&self) -> bool {
        self.is_measurable()
            && self
                .sure_rate
                .zip(self.base_rate)
                .is_some_and(|(sure, base)| sure > base)
    }
}

impl Record {
    /// The forecasts at every month of `stretches`, which may be those of several commodities.
    pub fn of<'a>(stretches: impl IntoIterator<Item = &'a Stretch>) -> Self {
        Self(stretches.into_iter().flat_map(origins).collect())
    }

    pub fn origins(&self) -> &[Origin] {
        &self.0
    }

    /// What became of the calls of `label`.
    pub fn calls(&self, label: Label) -> CallRecord {
        let settled: Vec<(&Origin, bool)> = self
            .0
            .iter()
            .filter(|origin| !origin.unchanged)
            .filter_map(|origin| Some((origin, origin.holds(label)?)))
            .collect();
        let calls: Vec<&(&Origin, bool)> = settled
            .iter()
            .filter(|(origin, _)| Label::of(origin.forecast.p_up) == label)
            .collect();
        let quarters: BTreeSet<(i32, u32)> = calls
            .iter()
            .map(|(origin, _)| quarter(origin.forecast.origin))
            .collect();
        let base = share(settled.iter().map(|(_, holds)| *holds));
        let hits = share(calls.iter().map(|(_, holds)| *holds));
        let sure =
            hits.and_then(|hits| wilson::lower_bound(hits, count(quarters.len()), CONFIDENCE));
        CallRecord {
            hit_rate: hits.map(percent),
            base_rate: base.map(percent),
            calls: calls.len(),
            quarters: quarters.len(),
            sure_rate: sure.map(percent),
        }
    }
}

impl Origin {
    /// Whether a call of `label` at this origin would have come true; none where that is not known.
    fn holds(&self, label: Label) -> Option<bool> {
        let change = (self.actual? / self.forecast.now).ln();
        match label {
            Label::Bullish => Some(change > 0.0),
            Label::Bearish => Some(change < 0.0),
            Label::Neutral => self.usual_change.map(|usual| change.abs() <= usual),
        }
    }
}

fn origins(stretch: &Stretch) -> Vec<Origin> {
    let means = &stretch.means;
    let changes: Vec<f64> = means
        .iter()
        .zip(means.iter().skip(HORIZON))
        .map(|(now, then)| (then / now).ln())
        .collect();
    let origin = |(place, forecast): (usize, PriceForecast)| Origin {
        forecast,
        actual: means.get(place + HORIZON).copied(),
        usual_change: changes
            .get(..(place + 1).saturating_sub(HORIZON))
            .and_then(standard_deviation),
        unchanged: means.get(..=place).is_some_and(is_unchanged),
    };
    forecasts(stretch).into_iter().map(origin).collect()
}

fn quarter(month: Month) -> (i32, u32) {
    (month.year(), (month.number() - 1) / 3)
}

/// Share of what is true; none of nothing.
fn share(outcomes: impl Iterator<Item = bool>) -> Option<f64> {
    let (hits, n) = outcomes.fold((0_usize, 0_usize), |(hits, n), holds| {
        (hits + usize::from(holds), n + 1)
    });
    (n > 0).then(|| count(hits) / count(n))
}
