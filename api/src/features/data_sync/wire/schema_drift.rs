//! Schema drift: changes of a source's columns between reads.

use crate::features::data_sync::run_message::SyncMessageCode;
use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// What a sync does when a mapped column is removed or changes its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum DriftPolicy {
    /// The table is paused until a person accepts the change.
    Ask,
    /// The table fails until the columns are restored.
    Stop,
    /// The table is synced. The run reports the change.
    Ignore,
}

/// How a column changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum DriftChangeKind {
    /// The column is new.
    Added,
    /// The column is missing, or missing in some files.
    Removed,
    /// The data type changed.
    TypeChanged,
}

/// Effect of a changed column on a sync.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum DriftEffect {
    /// The column is read as `targetColumn` from the next sync on.
    ColumnRead,
    /// The column is unknown and ignored.
    ColumnIgnored,
    /// `targetColumn` would be empty in every row, even if it has a value now.
    EmptyInEveryRow,
    /// `targetColumn` would be empty in the rows of `missingInFiles`, even if it has a value now.
    EmptyInSomeRows,
    /// `targetColumn` would be read from the new type. Rows with invalid values are rejected.
    NewTypeRead,
    /// The column was ignored, so no row changes.
    NoRowChanges,
}

/// What the next sync would do with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum DriftOutcome {
    /// The columns did not change.
    Unchanged,
    /// Columns changed. The table would be synced.
    Proceeds,
    /// The table would be paused until the change is accepted.
    NeedsApproval,
    /// The table would fail until the columns are restored.
    Blocked,
    /// The table cannot be read, whatever the policy. `problem` says why.
    Unreadable,
    /// The table was never read from this source, so there is nothing to compare with.
    New,
    /// The source does not have the table.
    Absent,
}

/// A column as the last read found it.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DriftColumn {
    /// Name in the source.
    pub name: String,
    /// Data type, such as `text` or `whole numbers`. Absent if the source does not declare types,
    /// as in CSV files.
    pub data_type: Option<String>,
    /// Sprout column that is read from it. Absent if none is.
    pub target_column: Option<String>,
    /// Files of the table that lack the column.
    pub missing_in_files: Option<String>,
}

/// A changed column.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DriftChange {
    /// How it changed.
    pub kind: DriftChangeKind,
    /// Name in the source.
    pub column: String,
    /// Sprout column that is read from it. Absent if none is.
    pub target_column: Option<String>,
    /// Description before the change.
    pub before: String,
    /// Description after the change.
    pub after: String,
    /// Files that lack a column which other files of the table have.
    pub missing_in_files: Option<String>,
    /// Whether the table's policy applies to the change.
    pub needs_decision: bool,
    /// Effect of the change on a sync.
    pub effect_code: DriftEffect,
    /// The effect in English.
    pub effect: String,
}

/// Changes that wait to be accepted.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct PendingDrift {
    /// When a run first detected them.
    pub detected_at: DateTime<Utc>,
    /// Id of that run.
    pub run_id: Uuid,
    /// Changes since the last successful sync. Changes that need a decision come first.
    pub changes: Vec<DriftChange>,
}

/// Schema drift of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TableDrift {
    /// The source table.
    pub source_table: String,
    /// What a sync does when a mapped column changes. Default: `ask`.
    pub policy: DriftPolicy,
    /// Columns at the last successful sync, or as accepted. Empty if the table was never synced
    /// from this source.
    pub columns: Vec<DriftColumn>,
    /// When `columns` was captured.
    pub captured_at: Option<DateTime<Utc>>,
    /// Changes that wait to be accepted. The table is not synced until then.
    pub pending: Option<PendingDrift>,
}

/// Schema drift of every table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct SchemaDrift {
    /// Every table that can be synced.
    pub tables: Vec<TableDrift>,
}

/// Drift policy of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct TableDriftPolicyInput {
    /// The source table.
    #[oai(validator(max_length = 64))]
    pub source_table: String,
    /// What a sync does when a mapped column changes.
    pub policy: DriftPolicy,
}

/// Drift policies to set.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct DriftPoliciesInput {
    /// Tables to change. Omitted tables keep their policy.
    #[oai(validator(max_items = 5))]
    pub tables: Vec<TableDriftPolicyInput>,
}

/// Schema changes to accept.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(
    rename_all = "camelCase",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub struct DriftAcceptance {
    /// The source table.
    #[oai(validator(max_length = 64))]
    pub source_table: String,
    /// `runId` of the pending changes. If other changes are pending, nothing is accepted.
    pub run_id: Option<Uuid>,
}

/// What the next sync would do with a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TableDriftPreview {
    /// The source table.
    pub source_table: String,
    /// Outcome of the next sync.
    pub outcome: DriftOutcome,
    /// Changes since the last successful sync. Changes that need a decision come first.
    pub changes: Vec<DriftChange>,
    /// Why the table cannot be read, and what to do.
    pub problem: Option<String>,
    /// What the problem says.
    pub problem_code: Option<SyncMessageCode>,
}

/// Schema changes that the next sync would find.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct DriftPreview {
    /// Every table that can be synced.
    pub tables: Vec<TableDriftPreview>,
}
