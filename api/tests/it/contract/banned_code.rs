//! What the sources must not hold, because a defense rests on its absence.

use super::docs::{collect_files, read_text, repository_root};
use std::fs;

/// The sources below a folder, as paths from the root with their text, without tests.
fn read_sources(folder: &str, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect_files(&repository_root().join(folder), ending, &mut found);
    let named = found.into_iter().map(|path| {
        (
            path.strip_prefix(repository_root())
                .unwrap()
                .to_string_lossy()
                .into_owned(),
            fs::read_to_string(&path).unwrap(),
        )
    });
    named
        .filter(|(path, _)| {
            ![".test.", "/test/", "tests"]
                .iter()
                .any(|mark| path.contains(mark))
        })
        .collect()
}

/// The app and the client that it speaks through.
pub(super) fn app_sources() -> Vec<(String, String)> {
    let app = [
        read_sources("frontend/src", ".ts"),
        read_sources("frontend/src", ".tsx"),
        read_sources("clients/typescript/src", ".ts"),
    ]
    .concat();
    assert!(app.len() > 100, "the app was not found");
    app
}

/// Libraries that run in the server and do input or output.
const SERVER_LIBRARIES: [&str; 3] = [
    "crates/clock-and-entropy/src",
    "crates/outbound/src",
    "crates/sources/src",
];

/// The server without its tests.
pub(super) fn server_sources() -> Vec<(String, String)> {
    let mut all = read_sources("api/src", ".rs");
    assert!(all.len() > 100, "the server was not found");
    for folder in SERVER_LIBRARIES {
        let library = read_sources(folder, ".rs");
        assert!(!library.is_empty(), "{folder} was not found");
        all.extend(library);
    }
    all.into_iter()
        .map(|(path, text)| (path, text.split("#[cfg(test)]").next().unwrap().to_owned()))
        .collect()
}

/// The files in which one of these stands.
pub(super) fn sources_containing(sources: &[(String, String)], words: &[&str]) -> Vec<String> {
    sources
        .iter()
        .filter(|(_, text)| words.iter().any(|word| text.contains(word)))
        .map(|(path, _)| path.clone())
        .collect()
}

#[test]
fn nothing_in_the_app_makes_markup_or_code_of_text() {
    let ways = [
        "dangerouslySetInnerHTML",
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "srcDoc",
        " eval(",
        "new Function(",
    ];
    assert_eq!(
        sources_containing(&app_sources(), &ways),
        Vec::<String>::new()
    );
}

#[test]
fn the_server_hashes_passwords_at_full_cost() {
    assert_eq!(
        sources_containing(&server_sources(), &["PasswordCost::LOWEST"]),
        Vec::<String>::new()
    );
}

/// A name such as `__proto__` would change every object.
#[test]
fn objects_of_the_app_get_no_names_from_elsewhere() {
    let app = app_sources();
    assert_eq!(
        sources_containing(
            &app,
            &[
                "__proto__",
                "Object.assign(",
                "Object.defineProperty(",
                "Reflect.set("
            ]
        ),
        Vec::<String>::new()
    );
    // Types of constants and takings apart look alike.
    let others = ["'] = ", "[] = ", "const [", "let ["];
    let computed = |line: &str| {
        ["] = ", "] += ", "] ??= "]
            .iter()
            .any(|sign| line.contains(sign))
            && !others.iter().any(|other| line.contains(other))
    };
    let putting: Vec<&str> = app
        .iter()
        .filter(|(_, text)| text.lines().any(computed))
        .map(|(path, _)| path.as_str())
        .collect();
    assert_eq!(
        putting,
        ["frontend/src/ui/charts/spreadLabels.ts"],
        "by number into a list, and nowhere else"
    );
}

#[test]
fn the_browser_stores_only_what_is_known() {
    let mut keeping = sources_containing(
        &app_sources(),
        &[
            "localStorage",
            "sessionStorage",
            "indexedDB",
            "caches.",
            "document.cookie",
        ],
    );
    keeping.sort();
    let known = [
        "frontend/src/app/theme/initialColorScheme.ts",
        "frontend/src/auth/storedAnswers.ts",
        "frontend/src/auth/token.ts",
        "frontend/src/features/assistant/useDraft.ts",
        "frontend/src/features/organizations/invitationToken.ts",
        "frontend/src/lib/applyPreferences.ts",
        "frontend/src/lib/preferences.ts",
        "frontend/src/lib/sharedFiles.ts",
        "frontend/src/ui/table/tableLayout.ts",
        "frontend/src/ui/useRememberedHeight.ts",
    ];
    assert_eq!(keeping, known);
}

#[test]
fn every_input_of_a_password_hides_it_and_takes_what_is_pasted() {
    let app = app_sources();
    assert_eq!(
        sources_containing(&app, &["onPaste", "onBeforeInput"]),
        Vec::<String>::new()
    );
    let inputs = sources_containing(&app, &["current-password", "new-password"]);
    assert!(inputs.len() >= 5, "{inputs:?}");
    for (path, text) in app.iter().filter(|(path, _)| inputs.contains(path)) {
        assert!(
            text.contains("type=\"password\"") || text.contains("PasswordInput"),
            "{path} shows a password"
        );
    }
}

#[test]
fn the_server_starts_no_other_program() {
    assert_eq!(
        sources_containing(&server_sources(), &["process::Command", "Command::new"]),
        Vec::<String>::new()
    );
}

/// Chosen seeds are for tests and generated rows; the service asks the operating system.
#[test]
fn randomness_has_one_source() {
    let server = server_sources();
    assert_eq!(
        sources_containing(&server, &["Entropy::seeded("]),
        Vec::<String>::new()
    );
    let mut generators = sources_containing(
        &server,
        &["SystemRandom", "rand_chacha", "getrandom", "thread_rng"],
    );
    generators.sort();
    // The other is for the blinding of a signature.
    assert_eq!(
        generators,
        [
            "crates/clock-and-entropy/src/entropy.rs",
            "crates/sources/src/bigquery/service_account.rs",
        ]
    );
    assert!(read_text("api/src/commands/serve.rs").contains("Entropy::system()"));
}

#[test]
fn passwords_have_no_date_at_which_they_end() {
    let person = read_text("entities/src/person.rs");
    assert!(person.contains("pub password_hash: String"));
    assert_eq!(
        person.matches("pub password").count(),
        1,
        "a person has a password's hash and nothing else about it"
    );
}

#[test]
fn the_compose_file_asks_for_a_password() {
    let compose = read_text("deploy/compose.yaml");
    assert!(compose.contains("${POSTGRES_PASSWORD:?"));
    assert_eq!(
        compose.matches("${POSTGRES_PASSWORD").count(),
        compose.matches("${POSTGRES_PASSWORD:?").count(),
        "it would start without one"
    );
}

#[test]
fn every_component_comes_from_a_registry_or_from_here() {
    let cargo = read_text("Cargo.lock");
    let elsewhere = cargo.lines().filter(|line| {
        line.starts_with("source = ")
            && !line.contains("\"registry+https://github.com/rust-lang/crates.io-index\"")
    });
    assert_eq!(elsewhere.collect::<Vec<_>>(), Vec::<&str>::new());
    assert_eq!(
        cargo.matches("\nsource = ").count(),
        cargo.matches("\nchecksum = ").count(),
        "a hash for each"
    );
    let npm: serde_json::Value = serde_json::from_str(&read_text("package-lock.json")).unwrap();
    let packages = npm["packages"].as_object().unwrap();
    assert!(packages.len() > 100, "the packages were not found");
    for (path, package) in packages
        .iter()
        .filter(|(path, _)| path.contains("node_modules/"))
    {
        let ours = package["link"] == true;
        let hashed = package["integrity"]
            .as_str()
            .is_some_and(|hash| hash.starts_with("sha512-"));
        let registry = package["resolved"]
            .as_str()
            .is_none_or(|address| address.starts_with("https://registry.npmjs.org/"));
        assert!(ours || (hashed && registry), "{path} comes from elsewhere");
    }
}
