//! Evaluates how questions are understood and what they and metric queries are answered with.

mod assistant;
mod json_lines;
mod metric_answers;
mod private_app;
mod question_readings;
mod response_times;

use super::CommandError;
use chrono::NaiveDate;
use chrono_tz::Tz;
use clap::{Args, Subcommand};
use private_app::EvaluationTime;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(super) enum EvalCommand {
    /// Read questions as Sprout AI does and write the metric queries, assumptions and unused words
    /// of each.
    Questions(QuestionsCommand),
    /// Ask Sprout AI the questions of a file in generated organizations, check plans and answers, and
    /// print totals by tag.
    Assistant(AssistantCommand),
    /// Load a warehouse folder into a private database and write the answer to each metric query.
    Metrics(MetricsCommand),
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

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct AssistantCommand {
    /// JSON Lines file: questions with dataset, day, role, history and expected answer.
    #[arg(long)]
    pub(super) questions: PathBuf,
    /// JSON Lines file to write: plan, answer, facts and checks of each question.
    #[arg(long)]
    pub(super) out: PathBuf,
}

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct MetricsCommand {
    /// Folder with the CSV files of a warehouse, plain or gzip.
    #[arg(long)]
    pub(super) data: PathBuf,
    /// The day on which the queries are answered, or an RFC 3339 timestamp.
    #[arg(long)]
    pub(super) today: EvaluationTime,
    /// Time zone of the organization. Default: `zone` of the first line of the queries, else UTC.
    #[arg(long)]
    pub(super) time_zone: Option<Tz>,
    /// JSON Lines file of bodies of `POST /api/metrics/query`, each with an optional `id`. Plain or
    /// gzip.
    #[arg(long)]
    pub(super) queries: PathBuf,
    /// JSON Lines file to write: `id`, `status`, `ms` and `body` of each response.
    #[arg(long)]
    pub(super) out: PathBuf,
}

impl EvalCommand {
    pub(super) async fn run(&self) -> Result<(), CommandError> {
        match self {
            Self::Questions(command) => question_readings::write_readings(command),
            Self::Assistant(command) => assistant::write_answers(command).await,
            Self::Metrics(command) => metric_answers::write_answers(command).await,
        }
    }
}
