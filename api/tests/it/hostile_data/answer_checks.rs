//! Checks that apply to every response: it matches the contract, its text shows no invalid numbers,
//! and its figures are within their bounds.

use crate::Answer;
use crate::contract::{committed_contract, list_operations};
use serde_json::Value;
use std::sync::LazyLock;

static CONTRACT: LazyLock<&Value> = LazyLock::new(committed_contract);

/// Every GET path of the contract that needs no ID and is no event stream, with each combination of
/// its enumerated parameters.
pub(super) fn list_addresses() -> Vec<String> {
    let mut addresses = Vec::new();
    for operation in list_operations()
        .into_iter()
        .filter(|operation| operation.method == "GET" && !operation.template.contains('{'))
    {
        let media = &operation.definition["responses"]["200"]["content"];
        // Event streams do not end, and exported files have tests of their own.
        let is_file = media["application/json"]["schema"]["format"] == "binary";
        // Like an id in the path: the record has to be there.
        let is_record = operation.definition["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .any(|parameter| parameter["name"] == "itemId");
        // Operator endpoints contain no figures of organizations.
        let is_operators = operation.template.starts_with("/api/admin/");
        if media.get("text/event-stream").is_some()
            || is_file
            || is_operators
            || is_record
            || operation.security.is_none()
        {
            continue;
        }
        let mut queries = vec![String::new()];
        for parameter in operation.definition["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|parameter| parameter["in"] == "query")
        {
            let name = parameter["name"].as_str().unwrap();
            let values = match name {
                "dimension" => Some(vec!["customer".to_owned(), "item".to_owned()]),
                "q" if parameter["required"] == true => Some(vec!["a".to_owned()]),
                _ => enum_values(&parameter["schema"]),
            };
            let Some(values) = values else {
                continue;
            };
            let with = |query: &String| {
                values
                    .iter()
                    .map(|word| format!("{query}{name}={word}&"))
                    .collect::<Vec<_>>()
            };
            queries = queries.iter().flat_map(with).collect();
        }
        addresses.extend(queries.into_iter().map(|query| {
            format!("{}?{query}", operation.template)
                .trim_end_matches(['?', '&'])
                .to_owned()
        }));
    }
    assert!(addresses.len() > 40, "{addresses:?}");
    addresses
}

fn resolve_schema(schema: &Value) -> &Value {
    match schema["$ref"].as_str() {
        Some(name) => &CONTRACT["components"]["schemas"][name.rsplit('/').next().unwrap()],
        None => schema,
    }
}

fn enum_values(schema: &Value) -> Option<Vec<String>> {
    let schema = schema["allOf"].get(0).unwrap_or(schema);
    let values = resolve_schema(schema)["enum"]
        .as_array()?
        .iter()
        .map(|word| word.as_str().unwrap().to_owned());
    Some(values.collect())
}

/// The defects of a response.
pub(super) fn find_faults(path: &str, answer: &Answer) -> Vec<String> {
    let mut faults = Vec::new();
    for none in [
        "NaN",
        "Infinity",
        "inf ",
        "inf<",
        "inf,",
        "-inf",
        "null %",
        "undefined",
    ] {
        if answer.text.contains(none) {
            faults.push(format!("the text says {none:?}"));
        }
    }
    let template = path.split('?').next().unwrap();
    // Not every path has a GET operation.
    let there = || {
        list_operations()
            .into_iter()
            .filter(|operation| operation.template == template)
    };
    let operation = there()
        .find(|operation| operation.method == "GET")
        .or_else(|| there().next())
        .unwrap();
    let media = &operation.definition["responses"]["200"]["content"]["application/json"];
    if !media.is_null() {
        check_shape(&media["schema"], &answer.json, "", &mut faults);
        check_bounds("", &answer.json, "", &mut faults);
    }
    faults
}

/// Checks that a value matches the contract. Missing values are omitted, so null would be an
/// invalid number.
fn check_shape(schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    let schema = resolve_schema(schema);
    for part in schema["allOf"].as_array().into_iter().flatten() {
        check_shape(part, value, at, faults);
    }
    if let Some(field) = schema["discriminator"]["propertyName"].as_str() {
        let variants = &schema["discriminator"]["mapping"];
        match value[field].as_str().and_then(|tag| variants.get(tag)) {
            Some(variant) => {
                check_shape(&serde_json::json!({ "$ref": variant }), value, at, faults);
            }
            None => faults.push(format!("{at}/{field} names no variant of the union")),
        }
    }
    let fits = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.as_f64().is_some_and(f64::is_finite),
        _ => true,
    };
    if !fits {
        faults.push(format!("{at} is {value} and should be {}", schema["type"]));
        return;
    }
    if let Some(values) = schema["enum"]
        .as_array()
        .filter(|values| !values.contains(value))
    {
        faults.push(format!("{at} is {value} and none of {values:?}"));
    }
    for name in schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        if value.get(name).is_none() {
            faults.push(format!("{at} has no {name}"));
        }
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            check_shape(schema, value, &format!("{at}/{name}"), faults);
        }
    }
    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
        check_shape(&schema["items"], item, &format!("{at}/{place}"), faults);
    }
}

/// Figures that are shares, in percent.
const SHARES: [&str; 6] = [
    "confidence_level",
    "forecast_accuracy",
    "hitRate",
    "probabilityUp",
    "stillCustomerPercent",
    "orderIn30DaysPercent",
];
/// Figures that are never negative.
const NOT_NEGATIVE: [&str; 18] = [
    "percentage",
    "low80",
    "high80",
    "index",
    "current_index",
    "current_price_index",
    "frequency",
    "average_spend",
    "forecastPrice",
    "currentPrice",
    "volume",
    "potential_savings",
    "potentialSavingsLow80",
    "potentialSavingsHigh80",
    "forecasted_yield",
    "acres",
    "recommended",
    "cost",
];

/// Checks that figures are within their bounds.
fn check_bounds(name: &str, value: &Value, at: &str, faults: &mut Vec<String>) {
    if let Some(number) = value.as_f64() {
        if SHARES.contains(&name) && !(0.0..=100.0).contains(&number) {
            faults.push(format!("{at} is {number} %"));
        }
        if NOT_NEGATIVE.contains(&name) && number < 0.0 {
            faults.push(format!("{at} is {number}"));
        }
        if number == 0.0 && number.is_sign_negative() {
            faults.push(format!("{at} is less than nothing by nothing"));
        }
    }
    let figure = |name: &str| value.get(name).and_then(Value::as_f64);
    for middle in ["percentage", "forecasted_yield", "forecastPrice"] {
        if let (Some(low), Some(middle), Some(high)) =
            (figure("low80"), figure(middle), figure("high80"))
            && !(low <= middle && middle <= high)
        {
            faults.push(format!("{at}: {middle} lies outside of {low} to {high}"));
        }
    }
    if let Some(rate) = value
        .pointer("/deliveryRate/value")
        .and_then(Value::as_f64)
        .filter(|rate| !(0.0..=100.0).contains(rate))
    {
        faults.push(format!("a delivery rate of {rate} %"));
    }
    if let Some(share) = value
        .pointer("/headlines/predictedNeeds/percent")
        .and_then(Value::as_f64)
        .filter(|share| *share < 0.0)
    {
        faults.push(format!("predicted needs of {share} %"));
    }
    let is_share = value["kind"] == "percent"
        && value["label"]
            .as_str()
            .is_some_and(|label| label.starts_with("Share of "));
    if is_share && !figure("value").is_some_and(|share| (0.0..=100.0).contains(&share)) {
        faults.push(format!("{at} is no share: {value}"));
    }
    for bar in value["purchase_windows"].as_array().into_iter().flatten() {
        if bar["value"].as_f64().is_some_and(|saved| saved > 100.0) {
            faults.push(format!("{bar} saves more than everything"));
        }
    }
    for (name, value) in value.as_object().into_iter().flatten() {
        check_bounds(name, value, &format!("{at}/{name}"), faults);
    }
    for (place, value) in value.as_array().into_iter().flatten().enumerate() {
        check_bounds(name, value, &format!("{at}/{place}"), faults);
    }
}

#[test]
fn what_is_wrong_is_seen() {
    let answer = |path: &str, json: Value| {
        let answer = Answer {
            status: poem::http::StatusCode::OK,
            headers: poem::http::HeaderMap::new(),
            text: json.to_string(),
            json,
        };
        find_faults(path, &answer)
    };
    let yields = |row: Value| serde_json::json!({"success": true, "data": {"overview": {}, "forecasts": [row]}, "meta": {"sample": false}});
    let whole = serde_json::json!({"crop_type": "Corn, Iowa", "forecasted_yield": 200.0, "low80": 180.0, "high80": 220.0, "year": 2026, "lastYear": 2025,
        "lastYield": 199.0, "region": "Iowa", "acres": 10.0, "n": 3});
    let path = "/api/analytics/crop-yield-forecast";
    assert_eq!(answer(path, yields(whole.clone())), Vec::<String>::new());
    for (name, wrong) in [
        ("forecasted_yield", Value::Null),
        ("confidence_level", 100.5.into()),
        ("acres", (-0.5).into()),
        ("lastYield", (-0.0).into()),
        ("low80", 201.0.into()),
        ("year", "2026".into()),
        ("note", "about NaN bu/ac".into()),
    ] {
        let mut row = whole.clone();
        row[name] = wrong;
        assert_eq!(answer(path, yields(row)).len(), 1, "{name}");
    }
    let source = |data: Value| {
        answer(
            "/api/data-sync/source",
            serde_json::json!({"success": true, "data": data}),
        )
    };
    assert_eq!(
        source(serde_json::json!({"kind": "none"})),
        Vec::<String>::new()
    );
    for wrong in [
        serde_json::json!({}),
        serde_json::json!({"kind": "snowflake"}),
        serde_json::json!({"kind": "files", "updatedAt": "2026-06-15T09:00:00Z"}),
    ] {
        assert_eq!(source(wrong.clone()).len(), 1, "{wrong}");
    }
}
