//! States of runs and of their tables.

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
