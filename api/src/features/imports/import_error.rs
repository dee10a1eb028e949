//! Why an upload cannot be changed, read or imported.

use crate::db::{DbError, LookupError};
use crate::entropy::EntropyError;
use crate::features::data_sync::{AnswerError, SnapshotError};
use demo_data::DemoError;
use imports::InspectError;
use std::io;
use tokio::task::JoinError;

/// Why an upload cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum ImportError {
    /// The name is not the name of a file.
    #[error("Send the name of the file without folders, at most 200 bytes.")]
    InvalidName,
    /// The upload has a file of this name.
    #[error("The upload already has a file with the name {0}.")]
    NameTaken(String),
    /// The upload has too many files.
    #[error("An upload can have at most {0} files.")]
    TooManyFiles(u64),
    /// The file is too large.
    #[error("A file can have at most {0} MiB. Split it, or ask the operator for a higher limit.")]
    FileTooLarge(u64),
    /// The uploads of the organization take too much space.
    #[error("The uploads of your organization take {0} MiB. Delete one, or wait until it expires.")]
    QuotaExceeded(u64),
    /// The organization has too many uploads.
    #[error("Your organization has {0} uploads. Delete one, or wait until it expires.")]
    TooManyUploads(u64),
    /// The part has another size than announced.
    #[error("This part must have {0} bytes.")]
    WrongPartSize(u64),
    /// Parts are missing.
    #[error("{0} is not complete. Upload its missing parts.")]
    Incomplete(String),
    /// The upload has no files.
    #[error("The upload has no files.")]
    NoFiles,
    /// The files were deleted after they were loaded.
    #[error("The files of this upload were loaded and deleted. Upload them again.")]
    FilesDeleted,
    /// The files were not read since they changed.
    #[error("Read the files with inspect first.")]
    NotRead,
    /// No table was recognized.
    #[error("The files contain no table that can be imported.")]
    NothingToImport,
    /// A run loads the upload.
    #[error("This upload is being imported. Wait for the end of the run, or cancel it.")]
    InProgress,
    /// The upload was not imported, or there are newer runs, or its tables are too large.
    #[error(
        "This import cannot be undone: only the latest run can, if its tables had at most a million \
         rows before."
    )]
    CannotUndo,
    /// The tables cannot be saved before the import.
    #[error("the tables cannot be saved before an import")]
    Snapshot(#[from] SnapshotError),
    /// The sample data cannot be written.
    #[error("the sample data cannot be written")]
    Sample(#[from] DemoError),
    /// An answer has the wrong form.
    #[error("The answer to a question of kind {0} must be a text, or for units {{unit, factor}}.")]
    InvalidAnswer(String),
    /// The row does not exist, or the database failed.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// No randomness for an id.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The disk failed.
    #[error("the files of an upload cannot be stored")]
    Io(#[from] io::Error),
    /// The results of the reading cannot be written or read.
    #[error("the results of an import cannot be stored")]
    Results(#[from] csv::Error),
    /// The reading failed.
    #[error("the files of an upload cannot be read")]
    Inspect(#[from] InspectError),
    /// A stored text is no JSON.
    #[error("a stored upload is invalid")]
    Json(#[from] serde_json::Error),
    /// The reading panicked.
    #[error("reading the files of an upload panicked")]
    Panicked(#[from] JoinError),
}

impl From<AnswerError> for ImportError {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Db(error) => error.into(),
            AnswerError::Json(error) => error.into(),
        }
    }
}

impl From<DbError> for ImportError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}
