//! The docs say what the code says: operations, settings, error codes, roles, and the files they
//! point to.

use super::list_operations;
use api::auth::permission::{Permission, Role};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const CONVENTIONS: &str = "docs/api-conventions.md";
/// Folders that builds and tests write.
const BUILD_OUTPUT_FOLDERS: [&str; 5] = [
    "target",
    "node_modules",
    "dist",
    "test-results",
    "playwright-report",
];

pub(super) fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

pub(super) fn read_text(path: &str) -> String {
    fs::read_to_string(repository_root().join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Adds the files below a folder whose names end like this.
pub(super) fn collect_files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !BUILD_OUTPUT_FOLDERS.contains(&name.as_str()) {
                collect_files(&path, ending, found);
            }
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
}

/// Every page of the docs with its text.
fn read_pages() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    collect_files(&repository_root(), ".md", &mut found);
    assert!(found.len() > 15, "the docs were not found");
    found
        .into_iter()
        .map(|path| (path.clone(), fs::read_to_string(&path).unwrap()))
        .collect()
}

/// Words below `docs/`. Say it once, or shorten something else.
const MAX_WORDS: usize = 40_000;

#[test]
fn the_docs_stay_short() {
    let mut pages = Vec::new();
    collect_files(&repository_root().join("docs"), ".md", &mut pages);
    let words: usize = pages
        .iter()
        .map(|page| fs::read_to_string(page).unwrap())
        .map(|text| count_words(&text))
        .sum();
    assert!(words <= MAX_WORDS, "docs/ has {words} words");
}

/// Counts words, but neither rulers nor the bars of tables.
fn count_words(text: &str) -> usize {
    text.split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric))
        .count()
}

/// The rows of a page's tables as cells without their back quotes, headings and rulers included.
pub(super) fn table_rows(page: &str) -> Vec<Vec<String>> {
    let table_lines = page.lines().filter(|line| line.starts_with("| "));
    table_lines
        .map(|line| {
            line.trim_matches('|')
                .split(" | ")
                .map(|cell| cell.trim().replace('`', ""))
                .collect()
        })
        .collect()
}

#[test]
fn every_operation_is_listed_with_its_address() {
    let listed = table_rows(&read_text(CONVENTIONS));
    for operation in list_operations() {
        let row = [
            format!("{} {}", operation.method, operation.template),
            operation.id.clone(),
        ];
        assert!(
            listed.iter().any(|cells| cells.starts_with(&row)),
            "{CONVENTIONS} lacks the row of {} ({})",
            row[0],
            row[1]
        );
    }
}

#[test]
fn every_setting_is_documented_with_its_default() {
    let (readme, example) = (
        read_text("README.md"),
        read_text("deploy/sprout.env.example"),
    );
    let config = read_text("api/src/config.rs");
    let quoted = |line: &str, key: &str| {
        line.split_once(key)
            .and_then(|(_, rest)| rest.split('"').next().map(str::to_owned))
    };
    let mut settings = 0;
    for line in config.lines() {
        let Some(name) = quoted(line, "env = \"") else {
            continue;
        };
        settings += 1;
        let row = table_rows(&readme)
            .into_iter()
            .find(|cells| cells.contains(&name))
            .unwrap_or_else(|| panic!("README.md lacks {name}"));
        if let Some(default) = quoted(line, "default_value = \"") {
            assert!(
                row.contains(&default),
                "README.md does not say that {name} is {default} by default"
            );
        }
        let shown = example.lines().any(|line| {
            line.trim_start_matches('#')
                .starts_with(&format!("{name}="))
        });
        assert!(shown, "deploy/sprout.env.example lacks {name}");
    }
    assert!(settings >= 10, "the settings were not found");
}

#[test]
fn every_relative_link_leads_to_a_file() {
    for (page, text) in read_pages() {
        for (_, after) in text
            .match_indices("](")
            .map(|(at, found)| text.split_at(at + found.len()))
        {
            let target = after.split([')', '#', ' ']).next().unwrap_or_default();
            if target.is_empty() || target.contains(':') {
                continue;
            }
            assert!(
                page.parent().unwrap().join(target).exists(),
                "{} links to {target}, which is not there",
                page.display()
            );
        }
    }
}

/// A path in back quotes, such as `api/src/cache.rs`, is a promise as a link is.
#[test]
fn every_file_that_the_docs_name_is_there() {
    let roots = [
        "api/",
        "crates/",
        "entities/",
        "migration/",
        "frontend/",
        "clients/",
        "deploy/",
        "docs/",
        ".ci/",
    ];
    let mut named = 0;
    for (page, text) in read_pages() {
        for path in text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|code| roots.iter().any(|root| code.starts_with(root)))
        {
            if path.contains(|c: char| c.is_whitespace() || "<>{}*".contains(c))
                || path
                    .split('/')
                    .any(|folder| BUILD_OUTPUT_FOLDERS.contains(&folder))
            {
                continue;
            }
            named += 1;
            assert!(
                repository_root().join(path).exists(),
                "{} names {path}, which is not there",
                page.display()
            );
        }
    }
    assert!(named > 50, "the named files were not found");
}

/// The codes that the sources answer with: the literal at its place in a call of an `ApiError`
/// constructor.
fn codes_in_the_sources() -> BTreeSet<String> {
    let mut sources = Vec::new();
    collect_files(&repository_root().join("api/src"), ".rs", &mut sources);
    let mut codes = BTreeSet::new();
    for source in sources {
        let text = fs::read_to_string(source).unwrap();
        let direct = [
            "::bad_request(",
            "::conflict(",
            "::unprocessable(",
            "::unavailable(",
        ];
        let calls = direct.iter().map(|call| (*call, false)).chain([
            ("ApiError::new(", true),
            ("Self::new(StatusCode", true),
            ("Self::new(\n", true),
        ]);
        for (call, after_status) in calls {
            for (at, _) in text.match_indices(call) {
                let rest = text[at + call.len()..].trim_start();
                let rest = if after_status {
                    rest.split_once(',')
                        .map_or("", |(_, rest)| rest.trim_start())
                } else {
                    rest
                };
                let code = rest
                    .strip_prefix('"')
                    .and_then(|rest| rest.split('"').next())
                    .unwrap_or_default();
                if !code.is_empty() && code.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
                    codes.insert(code.to_owned());
                }
            }
        }
    }
    codes
}

#[test]
fn the_error_codes_are_those_of_the_sources() {
    let page = read_text(CONVENTIONS);
    let (_, section) = page.split_once("## Error codes").expect("a list of codes");
    let section = section.split("\n## ").next().unwrap_or_default();
    let listed: BTreeSet<String> = table_rows(section)
        .into_iter()
        .map(|cells| cells[0].clone())
        .filter(|code| code != "Code")
        .collect();
    assert_eq!(
        listed,
        codes_in_the_sources(),
        "left: {CONVENTIONS}, right: the sources"
    );
}

#[test]
fn the_role_table_is_that_of_the_code() {
    let table = table_rows(&read_text("docs/security.md"));
    for permission in Permission::ALL {
        let row = table
            .iter()
            .find(|cells| cells[0] == permission.name())
            .unwrap_or_else(|| panic!("docs/security.md lacks {}", permission.name()));
        for (role, cell) in Role::ALL.iter().zip(&row[1..]) {
            let may = role.permissions().contains(*permission);
            assert_eq!(
                cell,
                if may { "yes" } else { "no" },
                "{} as {}",
                permission.name(),
                role.name()
            );
        }
    }
}

/// The account page says what a person may do, in words of its own.
#[test]
fn every_permission_has_words_in_the_app() {
    let words = read_text("frontend/src/lib/permissionLabels.ts");
    for permission in Permission::ALL {
        assert!(
            words.contains(&format!("'{}'", permission.name())),
            "frontend/src/lib/permissionLabels.ts lacks {}",
            permission.name()
        );
    }
}

/// A defense is only as good as its test, and a test that was renamed is no longer named.
#[test]
fn every_test_that_the_security_page_names_is_there() {
    let mut sources = Vec::new();
    for folder in ["api", "crates"] {
        collect_files(&repository_root().join(folder), ".rs", &mut sources);
    }
    let code: String = sources
        .into_iter()
        .map(|source| fs::read_to_string(source).unwrap())
        .collect();
    let page = read_text("docs/security.md");
    let is_test = |word: &&str| {
        word.matches('_').count() >= 4
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let named: Vec<&str> = page.split('`').skip(1).step_by(2).filter(is_test).collect();
    assert!(named.len() > 10, "the tests were not found");
    for name in named {
        assert!(
            code.contains(&format!("fn {name}(")),
            "docs/security.md names the test {name}, which is not there"
        );
    }
}
