//! Response types of the methods operation.

use chrono::NaiveDate;
use poem_openapi::{Enum, Object};

/// The methods of all figures.
#[derive(Object)]
pub(super) struct Methods {
    /// The figures, in the order of the app.
    pub figures: Vec<FigureMethod>,
}

/// The method of one figure, and its backtest.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct FigureMethod {
    /// The figure's name, as in the app.
    pub name: String,
    /// The method, in one sentence.
    pub method: String,
    /// The formula.
    pub formula: String,
    /// How many rows the figure is calculated from today.
    pub rows: u64,
    /// The kind of these rows, such as `purchase lines`.
    pub row_kind: String,
    /// Results of past figures on the organization's own rows, each calculated from earlier rows
    /// only. Empty if `note` is present.
    pub backtest: Vec<PastResult>,
    /// Why there is no backtest.
    pub note: Option<String>,
    /// The text shown instead of the figure if there is too little data.
    pub insufficient_data_text: String,
}

/// One measure of a backtest.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct PastResult {
    /// The description of the measure.
    pub measure: String,
    /// The value, in `unit`.
    pub value: f64,
    /// The unit of `value` and `baseline`.
    pub unit: ResultUnit,
    /// ISO 4217 code of amounts.
    pub currency: Option<String>,
    /// The number of past figures.
    pub n: u64,
    /// The same measure for a simpler method.
    pub baseline: Option<f64>,
    /// The simpler method.
    pub baseline_name: Option<String>,
    /// The day of the past figures, if it is the same for all.
    pub made_on: Option<NaiveDate>,
}

/// The unit of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum ResultUnit {
    /// 0 to 100.
    Percent,
    /// Days.
    Days,
    /// No unit. Lower is better.
    Ratio,
    /// An amount in `currency`.
    Money,
}

impl PastResult {
    pub(super) fn new(measure: &str, value: f64, unit: ResultUnit, n: u64) -> Self {
        Self {
            measure: measure.to_owned(),
            value,
            unit,
            currency: None,
            n,
            baseline: None,
            baseline_name: None,
            made_on: None,
        }
    }

    pub(super) fn with_baseline(self, value: f64, name: &str) -> Self {
        Self {
            baseline: Some(value),
            baseline_name: Some(name.to_owned()),
            ..self
        }
    }
}
