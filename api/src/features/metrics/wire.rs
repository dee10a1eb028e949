//! Request and response types of metrics.

pub(super) mod change;
pub(super) mod query_body;
pub(super) mod rows;
mod rows_workbook;

use super::store::access_permission;
use crate::auth::permission::Permission;
use chrono::NaiveDate;
use metrics::{Answer, AnswerValue, ColumnRole, Dataset, Dimension, Kind, Measure};
use poem_openapi::types::Any;
use poem_openapi::{Enum, Object};
use serde_json::Value;

/// The measures and dimensions of queries.
#[derive(Object)]
pub(super) struct MetricCatalogue {
    pub datasets: Vec<MetricDataset>,
}

/// A table of facts with its measures and dimensions.
#[derive(Object)]
pub(super) struct MetricDataset {
    pub id: String,
    pub label: String,
    /// Whether rows have days. Without days there are no periods and no time dimensions.
    #[oai(rename = "hasDays")]
    pub has_days: bool,
    pub measures: Vec<MetricMeasure>,
    pub dimensions: Vec<MetricDimension>,
}

/// A figure over the rows of a dataset.
#[derive(Object)]
pub(super) struct MetricMeasure {
    pub id: String,
    pub label: String,
    pub kind: MetricKind,
    /// What the figure means.
    pub description: String,
    /// How it is computed.
    pub formula: String,
    /// Whether the figures of the parts of a period add up to that of the period.
    pub additive: bool,
    /// The permissions that a query of the measure needs.
    pub permissions: Vec<Permission>,
}

/// A property of rows by which figures are grouped or filtered.
#[derive(Object)]
pub(super) struct MetricDimension {
    pub id: String,
    pub label: String,
    /// `text`, `number` or `date`.
    #[oai(rename = "type")]
    pub dimension_type: String,
    /// The operators of filters.
    pub operators: Vec<String>,
    /// Whether figures can be grouped by it; otherwise it is for filters only.
    pub groupable: bool,
    /// For ids: the dimension with the names. Figures are grouped by ids only beside it.
    #[oai(skip_serializing_if_is_none)]
    pub beside: Option<String>,
}

/// Members of a dimension.
#[derive(Object)]
pub(super) struct MetricMembers {
    /// The names in alphabetical order.
    pub members: Vec<String>,
    /// The number of members that match on all pages.
    pub total: u64,
    /// Send it as `cursor` for the next page. Missing on the last page.
    #[oai(rename = "nextCursor", skip_serializing_if_is_none)]
    pub next_cursor: Option<String>,
}

/// What a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum MetricKind {
    Money,
    Count,
    Quantity,
    Percent,
    Days,
    Date,
    Number,
    Text,
}

/// What a column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum MetricColumnRole {
    /// What rows are grouped by.
    Dimension,
    /// A figure of the period.
    Measure,
    /// A figure of the compared period, or the change from it.
    Compare,
    /// A figure that follows from the rows.
    Derived,
}

/// A column of an answer.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct MetricColumn {
    pub id: String,
    pub label: String,
    pub kind: MetricKind,
    /// The currency or unit of all figures of the column, if it is one.
    pub unit: Option<String>,
    pub role: MetricColumnRole,
}

/// Days, both ends included.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct MetricSpan {
    /// Missing if the period has no first day.
    pub from: Option<NaiveDate>,
    pub to: NaiveDate,
}

/// The answer to a query.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct MetricAnswer {
    pub columns: Vec<MetricColumn>,
    /// A page of rows, with a value for each column: a text, a number or null. Time buckets are
    /// their first day.
    pub rows: Vec<Vec<Any<Value>>>,
    /// Totals over all rows, before `having` and `topPer`: one row for each currency and unit that
    /// are kept apart, else one.
    pub totals: Vec<Vec<Any<Value>>>,
    /// The number of rows on all pages.
    pub row_count: u64,
    pub period: Option<MetricSpan>,
    pub compared_period: Option<MetricSpan>,
    /// First days of time buckets that the period does not cover, or that are not over yet.
    pub incomplete: Vec<NaiveDate>,
    /// Limitations of the figures.
    pub notes: Vec<String>,
    /// Send it as `cursor` for the next page. Missing on the last page.
    pub next_cursor: Option<String>,
}

impl From<Kind> for MetricKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Money => Self::Money,
            Kind::Count => Self::Count,
            Kind::Quantity => Self::Quantity,
            Kind::Percent => Self::Percent,
            Kind::Days => Self::Days,
            Kind::Date => Self::Date,
            Kind::Number => Self::Number,
            Kind::Text => Self::Text,
        }
    }
}

impl From<&Measure> for MetricMeasure {
    fn from(measure: &Measure) -> Self {
        Self {
            id: measure.id.to_owned(),
            label: measure.label.to_owned(),
            kind: measure.kind.into(),
            description: measure.description.to_owned(),
            formula: measure.formula_text.to_owned(),
            additive: measure.is_additive,
            permissions: measure
                .access
                .iter()
                .copied()
                .map(access_permission)
                .collect(),
        }
    }
}

impl From<&Dimension> for MetricDimension {
    fn from(dimension: &Dimension) -> Self {
        let operators = dimension.operators().iter();
        Self {
            id: dimension.id.to_owned(),
            label: dimension.label.to_owned(),
            dimension_type: dimension.type_name().to_owned(),
            operators: operators.map(|operator| (*operator).to_owned()).collect(),
            groupable: dimension.is_groupable(),
            beside: dimension.name_dimension().map(str::to_owned),
        }
    }
}

impl From<&Dataset> for MetricDataset {
    fn from(dataset: &Dataset) -> Self {
        Self {
            id: dataset.id.to_owned(),
            label: dataset.label.to_owned(),
            has_days: dataset.has_days(),
            measures: dataset.measures.iter().map(Into::into).collect(),
            dimensions: dataset.all_dimensions().map(Into::into).collect(),
        }
    }
}

impl From<metrics::Column> for MetricColumn {
    fn from(column: metrics::Column) -> Self {
        Self {
            id: column.id,
            label: column.label,
            kind: column.kind.into(),
            unit: column.unit,
            role: match column.role {
                ColumnRole::Dimension => MetricColumnRole::Dimension,
                ColumnRole::Measure => MetricColumnRole::Measure,
                ColumnRole::Compare => MetricColumnRole::Compare,
                ColumnRole::Derived => MetricColumnRole::Derived,
            },
        }
    }
}

impl From<metrics::Span> for MetricSpan {
    fn from(span: metrics::Span) -> Self {
        Self {
            from: span.from,
            to: span.to,
        }
    }
}

fn to_json(value: AnswerValue) -> Any<Value> {
    Any(match value {
        AnswerValue::Text(text) => Value::from(text),
        AnswerValue::Integer(number) => Value::from(number),
        AnswerValue::Number(number) => Value::from(number),
        AnswerValue::Null => Value::Null,
    })
}

fn to_json_rows(rows: Vec<Vec<AnswerValue>>) -> Vec<Vec<Any<Value>>> {
    rows.into_iter()
        .map(|row| row.into_iter().map(to_json).collect())
        .collect()
}

impl From<Answer> for MetricAnswer {
    fn from(answer: Answer) -> Self {
        Self {
            columns: answer.columns.into_iter().map(Into::into).collect(),
            rows: to_json_rows(answer.rows),
            totals: to_json_rows(answer.totals),
            row_count: u64::try_from(answer.row_count).unwrap_or(u64::MAX),
            period: answer.span.map(Into::into),
            compared_period: answer.compared_span.map(Into::into),
            incomplete: answer.incomplete,
            notes: answer.notes,
            next_cursor: answer.next_cursor,
        }
    }
}
