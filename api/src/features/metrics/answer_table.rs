//! Answers as tables of reports and files.

use metrics::{Answer, AnswerValue, Column, Kind};
use report_content::{Cell, CellKind, ReportColumn, ReportTable};

/// The rows of an answer. Labels have the unit of their figures.
pub fn to_report_table(answer: Answer) -> ReportTable {
    ReportTable {
        columns: answer.columns.iter().map(to_column).collect(),
        total_rows: answer.row_count,
        rows: answer
            .rows
            .into_iter()
            .map(|row| row.into_iter().map(to_cell).collect())
            .collect(),
    }
}

fn to_column(listed: &Column) -> ReportColumn {
    let unit = match (listed.unit.as_deref(), listed.kind) {
        (None, Kind::Percent) => Some("%"),
        (unit, _) => unit,
    };
    let label = &listed.label;
    ReportColumn {
        label: unit.map_or_else(|| label.clone(), |unit| format!("{label} ({unit})")),
        kind: match listed.kind {
            Kind::Text => CellKind::Text,
            Kind::Date => CellKind::Date,
            _ => CellKind::Number,
        },
    }
}

fn to_cell(value: AnswerValue) -> Cell {
    match value {
        AnswerValue::Text(text) => Cell::Text(text),
        AnswerValue::Number(number) => Cell::Number(number),
        AnswerValue::Integer(number) => {
            number.to_string().parse().map_or(Cell::Empty, Cell::Number)
        }
        AnswerValue::Null => Cell::Empty,
    }
}
