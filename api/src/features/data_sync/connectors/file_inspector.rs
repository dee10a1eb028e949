//! Reads a file of any layout into canonical tables, with the organization's earlier answers.

use super::OpenContext;
use super::download_storage::{run_blocking, unreachable};
use crate::clock::Clock;
use crate::db::{Access, Database};
use crate::features::data_sync::upload_run::{AnswerError, collect_answers, load_known_items};
use crate::features::data_sync::upload_storage::UploadStorage;
use imports::{ImportRequest, Inspection};
use sources::{SourceError, SourceTable};
use std::path::PathBuf;

/// Columns that a test names.
const MAX_SHOWN_COLUMNS: usize = 12;

/// Reads files with what an organization answered before.
pub(super) struct FileInspector {
    uploads: UploadStorage,
    access: Access,
    database: Database,
    clock: Clock,
    /// Says where a file of another table belongs, before the name of that table.
    other_place: &'static str,
}

fn answer_error(error: &AnswerError) -> SourceError {
    tracing::error!(%error, "the answers about layouts cannot be loaded");
    unreachable("The application database does not respond. Try again.")
}

impl FileInspector {
    /// An inspector of the files of the organization whose source is opened.
    pub(super) fn from_context(context: &OpenContext<'_>, other_place: &'static str) -> Self {
        Self {
            uploads: context.connectors.uploads.clone(),
            access: context.access.clone(),
            database: context.database.clone(),
            clock: context.clock.clone(),
            other_place,
        }
    }

    /// Reads a file of any layout into canonical tables. Returns what was found.
    pub(super) async fn inspect_file(
        &self,
        table: SourceTable,
        name: &str,
        path: PathBuf,
        out: PathBuf,
    ) -> Result<String, SourceError> {
        let db_error = |error| answer_error(&AnswerError::Db(error));
        let db = self
            .database
            .begin_read(&self.access)
            .await
            .map_err(db_error)?;
        let answers = collect_answers(&db, self.access.organization(), Vec::new())
            .await
            .map_err(|error| answer_error(&error))?;
        let items = load_known_items(&db).await.map_err(db_error)?;
        drop(db);
        let readers = self.uploads.readers();
        let permit = readers
            .acquire_owned()
            .await
            .map_err(|_| unreachable("This server is shutting down. Try again."))?;
        let now = self.clock.now();
        let inspection = run_blocking(move || {
            let _permit = permit;
            let request = ImportRequest {
                files: &[path],
                answers: &answers,
                corrections: &[],
                items: &items,
                now,
            };
            imports::inspect_with_traces(&request, &out).map_err(|error| {
                tracing::error!(%error, "a file of a source cannot be read");
                unreachable("This server cannot read the file. Contact its operator.")
            })
        })
        .await?;
        check_inspection(table, name, &inspection, self.other_place)
    }
}

/// What was found in a file of any layout. Fails if it lacks the table, or if its meaning is not
/// certain.
fn check_inspection(
    table: SourceTable,
    name: &str,
    inspection: &Inspection,
    other_place: &str,
) -> Result<String, SourceError> {
    let text_of = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    let entries = inspection.entries();
    let of_table: Vec<_> = entries
        .iter()
        .filter(|entry| entry["table"] == table.id())
        .collect();
    if of_table.is_empty() {
        let refused = entries
            .iter()
            .find_map(|entry| text_of(&entry["refused"]["text"]));
        let other = entries.iter().find_map(|entry| text_of(&entry["table"]));
        return Err(SourceError::Unusable(match (refused, other) {
            (Some(text), _) => text,
            (None, Some(other)) => format!(
                "{name} has the columns of {other}, not of {}. {other_place} {other}.",
                table.id()
            ),
            (None, None) => format!("{name} contains no table that can be recognized."),
        }));
    }
    let mut questions = of_table
        .iter()
        .filter_map(|entry| entry["questions"].as_array())
        .flatten();
    if let Some(question) = questions.find_map(|question| text_of(&question["text"])) {
        return Err(SourceError::Unusable(format!(
            "{name} needs an answer: {question} Upload the file once and answer it. Sprout \
             remembers the answer for files with these columns."
        )));
    }
    let columns = of_table
        .iter()
        .filter_map(|entry| entry["columns"].as_array())
        .flatten()
        .filter_map(|column| {
            let (source, target) = (text_of(&column["source"])?, text_of(&column["target"])?);
            Some(if source == target {
                target
            } else {
                format!("{source} → {target}")
            })
        })
        .collect::<Vec<_>>();
    Ok(describe_found(name, &columns))
}

/// The name of a file and of its first columns.
pub(super) fn describe_found(name: &str, columns: &[String]) -> String {
    let (shown, more) = columns.split_at(columns.len().min(MAX_SHOWN_COLUMNS));
    let rest = match more.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    format!("{name}: {}{rest}", shown.join(", "))
}
