//! `docs/spec-coverage.md` maps every statement of the specification to tests that exist.
//! `.ci/spec-coverage.mjs` checks that they ran, passed and made an assertion.

use super::docs::read_text;
use std::collections::HashMap;
use std::path::Path;

const PAGE: &str = "docs/spec-coverage.md";
/// The sections of the specification that state something.
const SECTIONS: [&str; 8] = ["2.", "3.", "4.", "5.", "6.", "7.", "8.", "9."];

/// The rows before the list of tests: section and keys of the tests.
fn coverage_rows(page: &str) -> Vec<(&str, Vec<&str>)> {
    let (mut section, mut rows) = ("", Vec::new());
    for line in page.lines().take_while(|line| *line != "## Tests") {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading;
        } else if let Some(cells) = line.strip_prefix("| ") {
            let keys = cells.trim_end_matches(" |").split(" | ").nth(1);
            let keys = keys.unwrap_or_else(|| panic!("{PAGE}: not two cells: {line}"));
            if keys != "Tests" {
                rows.push((section, keys.split(", ").collect()));
            }
        }
    }
    rows
}

/// The list of tests: path of the file and title, by key.
fn listed_tests(page: &str) -> HashMap<String, (&str, &str)> {
    let (mut prefix, mut path, mut tests) = ("", "", HashMap::new());
    for line in page.lines().skip_while(|line| *line != "## Tests") {
        let Some((start, text)) = line.trim_end_matches('`').split_once('`') else {
            continue;
        };
        if let Some(heading) = start.strip_prefix("### ") {
            (prefix, path) = (heading.trim_end_matches(": "), text);
        } else {
            let number = start.trim_end_matches(". ");
            tests.insert(format!("{prefix}/{number}"), (path, text));
        }
    }
    tests
}

/// Whether the file can have a test of that title. Parameters of a title are known at run time only.
fn has_test(code: &str, path: &str, title: &str) -> bool {
    if Path::new(path).extension().is_some_and(|it| it == "rs") {
        return code.contains(&format!("fn {title}("));
    }
    let is_parameterized = code.contains(".each(") || code.contains("${");
    let mut parts = title.rsplit(" › ");
    let test = parts.next().unwrap_or_default();
    parts.all(|group| code.contains(group)) && (is_parameterized || code.contains(test))
}

#[test]
fn every_statement_has_tests_that_exist() {
    let page = read_text(PAGE);
    let tests = listed_tests(&page);
    for (section, keys) in coverage_rows(&page) {
        for key in keys {
            assert!(tests.contains_key(key), "{PAGE}: {section}: no test {key}");
        }
    }
    for (key, (path, title)) in tests {
        let code = read_text(path);
        assert!(
            has_test(&code, path, title),
            "{PAGE}: {key}: {path} has no test {title}"
        );
    }
}

#[test]
fn every_section_has_rows() {
    let page = read_text(PAGE);
    let rows = coverage_rows(&page);
    for section in SECTIONS {
        let count = rows
            .iter()
            .filter(|(heading, _)| heading.starts_with(section))
            .count();
        assert!(count >= 3, "{PAGE}: section {section} has {count} rows");
    }
    let is_known = |heading: &str| SECTIONS.iter().any(|section| heading.starts_with(section));
    assert!(
        rows.iter().all(|(heading, _)| is_known(heading)),
        "{PAGE}: a table outside the sections"
    );
}
