//! What emails say about failed syncs and deliveries is what the app says.

use localization::{Language, translate_delivery_error, translate_sync_message};
use std::path::Path;

const LANGUAGES: [(&str, Language); 4] = [
    ("de", Language::German),
    ("es", Language::Spanish),
    ("fr", Language::French),
    ("pt", Language::Portuguese),
];

/// Keys and texts of a catalog of the app.
fn read_catalog(language: &str, name: &str) -> Option<Vec<(String, String)>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../frontend/src/messages")
        .join(language)
        .join(name);
    let catalog = std::fs::read_to_string(path).ok()?;
    let (_, entries) = catalog.split_once(" = {")?;
    let mut found = Vec::new();
    for entry in entries.split("',\n") {
        if let Some((key, text)) = entry.split_once(':')
            && let Some((_, text)) = text.split_once('\'')
        {
            found.push((key.trim().to_owned(), text.replace("\\'", "'")));
        }
    }
    Some(found)
}

#[test]
fn the_app_and_emails_say_the_same_about_a_sync() {
    for (code, language) in LANGUAGES {
        let own = read_catalog(code, "sync_messages.ts").unwrap();
        assert!(own.len() > 5, "{code}: {own:?}");
        for (key, text) in &own {
            let said = translate_sync_message(language, key, "{detail}");
            assert_eq!(&said, text, "{code} {key}");
        }
        // Errors of requests as well. The others are not said of a sync.
        let unknown = "no such message";
        let shared: Vec<_> = read_catalog(code, "errors.ts")
            .unwrap()
            .into_iter()
            .filter(|(key, _)| translate_sync_message(language, key, unknown) != unknown)
            .collect();
        assert!(shared.len() > 10, "{code}: {shared:?}");
        for (key, text) in shared {
            let said = translate_sync_message(language, &key, "{detail}");
            assert_eq!(said, text, "{code} {key}");
        }
    }
}

#[test]
fn the_app_and_emails_say_the_same_about_a_delivery() {
    for (code, language) in LANGUAGES {
        let own = read_catalog(code, "delivery_errors.ts").unwrap();
        assert!(own.len() > 10, "{code}: {own:?}");
        for (key, text) in &own {
            let said = translate_delivery_error(language, key, "{value}", "");
            assert_eq!(&said, text, "{code} {key}");
        }
    }
}
