//! The trade's vocabulary: wordings, what they mean and which argument they choose. Longest wording
//! first, compared by stems.

mod wordings;

use std::collections::HashMap;
use std::sync::LazyLock;

use self::wordings::{FILLER, SENSES, VALUES};
use super::sense::Senses;
use super::words::{Word, words};
use crate::features::assistant::registry::{
    Category, Commodity, GroupBy, Impact, Metric, Region, ReportFormat,
};

/// An argument's value that a wording chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotValue {
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
pub(super) struct Entry {
    stems: Vec<String>,
    pub senses: Senses,
    pub values: Vec<SlotValue>,
}

pub(super) struct Lexicon {
    /// By first stem, longest wording first.
    by_first: HashMap<String, Vec<Entry>>,
    /// Words of the trade, in the order of the tables: what a misspelling is repaired to first.
    trade: Vec<String>,
}

/// The one vocabulary, made at its first use.
pub(super) fn lexicon() -> &'static Lexicon {
    static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::new);
    &LEXICON
}

impl Lexicon {
    fn new() -> Self {
        let mut entries: HashMap<Vec<String>, Entry> = HashMap::new();
        let mut trade: Vec<String> = Vec::new();
        let mut add =
            |wording: &str, senses: Senses, value: Option<SlotValue>, of_the_trade: bool| {
                let read = words(wording);
                let stems: Vec<String> = read.iter().map(|word| word.stem.clone()).collect();
                if stems.is_empty() {
                    return;
                }
                if of_the_trade {
                    trade.extend(read.into_iter().map(|word| word.text));
                }
                let entry = entries.entry(stems.clone()).or_insert_with(|| Entry {
                    stems,
                    ..Entry::default()
                });
                entry.senses = entry.senses.with(senses);
                entry.values.extend(value);
            };
        for (senses, wordings) in SENSES {
            wordings
                .split('|')
                .for_each(|wording| add(wording, Senses::of(senses), None, true));
        }
        for (value, wordings) in VALUES {
            wordings
                .split('|')
                .for_each(|wording| add(wording, Senses::default(), Some(*value), true));
        }
        FILLER
            .split_ascii_whitespace()
            .for_each(|wording| add(wording, Senses::default(), None, false));

        let mut by_first: HashMap<String, Vec<Entry>> = HashMap::new();
        for entry in entries.into_values() {
            if let Some(first) = entry.stems.first() {
                by_first.entry(first.clone()).or_default().push(entry);
            }
        }
        for same_first in by_first.values_mut() {
            same_first.sort_by(|a, b| {
                b.stems
                    .len()
                    .cmp(&a.stems.len())
                    .then_with(|| a.stems.cmp(&b.stems))
            });
        }
        let mut seen = std::collections::HashSet::new();
        trade.retain(|word| seen.insert(word.clone()));
        Self { by_first, trade }
    }

    /// The longest wording that begins at the first of `words`, with its number of words.
    pub(super) fn longest(&self, words: &[Word]) -> Option<(usize, &Entry)> {
        let candidates = self.by_first.get(&words.first()?.stem)?;
        let fits = |entry: &&Entry| {
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
    pub(super) fn knows(&self, word: &Word) -> bool {
        self.by_first
            .get(&word.stem)
            .is_some_and(|entries| entries.iter().any(|entry| entry.stems.len() == 1))
    }

    /// Words that carry no meaning.
    pub(super) fn small_words() -> impl Iterator<Item = &'static str> {
        FILLER.split_ascii_whitespace()
    }

    pub(super) fn trade_words(&self) -> impl Iterator<Item = &str> {
        self.trade.iter().map(String::as_str)
    }
}
