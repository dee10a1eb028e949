//! Formats the figures and the conditions of metric queries.

use crate::features::assistant::fact_sheet::FactKind;
use crate::features::assistant::fact_sheet::figure_format::{
    format_float, format_money, format_signed, group_thousands,
};
use crate::features::assistant::period::format_day;
use chrono::{Datelike, NaiveDate};
use metrics::{AnswerValue, Column, Kind, Span, WEEKDAY_NAMES};
use serde_json::Value;

/// The number that a value is.
pub(super) fn parse_number(value: &AnswerValue) -> Option<f64> {
    match value {
        AnswerValue::Number(number) => Some(*number),
        AnswerValue::Integer(number) => number.to_string().parse().ok(),
        AnswerValue::Text(_) | AnswerValue::Null => None,
    }
}

/// The kind of a fact.
pub(super) fn fact_kind(column: &Column) -> FactKind {
    match column.kind {
        Kind::Money => FactKind::Money,
        Kind::Count => FactKind::Count,
        Kind::Quantity => FactKind::Quantity,
        Kind::Percent => FactKind::Percent,
        Kind::Days | Kind::Number => FactKind::Measure,
        Kind::Date => FactKind::Date,
        Kind::Text => FactKind::Name,
    }
}

/// A value in JSON; counts are integers.
pub(super) fn to_json(column: &Column, value: &AnswerValue) -> Value {
    match value {
        AnswerValue::Number(number) if column.kind == Kind::Count => format!("{number:.0}")
            .parse::<i64>()
            .map_or(Value::Null, Value::from),
        AnswerValue::Text(text) => Value::from(text.clone()),
        AnswerValue::Integer(number) => Value::from(*number),
        AnswerValue::Number(number) => Value::from(*number),
        AnswerValue::Null => Value::Null,
    }
}

/// A value as shown: `$1,234.50`, `62.5 gal`, `June 2026`.
pub(super) fn format_value(column: &Column, value: &AnswerValue) -> String {
    match value {
        AnswerValue::Null if column.kind == Kind::Text => "None".to_owned(),
        AnswerValue::Null => "\u{2013}".to_owned(),
        AnswerValue::Text(text) => match text.parse::<NaiveDate>() {
            Ok(day) if column.kind == Kind::Date => format_bucket(&column.id, day),
            _ => text.clone(),
        },
        AnswerValue::Integer(_) | AnswerValue::Number(_) => {
            let number = parse_number(value).unwrap_or_default();
            if column.id == "weekday"
                && let AnswerValue::Integer(day) = value
                && let Some(name) = usize::try_from(*day - 1)
                    .ok()
                    .and_then(|day| WEEKDAY_NAMES.get(day))
            {
                return (*name).to_owned();
            }
            format_number(column, number)
        }
    }
}

fn format_number(column: &Column, number: f64) -> String {
    let part = column.id.rsplit('.').next();
    if part == Some("change_percent") {
        return format!("{}%", format_signed(number));
    }
    if column.kind == Kind::Percent || part == Some("share") {
        return format!("{}%", format_float(number));
    }
    if part == Some("rank") {
        return format_float(number);
    }
    match column.kind {
        Kind::Money => format_money(number, column.unit.as_deref().unwrap_or("USD")),
        Kind::Count => {
            let digits = format!("{:.0}", number.abs());
            let sign = if number < 0.0 { "-" } else { "" };
            format!("{sign}{}", group_thousands(&digits))
        }
        Kind::Days => format!("{} days", format_float(number)),
        Kind::Quantity => match &column.unit {
            Some(unit) => format!("{} {unit}", format_float(number)),
            None => format_float(number),
        },
        Kind::Number => {
            let text = format!("{number:.4}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        Kind::Percent | Kind::Date | Kind::Text => format_float(number),
    }
}

fn format_bucket(bucket: &str, day: NaiveDate) -> String {
    let year = day.year();
    match bucket {
        "month" => day.format("%B %Y").to_string(),
        "quarter" => format!("Q{} {year}", day.month0() / 3 + 1),
        "half" => format!("H{} {year}", day.month0() / 6 + 1),
        "year" | "fiscal_year" => year.to_string(),
        "week" => {
            let week = day.iso_week();
            format!("{}-W{:02}", week.year(), week.week())
        }
        _ => day.to_string(),
    }
}

/// `October 1, 2026 to October 31, 2026`
pub(in crate::features::assistant) fn describe_span(span: Span) -> String {
    match span.from {
        None => format!("all days up to {}", format_day(span.to)),
        Some(from) if from == span.to => format_day(from),
        Some(from) => format!("{} to {}", format_day(from), format_day(span.to)),
    }
}
