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

/// Makes unions with a discriminator refer to their objects, which declare the discriminator
/// themselves. Poem wraps each object in a schema that declares it once more, which generated
/// clients show as a type of its own.
pub(super) fn flatten_unions(document: &mut Value) {
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else {
        return;
    };
    let unions: Vec<String> = schemas
        .iter()
        .filter(|(_, schema)| schema.get("discriminator").is_some())
        .map(|(name, _)| name.clone())
        .collect();
    for union in &unions {
        let Some(mut schema) = schemas.remove(union) else {
            continue;
        };
        for reference in list_union_references(&mut schema) {
            let object = reference
                .as_str()
                .and_then(|reference| reference.rsplit('/').next())
                .and_then(|wrapper| schemas.get(wrapper))
                .map(|wrapper| wrapper["allOf"][1]["$ref"].clone());
            if let Some(object) = object {
                *reference = object;
            }
        }
        schemas.insert(union.clone(), schema);
        schemas.retain(|name, _| !name.starts_with(&format!("{union}_")));
    }
    remove_description_wrappers(document, &unions);
}

/// The references of a union: those of its variants and those of its mapping.
fn list_union_references(schema: &mut Value) -> Vec<&mut Value> {
    let mut references = Vec::new();
    for (name, field) in schema.as_object_mut().into_iter().flatten() {
        match name.as_str() {
            "oneOf" => references.extend(
                field
                    .as_array_mut()
                    .into_iter()
                    .flatten()
                    .filter_map(|variant| variant.get_mut("$ref")),
            ),
            "discriminator" => references.extend(
                field["mapping"]
                    .as_object_mut()
                    .into_iter()
                    .flatten()
                    .map(|(_, reference)| reference),
            ),
            _ => {}
        }
    }
    references
}

/// Refers to a union directly where poem combines the reference with a description: generated
/// clients lose the discriminator of a union that is combined with something.
fn remove_description_wrappers(value: &mut Value, unions: &[String]) {
    let union = value
        .pointer("/allOf/0/$ref")
        .and_then(Value::as_str)
        .filter(|reference| {
            reference
                .rsplit('/')
                .next()
                .is_some_and(|name| unions.iter().any(|union| union == name))
        })
        .map(str::to_owned);
    if let Some(reference) = union {
        *value = json!({ "$ref": reference });
        return;
    }
    match value {
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|field| remove_description_wrappers(field, unions)),
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| remove_description_wrappers(item, unions)),
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
