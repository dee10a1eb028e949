//! Response types of the yield forecasts: the field names of the specification, further fields in
//! camelCase.

use super::forecast::{ACCURACY_NOT_MEASURABLE, CropForecast, NO_FORECAST, YieldReport};
use crate::decimal::round2;
use poem_openapi::Object;

/// Yield forecasts for the customers' states and crops.
#[derive(Object)]
pub(super) struct CropYieldForecast {
    pub overview: YieldOverview,
    /// Most acres first.
    pub forecasts: Vec<YieldForecast>,
}

/// Accuracy of past forecasts.
#[derive(Object, Default)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct YieldOverview {
    /// Percent: 100 x (1 - mean error / mean yield) over past one-year-ahead forecasts; absent
    /// until it is measurable.
    pub forecast_accuracy: Option<f64>,
    /// Reason why there are no figures, or a limitation of them.
    pub status: Option<String>,
    /// Error message, if an error occurred.
    pub error: Option<String>,
    /// Mean absolute scaled error; below 1 beats "as last year".
    pub mase: Option<f64>,
    /// Number of past forecasts behind the accuracy.
    #[oai(rename = "backtestForecasts")]
    pub backtest_forecasts: Option<u64>,
}

/// The forecast of one crop in one state.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct YieldForecast {
    /// Such as `Corn, Iowa`.
    pub crop_type: String,
    /// Percent of past forecasts within 10 % of the harvest.
    pub confidence_level: Option<f64>,
    /// Change from the last harvest, in percent.
    pub yield_change_percent: Option<f64>,
    /// Bushels per acre.
    pub forecasted_yield: f64,
    /// The forecast harvest year.
    pub year: i32,
    /// Lower end of the 80 % interval, bushels per acre.
    pub low80: Option<f64>,
    /// Upper end of the 80 % interval, bushels per acre.
    pub high80: Option<f64>,
    /// The last known harvest year.
    #[oai(rename = "lastYear")]
    pub last_year: i32,
    /// Its yield, bushels per acre.
    #[oai(rename = "lastYield")]
    pub last_yield: f64,
    /// The last harvest against the trend of its year, in percent.
    #[oai(rename = "lastYearVsTrendPercent")]
    pub last_year_vs_trend_percent: Option<f64>,
    /// State of the series, or `United States`.
    pub region: String,
    /// The customers' acres behind the forecast.
    pub acres: f64,
    /// Number of past forecasts behind the confidence.
    pub n: u64,
    /// States that the national series replaces, and why.
    pub note: Option<String>,
}

impl From<CropForecast> for YieldForecast {
    fn from(row: CropForecast) -> Self {
        Self {
            crop_type: row.crop_type,
            confidence_level: row.confidence_level,
            yield_change_percent: row.yield_change_percent,
            forecasted_yield: row.forecasted_yield,
            year: row.year,
            low80: row.low_80,
            high80: row.high_80,
            last_year: row.last_year,
            last_yield: row.last_yield,
            last_year_vs_trend_percent: row.last_year_vs_trend_percent,
            region: row.region,
            acres: round2(row.acres),
            n: row.n as u64,
            note: row.note,
        }
    }
}

impl From<Option<YieldReport>> for CropYieldForecast {
    fn from(report: Option<YieldReport>) -> Self {
        let Some(report) = report else {
            let overview = YieldOverview {
                status: Some(NO_FORECAST.to_owned()),
                ..YieldOverview::default()
            };
            return Self {
                overview,
                forecasts: Vec::new(),
            };
        };
        let overview = YieldOverview {
            forecast_accuracy: report.forecast_accuracy,
            status: report
                .forecast_accuracy
                .is_none()
                .then(|| ACCURACY_NOT_MEASURABLE.to_owned()),
            error: None,
            mase: report.mase,
            backtest_forecasts: Some(report.n as u64),
        };
        Self {
            overview,
            forecasts: report.forecasts.into_iter().map(Into::into).collect(),
        }
    }
}
