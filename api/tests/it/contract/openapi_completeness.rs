//! The contract is complete: every operation can be read, tried and generated from.

use super::{committed_contract, list_operations};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};

#[test]
fn every_operation_says_what_it_does() {
    let mut ids = HashSet::new();
    for operation in list_operations() {
        for field in ["summary", "description"] {
            assert!(
                operation.definition[field]
                    .as_str()
                    .is_some_and(|text| !text.trim().is_empty()),
                "{} has no {field}",
                operation.id
            );
        }
        assert!(
            operation.definition["tags"]
                .as_array()
                .is_some_and(|tags| tags.len() == 1),
            "{} has no tag",
            operation.id
        );
        assert!(
            ids.insert(operation.id.clone()),
            "{} is there twice",
            operation.id
        );
        operation.example_body();
        for status in ["400", "401", "403", "404", "500", "503"] {
            let schema = &operation.definition["responses"][status]["content"]["application/json"]
                ["schema"]["$ref"];
            assert_eq!(
                schema, "#/components/schemas/ErrorBody",
                "{} does not declare {status}",
                operation.id
            );
        }
    }
}

#[test]
fn input_objects_refuse_unknown_fields_and_every_size_has_a_maximum() {
    let document = committed_contract();
    for operation in list_operations() {
        for parameter in operation.definition["parameters"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let schema = &parameter["schema"];
            if schema["type"] == "integer" {
                assert!(
                    schema["maximum"].is_number(),
                    "{}: {} has no maximum",
                    operation.id,
                    parameter["name"]
                );
            }
        }
        for (_, media) in operation.definition["requestBody"]["content"]
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(name, _)| *name != "application/octet-stream")
        {
            let name = schema_name(&media["schema"]);
            for object in list_objects(document, name) {
                assert_eq!(
                    document["components"]["schemas"][&object]["additionalProperties"], false,
                    "{object} takes unknown fields"
                );
            }
        }
    }
}

/// The objects that a body may be: itself, or those of a union. An object of a union declares its
/// value of the discriminator, because it refuses unknown fields.
fn list_objects(document: &Value, name: &str) -> Vec<String> {
    let schema = &document["components"]["schemas"][name];
    let Some(variants) = schema["oneOf"].as_array() else {
        return vec![name.to_owned()];
    };
    let discriminator = &schema["discriminator"];
    let mapping = discriminator["mapping"].as_object().unwrap();
    let field = discriminator["propertyName"].as_str().unwrap();
    assert_eq!(mapping.len(), variants.len(), "{name}");
    for (value, object) in mapping {
        let reference = serde_json::json!({ "$ref": object });
        assert!(variants.contains(&reference), "{name}: {value}");
        let object = resolve(document, &reference);
        let declared = resolve(document, &object["properties"][field]["allOf"][0]);
        assert_eq!(declared["enum"], serde_json::json!([value]), "{name}");
        assert!(
            object["required"]
                .as_array()
                .unwrap()
                .contains(&Value::from(field)),
            "{name}: {value} does not require {field}"
        );
    }
    variants
        .iter()
        .map(|variant| schema_name(variant).to_owned())
        .collect()
}

fn schema_name(reference: &Value) -> &str {
    reference["$ref"]
        .as_str()
        .and_then(|reference| reference.rsplit('/').next())
        .expect("a schema with a name")
}

fn resolve<'a>(document: &'a Value, reference: &Value) -> &'a Value {
    &document["components"]["schemas"][schema_name(reference)]
}

#[test]
fn media_types_and_component_names_are_plain() {
    let text = include_str!("../../../../openapi.json");
    assert!(!text.contains("charset=utf-8"));
    for name in committed_contract()["components"]["schemas"]
        .as_object()
        .unwrap()
        .keys()
    {
        assert!(
            name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'),
            "{name}"
        );
    }
}

/// What an address may hold, by the names of its parameters. Addresses stand in logs, histories and
/// referrers: ids say which row, and open nothing.
const IN_ADDRESSES: [&str; 37] = [
    "action",
    "budget",
    "category",
    "commodity",
    "cursor",
    "day",
    "delivery",
    "dimension",
    "file",
    "format",
    "from",
    "groupBy",
    "id",
    "itemId",
    "kind",
    "leadWeeks",
    "limit",
    "location",
    "onlyShort",
    "overdue",
    "page",
    "part",
    "period",
    "person",
    "pinned",
    "pricePercent",
    "q",
    "salesperson",
    "seasonWeeks",
    "sort",
    "state",
    "step",
    "supplierId",
    "target",
    "timeframe",
    "to",
    "weeks",
];

#[test]
fn no_operation_takes_a_secret_in_its_address() {
    let (mut seen, mut in_bodies) = (BTreeSet::new(), 0);
    for operation in list_operations() {
        for parameter in operation.definition["parameters"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let name = parameter["name"].as_str().unwrap();
            match parameter["in"].as_str().unwrap() {
                "header" | "cookie" => {}
                _ => {
                    assert!(
                        IN_ADDRESSES.contains(&name),
                        "{}: is \"{name}\" nothing that opens anything? Then list it, else put it \
                            into the body",
                        operation.id
                    );
                    seen.insert(name.to_owned());
                }
            }
        }
        let placeholders = operation
            .template
            .split('/')
            .filter_map(|segment| segment.strip_prefix('{'))
            .map(|name| name.trim_end_matches('}'));
        assert!(
            placeholders
                .clone()
                .all(|name| IN_ADDRESSES.contains(&name)),
            "{}",
            operation.id
        );
        in_bodies += usize::from(
            operation.definition["requestBody"]
                .to_string()
                .contains("Reset")
                || operation.id == "downloadOrganizationExport",
        );
    }
    let known = IN_ADDRESSES
        .map(str::to_owned)
        .into_iter()
        .collect::<BTreeSet<_>>();
    assert_eq!(
        known.difference(&seen).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "listed, and in no address"
    );
    assert!(
        in_bodies >= 3,
        "the operations that take secrets in bodies were not found"
    );
}
