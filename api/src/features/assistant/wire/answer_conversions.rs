//! Converts facts, tables, charts and calls to their wire types.

use super::{
    AnswerBinding, AnswerBindingState, AnswerCall, AnswerChart, AnswerColumn, AnswerConfidence,
    AnswerDisposition, AnswerFact, AnswerLink, AnswerPart, AnswerPartKind, AnswerRow, AnswerTable,
    ChartLine, ChartPoint,
};
use crate::features::assistant::fact_sheet::{Fact, FactSheet};
use crate::features::assistant::question_planner::{Confidence, Disposition};
use crate::features::assistant::tool_result::{
    Chart, Link, MAX_TABLE_ROWS, ResultSource, Table, ToolResult,
};
use chrono::NaiveDate;
use poem_openapi::types::Any;
use questions::{BindingState, QueryPart, QueryPartKind};
use serde_json::Value;

impl From<Confidence> for AnswerConfidence {
    fn from(confidence: Confidence) -> Self {
        match confidence {
            Confidence::High => Self::High,
            Confidence::Medium => Self::Medium,
            Confidence::Low => Self::Low,
        }
    }
}

impl From<Disposition> for AnswerDisposition {
    fn from(disposition: Disposition) -> Self {
        match disposition {
            Disposition::Answer => Self::Answer,
            Disposition::Clarify => Self::Clarify,
            Disposition::Refuse => Self::Refuse,
        }
    }
}

impl From<&questions::Binding> for AnswerBinding {
    fn from(binding: &questions::Binding) -> Self {
        Self {
            word: binding.word.clone(),
            state: match binding.state {
                BindingState::Bound => AnswerBindingState::Bound,
                BindingState::Assumed => AnswerBindingState::Assumed,
                BindingState::Unused => AnswerBindingState::Unused,
            },
            part: binding.part.to_owned(),
        }
    }
}

impl From<&QueryPart> for AnswerPart {
    fn from(part: &QueryPart) -> Self {
        Self {
            kind: match part.kind {
                QueryPartKind::Measure => AnswerPartKind::Measure,
                QueryPartKind::Breakdown => AnswerPartKind::Breakdown,
                QueryPartKind::Filter => AnswerPartKind::Filter,
                QueryPartKind::Threshold => AnswerPartKind::Threshold,
                QueryPartKind::Order => AnswerPartKind::Order,
                QueryPartKind::Period => AnswerPartKind::Period,
                QueryPartKind::Comparison => AnswerPartKind::Comparison,
            },
            text: part.text.clone(),
            clear: part.clear.clone(),
        }
    }
}

impl From<&Fact> for AnswerFact {
    fn from(fact: &Fact) -> Self {
        Self {
            id: fact.id.name(),
            label: fact.label.clone(),
            kind: fact.kind.as_str().to_owned(),
            value: Any(fact.to_json_value()),
            unit: fact.unit.clone(),
            formatted: fact.formatted.clone(),
            row_refs: fact.row_refs.clone(),
        }
    }
}

impl From<&Link> for AnswerLink {
    fn from(link: &Link) -> Self {
        Self {
            label: link.label.to_owned(),
            path: link.path.clone(),
            is_file: link.is_file,
        }
    }
}

impl AnswerCall {
    /// Converts a tool result to the call that it comes from.
    pub fn from_result(result: &ToolResult, as_of: NaiveDate) -> Self {
        let (tool, args) = match &result.source {
            ResultSource::Tool(call) => (call.tool.as_str(), Value::Object(call.args_to_json())),
            ResultSource::Metrics(query) => ("query_metrics", query.clone()),
        };
        Self {
            id: result.id.clone(),
            tool: tool.to_owned(),
            args: Any(args),
            n: result.source_row_count,
            as_of,
            method: result.method.map(str::to_owned),
        }
    }
}

impl AnswerTable {
    /// Converts a table; its cells are rendered from the fact sheet.
    pub fn from_table(call_id: &str, table: &Table, sheet: &FactSheet) -> Self {
        let text = |cell: &Option<_>| {
            cell.and_then(|id| sheet.get(id))
                .map_or_else(String::new, |fact| fact.formatted.clone())
        };
        let rows = table.rows.iter().take(MAX_TABLE_ROWS);
        Self {
            call_id: call_id.to_owned(),
            title: table.title.to_string(),
            columns: table
                .columns
                .iter()
                .map(|column| AnswerColumn {
                    label: column.label.to_string(),
                    numeric: column.numeric,
                })
                .collect(),
            rows: rows
                .map(|row| AnswerRow {
                    id: row.id.clone(),
                    cells: row.cells.iter().map(text).collect(),
                })
                .collect(),
            total: table.total as u64,
        }
    }
}

impl AnswerChart {
    /// Converts a chart.
    pub fn from_chart(call_id: &str, chart: &Chart) -> Self {
        let line = |line: &crate::features::assistant::tool_result::Line| ChartLine {
            name: line.name.clone(),
            unit: line.unit.clone(),
            points: line
                .points
                .iter()
                .map(|&(day, value)| ChartPoint { day, value })
                .collect(),
        };
        Self {
            call_id: call_id.to_owned(),
            title: chart.title.to_string(),
            lines: chart.lines.iter().map(line).collect(),
        }
    }
}
