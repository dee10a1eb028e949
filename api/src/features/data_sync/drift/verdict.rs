//! What becomes of a table whose columns have changed: it goes on and says so, it stops, or it
//! waits for an answer.

use super::comparison::{Change, Kind};

/// What an organization wants to happen where columns that are read have vanished or hold something
/// else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Nothing is written until a person has accepted the columns.
    #[default]
    Ask,
    /// Nothing is written until the columns are back.
    Stop,
    /// The rows land, and the run says what has changed.
    Ignore,
}

/// What a run does with the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Goes on; what is to be told.
    Lands(Vec<String>),
    /// Writes nothing, for this reason.
    Stops(String),
    /// Writes nothing until the columns are accepted, for this reason.
    Asks(String),
}

/// How many changes are named.
const MOST: usize = 10;

impl Policy {
    /// As it is kept.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Stop => "stop",
            Self::Ignore => "ignore",
        }
    }

    /// What was kept.
    pub fn of_word(word: &str) -> Self {
        [Self::Stop, Self::Ignore]
            .into_iter()
            .find(|policy| policy.word() == word)
            .unwrap_or_default()
    }

    /// What it means for these changes.
    pub fn judge(self, changes: &[Change]) -> Verdict {
        let matters: Vec<String> = changes
            .iter()
            .filter(|change| change.matters())
            .map(Change::in_words)
            .collect();
        if matters.is_empty() || self == Self::Ignore {
            return Verdict::Lands(notes(changes));
        }
        let what = named(&matters);
        if self == Self::Stop {
            return Verdict::Stops(format!(
                "The source's columns have changed: {what}. Nothing of this table changed. Give \
                    the source its columns back, or choose \"ask\" or \"ignore\" for this table \
                    under Column changes on the page Data Sync."
            ));
        }
        Verdict::Asks(format!(
            "The source's columns have changed: {what}. Nothing of this table changed. Accept \
                this under Column changes on the page Data Sync, then sync again; if a column \
                only has another name, say so under Column names."
        ))
    }
}

/// What a run tells of changes that it went on with. Columns that are not read are named by the run
/// anyhow.
fn notes(changes: &[Change]) -> Vec<String> {
    let told: Vec<&Change> = changes
        .iter()
        .filter(|change| change.ours.is_some() || change.kind == Kind::Vanished)
        .collect();
    if told.is_empty() {
        return Vec::new();
    }
    let words: Vec<String> = told.iter().map(|change| change.in_words()).collect();
    vec![format!(
        "The source's columns have changed: {}.",
        named(&words)
    )]
}

fn named(words: &[String]) -> String {
    let shown: Vec<&str> = words.iter().take(MOST).map(String::as_str).collect();
    match words.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(kind: Kind, column: &str, ours: Option<&'static str>) -> Change {
        Change {
            kind,
            column: column.to_owned(),
            ours,
            before: "text".to_owned(),
            now: "no longer there".to_owned(),
        }
    }

    #[test]
    fn only_columns_that_are_read_stop_a_table() {
        let harmless = [
            change(Kind::Vanished, "note", None),
            change(Kind::Appeared, "categories", Some("categories")),
            change(Kind::Appeared, "memo", None),
        ];
        let told = "The source's columns have changed: note is no longer there, categories is new."
            .to_owned();
        for policy in [Policy::Ask, Policy::Stop, Policy::Ignore] {
            assert_eq!(policy.judge(&harmless), Verdict::Lands(vec![told.clone()]));
            assert_eq!(policy.judge(&[]), Verdict::Lands(Vec::new()));
            assert_eq!(Policy::of_word(policy.word()), policy);
        }
    }

    #[test]
    fn a_lost_column_does_what_the_policy_says() {
        let lost = [
            change(Kind::Vanished, "categories", Some("categories")),
            change(Kind::Appeared, "memo", None),
        ];
        assert!(
            matches!(Policy::Ignore.judge(&lost), Verdict::Lands(notes) if notes == ["The source's columns have changed: categories is no longer there."])
        );
        assert!(
            matches!(Policy::Stop.judge(&lost), Verdict::Stops(words) if words.contains(
                "categories is no longer there") && words.contains(
                "columns back"))
        );
        assert!(
            matches!(Policy::Ask.judge(&lost), Verdict::Asks(words) if words.contains(
                "categories is no longer there. Nothing") && words.contains("Accept"))
        );
    }

    #[test]
    fn a_long_list_is_cut() {
        let lost: Vec<Change> = (0..12)
            .map(|at| change(Kind::Vanished, &format!("x{at}"), Some("categories")))
            .collect();
        assert!(
            matches!(Policy::Stop.judge(&lost), Verdict::Stops(words) if words.contains(
                "x9 is no longer there and 2 more."))
        );
    }
}
