//! Inspects files without the server: `inspect FILE... [--answers ANSWERS.json] --out DIR`.

use chrono::{TimeZone, Utc};
use imports::answers::Answers;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

const DEFAULT_ANSWERS: &str = r#"{"organization": {"currency": "USD", "timeZone": "UTC"}}"#;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut answers = DEFAULT_ANSWERS.to_owned();
    let mut out = PathBuf::from(".");
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--answers" => answers = std::fs::read_to_string(arguments.next().unwrap_or_default())?,
            "--out" => out = arguments.next().unwrap_or_default().into(),
            file => files.push(PathBuf::from(file)),
        }
    }
    let answers: Answers = serde_json::from_str(&answers)?;
    // A fixed moment makes results the same every time.
    let now = Utc
        .timestamp_opt(1_795_000_000, 0)
        .single()
        .unwrap_or_default();
    let inspection = imports::inspect(&files, &answers, now, &out)?;
    Ok(ExitCode::from(if inspection.read_files > 0 {
        0
    } else {
        3
    }))
}
