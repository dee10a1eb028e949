//! Forecasts of the next harvest where the organization's customers farm: a trend line per state
//! and crop, with an interval, a confidence and an accuracy from its backtest.
//!
//! A state whose series ends before the national one would be forecast for a harvest that is
//! already known nationally, so the national series replaces it. All states of a crop that it
//! replaces form one row, `Corn, United States`, because the same figures under several names would
//! look like independent forecasts. The row's note names the states.

mod national_stand_in;
pub mod yield_backtest;

use std::collections::BTreeMap;

use self::national_stand_in::NationalStandIns;
use self::yield_backtest::{PastYieldForecast, YieldBacktest, fit_trend_before, forecast_yield};
use super::reference_yields::{Crop, Harvest, NATION, ReferenceYields, normalize_state_name};
use crate::decimal::{percent_change, round2};
use estimators::{mean, usize_to_f64};

/// Status if no customer has a crop with reference yields.
pub const NO_FORECAST: &str = "No forecast data available";
/// Status instead of an accuracy with fewer than 5 past forecasts.
pub const ACCURACY_NOT_MEASURABLE: &str = "Accuracy not yet measurable";
/// Method of the figures, for the details on demand.
pub const METHOD: &str = "Theil-Sen trend over up to 30 years, one year ahead; 80 % interval from \
    past errors; accuracy of the last 15 years";

/// Number of recent past forecasts per series behind the accuracy.
const ACCURACY_WINDOW: usize = 15;
/// Past forecasts that an accuracy requires.
const MIN_PAST_FORECASTS: usize = 5;
/// Weight of the crop's hit rate in the confidence, in past forecasts of a series.
const CROP_PRIOR_WEIGHT: f64 = 8.0;

/// Acres of a crop that customers in a state grow.
#[derive(Debug, Clone, PartialEq)]
pub struct Planting {
    /// As spelled in the customers' records.
    pub state: Option<String>,
    pub crop: Crop,
    pub acres: f64,
}

/// Percents and yields (bu/ac) are rounded to 2 decimals.
#[derive(Debug, Clone, PartialEq)]
pub struct CropForecast {
    /// `Corn, Iowa`
    pub crop_type: String,
    pub crop: Crop,
    /// State of the series; `United States` for the national one.
    pub region: String,
    /// The forecast harvest year.
    pub year: i32,
    pub forecasted_yield: f64,
    pub low_80: Option<f64>,
    pub high_80: Option<f64>,
    pub last_year: i32,
    pub last_yield: f64,
    /// Change from the last harvest to the forecast.
    pub yield_change_percent: Option<f64>,
    /// The last harvest against the trend line of its year: most of a change after an unusual year
    /// is the return to the line.
    pub last_year_vs_trend_percent: Option<f64>,
    /// Slope of the trend line.
    pub trend_bu_per_ac_per_year: f64,
    /// Share of past forecasts within 10 % of the harvest, shrunk toward the crop's share if the
    /// history is short.
    pub confidence_level: Option<f64>,
    /// Number of past forecasts behind the confidence.
    pub n: usize,
    pub acres: f64,
    /// States that the national series replaces, and why.
    pub note: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct YieldReport {
    /// 100 x (1 - sum |actual - forecast| / sum actual), at least 0, over the last 15 one-step
    /// forecasts of every series below; none with fewer than 5 of them:
    /// [`ACCURACY_NOT_MEASURABLE`].
    pub forecast_accuracy: Option<f64>,
    /// Mean absolute scaled error; below 1 beats "as last year".
    pub mase: Option<f64>,
    /// Number of past forecasts behind the accuracy.
    pub n: usize,
    /// Most acres first.
    pub forecasts: Vec<CropForecast>,
}

/// None if no planting can be forecast: [`NO_FORECAST`].
pub fn build_yield_report(
    plantings: &[Planting],
    reference: &ReferenceYields,
) -> Option<YieldReport> {
    let mut records: BTreeMap<Crop, BTreeMap<&str, YieldBacktest>> = BTreeMap::new();
    let mut forecasts = Vec::new();
    let mut recent: Vec<PastYieldForecast> = Vec::new();
    for ((crop, region), field) in group_plantings_by_series(plantings, reference) {
        let Some(harvests) = reference.find_series(region, crop) else {
            continue;
        };
        let record = records.entry(crop).or_insert_with(|| {
            reference
                .series_for_crop(crop)
                .map(|(region, harvests)| (region, YieldBacktest::from_harvests(harvests)))
                .collect()
        });
        let Some(forecast) = forecast_crop(crop, region, harvests, record, &field) else {
            continue;
        };
        forecasts.push(forecast);
        let origins = record
            .get(region)
            .map(YieldBacktest::past_forecasts)
            .unwrap_or_default();
        recent.extend(origins.iter().rev().take(ACCURACY_WINDOW));
    }
    if forecasts.is_empty() {
        return None;
    }
    forecasts.sort_by(|a, b| {
        b.acres
            .total_cmp(&a.acres)
            .then_with(|| a.crop_type.cmp(&b.crop_type))
    });
    let measurable = recent.len() >= MIN_PAST_FORECASTS;
    Some(YieldReport {
        forecast_accuracy: if measurable {
            compute_accuracy(&recent)
        } else {
            None
        },
        mase: if measurable {
            compute_scaled_error(&recent)
        } else {
            None
        },
        n: recent.len(),
        forecasts,
    })
}

/// Acres of one series, and the states that it replaces.
#[derive(Default)]
struct SeriesAcreage {
    acres: f64,
    stand_ins: NationalStandIns,
}

/// The series of the plantings, each once.
fn group_plantings_by_series<'a>(
    plantings: &[Planting],
    reference: &'a ReferenceYields,
) -> BTreeMap<(Crop, &'a str), SeriesAcreage> {
    let mut fields: BTreeMap<(Crop, &str), SeriesAcreage> = BTreeMap::new();
    for planting in plantings {
        let crop = planting.crop;
        let last_year = |harvests: &[Harvest]| harvests.last().map(|harvest| harvest.year);
        let nation = reference.find_series(NATION, crop).and_then(last_year);
        let written = planting
            .state
            .as_deref()
            .map(str::trim)
            .filter(|state| !state.is_empty());
        let state = written.and_then(normalize_state_name);
        let series_key = state.and_then(|state| {
            reference
                .series_for_crop(crop)
                .find(|(region, _)| *region == state)
        });
        let own_year = series_key.and_then(|(_, harvests)| last_year(harvests));
        let field = match series_key {
            Some((region, _)) if own_year >= nation => fields.entry((crop, region)).or_default(),
            _ => {
                let field = fields.entry((crop, NATION)).or_default();
                match (state, own_year) {
                    (Some(state), Some(year)) => field.stand_ins.add_lagging_state(state, year),
                    (Some(state), None) => field.stand_ins.add_state_without_series(state),
                    (None, _) => field.stand_ins.add_unknown_state(written),
                }
                field
            }
        };
        field.acres += if planting.acres.is_finite() {
            planting.acres.max(0.0)
        } else {
            0.0
        };
    }
    fields
}

fn forecast_crop(
    crop: Crop,
    region: &str,
    harvests: &[Harvest],
    record: &BTreeMap<&str, YieldBacktest>,
    field: &SeriesAcreage,
) -> Option<CropForecast> {
    let last = harvests.last()?;
    let year = last.year.checked_add(1)?;
    let forecast = forecast_yield(harvests, year)?;
    let trend = fit_trend_before(harvests, year)?;
    let series_key = record.get(region)?;
    let others = record
        .iter()
        .filter(|(name, _)| **name != region)
        .map(|(_, backtest)| backtest);
    let interval = series_key.forecast_interval(others, year, forecast);
    let region = if region == NATION {
        "United States"
    } else {
        region
    };
    Some(CropForecast {
        crop_type: format!("{crop}, {region}"),
        crop,
        region: region.to_owned(),
        year,
        forecasted_yield: round2(forecast),
        low_80: interval.map(|interval| round2(interval.low)),
        high_80: interval.map(|interval| round2(interval.high)),
        last_year: last.year,
        last_yield: last.bu_per_ac,
        yield_change_percent: percent_change(forecast, last.bu_per_ac),
        last_year_vs_trend_percent: trend
            .value_at(f64::from(last.year))
            .and_then(|on_trend| percent_change(last.bu_per_ac, on_trend)),
        trend_bu_per_ac_per_year: round2(trend.slope),
        confidence_level: compute_confidence(series_key.past_forecasts(), record.values()),
        n: series_key.past_forecasts().len(),
        acres: field.acres,
        note: field.stand_ins.to_note(),
    })
}

/// 100 x (own hits + 8 x hit rate of the crop's series) / (own forecasts + 8).
fn compute_confidence<'a>(
    series_key: &[PastYieldForecast],
    crop: impl Iterator<Item = &'a YieldBacktest>,
) -> Option<f64> {
    let hits =
        |origins: &[PastYieldForecast]| origins.iter().filter(|origin| origin.is_hit()).count();
    let (crop_hits, crop_n) = crop.fold((0, 0), |(sum, n), backtest| {
        (
            sum + hits(backtest.past_forecasts()),
            n + backtest.past_forecasts().len(),
        )
    });
    if crop_n == 0 {
        return None;
    }
    let crop_rate = usize_to_f64(crop_hits) / usize_to_f64(crop_n);
    Some(round2(
        100.0 * (usize_to_f64(hits(series_key)) + CROP_PRIOR_WEIGHT * crop_rate)
            / (usize_to_f64(series_key.len()) + CROP_PRIOR_WEIGHT),
    ))
}

/// 100 x (1 - WMAPE), at least 0.
fn compute_accuracy(origins: &[PastYieldForecast]) -> Option<f64> {
    let errors: f64 = origins.iter().map(PastYieldForecast::absolute_error).sum();
    let actual: f64 = origins.iter().map(|origin| origin.actual).sum();
    let accuracy = 100.0 * (1.0 - errors / actual);
    accuracy.is_finite().then(|| round2(accuracy.max(0.0)))
}

/// Mean absolute scaled error after Hyndman and Koehler, "Another look at measures of forecast
/// accuracy", International Journal of Forecasting 22 (2006) 679-688.
fn compute_scaled_error(origins: &[PastYieldForecast]) -> Option<f64> {
    let scaled: Vec<f64> = origins
        .iter()
        .filter_map(|origin| Some(origin.absolute_error() / origin.usual_change?))
        .collect();
    mean(&scaled).map(round2)
}

#[cfg(test)]
mod tests;
