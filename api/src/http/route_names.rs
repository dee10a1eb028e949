//! Names of routes for metrics and logs. Request paths contain ids, and there are too many of them.

use super::PathTemplate;
use serde_json::Value;

/// The paths of the contract.
#[derive(Clone, Debug, Default)]
pub struct RouteNames(Vec<(PathTemplate, String)>);

impl RouteNames {
    /// Reads the paths of an `OpenAPI` document.
    pub fn from_document(document: &Value) -> Self {
        let paths = document.get("paths").and_then(Value::as_object);
        let names = paths.into_iter().flatten();
        Self(
            names
                .map(|(path, _)| (PathTemplate::new(path), path.clone()))
                .collect(),
        )
    }

    /// The name of a request path: its path in the contract, `unknown` for others of the API, `app`
    /// for the web app.
    pub fn find_name(&self, path: &str) -> &str {
        let known = self
            .0
            .iter()
            .find(|(template, _)| template.matches_path(path));
        match known {
            Some((_, name)) => name,
            None if path.starts_with("/api/") => "unknown",
            None => "app",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ids_are_not_part_of_names() {
        let names = RouteNames::from_document(
            &json!({"paths": {"/api/runs/{id}": {"get": {}}, "/health/live": {"get": {}}}}),
        );
        assert_eq!(names.find_name("/api/runs/7"), "/api/runs/{id}");
        assert_eq!(names.find_name("/health/live"), "/health/live");
        assert_eq!(names.find_name("/api/runs/7/8"), "unknown");
        assert_eq!(names.find_name("/assets/x.js"), "app");
    }
}
