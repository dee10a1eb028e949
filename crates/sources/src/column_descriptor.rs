//! Describes the columns of a source table and merges those of several files.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A column of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnDescriptor {
    /// Name in the source.
    pub name: String,
    /// Type in terms that all kinds of sources share, so that a wider integer is no change. `None`
    /// if the source has no types, such as CSV.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// The files that lack the column although other files of the table have it, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing_in: Option<String>,
}

impl ColumnDescriptor {
    /// A column that no file lacks.
    pub fn new(name: &str, holds: Option<&str>) -> Self {
        Self {
            name: name.to_owned(),
            holds: holds.map(str::to_owned),
            missing_in: None,
        }
    }
}

/// The columns of a table with several files, in the order of their first occurrence.
pub(super) fn merge_file_columns(
    files: &[(Arc<str>, Vec<ColumnDescriptor>)],
) -> Vec<ColumnDescriptor> {
    let mut together: Vec<ColumnDescriptor> = Vec::new();
    for column in files.iter().flat_map(|(_, columns)| columns) {
        if !together.iter().any(|known| known.name == column.name) {
            together.push(merge_column(&column.name, files));
        }
    }
    together
}

fn merge_column(name: &str, files: &[(Arc<str>, Vec<ColumnDescriptor>)]) -> ColumnDescriptor {
    let (mut holds, mut lacking): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (file, columns) in files {
        match columns.iter().find(|column| column.name == name) {
            None => lacking.push(file),
            Some(column) => holds.extend(column.holds.as_deref()),
        }
    }
    holds.sort_unstable();
    holds.dedup();
    let missing_in = lacking.first().map(|first| match lacking.len() {
        1 => (*first).to_owned(),
        several => format!("{first} and {} more of {} files", several - 1, files.len()),
    });
    ColumnDescriptor {
        name: name.to_owned(),
        holds: (!holds.is_empty()).then(|| holds.join(" or ")),
        missing_in,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_there_where_one_file_has_it_and_the_others_are_named() {
        let column = |name, holds| ColumnDescriptor::new(name, holds);
        let files = [
            (
                "a.csv".into(),
                vec![
                    column("id", None),
                    column("note", None),
                    column("note", None),
                ],
            ),
            (
                "b.parquet".into(),
                vec![
                    column("id", Some("whole numbers")),
                    column("late", Some("dates")),
                ],
            ),
            (
                "c.parquet".into(),
                vec![column("id", Some("text")), column("late", Some("dates"))],
            ),
        ];
        let together = merge_file_columns(&files);
        let described: Vec<_> = together
            .iter()
            .map(|column| {
                (
                    column.name.as_str(),
                    column.holds.as_deref(),
                    column.missing_in.as_deref(),
                )
            })
            .collect();
        assert_eq!(
            described,
            [
                ("id", Some("text or whole numbers"), None),
                ("note", None, Some("b.parquet and 1 more of 3 files")),
                ("late", Some("dates"), Some("a.csv"))
            ]
        );
    }
}
