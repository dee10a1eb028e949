//! Yield forecast of a series and its backtest: every past year is forecast from the years before
//! it only.

use crate::features::crop_yield::reference_yields::Harvest;
use estimators::conformal::{Interval, WeightedErrors};
use estimators::mean;
use estimators::theil_sen::FittedLine;

/// Years behind a trend line and the errors of an interval: older harvests varied more.
const LOOKBACK_YEARS: i32 = 30;
/// Harvests that a trend line requires.
const MIN_HARVESTS: usize = 15;
/// A forecast within 10 % of the harvest is a hit.
const HIT_TOLERANCE: f64 = 0.10;
/// Coverage of the interval.
const INTERVAL_LEVEL: f64 = 0.8;

/// Trend line of the up to 30 years before `year`; none with fewer than 15 harvests.
pub(super) fn fit_trend_before(harvests: &[Harvest], year: i32) -> Option<FittedLine> {
    let window = year.saturating_sub(LOOKBACK_YEARS)..year;
    let points: Vec<(f64, f64)> = harvests
        .iter()
        .filter(|harvest| window.contains(&harvest.year))
        .map(|harvest| (f64::from(harvest.year), harvest.bu_per_ac))
        .collect();
    if points.len() < MIN_HARVESTS {
        None
    } else {
        FittedLine::fit_points(&points)
    }
}

/// Forecast of `year` from the years before it, in bu/ac.
pub fn forecast_yield(harvests: &[Harvest], year: i32) -> Option<f64> {
    fit_trend_before(harvests, year)?
        .value_at(f64::from(year))
        .filter(|bushels| *bushels > 0.0)
}

/// A past forecast and its harvest, in bu/ac.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PastYieldForecast {
    pub year: i32,
    pub actual: f64,
    pub forecast: f64,
    /// Mean absolute year-on-year change before `year`: the error of the naive forecast.
    pub usual_change: Option<f64>,
}

impl PastYieldForecast {
    pub fn absolute_error(&self) -> f64 {
        (self.actual - self.forecast).abs()
    }

    pub fn is_hit(&self) -> bool {
        self.absolute_error() <= HIT_TOLERANCE * self.actual
    }

    fn relative_error(&self) -> f64 {
        (self.actual - self.forecast) / self.forecast
    }
}

/// All one-step forecasts of a series, by year.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct YieldBacktest(Vec<PastYieldForecast>);

impl YieldBacktest {
    /// Years are ascending. A year after a gap is left out, as it would be more than one step
    /// ahead.
    pub fn from_harvests(harvests: &[Harvest]) -> Self {
        let mut changes: Vec<f64> = Vec::new();
        let mut origins = Vec::new();
        for pair in harvests.windows(2) {
            let [before, harvest] = pair else { continue };
            if before.year + 1 != harvest.year {
                continue;
            }
            if let Some(forecast) = forecast_yield(harvests, harvest.year) {
                let usual_change = mean(&changes).filter(|change| *change > 0.0);
                origins.push(PastYieldForecast {
                    year: harvest.year,
                    actual: harvest.bu_per_ac,
                    forecast,
                    usual_change,
                });
            }
            changes.push((harvest.bu_per_ac - before.bu_per_ac).abs());
        }
        Self(origins)
    }

    pub fn past_forecasts(&self) -> &[PastYieldForecast] {
        &self.0
    }

    /// The 80 % interval of `forecast` for `year`, from the errors of the 30 years before: those of
    /// this series and of `others`, the other series of the crop. None with too few errors.
    pub fn forecast_interval<'a>(
        &self,
        others: impl IntoIterator<Item = &'a Self>,
        year: i32,
        forecast: f64,
    ) -> Option<Interval> {
        let group = others
            .into_iter()
            .flat_map(move |other| other.errors_before(year));
        WeightedErrors::from_own_and_group(self.errors_before(year), group)
            .prediction_interval(forecast, INTERVAL_LEVEL)
    }

    fn errors_before(&self, year: i32) -> impl Iterator<Item = f64> {
        let window = year.saturating_sub(LOOKBACK_YEARS)..year;
        self.0
            .iter()
            .filter(move |origin| window.contains(&origin.year))
            .map(PastYieldForecast::relative_error)
    }
}
