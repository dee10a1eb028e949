//! Finds names and ids that match a search text, best matches first.

/// A customer, item, supplier or location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedRecord {
    pub id: String,
    pub name: String,
    /// Distinguishes records with the same name, such as a category.
    pub detail: Option<String>,
}

/// The records of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct NameIndex {
    entries: Vec<IndexEntry>,
}

#[derive(Clone, Debug)]
struct IndexEntry {
    record: NamedRecord,
    /// In lower case.
    name: String,
    /// In lower case.
    id: String,
}

/// How well a record matches; the best is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MatchRank {
    Equal,
    Prefix,
    WordPrefix,
    Contained,
}

impl NameIndex {
    /// The memory of the index, with 32 bytes for each text.
    pub(super) fn approximate_bytes(&self) -> usize {
        self.entries.len() * (size_of::<IndexEntry>() + 5 * 32)
    }

    pub(super) fn new(records: impl IntoIterator<Item = NamedRecord>) -> Self {
        let entries = records.into_iter().map(|record| IndexEntry {
            name: record.name.to_lowercase(),
            id: record.id.to_lowercase(),
            record,
        });
        Self {
            entries: entries.collect(),
        }
    }

    /// At most `limit` records that contain every word of `text` in their name or id, ignoring
    /// case.
    pub(super) fn search(&self, text: &str, limit: usize) -> Vec<&NamedRecord> {
        let text = text.trim().to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(MatchRank, &IndexEntry)> = self
            .entries
            .iter()
            .filter_map(|entry| Some((entry.rank(&text, &words)?, entry)))
            .collect();
        found.sort_by(|(rank_a, a), (rank_b, b)| {
            (rank_a, &a.name, &a.id).cmp(&(rank_b, &b.name, &b.id))
        });
        found
            .into_iter()
            .take(limit)
            .map(|(_, entry)| &entry.record)
            .collect()
    }
}

impl IndexEntry {
    fn rank(&self, text: &str, words: &[&str]) -> Option<MatchRank> {
        let contains = |word: &&str| self.name.contains(*word) || self.id.contains(*word);
        if !words.iter().all(contains) {
            return None;
        }
        Some(if self.name == text || self.id == text {
            MatchRank::Equal
        } else if self.name.starts_with(text) || self.id.starts_with(text) {
            MatchRank::Prefix
        } else if words.iter().all(|word| self.has_word_prefix(word)) {
            MatchRank::WordPrefix
        } else {
            MatchRank::Contained
        })
    }

    fn has_word_prefix(&self, start: &str) -> bool {
        self.name
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|word| word.starts_with(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(names: &[(&str, &str)]) -> NameIndex {
        NameIndex::new(names.iter().map(|(id, name)| NamedRecord {
            id: (*id).to_owned(),
            name: (*name).to_owned(),
            detail: None,
        }))
    }

    fn ids(found: &[&NamedRecord]) -> Vec<String> {
        found.iter().map(|record| record.id.clone()).collect()
    }

    #[test]
    fn better_matches_are_first() {
        let names = index(&[
            ("1", "Overoak"),
            ("2", "Burr Oak"),
            ("3", "Oakdale"),
            ("oak", "Nevada"),
        ]);
        assert_eq!(ids(&names.search("OAK", 10)), ["oak", "3", "2", "1"]);
        assert_eq!(ids(&names.search("oak", 2)), ["oak", "3"]);
    }

    #[test]
    fn every_word_must_match_the_name_or_the_id() {
        let names = index(&[("c-7", "Burr Oak Farm"), ("c-8", "Burr Elm Farm")]);
        assert_eq!(ids(&names.search("farm oak", 10)), ["c-7"]);
        assert_eq!(ids(&names.search("burr c-8", 10)), ["c-8"]);
        assert!(names.search("  ", 10).is_empty());
        assert!(names.search("ash", 10).is_empty());
    }

    #[test]
    fn case_is_ignored_beyond_ascii() {
        let names = index(&[("1", "\u{c4}CKER")]);
        assert_eq!(ids(&names.search("\u{e4}cker", 10)), ["1"]);
    }
}
