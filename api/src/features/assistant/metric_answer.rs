//! Runs the metric queries of a question and describes their figures.

mod change_description;
mod data_period;
mod description;
mod figure_text;

use super::fact_sheet::FactSheet;
use super::metric_answer_cache::AnswerKey;
use super::period::format_day;
use super::question_planner::{Confidence, Doubt};
use super::tool_context::{ToolContext, ToolError};
use super::tool_result::{ResultSource, ToolResult};
use crate::db::RolledUpDb;
use crate::features::metrics::{MetricError, QueryAccess, answer_query, query_calendar};
use change_description::{describe_change, describe_contributions};
pub(super) use data_period::end_with_data;
pub(super) use description::{Description, add_value};
pub(super) use figure_text::describe_span;
use metrics::{Answer, Query, describe_conditions};
use questions::Reading;
use serde_json::{Value, json};

/// Answers the queries of a reading, each with a result.
pub(super) async fn answer_reading(
    context: &ToolContext<'_>,
    reading: &Reading,
    sheet: &mut FactSheet,
) -> Result<Vec<ToolResult>, ToolError> {
    let db = context.rolled_up_db().await?;
    let mut results: Vec<ToolResult> = Vec::new();
    let mut readings = Vec::new();
    for asked in &reading.queries {
        let query = end_with_data(context, asked)?;
        let answer = run_query(context, &db, &query).await?;
        let mut result = start_result(results.len(), &query, &answer);
        if let Some(explanation) = &reading.explanation {
            describe_change(&answer, explanation, sheet, &mut result);
            results.push(result);
            for dimension in &explanation.dimensions {
                let by_member = contribution_query(&query, dimension);
                let members = run_query(context, &db, &by_member).await?;
                let mut result = start_result(results.len(), &by_member, &members);
                describe_contributions(&by_member, &members, sheet, &mut result);
                results.push(result);
            }
        } else {
            // Several answers say what each of them is about.
            let conditions = describe_conditions(&query, &answer.columns).join("; ");
            let scope = if reading.queries.len() > 1 && !conditions.is_empty() {
                format!(" ({})", sheet.quote("Of", &conditions))
            } else {
                String::new()
            };
            Description::new(&query, &answer)
                .over(&scope)
                .counting_rows(reading.counts_rows)
                .write(sheet, &mut result);
            results.push(result);
        }
        readings.push(describe_reading(&query, &answer, sheet));
    }
    if let Some(last) = results.last_mut() {
        last.push_sentence(format!("Reading: {}.", readings.join(" / ")));
    }
    Ok(results)
}

/// Runs a query with the caller's permissions.
pub(super) async fn run_query(
    context: &ToolContext<'_>,
    db: &RolledUpDb,
    query: &Value,
) -> Result<Answer, ToolError> {
    let parsed = parse_query(context, query)?;
    let right = QueryAccess::require(context.scope, &parsed)?;
    let key = AnswerKey::new(context.scope, db, query);
    if let Some(known) = context.answers.find(&key).await {
        return Ok((*known).clone());
    }
    let answer = answer_query(db, parsed, right).await?;
    context.answers.store(key, &answer).await;
    Ok(answer)
}

/// Parses a query with the organization's calendar.
pub(super) fn parse_query(context: &ToolContext<'_>, query: &Value) -> Result<Query, MetricError> {
    Ok(Query::parse(query, query_calendar(context.scope))?)
}

fn start_result(index: usize, query: &Value, answer: &Answer) -> ToolResult {
    let mut result = ToolResult::new(index, ResultSource::Metrics(query.clone()));
    result.source_row_count = answer.source_rows;
    result.query = Some(query.clone());
    result
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

/// What was computed: measure, filters and days.
fn describe_reading(query: &Value, answer: &Answer, sheet: &mut FactSheet) -> String {
    let mut texts = vec![description::measure_labels(&answer.columns).to_lowercase()];
    texts.extend(describe_conditions(query, &answer.columns));
    if let Some(span) = answer.span {
        texts.push(describe_span(span));
    }
    if let Some(span) = answer.compared_span {
        texts.push(format!("compared with {}", describe_span(span)));
    }
    sheet.add_period("Reading", &texts.join("; ")).to_string()
}

/// Adds what was assumed, taken from an earlier question, corrected and not used, and how old the
/// data is.
pub(super) fn push_explanations(
    reading: &Reading,
    corrections: &[(String, String)],
    is_follow_up: bool,
    stale: Option<&Doubt>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    if !reading.assumptions.is_empty() {
        let assumed = sheet.add_period("Assumed", &reading.assumptions.join("; "));
        result.push_sentence(format!("Assumed: {assumed}."));
    }
    if is_follow_up {
        result.push_sentence("The rest comes from the question before.");
    }
    for (from, to) in corrections {
        let (from, to) = (sheet.quote("As typed", from), sheet.quote("Read as", to));
        result.push_sentence(format!("Read \u{201c}{from}\u{201d} as {to}."));
    }
    if !reading.unused.is_empty() {
        let words: Vec<String> = reading
            .unused
            .iter()
            .map(|word| format!("\u{201c}{}\u{201d}", sheet.quote("Not used", word)))
            .collect();
        result.push_sentence(format!("Not used: {}.", words.join(", ")));
    }
    match stale {
        Some(Doubt::OldRows(newest)) => {
            let day = sheet.add_period("Newest order line", &format_day(*newest));
            result.push_sentence(format!(
                "The newest order line is from {day}, which is older than usual; figures are for \
                    that day."
            ));
        }
        Some(_) => {
            result.push_sentence("This data is overdue for a sync; run a data sync to update it.");
        }
        None => {}
    }
}

/// The confidence of a reading.
pub(super) fn reading_confidence(reading: &Reading, is_exact: bool) -> Confidence {
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
