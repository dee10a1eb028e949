//! Notes about a synced table.

use super::{MAX_DELETED_PERCENT, MissingRowPolicy};
use crate::db::MissingRowOutcome;
use crate::features::data_sync::table_note::{TableNote, TableNoteCode};
use chrono::{DateTime, Utc};

/// Maximum number of unknown columns that a note names.
const MAX_NAMED_COLUMNS: usize = 10;

/// What is noted about a synced table: skipped files, withheld deletions, `notes` and unknown
/// columns.
pub(super) fn collect_table_notes(
    deletion: &MissingRowOutcome,
    policy: MissingRowPolicy,
    unidentified: u64,
    notes: Vec<TableNote>,
    ignored: &[String],
    skipped_files: usize,
) -> Vec<TableNote> {
    let mut all = Vec::new();
    if skipped_files > 0 {
        let text = match skipped_files {
            1 => "1 file has not changed since the last read and was skipped.".to_owned(),
            files => {
                format!("{files} files have not changed since the last read and were skipped.")
            }
        };
        let files = u64::try_from(skipped_files).unwrap_or(u64::MAX);
        all.push(TableNote::new(TableNoteCode::FilesSkipped, text).with_count(files));
    }
    if let MissingRowOutcome::Withheld { missing, live } = *deletion {
        all.push(withheld_note((missing, live), policy, unidentified));
    }
    all.extend(notes);
    all.extend(ignored_note(ignored));
    all
}

fn withheld_note(
    (missing, live): (u64, u64),
    policy: MissingRowPolicy,
    unidentified: u64,
) -> TableNote {
    let rows = if missing == 1 { "row is" } else { "rows are" };
    let (code, limit, cause, next) = match policy {
        MissingRowPolicy::DeleteConfirmed { max } => (
            TableNoteCode::DeletionsAboveConfirmed,
            max,
            format!("That is more than the confirmed {max}"),
            "confirm this number",
        ),
        MissingRowPolicy::Delete if unidentified > 0 => (
            TableNoteCode::DeletionsUncertain,
            unidentified,
            match unidentified {
                1 => "1 malformed row may be one of them".to_owned(),
                several => format!("{several} malformed rows may be among them"),
            },
            "sync again, or use confirmDeletions to delete them",
        ),
        _ => (
            TableNoteCode::DeletionsAbovePercent,
            MAX_DELETED_PERCENT,
            format!("That is more than {MAX_DELETED_PERCENT} % of the table"),
            "sync again with confirmDeletions to delete them",
        ),
    };
    let text = format!(
        "{missing} of {live} {rows} missing from the source. {cause}, so no rows were deleted. \
            Check the source, then {next}."
    );
    TableNote {
        total: Some(live),
        limit: Some(limit),
        ..TableNote::new(code, text).with_count(missing)
    }
}

fn ignored_note(ignored: &[String]) -> Option<TableNote> {
    let names: Vec<String> = ignored
        .iter()
        .take(MAX_NAMED_COLUMNS)
        .map(|name| sanitize_column_name(name))
        .collect();
    let text = match names.as_slice() {
        [] => return None,
        [one] => format!("The column {one} is unknown and was ignored."),
        several => {
            let others = ignored.len() - several.len();
            let more = if others > 0 {
                format!(" and {others} more")
            } else {
                String::new()
            };
            format!(
                "The columns {}{more} are unknown and were ignored.",
                several.join(", ")
            )
        }
    };
    let count = u64::try_from(ignored.len()).unwrap_or(u64::MAX);
    let note = TableNote::new(TableNoteCode::ColumnsIgnored, text);
    Some(note.with_count(count).with_columns(names))
}

/// Note about an incremental read.
pub(super) fn window_note(since: DateTime<Utc>) -> TableNote {
    let text = format!(
        "Only rows that have changed since {} UTC were read.",
        since.format("%Y-%m-%d %H:%M:%S")
    );
    TableNote {
        since: Some(since),
        ..TableNote::new(TableNoteCode::ChangedRowsOnly, text)
    }
}

/// Note about numbers with more than 4 decimals.
pub(super) fn rounding_note(rounded: u64) -> Option<TableNote> {
    let text = match rounded {
        0 => return None,
        1 => "1 number had more than 4 decimals and was rounded.".to_owned(),
        several => format!("{several} numbers had more than 4 decimals and were rounded."),
    };
    Some(TableNote::new(TableNoteCode::NumbersRounded, text).with_count(rounded))
}

/// The name of a source column, truncated and without control characters.
fn sanitize_column_name(name: &str) -> String {
    let plain: String = name.chars().filter(|c| !c.is_control()).take(60).collect();
    if plain.is_empty() {
        "without a name".to_owned()
    } else {
        plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts as one.
    fn build_table_message(
        deletion: &MissingRowOutcome,
        policy: MissingRowPolicy,
        unidentified: u64,
        notes: &[TableNote],
        ignored: &[String],
        skipped_files: usize,
    ) -> Option<String> {
        let notes = notes.to_vec();
        TableNote::join_texts(&collect_table_notes(
            deletion,
            policy,
            unidentified,
            notes,
            ignored,
            skipped_files,
        ))
    }

    #[test]
    fn reports_skipped_withheld_and_unknown() {
        assert_eq!(
            build_table_message(
                &MissingRowOutcome::Deleted(3),
                MissingRowPolicy::Delete,
                0,
                &[],
                &[],
                0
            ),
            None
        );
        assert_eq!(
            build_table_message(
                &MissingRowOutcome::Deleted(0),
                MissingRowPolicy::Delete,
                0,
                &[],
                &["note".to_owned()],
                0
            )
            .as_deref(),
            Some("The column note is unknown and was ignored.")
        );
        assert_eq!(
            build_table_message(
                &MissingRowOutcome::Deleted(0),
                MissingRowPolicy::Delete,
                0,
                &[TableNote::new(
                    TableNoteCode::ColumnsChanged,
                    "note is new.".to_owned()
                )],
                &[],
                0
            )
            .as_deref(),
            Some("note is new.")
        );
        assert!(
            build_table_message(
                &MissingRowOutcome::Deleted(0),
                MissingRowPolicy::Delete,
                0,
                &[],
                &[],
                2
            )
            .unwrap()
            .starts_with("2 files have not changed")
        );
        let many: Vec<String> = (0..12).map(|at| format!("x\0{at}")).collect();
        assert!(
            build_table_message(
                &MissingRowOutcome::Deleted(0),
                MissingRowPolicy::Delete,
                0,
                &[],
                &many,
                0
            )
            .unwrap()
            .ends_with("x8, x9 and 2 more are unknown and were ignored.")
        );
        let parts = build_table_message(
            &MissingRowOutcome::Withheld {
                missing: 30,
                live: 100,
            },
            MissingRowPolicy::Delete,
            0,
            &[],
            &["a".to_owned(), "b".to_owned()],
            0,
        )
        .unwrap();
        assert!(
            parts.starts_with("30 of 100 rows are")
                && parts.contains("confirmDeletions")
                && parts.ends_with("a, b are unknown and were ignored."),
            "{parts}"
        );
        let confirmed = build_table_message(
            &MissingRowOutcome::Withheld {
                missing: 30,
                live: 100,
            },
            MissingRowPolicy::DeleteConfirmed { max: 4 },
            0,
            &[],
            &[],
            0,
        )
        .unwrap();
        assert_eq!(
            confirmed,
            "30 of 100 rows are missing from the source. That is more than the confirmed 4, so no \
                rows were deleted. Check the source, then confirm this number."
        );
    }
    #[test]
    fn malformed_rows_withhold_any_deletion() {
        let message = build_table_message(
            &MissingRowOutcome::Withheld {
                missing: 2,
                live: 100,
            },
            MissingRowPolicy::Delete,
            3,
            &[],
            &[],
            0,
        )
        .unwrap();
        assert_eq!(
            message,
            "2 of 100 rows are missing from the source. 3 malformed rows may be among them, so no \
                rows were deleted. Check the source, then sync again, or use confirmDeletions to \
                delete them."
        );
    }
}
