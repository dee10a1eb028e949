//! The conditions of a query in words.

use crate::answer::Column;
use crate::catalogue::find_dimension;
use serde_json::Value;

/// More values of a condition are counted.
const MAX_NAMED_VALUES: usize = 3;

/// Weekdays from Monday.
pub const WEEKDAY_NAMES: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// The filters and the conditions on figures of a query, such as `location Boone`, `category not
/// seed` and `revenue > 5000`.
pub fn describe_conditions(query: &Value, columns: &[Column]) -> Vec<String> {
    let parts = |name: &str| {
        query
            .get(name)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    };
    let filters = parts("filters").map(describe_filter);
    let conditions = parts("having").map(|condition| describe_having(condition, columns));
    filters.chain(conditions).collect()
}

fn describe_filter(filter: &Value) -> String {
    let text = |name: &str| filter.get(name).and_then(Value::as_str).unwrap_or("");
    let id = text("dimension");
    let dimension = find_dimension(id).map_or_else(
        || id.replace('_', " "),
        |dimension| dimension.label.to_lowercase(),
    );
    match text("op") {
        "in" => format!("{dimension} {}", describe_values(filter)),
        "not_in" => format!("{dimension} not {}", describe_values(filter)),
        op @ ("bought" | "did_not_buy") => {
            let verb = if op == "bought" {
                "bought"
            } else {
                "did not buy"
            };
            let lines = filter.get("where").and_then(Value::as_array);
            let what: Vec<String> = lines.into_iter().flatten().map(describe_filter).collect();
            let what = if what.is_empty() {
                "anything".to_owned()
            } else {
                what.join(" and ")
            };
            let period = filter
                .get("period")
                .map_or_else(String::new, describe_period);
            format!("{dimension} {verb} {what}{period}")
        }
        op => format!(
            "{dimension} {} {}",
            op.replace('_', " "),
            describe_values(filter)
        ),
    }
}

fn describe_values(filter: &Value) -> String {
    let is_weekday = filter.get("dimension").and_then(Value::as_str) == Some("weekday");
    let weekday = |value: &Value| {
        let number = usize::try_from(value.as_u64().filter(|_| is_weekday)?).ok()?;
        WEEKDAY_NAMES.get(number.checked_sub(1)?)
    };
    let values = filter.get("values").and_then(Value::as_array);
    let values = values.into_iter().flatten().chain(filter.get("value"));
    let texts: Vec<String> = values
        .map(|value| match (weekday(value), value.as_str()) {
            (Some(name), _) => (*name).to_owned(),
            (None, Some(text)) => text.to_owned(),
            (None, None) => value.to_string(),
        })
        .collect();
    let shown: Vec<&str> = texts
        .iter()
        .take(MAX_NAMED_VALUES)
        .map(String::as_str)
        .collect();
    match texts.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn describe_period(period: &Value) -> String {
    let text = |name: &str| period.get(name).and_then(Value::as_str);
    match (text("preset"), text("from"), text("to")) {
        (Some(preset), ..) => match preset.strip_prefix("since:") {
            Some(day) => format!(" since {day}"),
            None => format!(" ({})", preset.replace('_', " ")),
        },
        (None, Some(from), Some(to)) => format!(" from {from} to {to}"),
        (None, Some(from), None) => format!(" since {from}"),
        (None, None, Some(to)) => format!(" up to {to}"),
        _ => String::new(),
    }
}

fn describe_having(condition: &Value, columns: &[Column]) -> String {
    let text = |name: &str| condition.get(name).and_then(Value::as_str).unwrap_or("");
    let id = text("measure");
    let label = columns.iter().find(|column| column.id == id).map_or_else(
        || id.replace('_', " "),
        |column| column.label.to_lowercase(),
    );
    let value = condition
        .get("value")
        .map_or_else(String::new, ToString::to_string);
    format!("{label} {} {value}", text("op"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_condition_is_named_with_its_values() {
        let query = json!({
            "filters": [
                {"dimension": "location", "op": "in", "values": ["Ames", "Boone"]},
                {"dimension": "category", "op": "not_in", "values": ["a", "b", "c", "d", "e"]},
                {"dimension": "item", "op": "starts_with", "value": "Corn"},
                {"dimension": "weekday", "op": "not_in", "values": [1, 7]},
                {"dimension": "customer", "op": "did_not_buy", "period": {"preset": "this_year"},
                    "where": [{"dimension": "category", "op": "in", "values": ["seed"]}]},
            ],
            "having": [{"measure": "gross_margin", "op": ">", "value": 5000}],
        });
        assert_eq!(
            describe_conditions(&query, &[]),
            [
                "location Ames, Boone",
                "category not a, b, c and 2 more",
                "item starts with Corn",
                "weekday not Monday, Sunday",
                "customer did not buy category seed (this year)",
                "gross margin > 5000",
            ]
        );
        assert!(describe_conditions(&json!({}), &[]).is_empty());
    }
}
