//! Runs the metric queries of a question and describes their figures: the text, tables and charts
//! of the answer, with every figure as a fact.

mod data_period;
mod figure_text;

use super::answer_parts::AnswerParts;
use super::question_planner::Confidence;
use super::tool_context::ToolContext;
use super::wire::{
    AnswerCall, AnswerChart, AnswerColumn, AnswerFact, AnswerRow, AnswerTable, ChartLine,
    ChartPoint,
};
use crate::auth::PermissionError;
use crate::features::metrics::{MetricError, QueryAccess, answer_query, query_calendar};
use chrono::NaiveDate;
pub(super) use data_period::end_with_data;
use figure_text::{describe_span, format_value, parse_number};
use metrics::{Answer, AnswerValue, Column, ColumnRole, Kind, Query, describe_conditions};
use poem_openapi::types::Any;
use questions::{Direction, Explanation, Reading};
use serde_json::{Value, json};

/// The maximum number of rows of a table.
const MAX_TABLE_ROWS: usize = 50;
/// Contributions that the text of an explanation names.
const MAX_NAMED_CONTRIBUTIONS: usize = 3;
const MAX_CHART_LINES: usize = 8;

/// Why metric queries have no answer.
pub(super) enum MetricQuestionError {
    Permission(PermissionError),
    Metric(MetricError),
}

impl From<MetricError> for MetricQuestionError {
    fn from(error: MetricError) -> Self {
        match error {
            MetricError::Permission(error) => Self::Permission(error),
            other => Self::Metric(other),
        }
    }
}

/// Answers the queries of a reading.
pub(super) async fn answer_reading(
    context: &ToolContext<'_>,
    reading: &Reading,
) -> Result<AnswerParts, MetricQuestionError> {
    let mut writer = Writer {
        as_of: context.as_of(),
        parts: AnswerParts::default(),
    };
    for asked in &reading.queries {
        let query = &end_with_data(context, asked)?;
        let answer = run_query(context, query).await?;
        writer.add_query(query, &answer);
        if let Some(explanation) = &reading.explanation {
            writer.add_change(&answer, explanation);
            for dimension in &explanation.dimensions {
                let by_member = contribution_query(query, dimension);
                let members = run_query(context, &by_member).await?;
                writer.add_contributions(&by_member, &members);
            }
        } else {
            writer.add_figures(query, &answer);
        }
        writer.add_reading(query, &answer);
    }
    Ok(writer.parts)
}

async fn run_query(
    context: &ToolContext<'_>,
    query: &Value,
) -> Result<Answer, MetricQuestionError> {
    let parsed = Query::parse(query, query_calendar(context.scope)).map_err(MetricError::Query)?;
    let right =
        QueryAccess::require(context.scope, &parsed).map_err(MetricQuestionError::Permission)?;
    let db = context.rolled_up_db().await.map_err(MetricError::Db)?;
    Ok(answer_query(&db, parsed, right).await?)
}

/// The change of each member, the largest in either direction first.
fn contribution_query(query: &Value, dimension: &str) -> Value {
    let mut by_member = query.clone();
    if let Some(object) = by_member.as_object_mut() {
        object.insert("dimensions".to_owned(), json!([dimension]));
        object.insert("limit".to_owned(), json!(1_000));
    }
    by_member
}

struct Writer {
    as_of: NaiveDate,
    parts: AnswerParts,
}

impl Writer {
    fn call_id(&self) -> String {
        format!("c{}", self.parts.calls.len())
    }

    fn push_call(&mut self, query: &Value, answer: &Answer) {
        let id = format!("c{}", self.parts.calls.len() + 1);
        self.parts.source_rows += answer.source_rows;
        self.parts.calls.push(AnswerCall {
            id,
            tool: "query_metrics".to_owned(),
            args: Any(query.clone()),
            n: answer.source_rows,
            as_of: self.as_of,
            method: None,
        });
    }

    fn add_query(&mut self, query: &Value, answer: &Answer) {
        self.push_call(query, answer);
    }

    fn push_fact(
        &mut self,
        label: &str,
        column: &Column,
        value: &AnswerValue,
        row_refs: Vec<String>,
    ) -> String {
        let formatted = format_value(column, value);
        let json = match value {
            AnswerValue::Text(text) => Value::from(text.clone()),
            AnswerValue::Integer(number) => Value::from(*number),
            AnswerValue::Number(number) => Value::from(*number),
            AnswerValue::Null => Value::Null,
        };
        let id = format!("f{}", self.parts.facts.len() + 1);
        self.parts.facts.push(AnswerFact {
            id,
            label: label.to_owned(),
            kind: figure_text::kind_name(column).to_owned(),
            value: Any(json),
            unit: column.unit.clone(),
            formatted: formatted.clone(),
            row_refs,
        });
        formatted
    }

    /// The figures: totals in the text, rows in a table.
    fn add_figures(&mut self, query: &Value, answer: &Answer) {
        let dimensions = own_dimensions(query);
        let columns = &answer.columns;
        let has_data = answer.totals.iter().any(|row| {
            row.iter().zip(columns).any(|(value, column)| {
                column.role == ColumnRole::Measure && *value != AnswerValue::Null
            })
        });
        if answer.rows.is_empty() || (!has_data && answer.source_rows == 0) {
            self.parts.has_no_data |= answer.source_rows == 0;
            let label = measure_labels(columns).to_lowercase();
            self.parts
                .sentences
                .push(format!("None: no rows match this question about {label}."));
            return;
        }
        if dimensions.is_empty() {
            for row in &answer.rows {
                let sentence = self.describe_row(columns, row);
                self.parts.sentences.push(sentence);
            }
            return;
        }
        let lead = self.add_table(query, answer);
        self.parts.sentences.extend(lead);
        if answer.totals.len() == 1 && answer.row_count > 1 {
            let is_total = |column: &&Column| column.role == ColumnRole::Measure;
            let measured: Vec<Column> = columns.iter().filter(is_total).cloned().collect();
            let total = answer.totals.first().cloned().unwrap_or_default();
            let values: Vec<AnswerValue> = total
                .iter()
                .zip(columns)
                .filter(|(_, column)| column.role == ColumnRole::Measure)
                .map(|(value, _)| value.clone())
                .collect();
            let has_limit = query.get("having").is_some() || query.get("limit").is_some();
            if !has_limit {
                let sentence = self.describe_row(&measured, &values);
                self.parts
                    .insights
                    .push(format!("All together: {sentence}"));
            }
        }
        self.add_chart(query, answer);
    }

    /// `Spend: $5,000.00, compared with $4,000.00 (+$1,000.00, +25%).`
    fn describe_row(&mut self, columns: &[Column], row: &[AnswerValue]) -> String {
        let mut labels: Vec<String> = Vec::new();
        let mut texts: Vec<String> = Vec::new();
        for (column, value) in columns.iter().zip(row) {
            match column.role {
                ColumnRole::Dimension => labels.push(format_value(column, value)),
                ColumnRole::Measure | ColumnRole::Derived => {
                    let label = column.label.clone();
                    let text = self.push_fact(&label, column, value, Vec::new());
                    texts.push(format!("{label}: {text}"));
                }
                ColumnRole::Compare => {
                    let label = column.label.clone();
                    let text = self.push_fact(&label, column, value, Vec::new());
                    let last = texts.last_mut();
                    if let Some(last) = last {
                        if column.id.ends_with(".compare") {
                            last.push_str(&format!(", compared with {text}"));
                        } else if column.id.ends_with(".change") {
                            last.push_str(&format!("; change {text}"));
                        } else {
                            last.push_str(&format!(" ({text})"));
                        }
                    }
                }
            }
        }
        let prefix = if labels.is_empty() {
            String::new()
        } else {
            format!("{}, ", labels.join(", "))
        };
        format!("{prefix}{}.", texts.join("; "))
    }

    /// Adds the rows as a table and returns the sentences about them.
    fn add_table(&mut self, query: &Value, answer: &Answer) -> Vec<String> {
        let call = self.call_id();
        let columns = &answer.columns;
        let mut rows = Vec::new();
        for (index, row) in answer.rows.iter().take(MAX_TABLE_ROWS).enumerate() {
            let id = format!("{call}.r{}", index + 1);
            let labels: Vec<String> = columns
                .iter()
                .zip(row)
                .filter(|(column, _)| column.role == ColumnRole::Dimension)
                .map(|(column, value)| format_value(column, value))
                .collect();
            let name = labels.join(", ");
            let mut cells = Vec::new();
            for (column, value) in columns.iter().zip(row) {
                let label = match column.role {
                    ColumnRole::Dimension => column.label.clone(),
                    _ => format!("{} of {name}", column.label),
                };
                cells.push(self.push_fact(&label, column, value, vec![id.clone()]));
            }
            rows.push(AnswerRow { id, cells });
        }
        let title = describe_title(query, columns);
        let mut sentences = Vec::new();
        if let Some(first) = rows.first() {
            let labels: Vec<&str> = columns.iter().map(|column| column.label.as_str()).collect();
            let texts: Vec<String> = first
                .cells
                .iter()
                .zip(&labels)
                .map(|(cell, label)| format!("{label} {cell}"))
                .collect();
            sentences.push(if answer.row_count == 1 {
                format!("{title}: {}.", texts.join(", "))
            } else {
                format!(
                    "{title}: {} rows, first {}.",
                    self.count_fact("Rows", answer.row_count),
                    texts.join(", ")
                )
            });
        }
        if !answer.incomplete.is_empty() {
            let days: Vec<String> = answer.incomplete.iter().map(ToString::to_string).collect();
            let days = days.join(", ");
            self.parts
                .insights
                .push(format!("Not complete yet: {days}."));
            self.parts.push_period("Not complete yet", days);
        }
        self.parts.tables.push(AnswerTable {
            call_id: call,
            title,
            columns: columns
                .iter()
                .map(|column| AnswerColumn {
                    label: column.label.clone(),
                    numeric: column.role != ColumnRole::Dimension,
                })
                .collect(),
            rows,
            total: u64::try_from(answer.row_count).unwrap_or(u64::MAX),
        });
        sentences
    }

    fn count_fact(&mut self, label: &str, count: usize) -> String {
        let column = Column {
            id: "count".to_owned(),
            label: label.to_owned(),
            kind: Kind::Count,
            unit: None,
            role: ColumnRole::Measure,
        };
        let value = AnswerValue::Integer(i64::try_from(count).unwrap_or(i64::MAX));
        self.push_fact(label, &column, &value, Vec::new())
    }

    /// A line for each member over time.
    fn add_chart(&mut self, query: &Value, answer: &Answer) {
        let is_date =
            |column: &Column| column.role == ColumnRole::Dimension && column.kind == Kind::Date;
        let Some(time) = answer.columns.iter().position(is_date) else {
            return;
        };
        if self.parts.chart.is_some() || answer.row_count < 2 {
            return;
        }
        let Some(measure) = answer
            .columns
            .iter()
            .position(|column| column.role == ColumnRole::Measure)
        else {
            return;
        };
        let mut lines: Vec<ChartLine> = Vec::new();
        for row in &answer.rows {
            let name: Vec<String> = answer
                .columns
                .iter()
                .zip(row)
                .enumerate()
                .filter(|(index, (column, _))| {
                    *index != time && column.role == ColumnRole::Dimension
                })
                .map(|(_, (column, value))| format_value(column, value))
                .collect();
            let column = answer.columns.get(measure);
            let name = if name.is_empty() {
                column.map_or_else(String::new, |column| column.label.clone())
            } else {
                name.join(", ")
            };
            let day = match row.get(time) {
                Some(AnswerValue::Text(text)) => text.parse::<NaiveDate>().ok(),
                _ => None,
            };
            let value = row.get(measure).and_then(parse_number);
            let (Some(day), Some(value)) = (day, value) else {
                continue;
            };
            let point = ChartPoint { day, value };
            let has_room = lines.len() < MAX_CHART_LINES;
            match lines.iter_mut().find(|line| line.name == name) {
                Some(line) => line.points.push(point),
                None if has_room => lines.push(ChartLine {
                    name,
                    unit: column.and_then(|one| one.unit.clone()).unwrap_or_default(),
                    points: vec![point],
                }),
                None => {}
            }
        }
        if !lines.is_empty() {
            self.parts.chart = Some(AnswerChart {
                call_id: self.call_id(),
                title: describe_title(query, &answer.columns),
                lines,
            });
        }
    }

    /// How a figure moved between the periods, and whether it moved as presumed.
    fn add_change(&mut self, answer: &Answer, explanation: &Explanation) {
        for row in &answer.rows {
            let find = |suffix: &str| {
                answer
                    .columns
                    .iter()
                    .zip(row)
                    .find(|(column, _)| match suffix {
                        "" => column.role == ColumnRole::Measure,
                        _ => column.id.ends_with(suffix),
                    })
                    .map(|(column, value)| (column.clone(), value.clone()))
            };
            let (Some(now), Some(before), Some(change)) =
                (find(""), find(".compare"), find(".change"))
            else {
                continue;
            };
            let label = now.0.label.clone();
            let now_text = self.push_fact(&label, &now.0, &now.1, Vec::new());
            let before_label = before.0.label.clone();
            let before_text = self.push_fact(&before_label, &before.0, &before.1, Vec::new());
            let change_label = change.0.label.clone();
            let change_text = self.push_fact(&change_label, &change.0, &change.1, Vec::new());
            let moved = parse_number(&change.1).unwrap_or(0.0);
            let verb = if moved > 0.0 {
                "rose"
            } else if moved < 0.0 {
                "fell"
            } else {
                "did not change"
            };
            let is_presumed = match explanation.presumed {
                Some(Direction::Up) => moved > 0.0,
                Some(Direction::Down) => moved < 0.0,
                None => true,
            };
            let figures = if moved == 0.0 {
                format!("{label} did not change: {now_text}.")
            } else {
                format!("from {before_text} to {now_text}, a change of {change_text}.")
            };
            self.parts.sentences.push(match explanation.presumed {
                _ if moved == 0.0 => figures,
                Some(Direction::Up) if !is_presumed => {
                    format!("{label} did not rise: it {verb} {figures}")
                }
                Some(Direction::Down) if !is_presumed => {
                    format!("{label} did not fall: it {verb} {figures}")
                }
                _ => format!("{label} {verb} {figures}"),
            });
        }
    }

    /// The members that changed most, in the direction of the whole.
    fn add_contributions(&mut self, query: &Value, answer: &Answer) {
        let columns = &answer.columns;
        let Some(change) = columns
            .iter()
            .position(|column| column.id.ends_with(".change"))
        else {
            return;
        };
        let total: f64 = answer
            .totals
            .iter()
            .filter_map(|row| row.get(change).and_then(parse_number))
            .sum();
        let mut sorted = answer.clone();
        sorted.rows.sort_by(|a, b| {
            let figure =
                |row: &[AnswerValue]| row.get(change).and_then(parse_number).unwrap_or(0.0);
            let (a, b) = (figure(a), figure(b));
            let order = b.total_cmp(&a);
            if total < 0.0 { order.reverse() } else { order }
        });
        self.push_call(query, &sorted);
        self.add_table(query, &sorted);
        let label = columns
            .first()
            .map_or_else(String::new, |column| column.label.to_lowercase());
        let named: Vec<String> = sorted
            .rows
            .iter()
            .take(MAX_NAMED_CONTRIBUTIONS)
            .filter_map(|row| {
                let name = format_value(columns.first()?, row.first()?);
                Some(format!(
                    "{name} ({})",
                    format_value(columns.get(change)?, row.get(change)?)
                ))
            })
            .collect();
        if !named.is_empty() {
            self.parts.sentences.push(format!(
                "Largest contributions by {label}: {}.",
                named.join(", ")
            ));
        }
    }

    /// What was computed: measure, filters and days.
    fn add_reading(&mut self, query: &Value, answer: &Answer) {
        let mut texts = vec![measure_labels(&answer.columns).to_lowercase()];
        texts.extend(describe_conditions(query, &answer.columns));
        if let Some(span) = answer.span {
            texts.push(describe_span(span));
        }
        if let Some(span) = answer.compared_span {
            texts.push(format!("compared with {}", describe_span(span)));
        }
        let text = texts.join("; ");
        self.parts.push_period("Reading", text.clone());
        self.parts.readings.push(text);
    }
}

fn own_dimensions(query: &Value) -> Vec<&str> {
    let list = query.get("dimensions").and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn measure_labels(columns: &[Column]) -> String {
    let labels: Vec<&str> = columns
        .iter()
        .filter(|column| column.role == ColumnRole::Measure)
        .map(|column| column.label.as_str())
        .collect();
    labels.join(" and ")
}

fn describe_title(query: &Value, columns: &[Column]) -> String {
    let own = own_dimensions(query).len();
    let by: Vec<String> = columns
        .iter()
        .filter(|column| column.role == ColumnRole::Dimension)
        .take(own)
        .map(|column| column.label.to_lowercase())
        .collect();
    format!("{} by {}", measure_labels(columns), by.join(" and "))
}

/// The confidence of a reading.
pub(super) fn reading_confidence(
    reading: &Reading,
    is_exact: bool,
    parts: &AnswerParts,
) -> Confidence {
    if parts.has_no_data {
        return Confidence::Low;
    }
    let is_certain = is_exact
        && reading.is_measure_named
        && reading.assumptions.is_empty()
        && reading.unused.is_empty();
    if is_certain {
        Confidence::High
    } else {
        Confidence::Medium
    }
}
