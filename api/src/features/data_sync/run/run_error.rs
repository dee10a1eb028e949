//! Why a run is not started, fails or cannot be cancelled.

use crate::auth::SuspensionError;
use crate::db::{DbError, LookupError};
use crate::entropy::EntropyError;
use crate::features::data_sync::run_message::{SyncMessage, SyncMessageCode};
use crate::features::data_sync::source_settings::OpenSourceError;
use crate::features::data_sync::table_sync::TableSyncError;
use crate::ids::RunId;
use sources::SourceTable;
use tokio::task::JoinError;

const INTERNAL_ERROR_MESSAGE: &str =
    "Something went wrong on our side. Try again. If the problem persists, contact support.";

/// Why a run was not started.
#[derive(Debug, thiserror::Error)]
pub enum StartRunError {
    /// The source cannot be opened.
    #[error(transparent)]
    Source(#[from] OpenSourceError),
    /// Another run is in progress. Its id is not known if it started at the same time.
    #[error(
        "A sync of this organization is already in progress{}. Wait until it ends.",
        .0.map_or_else(String::new, |run| format!(" ({run})"))
    )]
    InProgress(Option<RunId>),
    /// The organization is suspended.
    #[error(transparent)]
    Suspended(#[from] SuspensionError),
    /// No randomness for the id.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The task that starts the run panicked.
    #[error(transparent)]
    Panicked(#[from] JoinError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl StartRunError {
    /// The message about a run that was due, without internal details.
    pub(in crate::features::data_sync) fn message(&self) -> SyncMessage {
        let (code, text) = match self {
            Self::Source(error) => return error.message(),
            Self::InProgress(_) => (
                SyncMessageCode::SyncInProgress,
                "Another sync was in progress.".to_owned(),
            ),
            Self::Suspended(_) => (SyncMessageCode::OrganizationSuspended, self.to_string()),
            Self::Entropy(_) | Self::Panicked(_) => {
                (SyncMessageCode::Internal, INTERNAL_ERROR_MESSAGE.to_owned())
            }
            Self::Db(error) => (
                SyncMessageCode::from_db_error(error),
                error.user_message().to_owned(),
            ),
        };
        SyncMessage::new(code, text)
    }
}

/// Why a run failed. The message is for users.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The run was cancelled.
    #[error("The sync was cancelled. Tables already synced are kept.")]
    Cancelled,
    /// The source has none of the tables.
    #[error(
        "The source has none of the tables {}. Check its folder and file names.",
        SourceTable::list_ids()
    )]
    NothingToSync,
    /// Tables failed to sync.
    #[error("{message}")]
    TablesFailed {
        /// The most severe failure.
        most_severe: TableSyncError,
        /// The failures of all tables.
        message: String,
    },
    /// The task of the run panicked.
    #[error(transparent)]
    Panicked(#[from] JoinError),
    /// The end of the run cannot be recorded.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl RunError {
    /// The message for users.
    pub(super) fn message(&self) -> SyncMessage {
        let code = match self {
            Self::Cancelled => SyncMessageCode::SyncCancelled,
            Self::NothingToSync => SyncMessageCode::NothingToSync,
            Self::TablesFailed { most_severe, .. } => most_severe.message_code(),
            Self::Panicked(_) | Self::Db(_) => SyncMessageCode::Internal,
        };
        SyncMessage::new(code, self.to_string())
    }
}

impl From<TableSyncError> for RunError {
    fn from(error: TableSyncError) -> Self {
        Self::TablesFailed {
            message: error.user_message(),
            most_severe: error,
        }
    }
}

/// Why a run cannot be cancelled.
#[derive(Debug, thiserror::Error)]
pub(in crate::features::data_sync) enum CancelRunError {
    /// The run has already ended.
    #[error("This run has already ended.")]
    AlreadyEnded,
    /// The run does not exist, or the database failed.
    #[error(transparent)]
    Lookup(#[from] LookupError),
}

impl From<DbError> for CancelRunError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}
