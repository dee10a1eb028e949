//! An answer with everything that it is based on.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::types::Any;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use serde_json::Value;

/// Confidence of an answer. Assumptions and missing data lower it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub enum AnswerConfidence {
    /// Every word was understood, nothing was assumed, and the data is complete and fresh.
    High,
    /// Something was assumed or is incomplete; the answer says what.
    Medium,
    /// There is no data or too little, or the question was clarified or refused.
    Low,
}

/// Outcome of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AnswerDisposition {
    /// The question was answered.
    Answer,
    /// The question is ambiguous; `options` holds the possible meanings.
    Clarify,
    /// The question was not answered; `response` says why.
    Refuse,
}

/// An answer of Sprout AI. Every figure in its texts is one of `facts`.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct AssistantAnswer {
    /// Id of the answer, for feedback and evidence.
    pub message_id: Uuid,
    /// Id of the conversation; send it with the next question. Missing for visitors of the demo,
    /// whose questions are not stored.
    pub conversation_id: Option<Uuid>,
    /// Text of the answer.
    pub response: String,
    /// Notable findings.
    pub insights: Vec<String>,
    /// Recommended actions.
    pub actions: Vec<String>,
    /// Confidence of the answer.
    pub confidence: AnswerConfidence,
    /// Time to answer in milliseconds.
    pub response_time: u64,
    /// True if the answer was made by rules alone, without a language model.
    pub is_quick_response: bool,
    /// Outcome of the question.
    pub disposition: AnswerDisposition,
    /// When the question was asked.
    pub asked_at: DateTime<Utc>,
    /// Date that the figures are for.
    pub as_of: NaiveDate,
    /// True if the figures come from generated sample data.
    pub sample: bool,
    /// Options to choose from, if the question is ambiguous.
    pub options: Vec<AnswerOption>,
    /// Pages that show the same figures, and files to download.
    pub links: Vec<AnswerLink>,
    /// Tables behind the text, one for each call that has rows.
    pub tables: Vec<AnswerTable>,
    /// Line chart, if the answer is about a development over time.
    pub chart: Option<AnswerChart>,
    /// Tool calls that were run.
    pub calls: Vec<AnswerCall>,
    /// Every figure in the texts and tables.
    pub facts: Vec<AnswerFact>,
    /// What became of the words of the question, if metric queries answered it.
    pub bindings: Option<Vec<AnswerBinding>>,
    /// The parts of the query, those of earlier questions of the conversation included. Absent if
    /// the answer is no metric query.
    pub parts: Option<Vec<AnswerPart>>,
    /// The body of `POST /api/metrics/query` that has the figures of the answer. Absent if it takes
    /// several queries or none.
    pub query: Option<Any<Value>>,
}

/// What became of a word of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AnswerBindingState {
    /// It is a part of the query.
    Bound,
    /// It was corrected, or is only a part of a name.
    Assumed,
    /// It is not used; the answer says so.
    Unused,
}

/// A word or phrase of the question.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct AnswerBinding {
    /// The words as typed.
    pub word: String,
    pub state: AnswerBindingState,
    /// The part of the query, such as `measure`, `filter` or `period`.
    pub part: String,
}

/// What a part of a query does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AnswerPartKind {
    /// What is measured.
    Measure,
    /// What the figures are split by.
    Breakdown,
    /// Which rows count.
    Filter,
    /// A condition on a figure.
    Threshold,
    /// Which rows of the answer are kept.
    Order,
    /// Which days count.
    Period,
    /// What the figures are compared with.
    Comparison,
}

/// A part of the query that a question was read as.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(skip_serializing_if_is_none)]
pub struct AnswerPart {
    /// What the part does.
    pub kind: AnswerPartKind,
    /// The words as typed, or the name of the part where it was not typed.
    pub text: String,
    /// The next query in the conversation that takes this part out; absent if the query has no
    /// meaning without it.
    pub clear: Option<String>,
}

/// A possible meaning of the question. To choose it, send its label as the next query, with its
/// zero-based index in `option`.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct AnswerOption {
    /// Label of the option.
    pub label: String,
}

/// A page with more details, or a file to download.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct AnswerLink {
    /// Label of the link.
    pub label: String,
    /// Path of a page in the app, including filters, or of an API operation that returns a file.
    pub path: String,
    /// True if `path` is an API operation; it requires the caller's access token.
    pub is_file: bool,
}

/// Table of one call.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct AnswerTable {
    /// Id of the call in `calls`.
    pub call_id: String,
    /// Title of the table.
    pub title: String,
    /// Columns of the table.
    pub columns: Vec<AnswerColumn>,
    /// Rows of the table; at most 50.
    pub rows: Vec<AnswerRow>,
    /// Number of rows including those not shown.
    pub total: u64,
}

/// Column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct AnswerColumn {
    /// Heading of the column.
    pub label: String,
    /// True if the column holds figures.
    pub numeric: bool,
}

/// Row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct AnswerRow {
    /// Id of the row; `facts` refer to it.
    pub id: String,
    /// One text for each column; empty where there is no value.
    pub cells: Vec<String>,
}

/// Line chart over time.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(rename_all = "camelCase")]
pub struct AnswerChart {
    /// Id of the call in `calls`.
    pub call_id: String,
    /// Title of the chart.
    pub title: String,
    /// Lines of the chart.
    pub lines: Vec<ChartLine>,
}

/// Line of a chart.
#[derive(Clone, Debug, PartialEq, Object)]
pub struct ChartLine {
    /// Name of the line.
    pub name: String,
    /// Unit of the values, such as `USD/bu`.
    pub unit: String,
    /// Points, oldest first.
    pub points: Vec<ChartPoint>,
}

/// Point of a line.
#[derive(Clone, Debug, PartialEq, Object)]
pub struct ChartPoint {
    /// Date of the point.
    pub day: NaiveDate,
    /// Value at that date.
    pub value: f64,
}

/// Tool call of an answer.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AnswerCall {
    /// Id of the call within the answer.
    pub id: String,
    /// Name of the tool.
    pub tool: String,
    /// Arguments of the call, including defaults.
    pub args: Any<Value>,
    /// Number of source rows that the figures are based on.
    pub n: u64,
    /// Date that the figures are for.
    pub as_of: NaiveDate,
    /// How the figures are computed.
    pub method: Option<String>,
}

/// A figure, or a name from the organization's data.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AnswerFact {
    /// Id of the figure within the answer.
    pub id: String,
    /// What the figure is.
    pub label: String,
    /// `money`, `price`, `quantity`, `percent`, `change`, `points`, `measure`, `count`, `date`,
    /// `period` or `name`.
    pub kind: String,
    /// Value: a number, or a string for dates, periods and names.
    pub value: Any<Value>,
    /// Unit of the value.
    pub unit: Option<String>,
    /// Value as displayed in texts.
    pub formatted: String,
    /// Ids of the table rows that the figure comes from.
    pub row_refs: Vec<String>,
}
