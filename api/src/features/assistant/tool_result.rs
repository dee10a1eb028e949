//! What one call found: sentences, rows and figures, every figure a fact of the answer's sheet.
//!
//! Sentences are templates over facts ([`super::facts`]): a figure that is no fact never reaches a
//! reader.

use super::fact_sheet::FactId;
use super::question_planner::Doubt;
use super::tool_registry::ToolCall;
use chrono::NaiveDate;

/// Rows that a table shows at most, whatever was asked for.
pub const MAX_TABLE_ROWS: usize = 50;

/// What a call found.
#[derive(Clone, Debug)]
pub struct ToolResult {
    /// Names the call within its answer: `c1`.
    pub id: String,
    /// What was run.
    pub call: ToolCall,
    /// The answer: sentences, the most important one first.
    pub sentences: Vec<String>,
    /// What stands out.
    pub insights: Vec<String>,
    /// What could be done about it.
    pub actions: Vec<String>,
    /// The rows behind it.
    pub table: Option<Table>,
    /// The course in time behind it.
    pub chart: Option<Chart>,
    /// Screens that show the same figures.
    pub links: Vec<Link>,
    /// What running it brought to light: no rows, too few, old ones.
    pub doubts: Vec<Doubt>,
    /// Source rows that the figures rest on.
    pub source_row_count: u64,
    /// How the figures are computed.
    pub method: Option<&'static str>,
    row_count: usize,
}

/// Rows with a heading for each column. Cells are facts, so that what a table shows can be traced
/// like what a sentence says.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub title: &'static str,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Rows that there are, those not shown included.
    pub total: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub label: &'static str,
    pub numeric: bool,
}

#[derive(Clone, Debug)]
pub struct Row {
    /// As facts refer to it: `c1.r3`.
    pub id: String,
    /// One for each column; none where there is nothing to show.
    pub cells: Vec<Option<FactId>>,
}

/// Lines over days.
#[derive(Clone, Debug)]
pub struct Chart {
    pub title: &'static str,
    pub lines: Vec<Line>,
}

#[derive(Clone, Debug)]
pub struct Line {
    pub name: String,
    pub unit: String,
    /// Oldest first.
    pub points: Vec<(NaiveDate, f64)>,
}

/// A screen of the app, or a file to download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub label: &'static str,
    /// Its address, filters included.
    pub path: String,
    pub is_file: bool,
}

impl Column {
    /// A column of words.
    pub const fn for_text(label: &'static str) -> Self {
        Self {
            label,
            numeric: false,
        }
    }

    /// A column of figures.
    pub const fn for_numbers(label: &'static str) -> Self {
        Self {
            label,
            numeric: true,
        }
    }
}

impl ToolResult {
    /// Nothing found yet; `place` is the call's place in the answer, the first is 0.
    pub fn new(place: usize, call: &ToolCall) -> Self {
        Self {
            id: format!("c{}", place + 1),
            call: call.clone(),
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

    /// The name of the next row, for facts to refer to.
    pub fn next_row_id(&mut self) -> String {
        self.row_count += 1;
        format!("{}.r{}", self.id, self.row_count)
    }

    /// Says that there are no rows to answer from; the badge becomes Low.
    pub fn push_no_data(&mut self, says: impl Into<String>) {
        self.sentences.push(says.into());
        self.doubts.push(Doubt::NoData);
    }

    /// Adds a sentence.
    pub fn push_sentence(&mut self, says: impl Into<String>) {
        self.sentences.push(says.into());
    }

    /// Adds a screen that shows the same figures.
    pub fn add_link(&mut self, label: &'static str, path: impl Into<String>) {
        self.links.push(Link {
            label,
            path: path.into(),
            is_file: false,
        });
    }

    /// Adds a file that an operation of the API gives.
    pub fn add_file(&mut self, label: &'static str, path: impl Into<String>) {
        self.links.push(Link {
            label,
            path: path.into(),
            is_file: true,
        });
    }
}
