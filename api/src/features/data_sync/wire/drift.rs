//! The columns that a source had, and what has changed since.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// What happens where a column that is read has vanished or holds something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum DriftPolicy {
    /// The table is held until a person accepts its columns.
    Ask,
    /// The table fails until the columns are back.
    Stop,
    /// The rows land; the run says what has changed.
    Ignore,
}

/// How a column has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum DriftChangeKind {
    /// It was not there before.
    Appeared,
    /// It is no longer there, or no longer in every file.
    Vanished,
    /// It holds something else.
    TypeChanged,
}

/// What the next sync would do with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum DriftOutcome {
    /// Its columns are as they were.
    Unchanged,
    /// Columns have changed; its rows land all the same.
    Lands,
    /// It would be held until its columns are accepted.
    Asks,
    /// It would fail until its columns are back.
    Stops,
    /// It cannot be read, whatever the policy; `problem` says why.
    Fails,
    /// It was not read from this source before, so there is nothing to compare with.
    First,
    /// The source does not have it.
    Absent,
}

/// A column as the last read found it.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RememberedColumn {
    /// Its name at the source.
    pub name: String,
    /// What it holds, such as `text` or `whole numbers`; absent where the source does not say, as
    /// CSV files do not.
    pub holds: Option<String>,
    /// Our column that is read from it; absent where none is.
    pub column: Option<String>,
    /// The files of the table that lacked it.
    pub missing_in: Option<String>,
}

/// A column that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DriftChange {
    /// How it has changed.
    pub kind: DriftChangeKind,
    /// Its name at the source.
    pub column: String,
    /// Our column that is read from it; absent where none is.
    pub known_as: Option<String>,
    /// What it was.
    pub before: String,
    /// What it is.
    pub now: String,
    /// Whether the table's policy decides about it.
    pub matters: bool,
    /// What a sync would make of it.
    pub effect: String,
}

/// Changes that wait to be accepted.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct DriftPending {
    /// When a run first found them.
    pub seen_at: DateTime<Utc>,
    /// That run.
    pub run_id: Uuid,
    /// What has changed since the last read that landed; changes that matter first.
    pub changes: Vec<DriftChange>,
}

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TableDrift {
    /// The source table.
    pub source_table: String,
    /// What happens where a column that is read changes; `ask` until another is set.
    pub policy: DriftPolicy,
    /// Its columns when it landed last, or as they were accepted; empty where it never did from
    /// this source.
    pub columns: Vec<RememberedColumn>,
    /// When they were so.
    pub seen_at: Option<DateTime<Utc>>,
    /// What waits to be accepted; until then nothing of the table lands.
    pub pending: Option<DriftPending>,
}

/// The columns of every table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct ColumnDrift {
    /// Every table that can be synced.
    pub tables: Vec<TableDrift>,
}

/// The policy of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct TablePolicyInput {
    /// The source table.
    #[oai(validator(max_length = 64))]
    pub source_table: String,
    /// What happens where a column that is read changes.
    pub policy: DriftPolicy,
}

/// Policies to set.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct DriftPolicyInput {
    /// The tables to set; those that are left out keep theirs.
    #[oai(validator(max_items = 5))]
    pub tables: Vec<TablePolicyInput>,
}

/// Columns to accept.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(
    rename_all = "camelCase",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub struct DriftAccept {
    /// The source table.
    #[oai(validator(max_length = 64))]
    pub source_table: String,
    /// `runId` of what was seen pending; where something else waits by now, nothing is accepted.
    pub run_id: Option<Uuid>,
}

/// What the next sync would find of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TablePreview {
    /// The source table.
    pub source_table: String,
    /// What the next sync would do with it.
    pub outcome: DriftOutcome,
    /// What has changed since the last read that landed; changes that matter first.
    pub changes: Vec<DriftChange>,
    /// Why it cannot be read, and what to do.
    pub problem: Option<String>,
}

/// What the next sync would find.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct DriftPreview {
    /// Every table that can be synced.
    pub tables: Vec<TablePreview>,
}
