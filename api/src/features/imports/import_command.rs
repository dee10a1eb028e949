//! Imports for the command line. Checks no permissions: shell access to the server implies all of
//! them.

use super::UPLOAD_LIFETIME;
use super::answer_memory::save_answers;
use super::import_error::ImportError;
use super::upload_reading::{ReadingInput, read_files};
use crate::auth::PermissionError;
use crate::auth::Scope;
use crate::auth::permission::SyncRun;
use crate::clock::Clock;
use crate::db::DbError;
use crate::entropy::Entropy;
use crate::features::data_sync::{
    AnswerError, DataSync, FinishedRun, SyncCommandError, collect_answers, load_known_items,
};
use crate::ids::UploadId;
use imports::Inspection;
use imports::answers::Answer;
use serde_json::Value;
use std::path::PathBuf;

/// Options of `sprout import`.
#[derive(Clone, Debug)]
pub struct ImportCommandOptions {
    /// The files, which belong together.
    pub files: Vec<PathBuf>,
    /// Answers to questions about them.
    pub answers: Vec<Answer>,
}

/// The result of `sprout import`.
#[derive(Debug)]
pub struct ImportedFiles {
    /// How the files were read.
    pub inspection: Inspection,
    /// The run; `None` if there was nothing to load.
    pub run: Option<FinishedRun>,
}

/// Why an import from the command line failed.
#[derive(Debug, thiserror::Error)]
pub enum ImportCommandError {
    /// The files cannot be read.
    #[error("{0}")]
    Reading(String),
    /// The organization's answers cannot be loaded or saved.
    #[error(transparent)]
    Db(#[from] DbError),
    /// Never: the operator has every permission.
    #[error(transparent)]
    Permission(#[from] PermissionError),
    /// The rows cannot be loaded.
    #[error(transparent)]
    Sync(#[from] SyncCommandError),
}

impl From<AnswerError> for ImportCommandError {
    fn from(error: AnswerError) -> Self {
        ImportError::from(error).into()
    }
}

impl From<ImportError> for ImportCommandError {
    fn from(error: ImportError) -> Self {
        let cause = std::error::Error::source(&error);
        Self::Reading(match cause {
            Some(cause) => format!("{error}: {cause}"),
            None => error.to_string(),
        })
    }
}

impl ImportedFiles {
    /// The result as JSON.
    pub fn to_json(&self) -> String {
        let run: Option<Value> = self
            .run
            .as_ref()
            .and_then(|run| serde_json::from_str(&run.to_json()).ok());
        let mut result = self.inspection.proposal.clone();
        result["rejectedCells"] = self.inspection.rejected_cells.into();
        result["run"] = run.into();
        result.to_string()
    }

    /// The result as text: refused files, open questions, and the run.
    pub fn to_text(&self) -> String {
        let mut lines = Vec::new();
        for file in self.inspection.entries() {
            if let Some(text) = file["refused"]["text"].as_str() {
                lines.push(text.to_owned());
            }
            for question in file["questions"].as_array().into_iter().flatten() {
                let name = file["file"].as_str().unwrap_or_default();
                let text = question["text"].as_str().unwrap_or_default();
                lines.push(format!("{name}: {text}"));
            }
        }
        let rejected = self.inspection.rejected_cells;
        if rejected > 0 {
            lines.push(format!("Rejected cells: {rejected}."));
        }
        lines.extend(self.run.as_ref().map(FinishedRun::to_text));
        lines.push(String::new());
        lines.join("\n")
    }
}

/// Reads files on the server and loads their rows. Remembers the answers.
pub async fn import_files(
    sync: &DataSync,
    scope: &Scope,
    clock: &Clock,
    entropy: &Entropy,
    options: ImportCommandOptions,
) -> Result<ImportedFiles, ImportCommandError> {
    let now = clock.now();
    let upload = UploadId(entropy.uuid_v7(now).map_err(ImportError::from)?);
    let folder = sync.uploads().folder(scope.access().tenant(), upload);
    folder
        .keep_until(now + UPLOAD_LIFETIME)
        .map_err(ImportError::from)?;
    let db = scope.read_db().await?;
    let organization = scope.access().organization();
    let answers = collect_answers(&db, organization, options.answers.clone()).await?;
    let items = load_known_items(&db).await?;
    drop(db);
    let input = ReadingInput {
        files: options.files,
        answers,
        corrections: Vec::new(),
        items,
        now,
    };
    let read = read_files(sync.uploads().readers(), input, folder.clone()).await;
    let reading = match read {
        Ok(reading) => reading,
        Err(error) => {
            folder.remove().map_err(ImportError::from)?;
            return Err(error.into());
        }
    };
    let tables = reading.table_names();
    let run = if tables.is_empty() {
        Ok(None)
    } else {
        let db = scope.write_db().await?;
        let proof = scope.require(SyncRun)?;
        save_answers(&db, &proof, &reading.fingerprints(), &options.answers, now).await?;
        db.commit().await?;
        sync.import_now(scope.access(), upload, &tables)
            .await
            .map(Some)
    };
    folder.remove().map_err(ImportError::from)?;
    Ok(ImportedFiles {
        inspection: reading.inspection,
        run: run?,
    })
}
