//! Which operations take a key, said in the contract and read from it.

use crate::http::PathTemplate;
use poem::http::Method;
use serde_json::{Value, json};

/// The header's name.
pub const IDEMPOTENCY_KEY_HEADER: &str = "Idempotency-Key";

/// Operations of somebody signed in that are no `GET` and take no key. Each has its reason in
/// `api/tests/it/contract/unkeyed_operations.txt`.
pub const UNKEYED_OPERATIONS: [&str; 8] = [
    "deleteAccount",
    "deleteOrganization",
    "exportOrganization",
    "resumeTenant",
    "setTenantLimits",
    "suspendTenant",
    "switchOrganization",
    "testSource",
];

/// Adds the header to every operation that changes something for somebody who is signed in.
pub fn declare_key_header(document: &mut Value) {
    for operations in document["paths"]
        .as_object_mut()
        .into_iter()
        .flat_map(|paths| paths.values_mut())
    {
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            if is_keyed(method, operation) {
                let parameters = operation
                    .as_object_mut()
                    .map(|operation| operation.entry("parameters").or_insert_with(|| json!([])));
                if let Some(Value::Array(parameters)) = parameters {
                    parameters.push(header_parameter());
                }
            }
        }
    }
}

fn is_keyed(method: &str, operation: &Value) -> bool {
    let unkeyed = operation["operationId"]
        .as_str()
        .is_none_or(|id| UNKEYED_OPERATIONS.contains(&id));
    method != "get"
        && operation["security"]
            .as_array()
            .is_some_and(|doors| !doors.is_empty())
        && !unkeyed
}

fn header_parameter() -> Value {
    json!({
        "name": IDEMPOTENCY_KEY_HEADER,
        "in": "header",
        "description": "Names what you want done, such as a new UUID: sent again within 24 hours \
            with the same key, the request is answered as the first time, with \
            `Idempotency-Replayed: true`, and changes nothing more.",
        "required": false,
        "deprecated": false,
        "explode": true,
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    })
}

/// Methods with the paths that take a key.
#[derive(Debug)]
pub struct KeyedOperations(Vec<(Method, PathTemplate)>);

impl KeyedOperations {
    /// Reads the operations of an `OpenAPI` document that declare the header.
    pub fn from_document(document: &Value) -> Self {
        let paths = document["paths"].as_object().into_iter().flatten();
        let operations = paths.flat_map(|(path, operations)| {
            operations
                .as_object()
                .into_iter()
                .flatten()
                .map(move |(method, one)| (path, method, one))
        });
        let keyed = operations.filter(|(_, _, one)| {
            one["parameters"]
                .as_array()
                .into_iter()
                .flatten()
                .any(|parameter| parameter["name"] == IDEMPOTENCY_KEY_HEADER)
        });
        let read = keyed.filter_map(|(path, method, _)| {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).ok()?;
            Some((method, PathTemplate::new(path)))
        });
        Self(read.collect())
    }

    pub(super) fn accepts_key(&self, method: &Method, path: &str) -> bool {
        self.0
            .iter()
            .any(|(accepted, template)| accepted == method && template.matches_path(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_something_for_somebody_signed_in_takes_a_key() {
        let door = json!([{"bearer": []}]);
        let mut document = json!({"paths": {
            "/api/runs/{id}": {"get": {"operationId": "getRun", "security": door}, "delete": {"operationId": "dropRun", "security": door}},
            "/api/login": {"post": {"operationId": "login"}},
            "/api/source/test": {"post": {"operationId": "testSource", "security": door}},
        }});
        declare_key_header(&mut document);
        let accepting = KeyedOperations::from_document(&document);
        assert!(accepting.accepts_key(&Method::DELETE, "/api/runs/7"));
        for (method, path) in [
            (Method::GET, "/api/runs/7"),
            (Method::DELETE, "/api/runs/7/8"),
            (Method::DELETE, "/api/runs"),
            (Method::POST, "/api/login"),
            (Method::POST, "/api/source/test"),
        ] {
            assert!(!accepting.accepts_key(&method, path), "{method} {path}");
        }
    }
}
