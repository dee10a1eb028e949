//! One answer, with everything that it rests on.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::types::Any;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use serde_json::Value;

/// How sure an answer is, from what had to be assumed for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub enum AnswerConfidence {
    /// Understood to the last word, about names that are there, from enough fresh rows.
    High,
    /// Something was assumed; the answer says what.
    Medium,
    /// There is nothing, or too little, to answer from.
    Low,
}

/// What became of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AnswerDisposition {
    /// It was answered.
    Answer,
    /// It was asked back; `options` hold ready answers.
    Clarify,
    /// It was not answered, and `response` says why.
    Refuse,
}

/// An answer of Sprout AI. Every figure in its texts is one of `facts`.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct AssistantAnswer {
    /// Names the answer: for feedback and evidence.
    pub message_id: Uuid,
    /// The conversation that the answer belongs to; send it with the next question.
    pub conversation_id: Uuid,
    /// The answer in words.
    pub response: String,
    /// What stands out in the figures.
    pub insights: Vec<String>,
    /// What could be done about it.
    pub actions: Vec<String>,
    /// How sure the answer is.
    pub confidence: AnswerConfidence,
    /// How long the answer took, in milliseconds.
    pub response_time: u64,
    /// True where rules alone made the answer, with no language model asked.
    pub is_quick_response: bool,
    /// What became of the question.
    pub disposition: AnswerDisposition,
    /// When the question came in.
    pub asked_at: DateTime<Utc>,
    /// The day that the figures are for.
    pub as_of: NaiveDate,
    /// True where the figures come from the generated demo.
    pub sample: bool,
    /// Ready ways to go on, where the question was asked back.
    pub options: Vec<AnswerOption>,
    /// Screens that show the same figures, and files to download.
    pub links: Vec<AnswerLink>,
    /// The rows behind the words, a table for each call that has some.
    pub tables: Vec<AnswerTable>,
    /// A line chart, where the answer is about a course in time.
    pub chart: Option<AnswerChart>,
    /// What was run to answer.
    pub calls: Vec<AnswerCall>,
    /// Every figure that the texts and tables show.
    pub facts: Vec<AnswerFact>,
}

/// A ready way to go on: send its label as the next query, with its place as `option`.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct AnswerOption {
    /// What it is about.
    pub label: String,
}

/// A screen that shows more, or a file to download.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct AnswerLink {
    /// What it shows.
    pub label: String,
    /// Its address: of a screen in the app, filters included, or of an operation that gives a file.
    pub path: String,
    /// True where `path` is an operation of the API; it needs the caller's token.
    pub is_file: bool,
}

/// Rows of one call.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct AnswerTable {
    /// Which of `calls` it comes from.
    pub call_id: String,
    /// What it lists.
    pub title: String,
    /// Its columns.
    pub columns: Vec<AnswerColumn>,
    /// Its rows; at most 50.
    pub rows: Vec<AnswerRow>,
    /// How many rows there are in all, those that are not shown included.
    pub total: u64,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct AnswerColumn {
    /// Its heading.
    pub label: String,
    /// Whether it holds figures.
    pub numeric: bool,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct AnswerRow {
    /// Names the row, as `facts` refer to it.
    pub id: String,
    /// One text for each column, empty where there is nothing to show.
    pub cells: Vec<String>,
}

/// A course in time.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(rename_all = "camelCase")]
pub struct AnswerChart {
    /// Which of `calls` it comes from.
    pub call_id: String,
    /// What it shows.
    pub title: String,
    /// The lines.
    pub lines: Vec<ChartLine>,
}

/// One line of a chart.
#[derive(Clone, Debug, PartialEq, Object)]
pub struct ChartLine {
    /// What it follows.
    pub name: String,
    /// Unit of its values, such as `USD/bu`.
    pub unit: String,
    /// Oldest first.
    pub points: Vec<ChartPoint>,
}

/// One point of a line.
#[derive(Clone, Debug, PartialEq, Object)]
pub struct ChartPoint {
    /// Its day.
    pub day: NaiveDate,
    /// Its value.
    pub value: f64,
}

/// A tool that was run.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AnswerCall {
    /// Names the call within the answer.
    pub id: String,
    /// The tool's name in the registry.
    pub tool: String,
    /// Its arguments, defaults filled in.
    pub args: Any<Value>,
    /// How many source rows the figures rest on.
    pub n: u64,
    /// The day that the figures are for.
    pub as_of: NaiveDate,
    /// How the figures are computed, in a sentence.
    pub method: Option<String>,
}

/// One figure, or one name from the rows.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AnswerFact {
    /// Names the figure within the answer.
    pub id: String,
    /// What it is.
    pub label: String,
    /// `money`, `price`, `quantity`, `percent`, `change`, `points`, `measure`, `count`, `date`,
    /// `period` or `name`.
    pub kind: String,
    /// The value: a number, or a text for dates, periods and names.
    pub value: Any<Value>,
    /// Its unit.
    pub unit: Option<String>,
    /// As the texts show it.
    pub formatted: String,
    /// The rows that it comes from, as the tables name them.
    pub row_refs: Vec<String>,
}
