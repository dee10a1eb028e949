//! What has changed between two pictures of a table's columns, and what that means for its rows.

use super::super::catalogue::Column;
use super::super::source::{ColumnDescriptor, Layout};
use super::picture::Picture;

/// How a column has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It was not there before.
    Appeared,
    /// It is not there any more, or not in every file where it was.
    Vanished,
    /// It holds something else.
    TypeChanged,
}

/// A column that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// How.
    pub kind: Kind,
    /// Its name at the source.
    pub column: String,
    /// Our column that is read from it; `None` where none is.
    pub ours: Option<&'static str>,
    /// What it was.
    pub before: String,
    /// What it is.
    pub now: String,
}

impl Change {
    /// Whether values that are here would become others, so that the table's policy decides.
    pub fn matters(&self) -> bool {
        self.ours.is_some() && self.kind != Kind::Appeared
    }

    /// What a sync would make of it.
    pub fn effect(&self) -> String {
        match (self.kind, self.ours) {
            (Kind::Appeared, Some(ours)) => format!("Read as {ours} from the next sync on."),
            (Kind::Appeared, None) => "Not read: no column of this name is known.".to_owned(),
            (Kind::Vanished, Some(ours)) if self.now == GONE => {
                format!(
                    "{ours} would become \"not known\" in every row, also where it has a value now."
                )
            }
            (Kind::Vanished, Some(ours)) => format!(
                "{ours} would become \"not known\" in the rows of those files, also where it has \
                    a value now."
            ),
            (Kind::TypeChanged, Some(ours)) => format!(
                "{ours} would be read from other values; rows in which they do not fit are \
                    rejected."
            ),
            (Kind::Vanished | Kind::TypeChanged, None) => {
                "It was not read, so no row changes.".to_owned()
            }
        }
    }

    /// The change in half a sentence.
    pub fn in_words(&self) -> String {
        match self.kind {
            Kind::Appeared => format!("{} is new", self.column),
            Kind::Vanished => format!("{} is {}", self.column, self.now),
            Kind::TypeChanged => format!(
                "{} holds {} instead of {}",
                self.column, self.now, self.before
            ),
        }
    }
}

const GONE: &str = "no longer there";
const NOT_THERE: &str = "not there";

/// What is different in `now`: columns that are read first, each kind in the order of the source.
pub(super) fn changes(before: &Picture, now: &Picture, layout: &Layout) -> Vec<Change> {
    let change = |kind, column: &ColumnDescriptor, was: String, is: String| {
        let ours: Option<&'static Column> = layout.find_column(&column.name);
        Change {
            kind,
            column: column.name.clone(),
            ours: ours.map(|ours| ours.name),
            before: was,
            now: is,
        }
    };
    let mut found = Vec::new();
    for column in &before.columns {
        match now.find(&column.name) {
            None => found.push(change(
                Kind::Vanished,
                column,
                there(column),
                GONE.to_owned(),
            )),
            Some(same) => {
                if let (None, Some(files)) = (&column.missing_in, &same.missing_in) {
                    found.push(change(
                        Kind::Vanished,
                        column,
                        there(column),
                        format!("missing in {files}"),
                    ));
                }
                if let (Some(was), Some(is)) = (&column.holds, &same.holds)
                    && was != is
                {
                    found.push(change(Kind::TypeChanged, column, was.clone(), is.clone()));
                }
            }
        }
    }
    let new = now
        .columns
        .iter()
        .filter(|column| before.find(&column.name).is_none());
    found.extend(
        new.map(|column| change(Kind::Appeared, column, NOT_THERE.to_owned(), there(column))),
    );
    found.sort_by_key(|change| !change.matters());
    found
}

fn there(column: &ColumnDescriptor) -> String {
    column.holds.clone().unwrap_or_else(|| "there".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::super::catalogue::SourceTable;
    use super::*;

    fn picture(columns: &[(&str, Option<&str>, Option<&str>)]) -> Picture {
        let column =
            |(name, holds, missing_in): &(&str, Option<&str>, Option<&str>)| ColumnDescriptor {
                missing_in: missing_in.map(str::to_owned),
                ..ColumnDescriptor::new(name, *holds)
            };
        Picture {
            columns: columns.iter().map(column).collect(),
        }
    }

    fn told(before: &Picture, now: &Picture) -> Vec<(String, bool)> {
        let layout = Layout::with_renamed_columns(
            SourceTable::SupplierData.shape(),
            [("lead_time_days".to_owned(), "lead".to_owned())],
        );
        changes(before, now, &layout)
            .iter()
            .map(|change| (change.in_words(), change.matters()))
            .collect()
    }

    #[test]
    fn the_same_columns_in_another_order_are_no_change() {
        let (one, other) = (
            picture(&[("a", None, None), ("b", Some("text"), None)]),
            picture(&[("b", Some("text"), None), ("a", None, None)]),
        );
        assert_eq!(told(&one, &other), []);
    }

    #[test]
    fn what_is_read_matters_and_comes_first() {
        let before = picture(&[
            ("note", None, None),
            ("categories", None, None),
            ("lead", Some("whole numbers"), None),
            ("supplier_id", Some("text"), None),
        ]);
        let now = picture(&[
            ("supplier_id", Some("whole numbers"), None),
            ("lead", Some("whole numbers"), None),
            ("memo", None, None),
        ]);
        let expected = [
            ("categories is no longer there", true),
            ("supplier_id holds whole numbers instead of text", true),
            ("note is no longer there", false),
            ("memo is new", false),
        ];
        assert_eq!(
            told(&before, &now),
            expected.map(|(words, matters)| (words.to_owned(), matters))
        );
        // Under the name that it was given, and under no other.
        assert_eq!(
            told(
                &before,
                &picture(&[
                    ("categories", None, None),
                    ("supplier_id", None, None),
                    ("note", None, None)
                ])
            ),
            [("lead is no longer there".to_owned(), true)]
        );
        assert_eq!(
            told(
                &picture(&[("lead_time_days", None, None)]),
                &Picture::default()
            ),
            [("lead_time_days is no longer there".to_owned(), false)]
        );
    }

    #[test]
    fn a_column_that_some_files_lost_has_vanished_there_once() {
        let whole = picture(&[("categories", None, None)]);
        let partly = picture(&[("categories", None, Some("supplier_data/b.csv"))]);
        let more = picture(&[(
            "categories",
            None,
            Some("supplier_data/b.csv and 1 more of 3 files"),
        )]);
        assert_eq!(
            told(&whole, &partly),
            [(
                "categories is missing in supplier_data/b.csv".to_owned(),
                true
            )]
        );
        assert_eq!(told(&partly, &more), []);
        assert_eq!(told(&partly, &whole), []);
        assert_eq!(
            told(&partly, &Picture::default()),
            [("categories is no longer there".to_owned(), true)]
        );
    }

    #[test]
    fn a_source_that_does_not_name_types_has_changed_none() {
        let (typed, untyped) = (
            picture(&[("categories", Some("text"), None)]),
            picture(&[("categories", None, None)]),
        );
        assert_eq!(told(&typed, &untyped), []);
        assert_eq!(told(&untyped, &typed), []);
    }

    #[test]
    fn the_effect_says_what_would_be_lost() {
        let layout = Layout::with_own_names(SourceTable::SupplierData.shape());
        let effect = |before, now| changes(&before, &now, &layout)[0].effect();
        assert!(
            effect(picture(&[("categories", None, None)]), Picture::default())
                .contains("in every row")
        );
        assert!(
            effect(
                picture(&[("categories", None, None)]),
                picture(&[("categories", None, Some("b.csv"))])
            )
            .contains("rows of those files")
        );
        assert_eq!(
            effect(picture(&[("x", None, None)]), Picture::default()),
            "It was not read, so no row changes."
        );
        assert_eq!(
            effect(Picture::default(), picture(&[("categories", None, None)])),
            "Read as categories from the next sync on."
        );
    }
}
