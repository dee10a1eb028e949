//! Inspects exported files and shows what would be imported.

use super::{CommandError, print_output};
use crate::clock::Clock;
use clap::Args;
use imports::answers::Answers;
use std::path::PathBuf;

const DEFAULT_ANSWERS: &str = r#"{"organization": {"currency": "USD", "timeZone": "UTC"}}"#;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct InspectCommand {
    /// CSV files, workbooks or zip archives of them. They belong together.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// JSON file with the organization's currency and time zone, and its answers to questions.
    #[arg(long)]
    answers: Option<PathBuf>,
    /// Output folder. Created if it is missing.
    #[arg(long)]
    out: PathBuf,
}

impl InspectCommand {
    pub(super) fn run(self) -> Result<(), CommandError> {
        let answers = match &self.answers {
            Some(path) => std::fs::read_to_string(path).map_err(CommandError::with_io_context(
                format!("cannot read {}", path.display()),
            ))?,
            None => DEFAULT_ANSWERS.to_owned(),
        };
        let answers: Answers = serde_json::from_str(&answers)
            .map_err(CommandError::with_context("the answers are not valid"))?;
        let now = Clock::system().now();
        let inspection = imports::inspect(&self.files, &answers, now, &self.out)
            .map_err(CommandError::with_context("cannot inspect the files"))?;
        print_output(&format!("{}\n", self.out.join("proposal.json").display()))?;
        if inspection.read_files == 0 {
            return Err(CommandError::NothingRead);
        }
        Ok(())
    }
}
