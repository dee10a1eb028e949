//! Which methods an address answers to, read from the contract: a 405 has to say so (RFC 9110,
//! 15.5.6).

use super::PathTemplate;
use poem::http::HeaderValue;
use serde_json::Value;

/// Path templates with their methods.
#[derive(Clone, Debug, Default)]
pub struct AllowedMethods(Vec<(PathTemplate, String)>);

impl AllowedMethods {
    /// Reads the paths of an `OpenAPI` document.
    pub fn of_document(document: &Value) -> Self {
        let paths = document.get("paths").and_then(Value::as_object);
        let entries = paths.into_iter().flatten().map(|(path, operations)| {
            let methods = operations
                .as_object()
                .into_iter()
                .flatten()
                .map(|(method, _)| method.to_uppercase());
            (
                PathTemplate::of(path),
                methods.collect::<Vec<_>>().join(", "),
            )
        });
        Self(entries.collect())
    }

    /// The `Allow` header of a concrete path; none for a path that the contract does not have.
    pub fn at(&self, path: &str) -> Option<HeaderValue> {
        let (_, methods) = self.0.iter().find(|(template, _)| template.fits(path))?;
        HeaderValue::from_str(methods).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn finds_the_methods_behind_a_template() {
        let allowed = AllowedMethods::of_document(
            &json!({"paths": {"/api/runs/{id}": {"get": {}, "delete": {}}, "/api/runs": {"post": {}}}}),
        );
        assert_eq!(allowed.at("/api/runs").unwrap(), "POST");
        let methods = allowed.at("/api/runs/7").unwrap();
        assert!(methods == "GET, DELETE" || methods == "DELETE, GET");
        assert_eq!(allowed.at("/api/other"), None);
    }
}
