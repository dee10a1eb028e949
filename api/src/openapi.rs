//! The OpenAPI document: generated from the handlers' types, corrected where the generator is
//! incomplete, and served and exported as text.

mod schema_fixes;

use crate::app::Apis;
use crate::http::{AllowedMethods, RouteNames, StringSchemas, build_page_policy};
use crate::idempotency::{self, KeyedOperations};
use bytes::Bytes;
use poem::endpoint::BoxEndpoint;
use poem::http::{HeaderValue, Method};
use poem_openapi::registry::{MetaApi, MetaPath, Registry};
use poem_openapi::{OpenApi, OpenApiService};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

/// Describes the operations without their dependencies.
struct ApiDescription;

impl OpenApi for ApiDescription {
    fn meta() -> Vec<MetaApi> {
        let mut paths: Vec<MetaPath> = Vec::new();
        // A path has one entry, even if operations of several features use it.
        for path in Apis::meta().into_iter().flat_map(|api| api.paths) {
            match paths.iter_mut().find(|known| known.path == path.path) {
                Some(known) => known.operations.extend(path.operations),
                None => paths.push(path),
            }
        }
        vec![MetaApi { paths }]
    }

    fn register(registry: &mut Registry) {
        Apis::register(registry);
    }

    fn add_routes(self, _route_table: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {
    }
}

/// The title of the API.
pub const API_TITLE: &str = "Sprout";

/// The published contract and what middleware enforces of it.
#[derive(Debug)]
pub struct PublishedContract {
    /// The methods of each path.
    pub allowed_methods: Arc<AllowedMethods>,
    /// The operations that accept an idempotency key.
    pub keyed_operations: Arc<KeyedOperations>,
    /// The names of the paths.
    pub route_names: Arc<RouteNames>,
    /// The strings in request bodies.
    pub string_schemas: Arc<StringSchemas>,
    /// The OpenAPI document.
    pub json: Bytes,
    /// The Swagger UI page.
    pub docs_page: Bytes,
    /// The content security policy of that page.
    pub docs_policy: HeaderValue,
}

/// Created once per process, because it takes a third of a second in debug builds.
pub static PUBLISHED_CONTRACT: LazyLock<PublishedContract> = LazyLock::new(|| {
    let document = build_document();
    let text = document_json(&document);
    let (allowed_methods, keyed_operations, string_schemas) = (
        AllowedMethods::from_document(&document),
        KeyedOperations::from_document(&document),
        StringSchemas::from_document(&document),
    );
    let page = render_swagger_page(&text);
    let page_policy = build_page_policy(&page);
    PublishedContract {
        allowed_methods: Arc::new(allowed_methods),
        route_names: Arc::new(RouteNames::from_document(&document)),
        keyed_operations: Arc::new(keyed_operations),
        string_schemas: Arc::new(string_schemas),
        docs_page: page.into(),
        docs_policy: page_policy,
        json: text.into(),
    }
});

/// Builds the document.
fn build_document() -> Value {
    let service = OpenApiService::new(ApiDescription, API_TITLE, env!("CARGO_PKG_VERSION")).description(
        "Analytics for businesses that supply farmers with seed, fertilizer and crop protection.",
    );
    let mut document: Value = serde_json::from_str(&service.spec()).unwrap_or_default();
    if let Some(info) = document.get_mut("info").and_then(Value::as_object_mut) {
        info.insert(
            "license".to_owned(),
            json!({"name": "MIT OR Apache-2.0", "url": "https://spdx.org/licenses/MIT.html"}),
        );
    }
    document["servers"] = json!([{"url": "/", "description": "The server of this document"}]);
    strip_json_charset(&mut document);
    schema_fixes::flatten_unions(&mut document);
    forbid_unknown_fields(&mut document);
    schema_fixes::fix_schemas(&mut document);
    idempotency::declare_key_header(&mut document);
    document
}

/// The document as text, as committed and served.
pub fn contract_json() -> String {
    document_json(&build_document())
}

fn document_json(document: &Value) -> String {
    let mut text = serde_json::to_string_pretty(document).unwrap_or_default();
    text.push('\n');
    text
}

/// The Swagger UI page. Poem's page embeds its own document, which is replaced by ours.
fn render_swagger_page(text: &str) -> String {
    let empty = OpenApiService::new((), "", "");
    empty.swagger_ui_html().replacen(&empty.spec(), text, 1)
}

/// Declares that request objects reject unknown fields and accept `null` for optional fields. Poem
/// does both but does not declare it.
fn forbid_unknown_fields(document: &mut Value) {
    let bodies = document["paths"]
        .as_object()
        .into_iter()
        .flatten()
        .flat_map(|(_, operations)| operations.as_object().into_iter().flatten());
    let mut open: Vec<String> = Vec::new();
    for (_, operation) in bodies {
        collect_references(&operation["requestBody"], &mut open);
    }
    let mut closed = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !closed.insert(name.clone()) {
            continue;
        }
        let schema = &mut document["components"]["schemas"][name];
        collect_references(schema, &mut open);
        // The objects of a union reject unknown fields; the union itself knows no field.
        if schema["type"] == "object" && schema.get("oneOf").is_none() {
            schema["additionalProperties"] = json!(false);
            schema_fixes::make_optional_nullable(schema);
        }
    }
}

/// Adds the names of all components that `value` references.
fn collect_references(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let name = fields
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|reference| reference.rsplit('/').next());
            names.extend(name.map(str::to_owned));
            fields
                .values()
                .for_each(|field| collect_references(field, names));
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| collect_references(item, names)),
        _ => {}
    }
}

/// Removes the character set that poem adds to the JSON media type (RFC 8259, 11, defines none).
fn strip_json_charset(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(body) = fields.remove("application/json; charset=utf-8") {
                fields.insert("application/json".to_owned(), body);
            }
            fields.values_mut().for_each(strip_json_charset);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_json_charset),
        _ => {}
    }
}
