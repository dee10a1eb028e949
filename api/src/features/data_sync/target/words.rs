//! What people should know about a table that landed.

use super::{MOST_REMOVED_PERCENT, Missing};
use crate::db::MissingRowOutcome;
use chrono::{DateTime, Utc};

/// How many unknown columns are named.
const MOST_NAMES: usize = 10;

/// Files and columns that were not read, rows that were kept, and the notes; `None` where there is
/// nothing to tell.
pub(super) fn of_landing(
    removal: &MissingRowOutcome,
    asked: Missing,
    notes: &[String],
    ignored: &[String],
    left_out: usize,
) -> Option<String> {
    let mut said = Vec::new();
    match left_out {
        0 => {}
        1 => said.push("1 file has not changed since it was read and was left out.".to_owned()),
        files => said.push(format!(
            "{files} files have not changed since they were read and were left out."
        )),
    }
    if let MissingRowOutcome::Withheld { missing, live } = removal {
        let rows = if *missing == 1 { "row is" } else { "rows are" };
        let (most, next) = match asked {
            Missing::ConfirmedRemoved { most } => (
                format!("the {most} that were confirmed"),
                "confirm this number",
            ),
            _ => (
                format!("{MOST_REMOVED_PERCENT} % of the table"),
                "sync again with confirmRemovals to remove them",
            ),
        };
        said.push(format!(
            "{missing} of {live} {rows} no longer in the source. That is more than {most}, so \
                nothing was removed: check the source, then {next}."
        ));
    }
    said.extend_from_slice(notes);
    let names: Vec<String> = ignored
        .iter()
        .take(MOST_NAMES)
        .map(|name| shown(name))
        .collect();
    match names.as_slice() {
        [] => {}
        [one] => said.push(format!("The column {one} is not known and was not read.")),
        several => {
            let others = ignored.len() - several.len();
            let more = if others > 0 {
                format!(" and {others} more")
            } else {
                String::new()
            };
            said.push(format!(
                "The columns {}{more} are not known and were not read.",
                several.join(", ")
            ));
        }
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// Which rows of a table were read, where not all were asked for.
pub(super) fn of_window(since: DateTime<Utc>) -> String {
    format!(
        "Only rows that have changed since {} UTC were read.",
        since.format("%Y-%m-%d %H:%M:%S")
    )
}

/// A file's own name of a column, cut, and without what no database keeps.
fn shown(name: &str) -> String {
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
    fn there_is_something_to_say_only_where_something_was_left_out() {
        assert_eq!(
            of_landing(
                &MissingRowOutcome::Deleted(3),
                Missing::Removed,
                &[],
                &[],
                0
            ),
            None
        );
        assert_eq!(
            of_landing(
                &MissingRowOutcome::Deleted(0),
                Missing::Removed,
                &[],
                &["note".to_owned()],
                0
            )
            .as_deref(),
            Some("The column note is not known and was not read.")
        );
        assert_eq!(
            of_landing(
                &MissingRowOutcome::Deleted(0),
                Missing::Removed,
                &["note is new.".to_owned()],
                &[],
                0
            )
            .as_deref(),
            Some("note is new.")
        );
        assert!(
            of_landing(
                &MissingRowOutcome::Deleted(0),
                Missing::Removed,
                &[],
                &[],
                2
            )
            .unwrap()
            .starts_with("2 files have not changed")
        );
        let many: Vec<String> = (0..12).map(|at| format!("x\0{at}")).collect();
        assert!(
            of_landing(
                &MissingRowOutcome::Deleted(0),
                Missing::Removed,
                &[],
                &many,
                0
            )
            .unwrap()
            .ends_with("x8, x9 and 2 more are not known and were not read.")
        );
        let said = of_landing(
            &MissingRowOutcome::Withheld {
                missing: 30,
                live: 100,
            },
            Missing::Removed,
            &[],
            &["a".to_owned(), "b".to_owned()],
            0,
        )
        .unwrap();
        assert!(
            said.starts_with("30 of 100 rows are")
                && said.contains("confirmRemovals")
                && said.ends_with("a, b are not known and were not read."),
            "{said}"
        );
        let confirmed = of_landing(
            &MissingRowOutcome::Withheld {
                missing: 30,
                live: 100,
            },
            Missing::ConfirmedRemoved { most: 4 },
            &[],
            &[],
            0,
        )
        .unwrap();
        assert_eq!(
            confirmed,
            "30 of 100 rows are no longer in the source. That is more than the 4 that were \
                confirmed, so nothing was removed: check the source, then confirm this number."
        );
    }
}
