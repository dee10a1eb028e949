//! The rows that a retry syncs: those that an earlier run rejected.

use std::collections::HashSet;

/// Rows by key or, if they have none, by location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowSelection {
    keys: HashSet<String>,
    locations: HashSet<(Option<String>, i64)>,
}

impl RowSelection {
    /// Adds a row. The key takes precedence over the location, because lines move when a file is
    /// edited.
    pub fn add_row(&mut self, key: Option<&str>, file: Option<&str>, line: Option<i64>) {
        match (key, line) {
            (Some(key), _) => {
                self.keys.insert(key.to_owned());
            }
            (None, Some(line)) => {
                self.locations.insert((file.map(str::to_owned), line));
            }
            (None, None) => {}
        }
    }

    /// Whether the row is selected.
    pub(super) fn contains_row(
        &self,
        key: Option<&str>,
        file: Option<&str>,
        line: Option<i64>,
    ) -> bool {
        key.is_some_and(|key| self.keys.contains(key))
            || line.is_some_and(|line| self.locations.contains(&(file.map(str::to_owned), line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_found_by_its_key_wherever_it_stands_and_without_one_by_its_place() {
        let mut wanted = RowSelection::default();
        wanted.add_row(Some("t7"), Some("a.csv"), Some(9));
        wanted.add_row(None, Some("a.csv"), Some(12));
        assert!(wanted.contains_row(Some("t7"), Some("b.csv"), Some(40)));
        assert!(!wanted.contains_row(Some("t8"), Some("a.csv"), Some(9)));
        assert!(
            wanted.contains_row(Some("t9"), Some("a.csv"), Some(12)),
            "it has its key now"
        );
        assert!(!wanted.contains_row(None, Some("b.csv"), Some(12)));
    }
}
