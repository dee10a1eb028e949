//! What the operation on methods gives.

use chrono::NaiveDate;
use poem_openapi::{Enum, Object};

/// How the figures of the screens are made.
#[derive(Object)]
pub(super) struct Methods {
    /// In the order of the screens.
    pub figures: Vec<FigureMethod>,
}

/// How one figure is made, and how it has come out so far.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct FigureMethod {
    /// As its panel is called.
    pub name: String,
    /// In a sentence.
    pub method: String,
    pub formula: String,
    /// Rows behind the figure as of today.
    pub rows: u64,
    /// What those rows are, such as `purchase lines`.
    pub rows_are: String,
    /// How past figures came out on the organization's own rows, each made from earlier rows only.
    /// Empty where `note` says why.
    pub record: Vec<PastResult>,
    /// Why there is no record.
    pub note: Option<String>,
    /// What is said in the figure's place where there are too few rows.
    pub too_thin: String,
}

/// One measure of past figures.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct PastResult {
    /// What is measured.
    pub what: String,
    pub value: f64,
    pub unit: ResultUnit,
    /// Past figures behind it.
    pub n: u64,
    /// The same measure of something simpler.
    pub against: Option<f64>,
    /// What that is.
    pub against_what: Option<String>,
    /// The day on which the past figures were made, where it is one day.
    pub made: Option<NaiveDate>,
}

/// What a measure is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum ResultUnit {
    /// 0 to 100.
    Percent,
    Days,
    /// Without a unit; less is better.
    Ratio,
}

impl PastResult {
    pub(super) fn new(what: &str, value: f64, unit: ResultUnit, n: u64) -> Self {
        Self {
            what: what.to_owned(),
            value,
            unit,
            n,
            against: None,
            against_what: None,
            made: None,
        }
    }

    pub(super) fn with_baseline(self, value: f64, what: &str) -> Self {
        Self {
            against: Some(value),
            against_what: Some(what.to_owned()),
            ..self
        }
    }
}
