//! Remembered columns and waiting questions in the words of the API.

use super::super::wire::{
    DriftChange, DriftChangeKind, DriftColumn, DriftPolicy, PendingDrift, TableDrift,
};
use super::{ChangeKind, ChangePolicy, ColumnChange, SchemaSnapshot, column_changes};
use entities::source_schema_snapshot::Model;
use sources::{Layout, SourceTable};

/// A table as it is remembered; `None` where nothing was ever said of it or read.
pub(super) fn to_table_drift(
    table: SourceTable,
    row: Option<&Model>,
    layout: &Layout,
) -> TableDrift {
    let picture = row.and_then(|row| SchemaSnapshot::from_json(row.columns.as_deref()?));
    let column = |found: &super::ColumnDescriptor| DriftColumn {
        name: found.name.clone(),
        data_type: found.holds.clone(),
        target_column: layout.target_column(&found.name).map(str::to_owned),
        missing_in_files: found.missing_in.clone(),
    };
    TableDrift {
        source_table: table.id().to_owned(),
        policy: row
            .map_or_else(ChangePolicy::default, |row| {
                ChangePolicy::from_stored(&row.drift_policy)
            })
            .into(),
        columns: picture
            .iter()
            .flat_map(|picture| &picture.columns)
            .map(column)
            .collect(),
        captured_at: row.and_then(|row| row.captured_at),
        pending: row
            .zip(picture.as_ref())
            .and_then(|(row, before)| find_pending_drift(row, before, layout)),
    }
}

/// The question that waits; none where names or policy have been set so that nothing is left to
/// ask.
fn find_pending_drift(
    row: &Model,
    before: &SchemaSnapshot,
    layout: &Layout,
) -> Option<PendingDrift> {
    let now = SchemaSnapshot::from_json(row.pending_columns.as_deref()?)?;
    let found = column_changes::find_changes(before, &now, layout);
    if ChangePolicy::from_stored(&row.drift_policy) == ChangePolicy::Ignore
        || !found.iter().any(ColumnChange::needs_decision)
    {
        return None;
    }
    Some(PendingDrift {
        detected_at: row.pending_at?,
        run_id: row.pending_run_id?,
        changes: to_wire_changes(&found),
    })
}

pub(super) fn to_wire_changes(changes: &[ColumnChange]) -> Vec<DriftChange> {
    changes.iter().map(to_wire_change).collect()
}

fn to_wire_change(change: &ColumnChange) -> DriftChange {
    let kind = match change.kind {
        ChangeKind::Added => DriftChangeKind::Added,
        ChangeKind::Removed => DriftChangeKind::Removed,
        ChangeKind::TypeChanged => DriftChangeKind::TypeChanged,
    };
    DriftChange {
        kind,
        column: change.column.clone(),
        target_column: change.target_column.map(str::to_owned),
        before: change.before.clone(),
        after: change.after.clone(),
        missing_in_files: change.missing_in.clone(),
        needs_decision: change.needs_decision(),
        effect_code: change.effect(),
        effect: change.describe_effect(),
    }
}

impl From<DriftPolicy> for ChangePolicy {
    fn from(policy: DriftPolicy) -> Self {
        match policy {
            DriftPolicy::Ask => Self::Ask,
            DriftPolicy::Stop => Self::Stop,
            DriftPolicy::Ignore => Self::Ignore,
        }
    }
}

impl From<ChangePolicy> for DriftPolicy {
    fn from(policy: ChangePolicy) -> Self {
        match policy {
            ChangePolicy::Ask => Self::Ask,
            ChangePolicy::Stop => Self::Stop,
            ChangePolicy::Ignore => Self::Ignore,
        }
    }
}
