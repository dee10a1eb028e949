//! Finds the organization's names in questions: in full (`2,4-D Amine`), in part (`Hoffman`) or
//! misspelled.
//!
//! Built once per data version and cached: building takes milliseconds for thousands of names,
//! lookups take microseconds.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::lexicon::shared_lexicon;
use super::spelling::{SpellingIndex, TEXT_BYTES};
use super::word_splitter::{Word, split_words};

/// Kind of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    Item,
    Customer,
    Supplier,
    Salesperson,
    Location,
}

/// The organization's names. If two names differ only in spelling, the first one is used.
#[derive(Debug, Clone, Default)]
pub struct NameLists {
    pub items: Vec<String>,
    pub customers: Vec<String>,
    pub suppliers: Vec<String>,
    pub salespeople: Vec<String>,
    pub locations: Vec<String>,
    /// Category by item name, for items in one of the three categories that tools know.
    pub item_categories: HashMap<String, crate::features::assistant::tool_registry::Category>,
}

/// A name of the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CatalogName {
    pub kind: NameKind,
    pub text: String,
    stems: Vec<String>,
}

/// Names, indexed for lookups.
#[derive(Debug, Default)]
pub struct NameCatalog {
    names: Vec<CatalogName>,
    /// Names by first stem, longest first.
    by_first_stem: HashMap<String, Vec<usize>>,
    /// Names by distinctive stem: neither a term of the trade nor shared by many names.
    by_distinctive_stem: HashMap<String, BTreeSet<usize>>,
    spelling: SpellingIndex,
    item_categories: HashMap<String, crate::features::assistant::tool_registry::Category>,
}

/// A stem that occurs in more names than this is not distinctive.
const MAX_NAMES_PER_STEM: usize = 12;

impl NameCatalog {
    /// The memory that the catalog takes, roughly.
    pub fn approximate_bytes(&self) -> usize {
        let text_bytes = |text: &String| text.len() + TEXT_BYTES;
        let names = self.names.iter().map(|name| {
            text_bytes(&name.text) + name.stems.iter().map(text_bytes).sum::<usize>() + TEXT_BYTES
        });
        let first = self.by_first_stem.iter().map(|(stem, names)| {
            text_bytes(stem) + names.capacity() * size_of::<usize>() + TEXT_BYTES
        });
        let distinctive = self.by_distinctive_stem.iter().map(|(stem, names)| {
            text_bytes(stem) + names.len() * 2 * size_of::<usize>() + TEXT_BYTES
        });
        let categories = self.item_categories.keys().map(text_bytes);
        names.sum::<usize>()
            + first.sum::<usize>()
            + distinctive.sum::<usize>()
            + categories.sum::<usize>()
            + self.spelling.approximate_bytes()
    }

    pub fn new(names: NameLists) -> Self {
        let lists = [
            (NameKind::Item, names.items),
            (NameKind::Customer, names.customers),
            (NameKind::Supplier, names.suppliers),
            (NameKind::Salesperson, names.salespeople),
            (NameKind::Location, names.locations),
        ];
        let mut catalog = Self {
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
                    catalog.names.push(CatalogName {
                        kind,
                        text: text.trim().to_owned(),
                        stems,
                    });
                }
            }
        }
        catalog.build_indexes();
        catalog
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

    /// Finds the longest full names that `words` start with: one name, or one of each kind with the
    /// same wording. Also returns the number of words.
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
        // A name that is a single term of the trade ("Corn") is read as the term.
        let plain = words
            .first()
            .is_some_and(|word| shared_lexicon().contains_word(word));
        let length = found.first()?.stems.len();
        (length > 1 || !plain).then_some((length, found))
    }

    /// Finds the names that contain the distinctive word at the start of `words`, or the words from
    /// there on: `river` finds River Bend Farms and Two Rivers Grain, `river bend` only the former.
    /// Also returns the number of words of the best match.
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
        // Two or more words at the start of a name refer to it even if each of them is a term of
        // the trade: "corn seed".
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

    /// Category of an item, if known.
    pub(super) fn category_of_item(
        &self,
        item: &str,
    ) -> Option<crate::features::assistant::tool_registry::Category> {
        self.item_categories.get(item).copied()
    }

    /// Names of a kind, in catalog order, for options.
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

/// Generic words of business names: they do not identify a business.
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

/// Number of `words` that occur in the name in this order, from the position of the first one.
fn shared_run_length(stems: &[String], words: &[Word]) -> usize {
    let starts = stems
        .iter()
        .enumerate()
        .filter(|(_, stem)| words.first().is_some_and(|word| word.stem == **stem))
        .map(|(position, _)| position);
    starts
        .map(|position| {
            stems
                .iter()
                .skip(position)
                .zip(words)
                .take_while(|(stem, word)| **stem == word.stem)
                .count()
        })
        .max()
        .unwrap_or(0)
}
