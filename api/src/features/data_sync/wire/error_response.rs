//! Responses to the errors of Data Sync.

use crate::features::data_sync::column_mapping::ColumnMappingError;
use crate::features::data_sync::run::{CancelRunError, ReplayError, RunError, StartRunError};
use crate::features::data_sync::run_message::SyncMessageCode;
use crate::features::data_sync::run_plan::RunPlanError;
use crate::features::data_sync::schedule::ScheduleError;
use crate::features::data_sync::source_settings::{OpenSourceError, SourceSettingsError};
use crate::features::data_sync::store::{RejectListError, RetryPlanError};
use crate::features::data_sync::table_sync::{ErrorCategory, TableSyncError};
use crate::http::{ApiError, ErrorDetailCode};
use poem::http::StatusCode;
use sources::SourceError;

impl From<RunPlanError> for ApiError {
    fn from(error: RunPlanError) -> Self {
        let message = error.to_string();
        match error {
            RunPlanError::IncrementalDeletions => {
                Self::unprocessable("deletions_require_full_sync", message)
            }
            RunPlanError::DeletionsNotConfirmed => {
                Self::unprocessable("deletions_not_confirmed", message)
            }
            RunPlanError::UnknownTable(_) => Self::unprocessable("unknown_table", message),
        }
    }
}

impl From<StartRunError> for ApiError {
    fn from(error: StartRunError) -> Self {
        match error {
            StartRunError::Source(error) => error.into(),
            StartRunError::InProgress(_) => Self::conflict("sync_in_progress", error.to_string()),
            StartRunError::Suspended(error) => error.into(),
            StartRunError::Entropy(error) => error.into(),
            StartRunError::Panicked(error) => Self::internal(&error),
            StartRunError::Db(error) => error.into(),
        }
    }
}

impl From<RunError> for ApiError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Cancelled => Self::conflict("sync_cancelled", error.to_string()),
            RunError::NothingToSync => Self::unprocessable("nothing_to_sync", error.to_string()),
            RunError::TablesFailed {
                most_severe,
                message,
            } => table_error(&most_severe, message),
            RunError::Panicked(error) => Self::internal(&error),
            RunError::Db(error) => error.into(),
        }
    }
}

fn table_error(fault: &TableSyncError, message: String) -> ApiError {
    match fault.category() {
        ErrorCategory::Cancelled => ApiError::conflict("sync_cancelled", message),
        ErrorCategory::Source => ApiError::unprocessable("sync_failed", message),
        ErrorCategory::Limit => ApiError::plan_limit_reached(message),
        ErrorCategory::Unavailable => ApiError::unavailable(unavailable_code(fault), message),
        ErrorCategory::Internal => {
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
        }
    }
}

/// The error code for an unavailable source or database.
fn unavailable_code(fault: &TableSyncError) -> &'static str {
    match fault {
        TableSyncError::Database(error) => SyncMessageCode::from_db_error(error).into_str(),
        _ => "source_unavailable",
    }
}

impl From<CancelRunError> for ApiError {
    fn from(error: CancelRunError) -> Self {
        match error {
            CancelRunError::AlreadyEnded => Self::conflict("sync_not_running", error.to_string()),
            CancelRunError::Lookup(error) => error.into(),
        }
    }
}

impl From<ReplayError> for ApiError {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::InProgress(_) => {
                Self::conflict("idempotency_in_progress", error.to_string())
            }
            ReplayError::Failed(message) => Self::unprocessable("sync_failed", message),
            ReplayError::Cancelled(message) => Self::conflict("sync_cancelled", message),
            ReplayError::Lookup(error) => error.into(),
        }
    }
}

impl From<SourceError> for ApiError {
    fn from(error: SourceError) -> Self {
        match error {
            SourceError::Unreachable(message) => Self::unavailable("source_unavailable", message),
            SourceError::Unusable(message) => Self::unprocessable("source_invalid", message),
        }
    }
}

impl From<OpenSourceError> for ApiError {
    fn from(error: OpenSourceError) -> Self {
        match error {
            OpenSourceError::NotConfigured => {
                Self::unprocessable("source_not_configured", error.to_string())
            }
            OpenSourceError::Db(error) => error.into(),
        }
    }
}

impl From<SourceSettingsError> for ApiError {
    fn from(error: SourceSettingsError) -> Self {
        match error {
            SourceSettingsError::Source(error) => error.into(),
            SourceSettingsError::Json(error) => Self::internal(&error),
            SourceSettingsError::Vault(error) => Self::internal(&error),
            SourceSettingsError::Entropy(error) => error.into(),
            SourceSettingsError::Db(error) => error.into(),
        }
    }
}

impl From<ColumnMappingError> for ApiError {
    fn from(error: ColumnMappingError) -> Self {
        match error {
            ColumnMappingError::UnknownTable(_) => {
                Self::unprocessable("unknown_table", error.to_string())
            }
            ColumnMappingError::Invalid(message) => Self::unprocessable("mapping_invalid", message),
            ColumnMappingError::Db(error) => error.into(),
        }
    }
}

impl From<ScheduleError> for ApiError {
    fn from(error: ScheduleError) -> Self {
        match error {
            ScheduleError::InvalidCron(message) => {
                Self::invalid_value("cron", ErrorDetailCode::Cron, message)
            }
            ScheduleError::Db(error) => error.into(),
        }
    }
}

impl From<RejectListError> for ApiError {
    fn from(error: RejectListError) -> Self {
        match error {
            RejectListError::Lookup(error) => error.into(),
            RejectListError::InvalidCursor => Self::invalid_cursor(),
        }
    }
}

impl From<RetryPlanError> for ApiError {
    fn from(error: RetryPlanError) -> Self {
        match error {
            RetryPlanError::Lookup(error) => error.into(),
            RetryPlanError::TooManyRejects => {
                Self::unprocessable("too_many_rejected_rows", error.to_string())
            }
            RetryPlanError::Imported => {
                Self::unprocessable("import_again_required", error.to_string())
            }
            RetryPlanError::NoRejects => Self::unprocessable("no_rejected_rows", error.to_string()),
        }
    }
}
