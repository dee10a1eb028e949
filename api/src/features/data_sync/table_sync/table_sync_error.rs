//! Why a table failed to sync, and who can fix it.

use crate::db::DbError;
use crate::features::data_sync::run_message::{SyncMessage, SyncMessageCode};
use sources::SourceError;
use std::time::Duration;

/// Why a table failed to sync. No rows of the table were changed.
#[derive(Debug, thiserror::Error)]
pub enum TableSyncError {
    /// The source could not be read, or its data is invalid.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The application database failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// The source columns changed and the change is not accepted.
    #[error("{0}")]
    SchemaDrift(String),
    /// Another server or run holds the lease.
    #[error("another run has taken over")]
    LeaseLost,
    /// The target table does not have the expected number of rows after the merge.
    #[error("the target has {live} rows, expected at least {min} and at most {max:?}")]
    RowCountMismatch {
        /// The number of rows after the merge.
        live: u64,
        /// The least expected number.
        min: u64,
        /// The highest expected number, if there is one.
        max: Option<u64>,
    },
    /// The organization would have more rows than its plan allows.
    #[error("the plan allows {limit} rows, there would be {total}")]
    LimitExceeded {
        /// The number of rows that the plan allows.
        limit: u64,
        /// The number of rows with this table.
        total: u64,
    },
    /// The run took longer than a run may.
    #[error("the run took longer than {limit:?}")]
    TimeLimitExceeded {
        /// How long a run may take.
        limit: Duration,
    },
    /// The run was cancelled.
    #[error("the run was cancelled")]
    Cancelled,
    /// A task of the run ended unexpectedly.
    #[error("a task of the run ended unexpectedly")]
    Interrupted,
}

/// Category of a failure, by severity, the most severe last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::features::data_sync) enum ErrorCategory {
    /// The run was cancelled.
    Cancelled,
    /// The data or the source settings are invalid.
    Source,
    /// The plan limit is reached. The operator can raise it.
    Limit,
    /// A database cannot be reached. Retrying may help.
    Unavailable,
    /// An internal error.
    Internal,
}

impl TableSyncError {
    pub(super) fn interrupted() -> Self {
        Self::Interrupted
    }

    /// The category of the failure.
    pub(in crate::features::data_sync) fn category(&self) -> ErrorCategory {
        match self {
            Self::Cancelled => ErrorCategory::Cancelled,
            Self::Source(SourceError::Unusable(_))
            | Self::SchemaDrift(_)
            | Self::TimeLimitExceeded { .. } => ErrorCategory::Source,
            Self::LimitExceeded { .. } => ErrorCategory::Limit,
            Self::Source(SourceError::Unreachable(_))
            | Self::Database(DbError::Unavailable(_) | DbError::Busy(_) | DbError::Full(_))
            | Self::LeaseLost => ErrorCategory::Unavailable,
            Self::Database(_) | Self::RowCountMismatch { .. } | Self::Interrupted => {
                ErrorCategory::Internal
            }
        }
    }

    /// Whether a retry may succeed without any change.
    pub(in crate::features::data_sync) fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Database(DbError::Unavailable(_) | DbError::Busy(_))
        )
    }

    /// The message for users, without internal details.
    pub(in crate::features::data_sync) fn message(&self) -> SyncMessage {
        SyncMessage::new(self.message_code(), self.user_message())
    }

    /// What the message says.
    pub(in crate::features::data_sync) fn message_code(&self) -> SyncMessageCode {
        match self {
            Self::Source(error) => SyncMessageCode::from_source_error(error),
            Self::SchemaDrift(_) => SyncMessageCode::ColumnsChanged,
            Self::Database(error) => SyncMessageCode::from_db_error(error),
            Self::LeaseLost => SyncMessageCode::SyncTakenOver,
            Self::RowCountMismatch { .. } => SyncMessageCode::RowCountMismatch,
            Self::LimitExceeded { .. } => SyncMessageCode::PlanLimitReached,
            Self::TimeLimitExceeded { .. } => SyncMessageCode::SyncTimeLimit,
            Self::Cancelled => SyncMessageCode::SyncCancelled,
            Self::Interrupted => SyncMessageCode::Internal,
        }
    }

    /// The text of the message.
    pub(in crate::features::data_sync) fn user_message(&self) -> String {
        match self {
            Self::Source(error) => error.to_string(),
            Self::SchemaDrift(message) => message.clone(),
            Self::Database(DbError::Unavailable(_)) => {
                "The application database could not be reached. No rows were changed. Sync \
                    again in a moment."
                    .to_owned()
            }
            Self::Database(DbError::Busy(_)) => {
                "The application database is busy: another process holds locks. No rows were \
                    changed. Sync again in a moment."
                    .to_owned()
            }
            Self::Database(DbError::Full(_)) => {
                "The application database is full. No rows were changed. Contact the operator \
                    of this server, then sync again."
                    .to_owned()
            }
            Self::LeaseLost => {
                "This run sent no heartbeat for too long, and another server took over. \
                No rows were changed."
                    .to_owned()
            }
            Self::RowCountMismatch { live, min, max } => {
                let expected = max.map_or_else(
                    || format!("at least {min}"),
                    |max| {
                        if max == *min {
                            min.to_string()
                        } else {
                            format!("{min} to {max}")
                        }
                    },
                );
                format!(
                    "The application database has {live} rows after the merge; {expected} were \
                        expected. No rows were changed. Another process may write to this table. \
                        Contact the operator of this server."
                )
            }
            Self::LimitExceeded { limit, total } => format!(
                "The organization's plan allows {limit} rows, and with this table there would be \
                    {total}. No rows were changed. Sync fewer rows, or ask the operator of this \
                    service for a higher limit."
            ),
            Self::TimeLimitExceeded { limit } => format!(
                "The run took longer than {} minutes, which is the limit. No rows of this table were \
                    changed. Sync fewer rows, or ask the operator of this server for a higher limit.",
                limit.as_secs().div_ceil(60)
            ),
            Self::Cancelled => "The run was cancelled. No rows were changed.".to_owned(),
            Self::Database(_) | Self::Interrupted => {
                "The rows could not be written because of an internal error, which was \
                    logged. No rows were changed."
                    .to_owned()
            }
        }
    }
}
