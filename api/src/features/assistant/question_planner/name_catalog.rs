//! The organization's own names, found in a question whole (`2,4-D Amine`), in part (`Hoffman`), or
//! misspelled.
//!
//! Made once per data version and kept: building it costs milliseconds for thousands of names,
//! asking it microseconds.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::lexicon::shared_lexicon;
use super::spelling::SpellingIndex;
use super::word_splitter::{Word, split_words};

/// What a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    Item,
    Customer,
    Supplier,
    Salesperson,
    Location,
}

/// The organization's names, as plain lists. Of two spellings that read the same the first is kept.
#[derive(Debug, Clone, Default)]
pub struct NameLists {
    pub items: Vec<String>,
    pub customers: Vec<String>,
    pub suppliers: Vec<String>,
    pub salespeople: Vec<String>,
    pub locations: Vec<String>,
    /// Category of an item, by its name; only where it is one of the three that tools know.
    pub item_categories: HashMap<String, crate::features::assistant::tool_registry::Category>,
}

/// One name of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CatalogName {
    pub kind: NameKind,
    pub text: String,
    stems: Vec<String>,
}

/// The names, ready to be looked for.
#[derive(Debug, Default)]
pub struct NameCatalog {
    names: Vec<CatalogName>,
    /// Names by their first stem, longest first.
    by_first_stem: HashMap<String, Vec<usize>>,
    /// Names by a stem that tells something: not a word of the trade, not a word that many names
    /// share.
    by_distinctive_stem: HashMap<String, BTreeSet<usize>>,
    spelling: SpellingIndex,
    item_categories: HashMap<String, crate::features::assistant::tool_registry::Category>,
}

/// Names in which a part may stand before it is too common to point at any of them.
const MAX_NAMES_PER_STEM: usize = 12;

impl NameCatalog {
    pub fn new(names: NameLists) -> Self {
        let lists = [
            (NameKind::Item, names.items),
            (NameKind::Customer, names.customers),
            (NameKind::Supplier, names.suppliers),
            (NameKind::Salesperson, names.salespeople),
            (NameKind::Location, names.locations),
        ];
        let mut catalogue = Self {
            item_categories: names.item_categories,
            ..Self::default()
        };
        let mut seen = BTreeSet::new();
        for (kind, list) in lists {
            for text in list {
                let stems: Vec<String> = split_words(&text)
                    .into_iter()
                    .map(|word| word.stem)
                    .collect();
                if !stems.is_empty() && seen.insert((kind, stems.clone())) {
                    catalogue.names.push(CatalogName {
                        kind,
                        text: text.trim().to_owned(),
                        stems,
                    });
                }
            }
        }
        catalogue.build_indexes();
        catalogue
    }

    fn build_indexes(&mut self) {
        let mut tokens = BTreeSet::new();
        for (id, name) in self.names.iter().enumerate() {
            if let Some(first) = name.stems.first() {
                self.by_first_stem
                    .entry(first.clone())
                    .or_default()
                    .push(id);
            }
            for word in split_words(&name.text) {
                if is_distinctive(&word) {
                    self.by_distinctive_stem
                        .entry(word.stem.clone())
                        .or_default()
                        .insert(id);
                }
                tokens.insert(word.text);
            }
        }
        for ids in self.by_first_stem.values_mut() {
            ids.sort_by_key(|id| {
                std::cmp::Reverse(self.names.get(*id).map_or(0, |name| name.stems.len()))
            });
        }
        self.by_distinctive_stem
            .retain(|_, ids| ids.len() <= MAX_NAMES_PER_STEM);
        self.spelling = SpellingIndex::from_vocabulary(tokens.iter().map(String::as_str));
    }

    /// The longest whole names that begin at the first of `words`: one, or one of each kind that
    /// shares the wording; with the number of words.
    pub(super) fn match_full_name(&self, words: &[Word]) -> Option<(usize, Vec<&CatalogName>)> {
        let candidates = self
            .by_first_stem
            .get(&words.first()?.stem)?
            .iter()
            .filter_map(|id| self.names.get(*id));
        let fitting = |name: &&CatalogName| {
            name.stems.len() <= words.len()
                && name
                    .stems
                    .iter()
                    .zip(words)
                    .all(|(stem, word)| *stem == word.stem)
        };
        let mut found: Vec<&CatalogName> = Vec::new();
        for name in candidates.filter(fitting) {
            match found.first() {
                Some(first) if first.stems.len() > name.stems.len() => break,
                _ => found.push(name),
            }
        }
        // A name made of nothing but one word of the trade ("Corn") stays that word.
        let plain = words
            .first()
            .is_some_and(|word| shared_lexicon().contains_word(word));
        let length = found.first()?.stems.len();
        (length > 1 || !plain).then_some((length, found))
    }

    /// The names that a telling word, or the words from it on, stand in: `river` finds River Bend
    /// Farms and Two Rivers Grain, `river bend` only the former. With the number of words that the
    /// best of them share.
    pub(super) fn match_partial_name(&self, words: &[Word]) -> Option<(usize, Vec<&CatalogName>)> {
        let first = words.first()?;
        if let Some(ids) = self
            .by_distinctive_stem
            .get(&first.stem)
            .filter(|_| is_distinctive(first))
        {
            let mut by_length: BTreeMap<usize, Vec<&CatalogName>> = BTreeMap::new();
            for name in ids.iter().filter_map(|id| self.names.get(*id)) {
                by_length
                    .entry(shared_run_length(&name.stems, words))
                    .or_default()
                    .push(name);
            }
            return by_length.pop_last();
        }
        // A beginning of two words or more points at a name even where each word is one of the
        // trade: "corn seed".
        let candidates = self
            .by_first_stem
            .get(&first.stem)?
            .iter()
            .filter_map(|id| self.names.get(*id));
        let mut by_length: BTreeMap<usize, Vec<&CatalogName>> = BTreeMap::new();
        for name in candidates {
            let run = name
                .stems
                .iter()
                .zip(words)
                .take_while(|(stem, word)| **stem == word.stem)
                .count();
            if run >= 2 && run < name.stems.len() {
                by_length.entry(run).or_default().push(name);
            }
        }
        by_length.pop_last()
    }

    /// Category of an item, where it is known.
    pub(super) fn category_of_item(
        &self,
        item: &str,
    ) -> Option<crate::features::assistant::tool_registry::Category> {
        self.item_categories.get(item).copied()
    }

    /// The first names of a kind, for options.
    pub(super) fn names_of_kind(&self, kind: NameKind) -> impl Iterator<Item = &str> {
        self.names
            .iter()
            .filter(move |name| name.kind == kind)
            .map(|name| name.text.as_str())
    }

    pub(super) fn spelling_index(&self) -> &SpellingIndex {
        &self.spelling
    }
}

/// What any business may be called: it points at none.
const GENERIC_WORDS: &[&str] = &[
    "acres",
    "acre",
    "brothers",
    "bros",
    "ranch",
    "supply",
    "group",
    "partners",
    "sons",
    "family",
    "services",
    "enterprises",
    "solutions",
    "holdings",
    "inc",
    "llc",
    "ltd",
    "corp",
];

fn is_distinctive(word: &Word) -> bool {
    !GENERIC_WORDS.contains(&word.text.as_str())
        && word.text.chars().count() >= 3
        && !word.text.bytes().all(|byte| byte.is_ascii_digit())
        && !shared_lexicon().contains_word(word)
}

/// How many of `words` stand in the name in this order, from its place of the first one on.
fn shared_run_length(stems: &[String], words: &[Word]) -> usize {
    let starts = stems
        .iter()
        .enumerate()
        .filter(|(_, stem)| words.first().is_some_and(|word| word.stem == **stem))
        .map(|(at, _)| at);
    starts
        .map(|at| {
            stems
                .iter()
                .skip(at)
                .zip(words)
                .take_while(|(stem, word)| **stem == word.stem)
                .count()
        })
        .max()
        .unwrap_or(0)
}
