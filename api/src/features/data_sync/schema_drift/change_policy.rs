//! Drift policies: whether a table with changed columns is synced, fails or waits for approval.

use super::column_changes::{ChangeKind, ColumnChange};
use crate::features::data_sync::table_note::{TableNote, TableNoteCode};
use strum::{EnumString, IntoStaticStr};

/// What to do if columns that are read were removed or changed their type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ChangePolicy {
    /// Do not sync the table until a user accepts the columns.
    #[default]
    Ask,
    /// Do not sync the table until the columns are restored.
    Stop,
    /// Sync the table and report the changes.
    Ignore,
}

/// What a run does with a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DriftDecision {
    /// Sync it, with this note.
    Proceed(Option<TableNote>),
    /// Do not sync it, for this reason.
    Stop(String),
    /// Do not sync it until the columns are accepted, for this reason.
    Ask(String),
}

/// Maximum number of changes in a message.
const MAX_NAMED_CHANGES: usize = 10;

impl ChangePolicy {
    /// The policy with a stored name. With an unknown name, a user decides.
    pub fn from_stored(name: &str) -> Self {
        name.parse().unwrap_or_default()
    }

    /// Applies the policy to these changes.
    pub fn evaluate_changes(self, changes: &[ColumnChange]) -> DriftDecision {
        let matters: Vec<String> = changes
            .iter()
            .filter(|change| change.needs_decision())
            .map(ColumnChange::summary_text)
            .collect();
        if matters.is_empty() || self == Self::Ignore {
            return DriftDecision::Proceed(note_changes(changes));
        }
        let what = join_limited(&matters);
        if self == Self::Stop {
            return DriftDecision::Stop(format!(
                "The source columns changed: {what}. No rows were changed. Restore the columns in \
                    the source, or choose the policy \"ask\" or \"ignore\" for this table under \
                    Column changes on the Data Sync page."
            ));
        }
        DriftDecision::Ask(format!(
            "The source columns changed: {what}. No rows were changed. Accept the change under \
                Column changes on the Data Sync page, then sync again. If a column was renamed, \
                set its new name under Column names."
        ))
    }
}

/// Note about accepted changes. New unknown columns are left out, because the message of the table
/// names them anyway.
fn note_changes(changes: &[ColumnChange]) -> Option<TableNote> {
    let told: Vec<&ColumnChange> = changes
        .iter()
        .filter(|change| change.target_column.is_some() || change.kind == ChangeKind::Removed)
        .collect();
    if told.is_empty() {
        return None;
    }
    let words: Vec<String> = told.iter().map(|change| change.summary_text()).collect();
    let text = format!("The source columns changed: {}.", join_limited(&words));
    let columns = told.iter().take(MAX_NAMED_CHANGES);
    let columns = columns.map(|change| change.column.clone()).collect();
    Some(TableNote::new(TableNoteCode::ColumnsChanged, text).with_columns(columns))
}

fn join_limited(words: &[String]) -> String {
    let shown: Vec<&str> = words
        .iter()
        .take(MAX_NAMED_CHANGES)
        .map(String::as_str)
        .collect();
    match words.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_change(kind: ChangeKind, column: &str, ours: Option<&'static str>) -> ColumnChange {
        ColumnChange {
            kind,
            column: column.to_owned(),
            target_column: ours,
            before: "text".to_owned(),
            after: "no longer there".to_owned(),
            missing_in: None,
        }
    }

    #[test]
    fn only_columns_that_are_read_stop_a_table() {
        let harmless = [
            build_change(ChangeKind::Removed, "note", None),
            build_change(ChangeKind::Added, "categories", Some("categories")),
            build_change(ChangeKind::Added, "memo", None),
        ];
        let text = "The source columns changed: note is no longer there, categories is new.";
        let note = TableNote::new(TableNoteCode::ColumnsChanged, text.to_owned())
            .with_columns(vec!["note".to_owned(), "categories".to_owned()]);
        for policy in [ChangePolicy::Ask, ChangePolicy::Stop, ChangePolicy::Ignore] {
            assert_eq!(
                policy.evaluate_changes(&harmless),
                DriftDecision::Proceed(Some(note.clone()))
            );
            assert_eq!(policy.evaluate_changes(&[]), DriftDecision::Proceed(None));
            assert_eq!(ChangePolicy::from_stored(policy.into_str()), policy);
        }
    }

    #[test]
    fn a_lost_column_does_what_the_policy_says() {
        let lost = [
            build_change(ChangeKind::Removed, "categories", Some("categories")),
            build_change(ChangeKind::Added, "memo", None),
        ];
        assert!(
            matches!(ChangePolicy::Ignore.evaluate_changes(&lost), DriftDecision::Proceed(Some(note)) if note.text == "The source columns changed: categories is no longer there.")
        );
        assert!(
            matches!(ChangePolicy::Stop.evaluate_changes(&lost), DriftDecision::Stop(words) if words.contains(
                "categories is no longer there") && words.contains(
                "Restore the columns"))
        );
        assert!(
            matches!(ChangePolicy::Ask.evaluate_changes(&lost), DriftDecision::Ask(words) if words.contains(
                "categories is no longer there. No rows") && words.contains("Accept"))
        );
    }

    #[test]
    fn a_long_list_is_cut() {
        let lost: Vec<ColumnChange> = (0..12)
            .map(|at| build_change(ChangeKind::Removed, &format!("x{at}"), Some("categories")))
            .collect();
        assert!(
            matches!(ChangePolicy::Stop.evaluate_changes(&lost), DriftDecision::Stop(words) if words.contains(
                "x9 is no longer there and 2 more."))
        );
    }
}
