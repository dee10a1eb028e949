//! Reads questions with the names of a warehouse folder.

use super::QuestionsCommand;
use crate::commands::{CommandError, print_output};
use metrics::Calendar;
use questions::{BindingState, Interpretation, MemberCatalog, Outcome, read_question};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A question to read.
#[derive(Deserialize)]
struct Row {
    id: String,
    question: String,
    #[serde(default)]
    history: Vec<String>,
}

/// The columns that list the members of a dimension.
const MEMBER_COLUMNS: [(&str, &str, &str); 13] = [
    ("item", "inventory_data.csv", "item_name"),
    ("category", "inventory_data.csv", "category"),
    ("location", "inventory_data.csv", "location"),
    ("unit", "inventory_data.csv", "unit"),
    ("unit", "market_prices.csv", "unit"),
    ("customer", "customer_profiles.csv", "customer_name"),
    ("state", "customer_profiles.csv", "state"),
    ("county", "customer_profiles.csv", "county"),
    ("salesperson", "customer_profiles.csv", "salesperson"),
    ("crop", "customer_profiles.csv", "crops"),
    ("supplier", "supplier_data.csv", "supplier_name"),
    ("commodity", "market_prices.csv", "commodity"),
    ("market", "market_prices.csv", "market"),
];

/// Reads the questions of a file, writes a line for each, and prints how many are answered.
pub(super) fn write_readings(command: &QuestionsCommand) -> Result<(), CommandError> {
    let catalog = load_members(&command.data)?;
    let calendar = Calendar::new(command.today);
    let file = command.questions.display();
    let text = fs::read_to_string(&command.questions)
        .map_err(CommandError::with_io_context(format!("cannot read {file}")))?;
    let mut lines = String::new();
    let (mut questions, mut answered, mut unused) = (0_u32, 0_u32, 0_u32);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: Row = serde_json::from_str(line).map_err(CommandError::with_context(format!(
            "{file} has an invalid line"
        )))?;
        let history: Vec<&str> = row.history.iter().map(String::as_str).collect();
        let read = read_question(&row.question, &history, &catalog, calendar);
        questions += 1;
        if let Outcome::Answer(reading) = &read.outcome {
            answered += 1;
            unused += u32::from(!reading.unused.is_empty());
        }
        lines.push_str(&format!("{}\n", describe(&row, &read)));
    }
    fs::write(&command.out, lines).map_err(CommandError::with_io_context(format!(
        "cannot write {}",
        command.out.display()
    )))?;
    let totals = json!({
        "questions": questions,
        "answered": answered,
        "withUnusedWords": unused,
    });
    print_output(&format!("{totals}\n"))
}

fn describe(row: &Row, read: &Interpretation) -> Value {
    let bindings: Vec<Value> = read
        .bindings
        .iter()
        .map(|one| {
            let state = match one.state {
                BindingState::Bound => "bound",
                BindingState::Assumed => "assumed",
                BindingState::Unused => "unused",
            };
            json!({"word": one.word, "state": state, "part": one.part})
        })
        .collect();
    let mut line = json!({"id": row.id, "question": row.question, "bindings": bindings});
    let outcome = match &read.outcome {
        Outcome::Answer(reading) => json!({
            "disposition": "answer",
            "queries": reading.queries,
            "isExplanation": reading.explanation.is_some(),
            "assumptions": reading.assumptions,
            "unused": reading.unused,
        }),
        Outcome::Ask { text, options } => {
            json!({"disposition": "clarify", "response": text, "options": options})
        }
        Outcome::Refuse { words } => json!({"disposition": "refuse", "words": words}),
        Outcome::NotMetric => json!({"disposition": "tools"}),
    };
    if let (Some(line), Value::Object(outcome)) = (line.as_object_mut(), outcome) {
        line.extend(outcome);
    }
    line
}

fn load_members(folder: &Path) -> Result<MemberCatalog, CommandError> {
    let mut lists: Vec<(String, Vec<String>)> = Vec::new();
    for (dimension, file, column) in MEMBER_COLUMNS {
        let names = load_column(&folder.join(file), column)?;
        match lists.iter_mut().find(|(known, _)| known == dimension) {
            Some((_, known)) => known.extend(names),
            None => lists.push((dimension.to_owned(), names.into_iter().collect())),
        }
    }
    Ok(MemberCatalog::new(lists))
}

fn load_column(file: &Path, column: &str) -> Result<BTreeSet<String>, CommandError> {
    let failed = || format!("cannot read {}", file.display());
    let mut reader = csv::Reader::from_path(file).map_err(CommandError::with_context(failed()))?;
    let header = reader
        .headers()
        .map_err(CommandError::with_context(failed()))?;
    let Some(index) = header.iter().position(|name| name == column) else {
        return Err(CommandError::Refused(format!(
            "{} has no column {column}",
            file.display()
        )));
    };
    let mut names = BTreeSet::new();
    for record in reader.records() {
        let record = record.map_err(CommandError::with_context(failed()))?;
        names.extend(
            record
                .get(index)
                .filter(|name| !name.is_empty())
                .map(ToOwned::to_owned),
        );
    }
    Ok(names)
}
