//! How runs and tables stand, in the words of the API.

use poem_openapi::Enum;

/// What a run covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum RunKind {
    /// Every table, read completely.
    Full,
    /// Every table, without the files and rows that have landed already; nothing is removed.
    Incremental,
    /// One table, read completely.
    Table,
    /// The rows that could not land in an earlier run, read again.
    Retry,
}

/// What began a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum RunTrigger {
    /// Somebody asked for it.
    Person,
    /// It was time.
    Schedule,
    /// The operator's command line.
    Command,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum RunState {
    /// Waits for its turn.
    Queued,
    /// Goes on right now.
    Running,
    /// Everything landed.
    Succeeded,
    /// Every table landed, some rows could not.
    SucceededWithRejects,
    /// At least one table could not be read or written; the others keep what landed.
    Failed,
    /// Stopped by a person.
    Cancelled,
}

/// How one table of a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum TableState {
    /// Waits for its turn.
    Queued,
    /// Goes on right now.
    Running,
    /// Every row landed.
    Succeeded,
    /// Some rows could not land.
    SucceededWithRejects,
    /// Nothing of this table changed; `message` says why.
    Failed,
    /// The run was cancelled before this table had landed: nothing of it changed.
    Cancelled,
    /// The source has no such table, or nothing of it has changed since it was read; what is there
    /// stays, and `message` says which.
    Skipped,
}
