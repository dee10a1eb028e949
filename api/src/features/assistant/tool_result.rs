//! Result of a tool call or a metric query: sentences, tables and charts, with all figures on the answer's fact
//! sheet.
//!
//! Sentences are templates over facts ([`super::fact_sheet`]), so that no other figure can reach
//! the reader.

use super::fact_sheet::FactId;
use super::question_planner::Doubt;
use super::tool_registry::{ToolCall, ToolName};
use chrono::NaiveDate;
use serde_json::Value;
use std::borrow::Cow;

/// Maximum number of rows in a table, regardless of the requested limit.
pub const MAX_TABLE_ROWS: usize = 50;

/// What a result comes from.
#[derive(Clone, Debug)]
pub enum ResultSource {
    /// A call of a tool.
    Tool(ToolCall),
    /// A metric query, as JSON.
    Metrics(Value),
}

/// Result of one tool call or metric query.
#[derive(Clone, Debug)]
pub struct ToolResult {
    /// Id within the answer: `c1`.
    pub id: String,
    pub source: ResultSource,
    /// The metric query that computed the figures, if it was one.
    pub query: Option<Value>,
    /// Templates of the answer's sentences, most important first.
    pub sentences: Vec<String>,
    /// Templates of notable findings.
    pub insights: Vec<String>,
    /// Templates of recommended actions.
    pub actions: Vec<String>,
    /// Rows behind the figures.
    pub table: Option<Table>,
    /// Time series behind the figures.
    pub chart: Option<Chart>,
    /// Pages that show the same figures, and files.
    pub links: Vec<Link>,
    /// Doubts from running the call: no rows, too few rows, stale data.
    pub doubts: Vec<Doubt>,
    /// Number of source rows that the figures are based on.
    pub source_row_count: u64,
    /// How the figures are computed.
    pub method: Option<&'static str>,
    row_count: usize,
}

/// A table. Cells are facts, so that readers can trace them as they can trace sentences.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub title: Cow<'static, str>,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Number of rows including those not shown.
    pub total: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub label: Cow<'static, str>,
    pub numeric: bool,
}

#[derive(Clone, Debug)]
pub struct Row {
    /// Id that facts refer to: `c1.r3`.
    pub id: String,
    /// One cell for each column; none where a cell is empty.
    pub cells: Vec<Option<FactId>>,
}

/// Lines over time.
#[derive(Clone, Debug)]
pub struct Chart {
    pub title: Cow<'static, str>,
    pub lines: Vec<Line>,
}

#[derive(Clone, Debug)]
pub struct Line {
    pub name: String,
    pub unit: String,
    /// Oldest first.
    pub points: Vec<(NaiveDate, f64)>,
}

/// A page of the app, or a file to download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub label: &'static str,
    /// Path including filters.
    pub path: String,
    pub is_file: bool,
}

impl Column {
    /// A text column.
    pub const fn for_text(label: &'static str) -> Self {
        Self {
            label: Cow::Borrowed(label),
            numeric: false,
        }
    }

    /// A numeric column.
    pub const fn for_numbers(label: &'static str) -> Self {
        Self {
            label: Cow::Borrowed(label),
            numeric: true,
        }
    }
}

impl ToolResult {
    /// Creates an empty result; `index` is its zero-based position in the answer.
    pub fn new(index: usize, source: ResultSource) -> Self {
        Self {
            id: format!("c{}", index + 1),
            source,
            query: None,
            sentences: Vec::new(),
            insights: Vec::new(),
            actions: Vec::new(),
            table: None,
            chart: None,
            links: Vec::new(),
            doubts: Vec::new(),
            source_row_count: 0,
            method: None,
            row_count: 0,
        }
    }

    /// The tool that was called, if it was one.
    pub fn tool(&self) -> Option<ToolName> {
        match &self.source {
            ResultSource::Tool(call) => Some(call.tool),
            ResultSource::Metrics(_) => None,
        }
    }

    /// Returns the id of the next table row, for facts to refer to.
    pub fn next_row_id(&mut self) -> String {
        self.row_count += 1;
        format!("{}.r{}", self.id, self.row_count)
    }

    /// Adds a sentence that there is no data; the confidence becomes Low.
    pub fn push_no_data(&mut self, sentence: impl Into<String>) {
        self.sentences.push(sentence.into());
        self.doubts.push(Doubt::NoData);
    }

    /// Adds a sentence.
    pub fn push_sentence(&mut self, sentence: impl Into<String>) {
        self.sentences.push(sentence.into());
    }

    /// Adds a page that shows the same figures.
    pub fn add_link(&mut self, label: &'static str, path: impl Into<String>) {
        self.links.push(Link {
            label,
            path: path.into(),
            is_file: false,
        });
    }

    /// Adds a file that an API operation returns.
    pub fn add_file(&mut self, label: &'static str, path: impl Into<String>) {
        self.links.push(Link {
            label,
            path: path.into(),
            is_file: true,
        });
    }
}
