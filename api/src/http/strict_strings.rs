//! Rejects non-string values where the contract requires strings. Poem's parser would convert
//! numbers and booleans, so that `{"name": false}` becomes a name.

use super::{ApiError, PathTemplate};
use poem::http::{Method, StatusCode};
use poem::{Endpoint, Middleware, Request, Response, Result};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The maximum depth of schemas.
const MAX_DEPTH: usize = 16;

/// Where a body must contain strings.
#[derive(Debug)]
enum StringShape {
    Text,
    Items(Box<Self>),
    Fields(BTreeMap<String, Self>),
    /// One of several shapes, by the value of a field.
    Tagged(String, BTreeMap<String, Self>),
    Other,
}

impl StringShape {
    fn from_schema(schema: &Value, document: &Value, depth: usize) -> Self {
        if depth > MAX_DEPTH {
            return Self::Other;
        }
        if let Some(name) = schema["$ref"]
            .as_str()
            .and_then(|reference| reference.rsplit('/').next())
        {
            return Self::from_schema(
                &document["components"]["schemas"][name],
                document,
                depth + 1,
            );
        }
        if let Some(all) = schema["allOf"].as_array() {
            return all
                .iter()
                .map(|one| Self::from_schema(one, document, depth + 1))
                .fold(Self::Other, Self::merge);
        }
        if let Some(discriminator) = schema["discriminator"]["propertyName"].as_str() {
            let mapping = schema["discriminator"]["mapping"].as_object();
            let shapes = mapping.into_iter().flatten().map(|(tag, reference)| {
                let variant = json!({ "$ref": reference });
                (
                    tag.clone(),
                    Self::from_schema(&variant, document, depth + 1),
                )
            });
            return Self::Tagged(discriminator.to_owned(), shapes.collect());
        }
        match schema["type"].as_str() {
            Some("string") => Self::Text,
            Some("array") => Self::Items(Box::new(Self::from_schema(
                &schema["items"],
                document,
                depth + 1,
            ))),
            Some("object") => {
                let fields = schema["properties"].as_object().into_iter().flatten();
                Self::Fields(
                    fields
                        .map(|(name, field)| {
                            (name.clone(), Self::from_schema(field, document, depth + 1))
                        })
                        .collect(),
                )
            }
            _ => Self::Other,
        }
    }

    /// The shape of a value that has both shapes.
    fn merge(self, other: Self) -> Self {
        match (self, other) {
            (Self::Fields(mut fields), Self::Fields(more)) => {
                fields.extend(more);
                Self::Fields(fields)
            }
            (Self::Other, shape) | (shape, _) => shape,
        }
    }

    /// The path of the first value in `value` that is not a string but must be one.
    fn find_non_string(&self, value: &Value) -> Option<String> {
        let join = |name: &str, rest: String| {
            if rest.is_empty() {
                name.to_owned()
            } else {
                format!("{name}.{rest}")
            }
        };
        match (self, value) {
            (Self::Text, Value::Bool(_) | Value::Number(_)) => Some(String::new()),
            (Self::Items(shape), Value::Array(all)) => {
                all.iter().enumerate().find_map(|(index, one)| {
                    shape
                        .find_non_string(one)
                        .map(|rest| join(&index.to_string(), rest))
                })
            }
            (Self::Fields(shapes), Value::Object(fields)) => {
                fields.iter().find_map(|(name, one)| {
                    shapes
                        .get(name)?
                        .find_non_string(one)
                        .map(|rest| join(name, rest))
                })
            }
            (Self::Tagged(field, shapes), Value::Object(fields)) => match fields.get(field)? {
                Value::String(tag) => shapes.get(tag)?.find_non_string(value),
                tag => Self::Text.find_non_string(tag).map(|_| field.clone()),
            },
            _ => None,
        }
    }
}

/// The bodies of operations, by method and path.
#[derive(Debug)]
pub struct StringSchemas(Vec<(Method, PathTemplate, StringShape)>);

impl StringSchemas {
    /// Reads the operations with a body from an `OpenAPI` document.
    pub fn from_document(document: &Value) -> Self {
        let paths = document["paths"].as_object().into_iter().flatten();
        let operations = paths.flat_map(|(path, operations)| {
            operations
                .as_object()
                .into_iter()
                .flatten()
                .map(move |(method, one)| (path, method, one))
        });
        let schemas = operations.filter_map(|(path, method, one)| {
            let schema = one.pointer("/requestBody/content/application~1json/schema")?;
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).ok()?;
            Some((
                method,
                PathTemplate::new(path),
                StringShape::from_schema(schema, document, 0),
            ))
        });
        Self(schemas.collect())
    }

    fn find_shape(&self, method: &Method, path: &str) -> Option<&StringShape> {
        self.0
            .iter()
            .find(|(candidate, template, _)| candidate == method && template.matches_path(path))
            .map(|(_, _, shape)| shape)
    }
}

/// Middleware that enforces [`StringSchemas`].
#[derive(Clone, Debug)]
pub struct StrictStrings(Arc<StringSchemas>);

impl StrictStrings {
    /// Creates the middleware for the operations of a contract.
    pub fn new(schemas: Arc<StringSchemas>) -> Self {
        Self(schemas)
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for StrictStrings {
    type Output = StrictStringsEndpoint<E>;

    fn transform(&self, inner: E) -> StrictStringsEndpoint<E> {
        StrictStringsEndpoint {
            inner,
            schemas: Arc::clone(&self.0),
        }
    }
}

/// An endpoint whose bodies are checked.
pub struct StrictStringsEndpoint<E> {
    inner: E,
    schemas: Arc<StringSchemas>,
}

impl<E: Endpoint<Output = Response>> Endpoint for StrictStringsEndpoint<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let Some(shape) = self
            .schemas
            .find_shape(request.method(), request.uri().path())
        else {
            return self.inner.call(request).await;
        };
        let body = request.take_body().into_bytes().await?;
        let invalid_field = serde_json::from_slice::<Value>(&body)
            .ok()
            .and_then(|value| shape.find_non_string(&value));
        let Some(field) = invalid_field else {
            request.set_body(body);
            return self.inner.call(request).await;
        };
        // An unreadable body: authorization still comes first, so that unauthorized callers get 401
        // or 403.
        request.set_body("{");
        let response = self.inner.call(request).await;
        let status = response
            .as_ref()
            .map_or_else(poem::Error::status, Response::status);
        if status != StatusCode::BAD_REQUEST {
            return response;
        }
        Err(ApiError::bad_request(
            "invalid_body",
            format!("The body is invalid: \"{field}\" must be a string."),
        )
        .into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_non_strings_at_any_depth() {
        let document = json!({
            "paths": {"/api/a/{id}": {"put": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}},
            "components": {"schemas": {
                "A": {"type": "object", "properties": {
                    "name": {"type": "string"},
                    "count": {"type": "integer"},
                    "all": {"type": "array", "items": {"allOf": [{"$ref": "#/components/schemas/B"}], "nullable": true}},
                }},
                "B": {"type": "object", "properties": {"kind": {"type": "string", "enum": ["x"]}}},
            }},
        });
        let schemas = StringSchemas::from_document(&document);
        let shape = schemas.find_shape(&Method::PUT, "/api/a/7").unwrap();
        assert!(
            schemas.find_shape(&Method::POST, "/api/a/7").is_none()
                && schemas.find_shape(&Method::PUT, "/api/a/7/b").is_none()
        );
        assert_eq!(
            shape.find_non_string(&json!({"name": false})).as_deref(),
            Some("name")
        );
        assert_eq!(
            shape
                .find_non_string(&json!({"all": [{"kind": "x"}, {"kind": 7}]}))
                .as_deref(),
            Some("all.1.kind")
        );
        assert_eq!(
            shape.find_non_string(
                &json!({"name": null, "count": 7, "all": [{"kind": "7"}, null], "other": 1})
            ),
            None
        );
    }

    #[test]
    fn finds_non_strings_in_the_variant_that_a_body_names() {
        let variant = |kind: &str, name: &str| {
            json!({"allOf": [
                {"type": "object", "properties": {"kind": {"type": "string", "enum": [kind]}}},
                {"$ref": format!("#/components/schemas/{name}")},
            ]})
        };
        let document = json!({
            "paths": {"/api/a": {"put": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}},
            "components": {"schemas": {
                "A": {"type": "object", "oneOf": [{"$ref": "#/components/schemas/A_B"}, {"$ref": "#/components/schemas/A_C"}],
                    "discriminator": {"propertyName": "kind", "mapping": {"b": "#/components/schemas/A_B", "c": "#/components/schemas/A_C"}}},
                "A_B": variant("b", "B"),
                "A_C": variant("c", "C"),
                "B": {"type": "object", "properties": {"size": {"type": "string"}}},
                "C": {"type": "object", "properties": {"size": {"type": "integer"}}},
            }},
        });
        let schemas = StringSchemas::from_document(&document);
        let shape = schemas.find_shape(&Method::PUT, "/api/a").unwrap();
        for (body, field) in [
            (json!({"kind": "b", "size": 7}), Some("size")),
            (json!({"kind": "b", "size": "7"}), None),
            (json!({"kind": "c", "size": 7}), None),
            (json!({"kind": 7, "size": 7}), Some("kind")),
            (json!({"kind": "d", "size": 7}), None),
            (json!({"size": 7}), None),
        ] {
            assert_eq!(shape.find_non_string(&body).as_deref(), field, "{body}");
        }
    }
}
