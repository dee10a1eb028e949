//! The tables of OWASP ASVS in docs/security.md: every row has a check that is there, or says
//! plainly why it has none, and the summary counts them.

use super::docs::read_text;
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = "docs/security.md";
/// What a row's check begins with, and the place of its column in the summary; the first three are
/// ways to meet a requirement.
const WORDS: [(&str, usize); 6] = [
    ("Test: ", 0),
    ("Command: ", 0),
    ("Page: ", 0),
    ("By the operator: ", 1),
    ("Not met: ", 2),
    ("Does not apply: ", 3),
];
/// What a file's name begins with.
const FOLDERS: [&str; 4] = ["api/", "crates/", "frontend/", "clients/"];

/// A row of a chapter's table.
struct Row {
    id: String,
    level: String,
    check: String,
}

/// The part of the page that is about the standard.
fn read_section() -> String {
    let page = read_text(PAGE);
    let (_, section) = page
        .split_once("\n## OWASP ASVS 5.0\n")
        .expect("the section");
    section.split("\n## ").next().unwrap().to_owned()
}

/// The cells of a line of a table, back quotes kept; nothing for headings, rulers and other lines.
fn split_cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
    Some(
        inner
            .split(" | ")
            .map(|cell| cell.trim().to_owned())
            .collect(),
    )
}

/// Every chapter with its rows, as the page has them: `V1` and so on.
fn read_chapters() -> Vec<(String, Vec<Row>)> {
    let mut chapters: Vec<(String, Vec<Row>)> = Vec::new();
    for line in read_section().lines() {
        if let Some(heading) = line.strip_prefix("### V") {
            let number = heading.split(' ').next().unwrap();
            chapters.push((format!("V{number}"), Vec::new()));
        }
        let Some(cells) = split_cells(line) else {
            continue;
        };
        if let Some((_, rows)) = chapters.last_mut()
            && cells[0] != "Id"
        {
            assert_eq!(cells.len(), 5, "{PAGE}: {line}");
            rows.push(Row {
                id: cells[0].clone(),
                level: cells[1].clone(),
                check: cells[4].clone(),
            });
        }
    }
    assert_eq!(chapters.len(), 17, "the chapters were not found");
    chapters
}

/// The place in the summary of a row with this check.
fn summary_index(row: &Row) -> usize {
    let found = WORDS.iter().find(|(word, _)| {
        row.check
            .strip_prefix(word)
            .is_some_and(|rest| rest.len() > 3)
    });
    found
        .unwrap_or_else(|| {
            panic!(
                "{PAGE}, {}: \"{}\" is neither a check nor one of the plain words",
                row.id, row.check
            )
        })
        .1
}

/// What stands between back quotes.
fn quoted_names(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_requirement_is_there_once_in_its_chapter() {
    let mut seen = BTreeSet::new();
    for (chapter, rows) in read_chapters() {
        assert!(!rows.is_empty(), "{chapter} has no rows");
        for row in rows {
            let number = chapter.trim_start_matches('V');
            assert!(
                row.id == chapter || row.id.starts_with(&format!("{number}.")),
                "{} stands in {chapter}",
                row.id
            );
            assert!(
                matches!(row.level.as_str(), "1" | "2" | "3"),
                "{}: level {}",
                row.id,
                row.level
            );
            assert!(seen.insert(row.id.clone()), "{} is there twice", row.id);
        }
    }
    assert!(seen.len() > 150, "the rows were not found");
}

#[test]
fn every_check_that_is_named_is_there() {
    let mut named = 0;
    for row in read_chapters().into_iter().flat_map(|(_, rows)| rows) {
        summary_index(&row);
        let words = quoted_names(&row.check);
        if row.check.starts_with("Command: ") {
            assert!(
                words.first().is_some_and(|command| command.contains(' ')),
                "{} names no command",
                row.id
            );
        }
        if row.check.starts_with("Page: ") {
            assert!(row.check.contains("]("), "{} leads to no page", row.id);
        }
        if !row.check.starts_with("Test: ") {
            continue;
        }
        // Names, and behind them the file that they are in.
        let mut tests: Vec<&str> = Vec::new();
        for word in words {
            if !FOLDERS.iter().any(|folder| word.starts_with(folder)) {
                tests.push(word);
                continue;
            }
            assert!(
                !tests.is_empty(),
                "{}: {word} stands without a test",
                row.id
            );
            let file = read_text(word);
            for name in tests.drain(..) {
                let there = if std::path::Path::new(word)
                    .extension()
                    .is_some_and(|kind| kind == "rs")
                {
                    file.contains(&format!("fn {name}("))
                } else {
                    file.contains(&format!("'{name}'"))
                };
                assert!(there, "{}: {word} has no test \"{name}\"", row.id);
                named += 1;
            }
        }
        assert!(
            tests.is_empty(),
            "{}: {tests:?} stand without their file",
            row.id
        );
    }
    assert!(named > 150, "the tests were not found");
}

#[test]
fn the_summary_counts_the_rows() {
    let mut counted: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    let mut all = [0; 4];
    for (chapter, rows) in read_chapters() {
        let counts = counted.entry(chapter).or_default();
        for row in rows {
            counts[summary_index(&row)] += 1;
            all[summary_index(&row)] += 1;
        }
    }
    counted.insert("All".to_owned(), all);
    let section = read_section();
    let summary = section.split("\n### ").next().unwrap();
    let mut stated = BTreeMap::new();
    for cells in summary.lines().filter_map(split_cells) {
        let numbers: Vec<usize> = cells[1..]
            .iter()
            .filter_map(|cell| cell.parse().ok())
            .collect();
        let Ok(numbers) = <[usize; 4]>::try_from(numbers) else {
            continue;
        };
        let name = cells[0].split(' ').next().unwrap().to_owned();
        stated.insert(name, numbers);
    }
    assert_eq!(
        stated, counted,
        "left: the summary of {PAGE}, right: its rows; met, by the operator, not met, does not \
            apply"
    );
}
