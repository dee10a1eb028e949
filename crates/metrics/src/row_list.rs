//! The rows behind a figure, in pages or for a file.

use crate::answer::{Answer, AnswerValue, Column};
use crate::calendar::{Calendar, Span};
use crate::catalogue::{Condition, RowColumn, RowFormat, row_columns};
use crate::plan::Plan;
use crate::query::{Query, QueryError};
use crate::sql::{Cell, ResultRows, Source, Statement};
use serde_json::Value;

/// The maximum number of rows of a file.
pub const MAX_FILE_ROWS: usize = 50_000;

/// A query of rows with the statements that answer it.
#[derive(Clone, Debug)]
pub struct RowList {
    /// Computes the totals of the rows.
    plan: Plan,
    columns: Vec<&'static RowColumn>,
    /// Rows count if one of them holds.
    conditions: Vec<Condition>,
    is_file: bool,
}

/// A page of rows, and totals over all rows.
#[derive(Clone, Debug)]
pub struct RowPage {
    pub columns: Vec<&'static RowColumn>,
    pub rows: Vec<Vec<RowValue>>,
    /// Rows on all pages.
    pub row_count: u64,
    /// The columns of `totals`: the currency or unit if they are kept apart, then the measures.
    pub total_columns: Vec<Column>,
    pub totals: Vec<Vec<AnswerValue>>,
    pub span: Option<Span>,
    pub notes: Vec<String>,
    pub next_cursor: Option<String>,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowValue {
    /// A text, or a day such as `2026-05-31`.
    Text(String),
    /// An exact number in plain notation, such as `-12.5`.
    Number(String),
    Null,
}

impl RowValue {
    /// The value as text; empty if it is missing.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::Number(text) => text,
            Self::Null => "",
        }
    }
}

impl RowList {
    /// Parses and validates a query of rows.
    pub fn parse(body: &Value, calendar: Calendar) -> Result<Self, QueryError> {
        let query = Query::parse_rows(body, calendar)?;
        let mut conditions: Vec<Condition> = Vec::new();
        for measure in &query.measures {
            for aggregate in measure.formula.aggregates() {
                if !conditions.contains(&aggregate.condition()) {
                    conditions.push(aggregate.condition());
                }
            }
        }
        Ok(Self {
            columns: row_columns(query.dataset, &query.measures),
            plan: Plan::new(query),
            conditions,
            is_file: false,
        })
    }

    /// The same for a file: all rows from the first on.
    #[must_use]
    pub fn into_file(self) -> Self {
        Self {
            is_file: true,
            ..self
        }
    }

    /// The query, with its measures.
    pub fn query(&self) -> &Query {
        self.plan.query()
    }

    /// The statements of the totals.
    pub fn plan_mut(&mut self) -> &mut Plan {
        &mut self.plan
    }

    /// First row and number of rows of the page, with one row more for files that are too long.
    fn page(&self) -> (usize, usize) {
        if self.is_file {
            (0, MAX_FILE_ROWS + 1)
        } else {
            (self.query().offset, self.query().limit)
        }
    }

    /// The statements of the rows, once the plan knows its members: their number and a page. Pass
    /// their rows to [`Self::answer`].
    pub fn statements(&self, source: &dyn Source) -> Vec<Statement> {
        let (offset, limit) = self.page();
        let context = self.plan.context(source);
        let rows = self.plan.listed_rows(&context);
        vec![
            rows.count_rows(&self.conditions),
            rows.list_rows(&self.columns, &self.conditions, offset, limit),
        ]
    }

    /// The page from the rows of the plan's statements, and of its own statements.
    pub fn answer(
        &self,
        totals: Vec<ResultRows>,
        mut own: Vec<ResultRows>,
    ) -> Result<RowPage, QueryError> {
        let rows = own.pop().unwrap_or_default();
        let count = own
            .first()
            .and_then(|rows| rows.first()?.first()?.integer());
        let row_count = usize::try_from(count.unwrap_or(0)).unwrap_or_default();
        if self.is_file && row_count > MAX_FILE_ROWS {
            return Err(QueryError::new(
                "filters",
                format!(
                    "There are {row_count} rows, and a file has at most {MAX_FILE_ROWS}. Add \
                     filters, or shorten the period."
                ),
            ));
        }
        let answer: Answer = self.plan.answer(totals)?;
        let (offset, limit) = self.page();
        let end = offset.saturating_add(limit);
        Ok(RowPage {
            columns: self.columns.clone(),
            rows: rows.into_iter().map(|row| self.read_row(row)).collect(),
            row_count: u64::try_from(row_count).unwrap_or(u64::MAX),
            total_columns: answer.columns,
            totals: answer.totals,
            span: answer.span,
            notes: answer.notes,
            next_cursor: (row_count > end).then(|| self.query().cursor_at(end)),
        })
    }

    fn read_row(&self, row: Vec<Cell>) -> Vec<RowValue> {
        let values = row.into_iter().zip(&self.columns);
        values
            .map(|(cell, column)| match (cell, column.format) {
                (Cell::Text(text), _) => RowValue::Text(text),
                (Cell::Integer(value), RowFormat::Number(decimals)) => {
                    RowValue::Number(write_scaled(value, decimals))
                }
                (Cell::Integer(value), _) => RowValue::Number(value.to_string()),
                (Cell::Null, _) => RowValue::Null,
            })
            .collect()
    }
}

/// An integer column with decimals, in plain notation without trailing zeros.
fn write_scaled(value: i64, decimals: u32) -> String {
    let scale = 10_u64.pow(decimals.min(18));
    let magnitude = value.unsigned_abs();
    let sign = if value < 0 { "-" } else { "" };
    let (whole, fraction) = (magnitude / scale, magnitude % scale);
    if fraction == 0 {
        return format!("{sign}{whole}");
    }
    let width = usize::try_from(decimals).unwrap_or_default();
    let digits = format!("{fraction:0width$}");
    format!("{sign}{whole}.{}", digits.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(body: &Value) -> Result<RowList, QueryError> {
        RowList::parse(body, Calendar::new("2026-11-23".parse().unwrap()))
    }

    fn ids(list: &RowList) -> Vec<&str> {
        list.columns.iter().map(|column| column.id).collect()
    }

    #[test]
    fn writes_exact_numbers() {
        for (value, decimals, text) in [
            (12_345, 4, "1.2345"),
            (-500, 4, "-0.05"),
            (20_000, 4, "2"),
            (7, 0, "7"),
            (i64::MIN, 8, "-92233720368.54775808"),
        ] {
            assert_eq!(write_scaled(value, decimals), text);
        }
    }

    #[test]
    fn a_measure_decides_which_rows_and_columns_are_listed() {
        let late = parse(&json!({"measures": ["late_lines"]})).unwrap();
        assert_eq!(late.conditions, [Condition::Late]);
        let margin = parse(&json!({"measures": ["gross_margin_percent"]})).unwrap();
        assert!(ids(&margin).contains(&"cost"));
        let plain = parse(&json!({"dataset": "sales"})).unwrap();
        assert!(!ids(&plain).contains(&"cost"));
        assert_eq!(plain.conditions, [Condition::Always]);
    }

    #[test]
    fn what_shapes_groups_changes_no_rows_and_conditions_on_groups_are_refused() {
        let grouped = json!({
            "measures": ["revenue"], "dimensions": ["item", "month"], "derive": ["share"],
            "period": {"preset": "this_year"}, "compare": "previous_year",
            "order": [{"by": "revenue"}],
        });
        assert!(parse(&grouped).unwrap().query().dimensions.is_empty());
        for (body, path) in [
            (json!({"measures": ["revenue"], "topPer": {}}), "topPer"),
            (json!({"dataset": "sales", "having": []}), "having"),
            (json!({}), "dataset"),
            (json!({"dataset": "sale"}), "dataset"),
            (json!({"measures": ["spend", "late_lines"]}), "measures"),
            (json!({"dataset": "sales", "rows": 1}), "rows"),
            (json!({"dataset": "sales", "cursor": "5"}), "cursor"),
            (
                json!({"dataset": "sales", "dimensions": ["x"]}),
                "dimensions[0]",
            ),
        ] {
            assert_eq!(parse(&body).unwrap_err().path, path, "{body}");
        }
    }

    #[test]
    fn files_that_are_too_long_are_refused() {
        let list = parse(&json!({"dataset": "sales"})).unwrap();
        let count = |count: i64| vec![vec![vec![Cell::Integer(count)]], Vec::new()];
        let page = list.answer(vec![Vec::new()], count(60)).unwrap();
        assert_eq!(page.row_count, 60);
        assert!(
            page.next_cursor
                .is_some_and(|cursor| cursor.starts_with("50."))
        );
        let file = list.into_file();
        assert!(file.answer(vec![Vec::new()], count(60)).is_ok());
        let refused = file.answer(vec![Vec::new()], count(50_001)).unwrap_err();
        assert_eq!(refused.path, "filters");
    }
}
