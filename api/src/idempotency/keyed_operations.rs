//! The operations that accept an idempotency key. The contract declares the header, and this module
//! reads it from there.

use crate::http::PathTemplate;
use poem::http::Method;
use serde_json::{Value, json};

/// The header's name.
pub const IDEMPOTENCY_KEY_HEADER: &str = "Idempotency-Key";

/// Authenticated operations other than `GET` that do not accept a key.
/// `api/tests/it/contract/unkeyed_operations.txt` gives the reasons.
pub const UNKEYED_OPERATIONS: [&str; 14] = [
    "deleteAccount",
    "deleteOrganization",
    "explainMetricChange",
    "exportOrganization",
    "inspectUpload",
    "listMetricRows",
    "previewReport",
    "putUploadPart",
    "queryMetrics",
    "resumeTenant",
    "setTenantLimits",
    "suspendTenant",
    "switchOrganization",
    "testSource",
];

/// Declares the header for every authenticated operation that changes state.
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
            .is_some_and(|schemes| !schemes.is_empty())
        && !unkeyed
}

fn header_parameter() -> Value {
    json!({
        "name": IDEMPOTENCY_KEY_HEADER,
        "in": "header",
            "description": "Unique key of this request, such as a new UUID. If the request is sent \
                        again within 24 hours with the same key, it is not processed again; the \
                        response is that of the first request, with `Idempotency-Replayed: true`.",
        "required": false,
        "deprecated": false,
        "explode": true,
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    })
}

/// The operations that accept a key, by method and path.
#[derive(Debug)]
pub struct KeyedOperations(Vec<(Method, PathTemplate)>);

impl KeyedOperations {
    /// Reads the operations that declare the header from an `OpenAPI` document.
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
        let operations = keyed.filter_map(|(path, method, _)| {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).ok()?;
            Some((method, PathTemplate::new(path)))
        });
        Self(operations.collect())
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
    fn authenticated_mutations_accept_a_key() {
        let security = json!([{"bearer": []}]);
        let mut document = json!({"paths": {
            "/api/runs/{id}": {
                "get": {"operationId": "getRun", "security": security},
                "delete": {"operationId": "dropRun", "security": security},
            },
            "/api/login": {"post": {"operationId": "login"}},
            "/api/source/test": {"post": {"operationId": "testSource", "security": security}},
        }});
        declare_key_header(&mut document);
        let keyed_operations = KeyedOperations::from_document(&document);
        assert!(keyed_operations.accepts_key(&Method::DELETE, "/api/runs/7"));
        for (method, path) in [
            (Method::GET, "/api/runs/7"),
            (Method::DELETE, "/api/runs/7/8"),
            (Method::DELETE, "/api/runs"),
            (Method::POST, "/api/login"),
            (Method::POST, "/api/source/test"),
        ] {
            assert!(
                !keyed_operations.accepts_key(&method, path),
                "{method} {path}"
            );
        }
    }
}
