//! What holds for every operation of the contract, read from the contract itself, so that a new one
//! cannot be forgotten.

mod advisories;
mod architecture;
mod asvs;
mod audit_coverage;
mod authorization;
mod banned_code;
mod connectors;
mod docs;
mod errors;
mod few_connections;
mod idempotency_keys;
mod isolation;
mod language;
mod metric_labels;

mod openapi_completeness;
pub(crate) mod random_requests;
mod spec_coverage;

use serde_json::Value;
use std::sync::LazyLock;

/// One operation of `openapi.json`.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) method: poem::http::Method,
    /// With its placeholders, such as `/api/data-sync/runs/{id}`.
    pub(crate) template: String,
    pub(crate) id: String,
    /// The contract's `security`: `None` where it has no entry at all.
    pub(crate) security: Option<Vec<Value>>,
    pub(crate) definition: &'static Value,
}

/// Every operation of the committed contract.
pub(crate) fn list_operations() -> Vec<Operation> {
    let document = committed_contract();
    let paths = document["paths"].as_object().unwrap();
    let operations: Vec<_> = paths
        .iter()
        .flat_map(|(template, operations)| {
            operations
                .as_object()
                .unwrap()
                .iter()
                .map(move |(method, definition)| Operation {
                    method: method.to_uppercase().parse().unwrap(),
                    template: template.clone(),
                    id: definition["operationId"]
                        .as_str()
                        .unwrap_or_else(|| panic!("{method} {template} has no operationId"))
                        .to_owned(),
                    security: definition["security"].as_array().cloned(),
                    definition,
                })
        })
        .collect();
    assert!(operations.len() >= 20, "the contract has lost operations");
    operations
}

/// The committed contract, parsed once: some tests look into it for every answer.
pub(crate) fn committed_contract() -> &'static Value {
    static COMMITTED: LazyLock<Value> =
        LazyLock::new(|| serde_json::from_str(include_str!("../../../openapi.json")).unwrap());
    &COMMITTED
}

impl Operation {
    /// The path with every placeholder filled in.
    pub(crate) fn path_for(&self, id: &str) -> String {
        self.template
            .split('/')
            .map(|segment| {
                if segment.starts_with('{') {
                    id
                } else {
                    segment
                }
            })
            .collect::<Vec<_>>()
            .join("/")
    }

    /// A body that the operation accepts: the contract's own example.
    pub(crate) fn example_body(&self) -> Option<Value> {
        let schema = &self.definition.get("requestBody")?["content"]["application/json"]["schema"];
        let name = schema["$ref"].as_str()?.rsplit('/').next()?.to_owned();
        let example = committed_contract()["components"]["schemas"][&name]["example"].clone();
        assert!(
            !example.is_null(),
            "the body {name} of {} has no example",
            self.id
        );
        Some(example)
    }

    /// Whether the contract lets callers in without a token, or asks for none.
    pub(crate) fn is_open(&self) -> bool {
        self.security.as_ref().is_none_or(|alternatives| {
            alternatives
                .iter()
                .any(|scheme| scheme.as_object().is_some_and(serde_json::Map::is_empty))
        })
    }
}
