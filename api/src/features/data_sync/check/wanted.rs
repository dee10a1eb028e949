//! The rows that a read is after, where it is not after all of them: those that could not land
//! before.

use std::collections::HashSet;

/// Rows by their key or, as long as they have none, by their place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedRows {
    keys: HashSet<String>,
    places: HashSet<(Option<String>, i64)>,
}

impl WantedRows {
    /// Wants one more row. A key says more than a place: lines move when a file is mended.
    pub fn want(&mut self, key: Option<&str>, file: Option<&str>, line: Option<i64>) {
        match (key, line) {
            (Some(key), _) => {
                self.keys.insert(key.to_owned());
            }
            (None, Some(line)) => {
                self.places.insert((file.map(str::to_owned), line));
            }
            (None, None) => {}
        }
    }

    /// Whether a row is among them.
    pub(super) fn has(&self, key: Option<&str>, file: Option<&str>, line: Option<i64>) -> bool {
        key.is_some_and(|key| self.keys.contains(key))
            || line.is_some_and(|line| self.places.contains(&(file.map(str::to_owned), line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_found_by_its_key_wherever_it_stands_and_without_one_by_its_place() {
        let mut wanted = WantedRows::default();
        wanted.want(Some("t7"), Some("a.csv"), Some(9));
        wanted.want(None, Some("a.csv"), Some(12));
        assert!(wanted.has(Some("t7"), Some("b.csv"), Some(40)));
        assert!(!wanted.has(Some("t8"), Some("a.csv"), Some(9)));
        assert!(
            wanted.has(Some("t9"), Some("a.csv"), Some(12)),
            "it has its key now"
        );
        assert!(!wanted.has(None, Some("b.csv"), Some(12)));
    }
}
