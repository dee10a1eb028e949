//! Kinds, triggers and states of runs and of their tables, with their stored names.

use poem_openapi::Enum;

/// Kind of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum RunKind {
    /// Every table, read completely.
    Full,
    /// Every table, without files and rows that were already synced. Nothing is deleted.
    Incremental,
    /// One table, read completely.
    Table,
    /// The rejected rows of an earlier run.
    Retry,
}

/// What started a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum RunTrigger {
    /// A user or an API key.
    Person,
    /// The schedule.
    Schedule,
    /// The command line.
    Command,
}

/// State of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ScheduleMode {
    /// Reads every table completely. Deletes rows missing from the source, but never more than 20 %
    /// of a table.
    Full,
    /// Skips files and rows that were already synced. Nothing is deleted.
    Incremental,
}

macro_rules! stored_names {
    ($state:ty, default $other:ident: $($variant:ident = $name:literal),+ $(,)?) => {
        impl $state {
            /// The stored name, which is that of the API.
            pub(super) fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The value of a stored name.
            pub(super) fn from_stored(name: &str) -> Self {
                match name { $($name => Self::$variant,)+ _ => Self::$other }
            }
        }
    };
}

stored_names!(RunKind, default Full: Full = "full", Incremental = "incremental", Table = "table", Retry = "retry");
stored_names!(RunTrigger, default Person: Person = "person", Schedule = "schedule", Command = "command");
// An unknown mode deletes nothing.
stored_names!(ScheduleMode, default Incremental: Full = "full", Incremental = "incremental");
stored_names!(RunState, default Failed:
    Queued = "queued", Running = "running", Succeeded = "succeeded", SucceededWithRejects = "succeeded_with_rejects", Failed = "failed", Cancelled = "cancelled");
stored_names!(TableState, default Failed:
    Queued = "queued", Running = "running", Succeeded = "succeeded", SucceededWithRejects = "succeeded_with_rejects", Failed = "failed", Cancelled = "cancelled", Skipped = "skipped");
