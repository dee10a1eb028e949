//! Evaluates how questions are understood.

mod question_readings;

use super::CommandError;
use chrono::NaiveDate;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(super) enum EvalCommand {
    /// Read questions as Sprout AI does and write the metric queries, assumptions and unused words
    /// of each.
    Questions(QuestionsCommand),
}

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct QuestionsCommand {
    /// Folder with the five CSV files of a warehouse, whose names questions can contain.
    #[arg(long)]
    pub(super) data: PathBuf,
    /// The day on which the questions are asked.
    #[arg(long)]
    pub(super) today: NaiveDate,
    /// JSON Lines file: `id`, `question`, and `history` with the questions before it.
    #[arg(long)]
    pub(super) questions: PathBuf,
    /// JSON Lines file to write.
    #[arg(long)]
    pub(super) out: PathBuf,
}

impl EvalCommand {
    pub(super) fn run(&self) -> Result<(), CommandError> {
        match self {
            Self::Questions(command) => question_readings::write_readings(command),
        }
    }
}
