//! The contract is complete: every operation can be read, tried and generated from.

use super::{committed, operations};
use std::collections::HashSet;

#[test]
fn every_operation_says_what_it_does() {
    let mut ids = HashSet::new();
    for operation in operations() {
        for field in ["summary", "description"] {
            assert!(operation.definition[field].as_str().is_some_and(|text| !text.trim().is_empty()), "{} has no {field}", operation.id);
        }
        assert!(operation.definition["tags"].as_array().is_some_and(|tags| tags.len() == 1), "{} has no tag", operation.id);
        assert!(ids.insert(operation.id.clone()), "{} is there twice", operation.id);
        operation.example_body();
        for status in ["400", "401", "403", "404", "500", "503"] {
            let schema = &operation.definition["responses"][status]["content"]["application/json"]["schema"]["$ref"];
            assert_eq!(schema, "#/components/schemas/Failure", "{} does not declare {status}", operation.id);
        }
    }
}

#[test]
fn input_objects_refuse_unknown_fields_and_every_size_has_a_maximum() {
    let document = committed();
    for operation in operations() {
        for parameter in operation.definition["parameters"].as_array().into_iter().flatten() {
            let schema = &parameter["schema"];
            if schema["type"] == "integer" {
                assert!(schema["maximum"].is_number(), "{}: {} has no maximum", operation.id, parameter["name"]);
            }
        }
        let body = &operation.definition["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        if let Some(name) = body.as_str().and_then(|reference| reference.rsplit('/').next()) {
            assert_eq!(document["components"]["schemas"][name]["additionalProperties"], false, "{name} takes unknown fields");
        }
    }
}

#[test]
fn media_types_and_component_names_are_plain() {
    let text = include_str!("../../../../openapi.json");
    assert!(!text.contains("charset=utf-8"));
    for name in committed()["components"]["schemas"].as_object().unwrap().keys() {
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
    }
}
