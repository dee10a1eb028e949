//! The contract is complete: every operation can be read, tried and generated from.

use super::{committed_contract, list_operations};
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
        {
            let name = media["schema"]["$ref"]
                .as_str()
                .and_then(|reference| reference.rsplit('/').next())
                .expect("a body with a name");
            assert_eq!(
                document["components"]["schemas"][name]["additionalProperties"], false,
                "{name} takes unknown fields"
            );
        }
    }
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
const IN_ADDRESSES: [&str; 15] = [
    "action",
    "commodity",
    "cursor",
    "format",
    "from",
    "id",
    "kind",
    "limit",
    "period",
    "person",
    "q",
    "state",
    "target",
    "timeframe",
    "to",
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
