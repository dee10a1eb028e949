//! Message about a synced table.

use super::{MAX_DELETED_PERCENT, MissingRowPolicy};
use crate::db::MissingRowOutcome;
use chrono::{DateTime, Utc};

/// Maximum number of unknown columns that the message names.
const MAX_NAMED_COLUMNS: usize = 10;

/// Builds the message: skipped files, withheld deletions, notes and unknown columns. `None` if
/// there is nothing to report.
pub(super) fn build_table_message(
    deletion: &MissingRowOutcome,
    policy: MissingRowPolicy,
    unidentified: u64,
    notes: &[String],
    ignored: &[String],
    skipped_files: usize,
) -> Option<String> {
    let mut parts = Vec::new();
    match skipped_files {
        0 => {}
        1 => parts.push("1 file has not changed since the last read and was skipped.".to_owned()),
        files => parts.push(format!(
            "{files} files have not changed since the last read and were skipped."
        )),
    }
    if let MissingRowOutcome::Withheld { missing, live } = deletion {
        let rows = if *missing == 1 { "row is" } else { "rows are" };
        let (cause, next) = match policy {
            MissingRowPolicy::DeleteConfirmed { max } => (
                format!("That is more than the confirmed {max}"),
                "confirm this number",
            ),
            MissingRowPolicy::Delete if unidentified > 0 => (
                match unidentified {
                    1 => "1 malformed row may be one of them".to_owned(),
                    several => format!("{several} malformed rows may be among them"),
                },
                "sync again, or use confirmDeletions to delete them",
            ),
            _ => (
                format!("That is more than {MAX_DELETED_PERCENT} % of the table"),
                "sync again with confirmDeletions to delete them",
            ),
        };
        parts.push(format!(
            "{missing} of {live} {rows} missing from the source. {cause}, so no rows were deleted. \
                Check the source, then {next}."
        ));
    }
    parts.extend_from_slice(notes);
    let names: Vec<String> = ignored
        .iter()
        .take(MAX_NAMED_COLUMNS)
        .map(|name| sanitize_column_name(name))
        .collect();
    match names.as_slice() {
        [] => {}
        [one] => parts.push(format!("The column {one} is unknown and was ignored.")),
        several => {
            let others = ignored.len() - several.len();
            let more = if others > 0 {
                format!(" and {others} more")
            } else {
                String::new()
            };
            parts.push(format!(
                "The columns {}{more} are unknown and were ignored.",
                several.join(", ")
            ));
        }
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Note about an incremental read.
pub(super) fn window_note(since: DateTime<Utc>) -> String {
    format!(
        "Only rows that have changed since {} UTC were read.",
        since.format("%Y-%m-%d %H:%M:%S")
    )
}

/// Note about numbers with more than 4 decimals.
pub(super) fn rounding_note(rounded: u64) -> Option<String> {
    match rounded {
        0 => None,
        1 => Some("1 number had more than 4 decimals and was rounded.".to_owned()),
        several => Some(format!(
            "{several} numbers had more than 4 decimals and were rounded."
        )),
    }
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
                &["note is new.".to_owned()],
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
