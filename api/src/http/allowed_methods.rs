//! The methods that each path supports, for the `Allow` header of a 405 response (RFC 9110,
//! 15.5.6).

use super::PathTemplate;
use poem::http::HeaderValue;
use serde_json::Value;

/// Path templates with their methods.
#[derive(Clone, Debug, Default)]
pub struct AllowedMethods(Vec<(PathTemplate, String)>);

impl AllowedMethods {
    /// Reads the paths of an `OpenAPI` document.
    pub fn from_document(document: &Value) -> Self {
        let paths = document.get("paths").and_then(Value::as_object);
        let entries = paths.into_iter().flatten().map(|(path, operations)| {
            let methods = operations
                .as_object()
                .into_iter()
                .flatten()
                .map(|(method, _)| method.to_uppercase());
            (
                PathTemplate::new(path),
                methods.collect::<Vec<_>>().join(", "),
            )
        });
        Self(entries.collect())
    }

    /// The `Allow` header for a request path; `None` if the contract does not contain the path.
    pub fn allow_header(&self, path: &str) -> Option<HeaderValue> {
        let (_, methods) = self
            .0
            .iter()
            .find(|(template, _)| template.matches_path(path))?;
        HeaderValue::from_str(methods).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn finds_methods_by_path_template() {
        let allowed = AllowedMethods::from_document(
            &json!({"paths": {"/api/runs/{id}": {"get": {}, "delete": {}}, "/api/runs": {"post": {}}}}),
        );
        assert_eq!(allowed.allow_header("/api/runs").unwrap(), "POST");
        let methods = allowed.allow_header("/api/runs/7").unwrap();
        assert!(methods == "GET, DELETE" || methods == "DELETE, GET");
        assert_eq!(allowed.allow_header("/api/other"), None);
    }
}
