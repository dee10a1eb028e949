//! The address of the explore page that shows the figures of a rule. The page reads the same format
//! (`frontend/src/features/metrics/exploreState.ts`).

use serde_json::Value;
use std::fmt::Write as _;

/// The path and query string of the explore page for a metric query.
pub fn explore_link(query: &Value, is_compared: bool) -> String {
    let ids = |name: &str| -> String {
        let values = query.get(name).and_then(Value::as_array);
        let ids = values.into_iter().flatten().filter_map(Value::as_str);
        ids.collect::<Vec<_>>().join(",")
    };
    let text = |part: Option<&Value>| part.and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut parts = vec![
        ("measures", ids("measures")),
        ("by", ids("dimensions")),
        (
            "period",
            text(query.get("period").and_then(|period| period.get("preset"))),
        ),
    ];
    parts.retain(|(name, value)| *name != "period" || !value.is_empty());
    let dataset = text(query.get("dataset"));
    if !dataset.is_empty() {
        parts.insert(0, ("data", dataset));
    }
    let filters = query.get("filters").and_then(Value::as_array);
    for filter in filters.into_iter().flatten() {
        let mut values = vec![text(filter.get("dimension")), text(filter.get("op"))];
        let operands = filter.get("values").and_then(Value::as_array);
        values.extend(operands.into_iter().flatten().map(to_text));
        values.extend(filter.get("value").map(to_text));
        let values: Vec<String> = values.iter().map(|value| escape_value(value)).collect();
        parts.push(("filter", values.join("~")));
    }
    if is_compared {
        parts.push(("compare", "previous_period".to_owned()));
    }
    let parts: Vec<String> = parts
        .into_iter()
        .map(|(name, value)| format!("{name}={}", percent_encode(&value)))
        .collect();
    format!("/explore?{}", parts.join("&"))
}

fn to_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A value within a filter, as the page escapes it.
fn escape_value(value: &str) -> String {
    value.replace('%', "%25").replace('~', "%7E")
}

fn percent_encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b',' => {
                encoded.push(char::from(byte));
            }
            // Writing to a string does not fail.
            _ => write!(encoded, "%{byte:02X}").unwrap_or_default(),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_address_has_the_whole_query() {
        let query = json!({
            "dataset": "sales",
            "measures": ["revenue"],
            "dimensions": ["category"],
            "filters": [{"dimension": "item", "op": "in", "values": ["50% Urea & A~B"]}],
            "period": {"preset": "last_30_days"},
        });
        assert_eq!(
            explore_link(&query, true),
            "/explore?data=sales&measures=revenue&by=category&period=last_30_days\
             &filter=item~in~50%2525%20Urea%20%26%20A%257EB&compare=previous_period"
        );
    }
}
