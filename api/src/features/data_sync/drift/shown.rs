//! Remembered columns and waiting questions in the words of the API.

use super::super::catalogue::SourceTable;
use super::super::source::Layout;
use super::super::wire::{
    DriftChange, DriftChangeKind, DriftPending, DriftPolicy, RememberedColumn, TableDrift,
};
use super::{Change, Kind, Picture, Policy, comparison};
use entities::source_schema_snapshot::Model;

/// A table as it is remembered; `None` where nothing was ever said of it or read.
pub(super) fn table(table: SourceTable, row: Option<&Model>, layout: &Layout) -> TableDrift {
    let picture = row.and_then(|row| Picture::of_text(row.columns.as_deref()?));
    let column = |found: &super::ColumnDescriptor| RememberedColumn {
        name: found.name.clone(),
        holds: found.holds.clone(),
        column: layout
            .find_column(&found.name)
            .map(|ours| ours.name.to_owned()),
        missing_in: found.missing_in.clone(),
    };
    TableDrift {
        source_table: table.id().to_owned(),
        policy: row
            .map_or_else(Policy::default, |row| Policy::of_word(&row.policy))
            .into(),
        columns: picture
            .iter()
            .flat_map(|picture| &picture.columns)
            .map(column)
            .collect(),
        seen_at: row.and_then(|row| row.seen_at),
        pending: row
            .zip(picture.as_ref())
            .and_then(|(row, before)| pending(row, before, layout)),
    }
}

/// The question that waits; none where names or policy have been set so that nothing is left to
/// ask.
fn pending(row: &Model, before: &Picture, layout: &Layout) -> Option<DriftPending> {
    let now = Picture::of_text(row.pending_columns.as_deref()?)?;
    let found = comparison::changes(before, &now, layout);
    if Policy::of_word(&row.policy) == Policy::Ignore || !found.iter().any(Change::matters) {
        return None;
    }
    Some(DriftPending {
        seen_at: row.pending_at?,
        run_id: row.pending_run?,
        changes: changes(&found),
    })
}

pub(super) fn changes(changes: &[Change]) -> Vec<DriftChange> {
    changes.iter().map(change).collect()
}

fn change(change: &Change) -> DriftChange {
    let kind = match change.kind {
        Kind::Appeared => DriftChangeKind::Appeared,
        Kind::Vanished => DriftChangeKind::Vanished,
        Kind::TypeChanged => DriftChangeKind::TypeChanged,
    };
    DriftChange {
        kind,
        column: change.column.clone(),
        known_as: change.ours.map(str::to_owned),
        before: change.before.clone(),
        now: change.now.clone(),
        matters: change.matters(),
        effect: change.effect(),
    }
}

impl From<DriftPolicy> for Policy {
    fn from(policy: DriftPolicy) -> Self {
        match policy {
            DriftPolicy::Ask => Self::Ask,
            DriftPolicy::Stop => Self::Stop,
            DriftPolicy::Ignore => Self::Ignore,
        }
    }
}

impl From<Policy> for DriftPolicy {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::Ask => Self::Ask,
            Policy::Stop => Self::Stop,
            Policy::Ignore => Self::Ignore,
        }
    }
}
