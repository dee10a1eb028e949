//! The trade's vocabulary: wordings, what they mean and which argument they choose. Longest wording
//! first, compared by stems.

mod lexicon_wordings;

use std::collections::HashMap;
use std::sync::LazyLock;

use self::lexicon_wordings::{CONCEPT_WORDINGS, FILLER_WORDS, SLOT_WORDINGS};
use super::concept::ConceptSet;
use super::word_splitter::{Word, split_words};
use crate::features::assistant::tool_registry::{
    Category, Commodity, GroupBy, Impact, Metric, Region, ReportFormat,
};

/// An argument's value that a wording chooses.
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

/// A wording: both empty for words that carry no meaning here.
#[derive(Debug, Clone, Default)]
pub(super) struct LexiconEntry {
    stems: Vec<String>,
    pub concepts: ConceptSet,
    pub slots: Vec<Slot>,
}

pub(super) struct Lexicon {
    /// By first stem, longest wording first.
    by_first_stem: HashMap<String, Vec<LexiconEntry>>,
    /// Words of the trade, in the order of the tables: what a misspelling is repaired to first.
    trade_words: Vec<String>,
}

/// The one vocabulary, made at its first use.
pub(super) fn shared_lexicon() -> &'static Lexicon {
    static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::new);
    &LEXICON
}

impl Lexicon {
    fn new() -> Self {
        let mut entries: HashMap<Vec<String>, LexiconEntry> = HashMap::new();
        let mut trade_words: Vec<String> = Vec::new();
        let mut add =
            |wording: &str, senses: ConceptSet, value: Option<Slot>, of_the_trade: bool| {
                let read = split_words(wording);
                let stems: Vec<String> = read.iter().map(|word| word.stem.clone()).collect();
                if stems.is_empty() {
                    return;
                }
                if of_the_trade {
                    trade_words.extend(read.into_iter().map(|word| word.text));
                }
                let entry = entries
                    .entry(stems.clone())
                    .or_insert_with(|| LexiconEntry {
                        stems,
                        ..LexiconEntry::default()
                    });
                entry.concepts = entry.concepts.union(senses);
                entry.slots.extend(value);
            };
        for (senses, wordings) in CONCEPT_WORDINGS {
            wordings
                .split('|')
                .for_each(|wording| add(wording, ConceptSet::from_slice(senses), None, true));
        }
        for (value, wordings) in SLOT_WORDINGS {
            wordings
                .split('|')
                .for_each(|wording| add(wording, ConceptSet::default(), Some(*value), true));
        }
        FILLER_WORDS
            .split_ascii_whitespace()
            .for_each(|wording| add(wording, ConceptSet::default(), None, false));

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
        let mut seen = std::collections::HashSet::new();
        trade_words.retain(|word| seen.insert(word.clone()));
        Self {
            by_first_stem,
            trade_words,
        }
    }

    /// The longest wording that begins at the first of `words`, with its number of words.
    pub(super) fn longest_match(&self, words: &[Word]) -> Option<(usize, &LexiconEntry)> {
        let candidates = self.by_first_stem.get(&words.first()?.stem)?;
        let fits = |entry: &&LexiconEntry| {
            entry.stems.len() <= words.len()
                && entry
                    .stems
                    .iter()
                    .zip(words)
                    .all(|(stem, word)| *stem == word.stem)
        };
        candidates
            .iter()
            .find(fits)
            .map(|entry| (entry.stems.len(), entry))
    }

    /// Whether the word stands in the vocabulary by itself.
    pub(super) fn contains_word(&self, word: &Word) -> bool {
        self.by_first_stem
            .get(&word.stem)
            .is_some_and(|entries| entries.iter().any(|entry| entry.stems.len() == 1))
    }

    /// Words that carry no meaning.
    pub(super) fn filler_words() -> impl Iterator<Item = &'static str> {
        FILLER_WORDS.split_ascii_whitespace()
    }

    pub(super) fn trade_words(&self) -> impl Iterator<Item = &str> {
        self.trade_words.iter().map(String::as_str)
    }
}
