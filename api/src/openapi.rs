//! The contract: generated from the handlers' types, put right where the generator falls short,
//! served and exported as one text.

mod schemas;

use crate::app::Apis;
use crate::http::{AllowedMethods, ExactText, policy_of_page};
use crate::idempotency::{self, Accepting};
use bytes::Bytes;
use poem::endpoint::BoxEndpoint;
use poem::http::{HeaderValue, Method};
use poem_openapi::registry::{MetaApi, MetaPath, Registry};
use poem_openapi::{OpenApi, OpenApiService};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

/// The operations without the things they work on: enough to describe them.
struct Described;

impl OpenApi for Described {
    fn meta() -> Vec<MetaApi> {
        let mut paths: Vec<MetaPath> = Vec::new();
        // An address has one entry in the contract, also where two rooms answer to it.
        for path in Apis::meta().into_iter().flat_map(|room| room.paths) {
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

/// The contract's title.
pub const TITLE: &str = "Sprout";

/// What servers publish of the contract, and hold requests to.
#[derive(Debug)]
pub struct Published {
    /// The methods of each address.
    pub allowed: Arc<AllowedMethods>,
    /// The operations that do a thing once under a key.
    pub keyed: Arc<Accepting>,
    /// Where their bodies have text.
    pub texts: Arc<ExactText>,
    /// The contract.
    pub text: Bytes,
    /// Swagger UI over it.
    pub page: Bytes,
    /// What browsers may run of that page.
    pub page_policy: HeaderValue,
}

/// Made once for all servers of a process: it is the same for each, and a third of a second's work
/// where nothing is optimised.
pub static PUBLISHED: LazyLock<Published> = LazyLock::new(|| {
    let document = document();
    let text = text_of(&document);
    let (allowed, keyed, texts) = (
        AllowedMethods::of_document(&document),
        Accepting::of_document(&document),
        ExactText::of_document(&document),
    );
    let page = swagger_page(&text);
    let page_policy = policy_of_page(&page);
    Published {
        allowed: Arc::new(allowed),
        keyed: Arc::new(keyed),
        texts: Arc::new(texts),
        page: page.into(),
        page_policy,
        text: text.into(),
    }
});

/// The contract as a document.
fn document() -> Value {
    let service = OpenApiService::new(Described, TITLE, env!("CARGO_PKG_VERSION")).description(
        "Analytics for businesses that supply farmers with seed, fertilizer and crop protection.",
    );
    let mut document: Value = serde_json::from_str(&service.spec()).unwrap_or_default();
    if let Some(info) = document.get_mut("info").and_then(Value::as_object_mut) {
        info.insert(
            "license".to_owned(),
            json!({"name": "MIT OR Apache-2.0", "url": "https://spdx.org/licenses/MIT.html"}),
        );
    }
    document["servers"] =
        json!([{"url": "/", "description": "The server that this document came from"}]);
    plain_media_types(&mut document);
    close_inputs(&mut document);
    schemas::put_right(&mut document);
    idempotency::declare(&mut document);
    document
}

/// The contract as the text that is committed, served and compared.
pub fn text() -> String {
    text_of(&document())
}

fn text_of(document: &Value) -> String {
    let mut text = serde_json::to_string_pretty(document).unwrap_or_default();
    text.push('\n');
    text
}

/// Swagger UI over the contract. poem-openapi's page is made for its own text, so ours takes that
/// text's place.
fn swagger_page(text: &str) -> String {
    let empty = OpenApiService::new((), "", "");
    empty.swagger_ui_html().replacen(&empty.spec(), text, 1)
}

/// Every object that a body is made of refuses unknown fields and takes `null` for what may be left
/// out; poem-openapi does both without saying so.
fn close_inputs(document: &mut Value) {
    let bodies = document["paths"]
        .as_object()
        .into_iter()
        .flatten()
        .flat_map(|(_, operations)| operations.as_object().into_iter().flatten());
    let mut open: Vec<String> = Vec::new();
    for (_, operation) in bodies {
        references(&operation["requestBody"], &mut open);
    }
    let mut closed = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !closed.insert(name.clone()) {
            continue;
        }
        let schema = &mut document["components"]["schemas"][name];
        references(schema, &mut open);
        if schema["type"] == "object" {
            schema["additionalProperties"] = json!(false);
            schemas::what_may_be_left_out_may_be_null(schema);
        }
    }
}

/// Adds the names of all components that `value` refers to.
fn references(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let name = fields
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|reference| reference.rsplit('/').next());
            names.extend(name.map(str::to_owned));
            fields.values().for_each(|field| references(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, names)),
        _ => {}
    }
}

/// poem-openapi adds a character set to every media type; JSON has none (RFC 8259, 11).
fn plain_media_types(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(body) = fields.remove("application/json; charset=utf-8") {
                fields.insert("application/json".to_owned(), body);
            }
            fields.values_mut().for_each(plain_media_types);
        }
        Value::Array(items) => items.iter_mut().for_each(plain_media_types),
        _ => {}
    }
}
