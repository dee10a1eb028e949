//! Kinds, triggers and states of runs and of their tables, with their stored names.

use poem_openapi::Enum;
use strum::{EnumString, IntoStaticStr};

/// Kind of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum RunKind {
    /// Every table, read completely.
    Full,
    /// Every table, without files and rows that were already synced. Nothing is deleted.
    Incremental,
    /// One table, read completely.
    Table,
    /// The rejected rows of an earlier run.
    Retry,
    /// The tables of uploaded files. Nothing is deleted.
    Import,
}

/// What started a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum RunTrigger {
    /// A user or an API key.
    Person,
    /// The schedule.
    Schedule,
    /// The command line.
    Command,
}

/// State of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum RunState {
    /// Waiting.
    Queued,
    /// In progress.
    Running,
    /// Every row was synced.
    Succeeded,
    /// Every table was synced. Some rows were rejected.
    SucceededWithRejects,
    /// At least one table could not be read or written. Tables already synced are kept.
    Failed,
    /// Cancelled by a user.
    Cancelled,
}

/// State of one table of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum TableState {
    /// Waiting.
    Queued,
    /// In progress.
    Running,
    /// Every row was synced.
    Succeeded,
    /// Some rows were rejected.
    SucceededWithRejects,
    /// No rows were changed. `message` says why.
    Failed,
    /// The run was cancelled before this table was synced. No rows were changed.
    Cancelled,
    /// The source does not have this table, or the table did not change since the last read. No
    /// rows were changed. `message` says which.
    Skipped,
}

/// Mode of a scheduled sync.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ScheduleMode {
    /// Reads every table completely. Deletes rows missing from the source, but never more than 20 %
    /// of a table.
    Full,
    /// Skips files and rows that were already synced. Nothing is deleted.
    Incremental,
}

impl RunKind {
    /// The value of a stored name. An unknown kind deletes nothing.
    pub(super) fn from_stored(name: &str) -> Self {
        name.parse().unwrap_or(Self::Incremental)
    }
}

impl RunTrigger {
    /// The value of a stored name. Unknown triggers count as a person.
    pub(super) fn from_stored(name: &str) -> Self {
        name.parse().unwrap_or(Self::Person)
    }
}

impl ScheduleMode {
    /// The value of a stored name. An unknown mode deletes nothing.
    pub(super) fn from_stored(name: &str) -> Self {
        name.parse().unwrap_or(Self::Incremental)
    }
}

impl RunState {
    /// The value of a stored name. Unknown states count as failed.
    pub(in crate::features) fn from_stored(name: &str) -> Self {
        name.parse().unwrap_or(Self::Failed)
    }
}

impl TableState {
    /// The value of a stored name. Unknown states count as failed.
    pub(super) fn from_stored(name: &str) -> Self {
        name.parse().unwrap_or(Self::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_delete_nothing_and_count_as_failed() {
        assert_eq!(RunKind::from_stored("full"), RunKind::Full);
        assert_eq!(RunKind::from_stored("rebuild"), RunKind::Incremental);
        assert_eq!(
            ScheduleMode::from_stored("rebuild"),
            ScheduleMode::Incremental
        );
        let rejects = TableState::SucceededWithRejects;
        assert_eq!(TableState::from_stored(rejects.into_str()), rejects);
        assert_eq!(TableState::from_stored("lost"), TableState::Failed);
        assert_eq!(RunState::from_stored("lost"), RunState::Failed);
    }
}
