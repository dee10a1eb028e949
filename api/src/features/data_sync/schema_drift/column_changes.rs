//! Differences between two snapshots of a table's columns, and their effect on a sync.

use super::column_snapshot::SchemaSnapshot;
use crate::features::data_sync::wire::DriftEffect;
use sources::{ColumnDescriptor, Layout};

/// How a column changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// The column is new.
    Added,
    /// The column is missing, or missing from some of the files that had it.
    Removed,
    /// The column has another type.
    TypeChanged,
}

/// A changed column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnChange {
    /// Kind of the change.
    pub kind: ChangeKind,
    /// Name in the source.
    pub column: String,
    /// The Sprout column that is read from it; `None` if it is not read.
    pub target_column: Option<&'static str>,
    /// Type before the change.
    pub before: String,
    /// Type after the change.
    pub after: String,
    /// The files that lack a column which others have.
    pub missing_in: Option<String>,
}

impl ColumnChange {
    /// Whether the change could alter existing values, so that the table's policy applies.
    pub fn needs_decision(&self) -> bool {
        self.target_column.is_some() && self.kind != ChangeKind::Added
    }

    /// The effect on a sync.
    pub fn effect(&self) -> DriftEffect {
        match (self.kind, self.target_column.is_some()) {
            (ChangeKind::Added, true) => DriftEffect::ColumnRead,
            (ChangeKind::Added, false) => DriftEffect::ColumnIgnored,
            (ChangeKind::Removed, true) if self.missing_in.is_none() => {
                DriftEffect::EmptyInEveryRow
            }
            (ChangeKind::Removed, true) => DriftEffect::EmptyInSomeRows,
            (ChangeKind::TypeChanged, true) => DriftEffect::NewTypeRead,
            (ChangeKind::Removed | ChangeKind::TypeChanged, false) => DriftEffect::NoRowChanges,
        }
    }

    /// The effect on a sync in English.
    pub fn describe_effect(&self) -> String {
        let ours = self.target_column.unwrap_or_default();
        match self.effect() {
            DriftEffect::ColumnRead => format!("Read as {ours} from the next sync on."),
            DriftEffect::ColumnIgnored => "Ignored: the column is unknown.".to_owned(),
            DriftEffect::EmptyInEveryRow => {
                format!("{ours} would be empty in every row, even if it has a value now.")
            }
            DriftEffect::EmptyInSomeRows => format!(
                "{ours} would be empty in the rows of those files, even if it has a value now."
            ),
            DriftEffect::NewTypeRead => format!(
                "{ours} would be read from the new type. Rows with invalid values are rejected."
            ),
            DriftEffect::NoRowChanges => "The column was ignored. No row changes.".to_owned(),
        }
    }

    /// The change as a clause of a sentence.
    pub fn summary_text(&self) -> String {
        match self.kind {
            ChangeKind::Added => format!("{} is new", self.column),
            ChangeKind::Removed => format!("{} is {}", self.column, self.after),
            ChangeKind::TypeChanged => format!(
                "{} changed from {} to {}",
                self.column, self.before, self.after
            ),
        }
    }
}

const REMOVED_TEXT: &str = "no longer there";
const ABSENT_TEXT: &str = "not there";

/// The changes in `now`: columns that are read first, and each group in the order of the source.
pub(super) fn find_changes(
    before: &SchemaSnapshot,
    now: &SchemaSnapshot,
    layout: &Layout,
) -> Vec<ColumnChange> {
    let change = |kind, column: &ColumnDescriptor, was: String, is: String| ColumnChange {
        kind,
        column: column.name.clone(),
        target_column: layout.target_column(&column.name),
        before: was,
        after: is,
        missing_in: None,
    };
    let mut found = Vec::new();
    for column in &before.columns {
        match now.find_column(&column.name) {
            None => found.push(change(
                ChangeKind::Removed,
                column,
                column_state_text(column),
                REMOVED_TEXT.to_owned(),
            )),
            Some(same) => {
                if let (None, Some(files)) = (&column.missing_in, &same.missing_in) {
                    found.push(ColumnChange {
                        missing_in: Some(files.clone()),
                        ..change(
                            ChangeKind::Removed,
                            column,
                            column_state_text(column),
                            format!("missing in {files}"),
                        )
                    });
                }
                if let (Some(was), Some(is)) = (&column.holds, &same.holds)
                    && was != is
                {
                    found.push(change(
                        ChangeKind::TypeChanged,
                        column,
                        was.clone(),
                        is.clone(),
                    ));
                }
            }
        }
    }
    let new = now
        .columns
        .iter()
        .filter(|column| before.find_column(&column.name).is_none());
    found.extend(new.map(|column| {
        change(
            ChangeKind::Added,
            column,
            ABSENT_TEXT.to_owned(),
            column_state_text(column),
        )
    }));
    found.sort_by_key(|change| !change.needs_decision());
    found
}

fn column_state_text(column: &ColumnDescriptor) -> String {
    column.holds.clone().unwrap_or_else(|| "there".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sources::SourceTable;

    fn build_snapshot(columns: &[(&str, Option<&str>, Option<&str>)]) -> SchemaSnapshot {
        let column =
            |(name, holds, missing_in): &(&str, Option<&str>, Option<&str>)| ColumnDescriptor {
                missing_in: missing_in.map(str::to_owned),
                ..ColumnDescriptor::new(name, *holds)
            };
        SchemaSnapshot {
            columns: columns.iter().map(column).collect(),
        }
    }

    fn change_texts(before: &SchemaSnapshot, now: &SchemaSnapshot) -> Vec<(String, bool)> {
        let layout = Layout::with_renamed_columns(
            SourceTable::SupplierData.schema(),
            [("lead_time_days".to_owned(), "lead".to_owned())],
        );
        find_changes(before, now, &layout)
            .iter()
            .map(|change| (change.summary_text(), change.needs_decision()))
            .collect()
    }

    #[test]
    fn the_same_columns_in_another_order_are_no_change() {
        let (one, other) = (
            build_snapshot(&[("a", None, None), ("b", Some("text"), None)]),
            build_snapshot(&[("b", Some("text"), None), ("a", None, None)]),
        );
        assert_eq!(change_texts(&one, &other), []);
    }

    #[test]
    fn what_is_read_matters_and_comes_first() {
        let before = build_snapshot(&[
            ("note", None, None),
            ("categories", None, None),
            ("lead", Some("whole numbers"), None),
            ("supplier_id", Some("text"), None),
        ]);
        let now = build_snapshot(&[
            ("supplier_id", Some("whole numbers"), None),
            ("lead", Some("whole numbers"), None),
            ("memo", None, None),
        ]);
        let expected = [
            ("categories is no longer there", true),
            ("supplier_id changed from text to whole numbers", true),
            ("note is no longer there", false),
            ("memo is new", false),
        ];
        assert_eq!(
            change_texts(&before, &now),
            expected.map(|(words, matters)| (words.to_owned(), matters))
        );
        // A rename is recognized with the mapped name only.
        assert_eq!(
            change_texts(
                &before,
                &build_snapshot(&[
                    ("categories", None, None),
                    ("supplier_id", None, None),
                    ("note", None, None)
                ])
            ),
            [("lead is no longer there".to_owned(), true)]
        );
        assert_eq!(
            change_texts(
                &build_snapshot(&[("lead_time_days", None, None)]),
                &SchemaSnapshot::default()
            ),
            [("lead_time_days is no longer there".to_owned(), false)]
        );
    }

    #[test]
    fn a_column_that_some_files_lost_has_vanished_there_once() {
        let whole = build_snapshot(&[("categories", None, None)]);
        let partly = build_snapshot(&[("categories", None, Some("supplier_data/b.csv"))]);
        let more = build_snapshot(&[(
            "categories",
            None,
            Some("supplier_data/b.csv and 1 more of 3 files"),
        )]);
        assert_eq!(
            change_texts(&whole, &partly),
            [(
                "categories is missing in supplier_data/b.csv".to_owned(),
                true
            )]
        );
        assert_eq!(change_texts(&partly, &more), []);
        assert_eq!(change_texts(&partly, &whole), []);
        assert_eq!(
            change_texts(&partly, &SchemaSnapshot::default()),
            [("categories is no longer there".to_owned(), true)]
        );
    }

    #[test]
    fn a_source_that_does_not_name_types_has_changed_none() {
        let (typed, untyped) = (
            build_snapshot(&[("categories", Some("text"), None)]),
            build_snapshot(&[("categories", None, None)]),
        );
        assert_eq!(change_texts(&typed, &untyped), []);
        assert_eq!(change_texts(&untyped, &typed), []);
    }

    #[test]
    fn the_effect_says_what_would_be_lost() {
        let layout = Layout::with_own_names(SourceTable::SupplierData.schema());
        let effect = |before, now| find_changes(&before, &now, &layout)[0].describe_effect();
        assert!(
            effect(
                build_snapshot(&[("categories", None, None)]),
                SchemaSnapshot::default()
            )
            .contains("in every row")
        );
        assert!(
            effect(
                build_snapshot(&[("categories", None, None)]),
                build_snapshot(&[("categories", None, Some("b.csv"))])
            )
            .contains("rows of those files")
        );
        assert_eq!(
            effect(
                build_snapshot(&[("x", None, None)]),
                SchemaSnapshot::default()
            ),
            "The column was ignored. No row changes."
        );
        assert_eq!(
            effect(
                SchemaSnapshot::default(),
                build_snapshot(&[("categories", None, None)])
            ),
            "Read as categories from the next sync on."
        );
    }
}
