//! Corrections to generated schemas.

use serde_json::{Value, json};

/// Sets the standard format of dates, and the minimum of unsigned integers.
pub(super) fn fix_schemas(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            match fields.get("format").and_then(Value::as_str) {
                Some("naive-date") => {
                    fields.insert("format".to_owned(), json!("date"));
                }
                Some("uint16" | "uint32" | "uint64") => {
                    fields.entry("minimum").or_insert(json!(0));
                }
                _ => {}
            }
            fields.values_mut().for_each(fix_schemas);
        }
        Value::Array(items) => items.iter_mut().for_each(fix_schemas),
        _ => {}
    }
}

/// Declares that optional fields accept `null`.
pub(super) fn make_optional_nullable(schema: &mut Value) {
    let required: Vec<String> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    for (name, field) in schema["properties"].as_object_mut().into_iter().flatten() {
        if required.contains(name) {
            continue;
        }
        // OpenAPI 3.0 ignores siblings of a reference.
        if field.get("$ref").is_some() {
            *field = json!({"allOf": [field.clone()]});
        }
        field["nullable"] = json!(true);
    }
}
