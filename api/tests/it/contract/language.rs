//! Names and texts follow STYLE.md where a machine can tell: banned words, US spelling, one term
//! for MFA, no function named `of`.
//!
//! `language_rules.txt` lists the words and the exceptions. Texts are what people read: summaries
//! and descriptions of the contract, the help of every command, the user interface's message
//! catalog, and the documentation.

use std::collections::BTreeSet;
use std::fs;

use clap::CommandFactory;
use serde_json::Value;

use super::committed_contract;
use super::docs::{collect_files, repository_root};

const RULES: &str = include_str!("language_rules.txt");

/// One rule: a word or phrase in lower case, and what to write instead.
struct Rule {
    banned: Vec<String>,
    instead: &'static str,
}

struct Rules {
    rules: Vec<Rule>,
    /// Where a rule does not apply: the text's source, and the phrase in it.
    exceptions: Vec<(&'static str, &'static str)>,
}

fn load_rules() -> Rules {
    let mut rules = Vec::new();
    let mut exceptions = Vec::new();
    for line in RULES.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(exception) = line.strip_prefix("except ") {
            exceptions.push(exception.split_once(": ").unwrap());
        } else {
            let (banned, instead) = line.split_once(" -> ").unwrap();
            let banned = split_words(banned);
            rules.push(Rule { banned, instead });
        }
    }
    Rules { rules, exceptions }
}

fn split_words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The rules that a text breaks. Code in backticks is not prose.
fn find_violations(rules: &Rules, source: &str, text: &str) -> Vec<String> {
    let mut prose: String = text
        .split('`')
        .step_by(2)
        .collect::<Vec<_>>()
        .join(" code ");
    for (place, phrase) in &rules.exceptions {
        if source.contains(place) {
            prose = prose.replace(phrase, " ");
        }
    }
    let words = split_words(&prose);
    rules
        .rules
        .iter()
        .filter(|rule| {
            words
                .windows(rule.banned.len())
                .any(|window| window == rule.banned.as_slice())
        })
        .map(|rule| {
            format!(
                "{source}: \"{}\": write {}",
                rule.banned.join(" "),
                rule.instead
            )
        })
        .collect()
}

fn collect_contract_texts(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(text) if matches!(name.as_str(), "summary" | "description") => {
                        found.push((format!("openapi.json {path}"), text.clone()));
                    }
                    _ => collect_contract_texts(field, &format!("{path}/{name}"), found),
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                collect_contract_texts(item, path, found);
            }
        }
        _ => {}
    }
}

fn collect_help(command: &mut clap::Command, found: &mut Vec<(String, String)>) {
    let name = format!("help of {}", command.get_name());
    found.push((name, command.render_long_help().to_string()));
    for child in command.get_subcommands_mut() {
        collect_help(child, found);
    }
}

/// The lines of the English message catalogs.
fn collect_messages(found: &mut Vec<(String, String)>) {
    let folder = repository_root().join("frontend/src/messages/en");
    let mut catalogs = Vec::new();
    collect_files(&folder, ".ts", &mut catalogs);
    for catalog in catalogs {
        let name = format!("messages {}", catalog.file_name().unwrap().display());
        let text = fs::read_to_string(&catalog).unwrap().replace('’', "'");
        found.extend(text.lines().map(|line| (name.clone(), line.to_owned())));
    }
}

/// Pages with code blocks taken out. STYLE.md is about the banned words.
fn collect_documentation(found: &mut Vec<(String, String)>) {
    let root = repository_root();
    let mut pages = Vec::new();
    for folder in ["docs", "bench", "migration", "clients", "deploy"] {
        collect_files(&root.join(folder), ".md", &mut pages);
    }
    for name in [
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "CHANGELOG.md",
        "CODE_OF_CONDUCT.md",
    ] {
        pages.push(root.join(name));
    }
    // Dated records of measurements.
    pages.retain(|page| !page.starts_with(root.join("bench/results")));
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let prose: Vec<&str> = text.split("```").step_by(2).collect();
        let name = page.strip_prefix(&root).unwrap().display().to_string();
        found.push((name, prose.join(" ")));
    }
}

/// Every text that people read, with its source.
fn collect_texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    collect_contract_texts(committed_contract(), "", &mut texts);
    collect_help(&mut api::commands::Cli::command(), &mut texts);
    collect_documentation(&mut texts);
    assert!(texts.len() > 500, "the texts were not found");
    let others = texts.len();
    collect_messages(&mut texts);
    assert!(texts.len() > others + 1000, "the messages were not found");
    texts
}

#[test]
fn texts_use_plain_us_english() {
    let rules = load_rules();
    let texts = collect_texts();
    let violations: BTreeSet<String> = texts
        .iter()
        .flat_map(|(source, text)| find_violations(&rules, source, text))
        .collect();
    assert!(
        violations.is_empty(),
        "{} texts break the rules of language_rules.txt:\n{}",
        violations.len(),
        violations.into_iter().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn exceptions_are_still_needed() {
    let texts = collect_texts();
    for (place, phrase) in load_rules().exceptions {
        assert!(
            texts
                .iter()
                .any(|(source, text)| source.contains(place) && text.contains(phrase)),
            "language_rules.txt: nothing in {place} contains \"{phrase}\" any more"
        );
    }
}

#[test]
fn no_function_is_named_of() {
    let mut files = Vec::new();
    for folder in ["api", "crates", "entities", "migration"] {
        collect_files(&repository_root().join(folder), ".rs", &mut files);
    }
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        // In two parts, or this line would be found.
        let name = ["fn o", "f("].concat();
        assert!(!text.contains(&name), "{} has `{name}`", file.display());
    }
}

#[test]
fn finds_a_banned_phrase_but_not_code() {
    let rules = load_rules();
    assert!(!find_violations(&rules, "a page", "Somebody told me").is_empty());
    assert_eq!(
        find_violations(&rules, "a page", "Use `told` here"),
        [""; 0]
    );
    assert_eq!(find_violations(&rules, "a page", "Untold"), [""; 0]);
}
