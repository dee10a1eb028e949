//! Kinds of data source are named in one place each of the server and of the app, so that a new one
//! needs no change elsewhere and none is taken for another.

use super::banned_code::{app_sources, server_sources, sources_containing};
use super::committed_contract;
use api::features::data_sync::connectors::SourceKind;
use std::collections::BTreeSet;

/// Where kinds are named: the connectors and their registry, and the readers below them.
const SERVER_FOLDERS: [&str; 3] = [
    "api/src/features/data_sync/connectors.rs",
    "api/src/features/data_sync/connectors/",
    "crates/sources/src/",
];
const APP_FOLDER: &str = "frontend/src/features/data_sync/connectors/";

/// Literals that also mean something else, in files that have nothing to do with sources.
const OTHER_MEANINGS: [(&str, &str); 3] = [
    (
        "\"files\"",
        "api/src/features/organizations/export/export_manifest.rs",
    ),
    ("\"s3\"", "api/src/commands/eval/assistant/seed_files.rs"),
    ("'files'", "frontend/src/features/assistant/Links.tsx"),
];

#[track_caller]
fn assert_named_nowhere(sources: &[(String, String)], word: &str) {
    let found: Vec<String> = sources_containing(sources, &[word])
        .into_iter()
        .filter(|path| !OTHER_MEANINGS.contains(&(word, path)))
        .collect();
    assert_eq!(
        found,
        Vec::<String>::new(),
        "{word} is named outside the connectors: ask the registry"
    );
}

#[test]
fn the_server_names_kinds_in_the_registry_and_the_connectors_only() {
    let (inside, outside): (Vec<_>, Vec<_>) = server_sources()
        .into_iter()
        .partition(|(path, _)| SERVER_FOLDERS.iter().any(|folder| path.starts_with(folder)));
    for kind in SourceKind::ALL {
        let variant = format!("{kind:?}");
        let names = ["SourceKind", "SourceInput", "Source", "ConfiguredSource"]
            .map(|union| format!("{union}::{variant}"));
        let literal = format!("\"{}\"", kind.name());
        let types = [
            "Connector",
            "Warehouse",
            "Address",
            "SourceInput",
            "Settings",
        ]
        .map(|suffix| format!("{variant}{suffix}"));
        for word in names.iter().chain(&types).chain([&literal]) {
            assert_named_nowhere(&outside, word);
        }
        assert!(!sources_containing(&inside, &[&literal, &types[0]]).is_empty());
    }
    assert_named_nowhere(&outside, "FolderWarehouse");
}

#[test]
fn the_app_names_kinds_in_the_registry_and_the_connectors_only() {
    let (inside, outside): (Vec<_>, Vec<_>) = app_sources()
        .into_iter()
        .filter(|(path, _)| path.starts_with("frontend/"))
        .partition(|(path, _)| path.starts_with(APP_FOLDER));
    for kind in SourceKind::ALL.iter().map(|kind| kind.name()) {
        let literals = ["'", "\"", "`"].map(|quote| format!("{quote}{kind}{quote}"));
        for literal in &literals {
            assert_named_nowhere(&outside, literal);
        }
        assert!(!sources_containing(&inside, &[&literals[0]]).is_empty());
    }
}

#[test]
fn the_unions_of_the_contract_have_every_kind() {
    let schemas = &committed_contract()["components"]["schemas"];
    let kinds = |schema: &str| -> BTreeSet<&str> {
        let discriminator = &schemas[schema]["discriminator"];
        assert_eq!(discriminator["propertyName"], "kind", "{schema}");
        let mapping = discriminator["mapping"].as_object().unwrap();
        assert_eq!(
            schemas[schema]["oneOf"].as_array().unwrap().len(),
            mapping.len()
        );
        mapping.keys().map(String::as_str).collect()
    };
    let every: BTreeSet<&str> = SourceKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(kinds("SourceInput"), every);
    assert_eq!(kinds("Source"), &every | &BTreeSet::from(["none"]));
}
