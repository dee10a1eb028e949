//! `docs/spec-coverage.md` maps every statement of the specification to a test that holds it; the
//! map leads where it says.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

const PAGE: &str = "docs/spec-coverage.md";
/// The sections of the specification that state something.
const SECTIONS: [&str; 8] = ["2.", "3.", "4.", "5.", "6.", "7.", "8.", "9."];
/// What tests that do not run look like in TypeScript.
const SWITCHED_OFF: [&str; 4] = [".skip(", ".fixme(", ".only(", ".todo("];

struct Row {
    section: String,
    statement: String,
    /// Paths of test files, from the root of the repository.
    tests: Vec<String>,
    /// What the tests contain, to the letter: each in one of them at least.
    literals: Vec<String>,
}

fn read_text(path: &str) -> Option<String> {
    fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .unwrap()
            .join(path),
    )
    .ok()
}

/// What stands between back quotes.
fn quoted_names(cell: &str) -> Vec<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Every line of every table under a section's heading.
fn coverage_rows(page: &str) -> Vec<Row> {
    let (mut section, mut found) = (String::new(), Vec::new());
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            heading.clone_into(&mut section);
        }
        let Some(cells) = line
            .strip_prefix("| ")
            .and_then(|line| line.strip_suffix(" |"))
        else {
            continue;
        };
        if cells.starts_with("Statement |") {
            continue;
        }
        let [statement, tests, literals] = cells.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{PAGE}: not three cells: {line}")
        };
        found.push(Row {
            section: section.clone(),
            statement: statement.to_owned(),
            tests: quoted_names(tests),
            literals: quoted_names(literals),
        });
    }
    found
}

/// Whether a path is one of a test.
fn is_test(path: &str) -> bool {
    path.starts_with("api/tests/it/")
        || path.starts_with("frontend/e2e/") && path.ends_with(".spec.ts")
        || path.contains(".test.ts")
}

/// A text as formatters cannot change it: without white space, continuations and trailing commas.
fn squeeze(text: &str) -> String {
    let bare: String = text.trim_end_matches(',').split_whitespace().collect();
    bare.replace(char::from(92), "")
        .replace(",]", "]")
        .replace(",)", ")")
        .replace(",}", "}")
}

#[test]
fn every_statement_of_the_specification_is_held_by_a_test_that_is_there() {
    let page = read_text(PAGE).unwrap_or_else(|| panic!("{PAGE} is not there"));
    let mut faults = Vec::new();
    let mut statements = HashSet::new();
    for Row {
        section,
        statement,
        tests,
        literals,
    } in coverage_rows(&page)
    {
        let mut fault = |what: String| faults.push(format!("{section}: {statement}: {what}"));
        if tests.is_empty() || literals.is_empty() {
            fault("no test holds it".to_owned());
        }
        if !statements.insert((section.clone(), statement.clone())) {
            fault("stands there twice".to_owned());
        }
        let mut held = String::new();
        for test in tests {
            if !is_test(&test) {
                fault(format!("{test} is no test"));
            }
            let Some(code) = read_text(&test) else {
                fault(format!("{test} is not there"));
                continue;
            };
            if !literals
                .iter()
                .any(|literal| squeeze(&code).contains(&squeeze(literal)))
            {
                fault(format!("{test} contains none of the words"));
            }
            if code.contains("#[ignore")
                || test.contains(".ts") && SWITCHED_OFF.iter().any(|mark| code.contains(mark))
            {
                fault(format!("{test} switches tests off"));
            }
            held += &code;
        }
        for literal in literals {
            if literal.trim().is_empty() || !squeeze(&held).contains(&squeeze(&literal)) {
                fault(format!("its tests do not contain {literal}"));
            }
        }
    }
    assert!(faults.is_empty(), "{PAGE}:\n{}", faults.join("\n"));
}

#[test]
fn every_section_has_its_rows() {
    let found = coverage_rows(&read_text(PAGE).unwrap_or_else(|| panic!("{PAGE} is not there")));
    for section in SECTIONS {
        let count = found
            .iter()
            .filter(|row| row.section.starts_with(section))
            .count();
        assert!(count >= 3, "{PAGE}: section {section} has {count} rows");
    }
    assert!(
        found.iter().all(|row| SECTIONS
            .iter()
            .any(|section| row.section.starts_with(section))),
        "{PAGE}: a table outside the sections"
    );
}
