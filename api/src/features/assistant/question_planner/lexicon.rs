//! The vocabulary of the trade: wordings with the concepts and argument values that they stand for.
//!
//! Wordings are listed in `lexicon/lexicon.txt`. They are compared by stems, the longest first.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::concept::{Concept, ConceptSet};
use super::word_splitter::{Word, split_words};
use crate::features::assistant::tool_registry::{
    Category, Commodity, GroupBy, Impact, Metric, Region, ReportFormat,
};

const LEXICON_TEXT: &str = include_str!("lexicon/lexicon.txt");

/// An argument value that a wording selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Category(Category),
    Commodity(Commodity),
    Region(Region),
    Impact(Impact),
    GroupBy(GroupBy),
    Metric(Metric),
    Format(ReportFormat),
}

/// One wording. Filler words have neither concepts nor slots.
#[derive(Debug, Clone, Default)]
pub(super) struct LexiconEntry {
    stems: Vec<String>,
    pub concepts: ConceptSet,
    pub slots: Vec<Slot>,
}

pub(super) struct Lexicon {
    /// Entries by first stem, longest wording first.
    by_first_stem: HashMap<String, Vec<LexiconEntry>>,
    /// Words of all wordings but fillers, in file order: corrections of misspellings prefer
    /// earlier words.
    trade_words: Vec<String>,
    filler_words: Vec<&'static str>,
}

/// Returns the vocabulary; the first call parses it.
pub(super) fn shared_lexicon() -> &'static Lexicon {
    static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::parse);
    &LEXICON
}

/// What the wordings under a heading of `lexicon.txt` mean.
#[derive(Debug, Clone, Copy)]
enum Heading {
    Concepts(ConceptSet),
    Slot(Slot),
    Filler,
}

impl Heading {
    /// Parses `concepts Low Stock`, `category seed` or `filler`, without brackets.
    fn parse(text: &str) -> Option<Self> {
        let (kind, value) = text.split_once(' ').unwrap_or((text, ""));
        let slot = match kind {
            "filler" => return Some(Self::Filler),
            "concepts" => {
                let concepts: Option<Vec<Concept>> = value.split(' ').map(Concept::parse).collect();
                return Some(Self::Concepts(ConceptSet::from_slice(&concepts?)));
            }
            "category" => Slot::Category(Category::parse(value)?),
            "commodity" => Slot::Commodity(Commodity::parse(value)?),
            "region" => Slot::Region(Region::parse(value)?),
            "impact" => Slot::Impact(Impact::parse(value)?),
            "group_by" => Slot::GroupBy(GroupBy::parse(value)?),
            "metric" => Slot::Metric(Metric::parse(value)?),
            "format" => Slot::Format(ReportFormat::parse(value)?),
            _ => return None,
        };
        Some(Self::Slot(slot))
    }
}

/// Lists the wordings of `lexicon.txt`, each with its heading. Wordings under an invalid heading
/// are skipped; a test checks that there is none.
fn list_wordings() -> Vec<(Heading, &'static str)> {
    let mut heading = None;
    let mut wordings = Vec::new();
    for line in LEXICON_TEXT.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(text) = heading_text(line) {
            heading = Heading::parse(text);
        } else if let Some(heading) = heading {
            wordings.push((heading, line));
        }
    }
    wordings
}

fn heading_text(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']')
}

impl Lexicon {
    fn parse() -> Self {
        let mut entries: HashMap<Vec<String>, LexiconEntry> = HashMap::new();
        let mut trade_words: Vec<String> = Vec::new();
        let mut filler_words = Vec::new();
        for (heading, wording) in list_wordings() {
            let words = split_words(wording);
            let stems: Vec<String> = words.iter().map(|word| word.stem.clone()).collect();
            if stems.is_empty() {
                continue;
            }
            let entry = entries
                .entry(stems.clone())
                .or_insert_with(|| LexiconEntry {
                    stems,
                    ..LexiconEntry::default()
                });
            match heading {
                Heading::Concepts(concepts) => entry.concepts = entry.concepts.union(concepts),
                Heading::Slot(slot) => entry.slots.push(slot),
                Heading::Filler => {
                    filler_words.push(wording);
                    continue;
                }
            }
            trade_words.extend(words.into_iter().map(|word| word.text));
        }

        let mut by_first_stem: HashMap<String, Vec<LexiconEntry>> = HashMap::new();
        for entry in entries.into_values() {
            if let Some(first) = entry.stems.first() {
                by_first_stem.entry(first.clone()).or_default().push(entry);
            }
        }
        for same_first in by_first_stem.values_mut() {
            same_first.sort_by(|a, b| {
                b.stems
                    .len()
                    .cmp(&a.stems.len())
                    .then_with(|| a.stems.cmp(&b.stems))
            });
        }
        let mut seen = HashSet::new();
        trade_words.retain(|word| seen.insert(word.clone()));
        Self {
            by_first_stem,
            trade_words,
            filler_words,
        }
    }

    /// Finds the longest wording that `words` start with; also returns its number of words.
    pub(super) fn longest_match(&self, words: &[Word]) -> Option<(usize, &LexiconEntry)> {
        let candidates = self.by_first_stem.get(&words.first()?.stem)?;
        let matches = |entry: &&LexiconEntry| {
            entry.stems.len() <= words.len()
                && entry
                    .stems
                    .iter()
                    .zip(words)
                    .all(|(stem, word)| *stem == word.stem)
        };
        candidates
            .iter()
            .find(matches)
            .map(|entry| (entry.stems.len(), entry))
    }

    /// Whether the word is an entry by itself.
    pub(super) fn contains_word(&self, word: &Word) -> bool {
        self.by_first_stem
            .get(&word.stem)
            .is_some_and(|entries| entries.iter().any(|entry| entry.stems.len() == 1))
    }

    /// Words without a meaning of their own.
    pub(super) fn filler_words(&self) -> impl Iterator<Item = &str> {
        self.filler_words.iter().copied()
    }

    pub(super) fn trade_words(&self) -> impl Iterator<Item = &str> {
        self.trade_words.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_is_valid() {
        for text in LEXICON_TEXT.lines().filter_map(heading_text) {
            assert!(Heading::parse(text).is_some(), "{text}");
        }
    }

    #[test]
    fn every_wording_has_a_heading() {
        let listed = LEXICON_TEXT
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .filter(|line| heading_text(line).is_none())
            .count();
        assert_eq!(list_wordings().len(), listed);
    }
}
