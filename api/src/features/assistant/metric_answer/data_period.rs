//! Ends the period of a query with the order lines where these end before today, so that periods are
//! compared over equal numbers of days.

use crate::features::assistant::tool_context::ToolContext;
use crate::features::metrics::{MetricError, query_calendar};
use metrics::{Calendar, Query, Span};
use serde_json::{Value, json};

/// Datasets whose days are those of order lines.
const ORDER_LINE_DATASETS: [&str; 2] = ["sales", "purchases"];

/// The query for the days that the order lines reach. Rolling periods, such as the last 12 months,
/// end with the lines; periods of the calendar remain those of today, up to that day.
pub(in crate::features::assistant) fn end_with_data(
    context: &ToolContext<'_>,
    query: &Value,
) -> Result<Value, MetricError> {
    let is_about_lines = query
        .get("dataset")
        .and_then(Value::as_str)
        .is_some_and(|dataset| ORDER_LINE_DATASETS.contains(&dataset));
    if !context.figure_day.is_past() || !is_about_lines || query.get("period").is_none() {
        return Ok(query.clone());
    }
    let (today, as_of) = (query_calendar(context.scope), context.as_of());
    let calendar = if is_rolling(query) {
        Calendar {
            today: as_of,
            ..today
        }
    } else {
        today
    };
    let Span {
        from: Some(from),
        to,
    } = Query::parse(query, calendar)?.span()
    else {
        return Ok(query.clone());
    };
    let mut ended = query.clone();
    if let Some(query) = ended.as_object_mut()
        && from <= as_of
        && as_of <= to
    {
        query.insert("period".to_owned(), json!({"from": from, "to": as_of}));
    }
    Ok(ended)
}

/// Whether the period is a number of days, weeks or months up to today.
fn is_rolling(query: &Value) -> bool {
    query
        .pointer("/period/preset")
        .and_then(Value::as_str)
        .and_then(|preset| preset.strip_prefix("last_"))
        .is_some_and(|length| length.starts_with(|first: char| first.is_ascii_digit()))
}
