//! What is said about a run or a table that was not synced: a code for programs and for texts in
//! other languages, and a text in English.

use crate::db::DbError;
use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use sources::SourceError;
use strum::{EnumIter, EnumString, IntoStaticStr};

/// What a message about a run or a table says.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Enum,
    EnumIter,
    EnumString,
    IntoStaticStr,
    Deserialize,
    Serialize,
)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum SyncMessageCode {
    /// The source settings or its data are invalid.
    SourceInvalid,
    /// The source cannot be reached.
    SourceUnavailable,
    /// Another sync of the organization is in progress.
    SyncInProgress,
    /// No source is set.
    SourceNotConfigured,
    /// The source has none of the tables.
    NothingToSync,
    /// The columns of the source changed, and the change is not accepted.
    ColumnsChanged,
    /// The run took longer than a run may.
    SyncTimeLimit,
    /// The organization's plan does not allow as many rows.
    PlanLimitReached,
    /// The operator suspended the organization.
    OrganizationSuspended,
    /// The application database cannot be reached.
    DatabaseUnavailable,
    /// Another process holds locks of the application database.
    DatabaseBusy,
    /// The application database is full.
    DatabaseFull,
    /// The application database has another number of rows than expected.
    RowCountMismatch,
    /// The run sent no heartbeat, and another server took it over.
    SyncTakenOver,
    /// The server of the run is gone, and another one goes on with it.
    HeartbeatLost,
    /// The run was interrupted.
    SyncInterrupted,
    /// The run was cancelled.
    SyncCancelled,
    /// The table has not changed since the last read.
    TableUnchanged,
    /// The source does not have the table.
    TableAbsent,
    /// An internal error, which was logged.
    Internal,
}

impl SyncMessageCode {
    /// What the error of a source says.
    pub(super) fn from_source_error(error: &SourceError) -> Self {
        match error {
            SourceError::Unusable(_) => Self::SourceInvalid,
            SourceError::Unreachable(_) => Self::SourceUnavailable,
        }
    }

    /// What the database error of a run says.
    pub(super) fn from_db_error(error: &DbError) -> Self {
        match error {
            DbError::Unavailable(_) => Self::DatabaseUnavailable,
            DbError::Busy(_) => Self::DatabaseBusy,
            DbError::Full(_) => Self::DatabaseFull,
            _ => Self::Internal,
        }
    }

    /// The code of a stored name. Messages about synced tables have none.
    pub(super) fn from_stored(name: Option<&str>) -> Option<Self> {
        name?.parse().ok()
    }
}

/// A message about a run or a table that was not synced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyncMessage {
    pub(super) code: SyncMessageCode,
    pub(super) text: String,
}

impl SyncMessage {
    pub(super) fn new(code: SyncMessageCode, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
        }
    }

    /// The message about a source that cannot be read.
    pub(super) fn from_source_error(error: &SourceError) -> Self {
        Self::new(SyncMessageCode::from_source_error(error), error.to_string())
    }

    /// The message of an interrupted run.
    pub(super) fn interrupted() -> Self {
        Self::new(
            SyncMessageCode::SyncInterrupted,
            "The run was interrupted. Tables already synced are kept. Sync again to continue.",
        )
    }

    /// The message of a job that another server goes on with.
    pub(super) fn heartbeat_lost() -> Self {
        Self::new(
            SyncMessageCode::HeartbeatLost,
            "The server sent no heartbeat. Another server continues the run.",
        )
    }

    /// The message of a table that a cancelled run has not reached.
    pub(super) fn not_started() -> Self {
        Self::new(
            SyncMessageCode::SyncCancelled,
            "The run was cancelled before this table was started.",
        )
    }

    /// The message of a table that the source does not have.
    pub(super) fn table_absent() -> Self {
        Self::new(
            SyncMessageCode::TableAbsent,
            "The source does not have this table. Existing rows are kept.",
        )
    }

    /// The message of a table that has not changed.
    pub(super) fn table_unchanged() -> Self {
        Self::new(
            SyncMessageCode::TableUnchanged,
            "The table has not changed since the last read.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use localization::{Language, translate_sync_message};
    use strum::IntoEnumIterator;

    #[test]
    fn every_message_is_said_in_every_language() {
        for code in SyncMessageCode::iter() {
            for language in Language::ALL {
                let text = translate_sync_message(language, code.into_str(), "In English.");
                let is_english = text == "In English.";
                assert_eq!(
                    is_english,
                    language == Language::English,
                    "{code:?}: {text}"
                );
            }
        }
    }
}
